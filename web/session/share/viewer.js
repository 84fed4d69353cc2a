// The page of a shared record: reads what stands beside it, draws it, and sends nothing. Every text goes in as text, never as
// markup. Plain JavaScript, since it is written into the file as it stands.
const texts = (name) => [...document.querySelectorAll(`script.${name}`)].map((script) => (script.remove(), script.textContent))
const parts = (name) => texts(name).map((text) => JSON.parse(text))
const [about] = parts('about')
const all = parts('rows').flat()
const [SEQ, AT, DIRECTION, KIND, METHOD, NAME, ID, STATUS, TONE, BYTES, MS, EXCHANGE, PEER, TEXT, WHY, NOTE, WISH] = Array(17).keys()
const HEIGHT = 24
/** Characters of one message that are drawn, and of one that is coloured. */
const LONGEST = 1_000_000
const LONGEST_COLOURED = 100_000
const bySeq = new Map(all.map((row) => [row[SEQ], row]))
// The record gives rows their texts, and says what HTTP was around them.
const exchanges = {}
/** What the event of a stream carried besides its text, by row. */
const streamed = new Map()
const wordsOf = ({ event, id, retry, comment }) =>
  [
    comment !== undefined && `comment “${comment}”`,
    event !== undefined && `event ${event}`,
    id !== undefined && `id ${id}`,
    retry !== undefined && `retry after ${retry} ms`,
  ]
    .filter(Boolean)
    .join(', ')
const placeOf = ({ id, retry }) => ({ ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) })
for (const line of texts('record').flatMap((lines) => lines.split('\n'))) {
  if (line === '') continue
  const event = JSON.parse(line)
  const { kind, seq, at, exchange, text, body, method, url, headers, status, statusText } = event
  const row = bySeq.get(seq)
  if (row !== undefined && row[TEXT] === null) row[TEXT] = (kind === 'sent' ? body : text) ?? ''
  if (kind === 'frame' && row !== undefined && wordsOf(event) !== '') streamed.set(seq, wordsOf(event))
  if (kind === 'sent' && method !== 'STDIN' && method !== 'WS')
    exchanges[exchange] = { method, url, headers, sentAt: at, queued: event.queued, signs: [] }
  const http = exchanges[exchange]
  if (http === undefined) continue
  if (kind === 'status') Object.assign(http, { status, statusText, answered: headers, firstAt: at, relay: event.relay })
  if (kind === 'sign' || (kind === 'frame' && row === undefined)) http.signs.push([at, wordsOf(event)])
  if (kind === 'frame' || kind === 'sign') Object.assign(http, placeOf(event))
  if (kind === 'closed' || kind === 'failed') Object.assign(http, { endAt: at, failed: event.why })
}

function make(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** Characters that draw nothing, or turn the text around, are seen. */
const reveal = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    sign === '\n' || sign === '\t' ? sign : `\u27e8${sign.codePointAt(0).toString(16).padStart(4, '0')}\u27e9`,
  )

const two = (number) => String(number).padStart(2, '0')
const clock = (at) => {
  const date = new Date(at)
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}
const size = (bytes) =>
  bytes === 0 ? '' : bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
const time = (ms) => (ms === null ? '' : ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(2)} s`)
const ARROW = { out: '\u2192', in: '\u2190', side: '\u00b7' }
const titleOf = (row) => (row[KIND] === 'app' ? `app: ${row[METHOD] || 'message'}` : row[METHOD] || row[KIND])

// What is asked for: words that all must stand somewhere, `name:value` in one column, - before what must not.
const FIELDS = { method: METHOD, name: NAME, id: ID, status: STATUS, kind: KIND }
function readFilter(text) {
  const wanted = []
  for (const [, no, field, quoted, word] of text.matchAll(/(-?)(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const value = (quoted ?? word ?? '').toLowerCase()
    if (value === '') continue
    const column = field === undefined ? undefined : FIELDS[field.toLowerCase()]
    let test
    if (field === 'status' && value === 'error') test = (row) => row[TONE] === 'bad'
    else if (field === 'dir') test = (row) => row[DIRECTION] === value
    else if (column !== undefined) test = (row) => String(row[column]).toLowerCase().includes(value)
    else {
      const whole = field === undefined ? value : `${field}:${value}`.toLowerCase()
      test = (row) => [row[METHOD], row[NAME], row[STATUS], row[TEXT], row[NOTE] ?? ''].some((one) => one.toLowerCase().includes(whole))
    }
    wanted.push(no === '-' ? (row) => !test(row) : test)
  }
  return (row) => wanted.every((test) => test(row))
}

const $ = (id) => document.getElementById(id)
const list = $('list')
const sheet = make('div', 'sheet')
list.append(sheet)
let shown = all
let chosen
let view = 'pretty'

function draw() {
  sheet.style.height = `${shown.length * HEIGHT}px`
  const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 5)
  const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / HEIGHT) + 10)
  const lines = []
  for (let at = first; at < last; at++) lines.push(line(shown[at], at))
  sheet.replaceChildren(...lines)
}

function line(row, at) {
  const before = shown[at - 1]
  const cells = [
    [clock(row[AT]), 'mono'],
    [before === undefined ? '' : `+${time(Math.max(0, Math.floor(row[AT]) - Math.floor(before[AT])))}`, 'mono dim'],
    [ARROW[row[DIRECTION]] ?? '', ''],
    [titleOf(row).replace(/^notifications\//, ''), 'grow'],
    [row[NAME], 'grow2 dim'],
    [row[ID], 'mono dim'],
    [row[STATUS], row[TONE]],
    [size(row[BYTES]), 'mono dim right'],
    [time(row[MS]), 'mono dim right'],
  ].map(([text, look]) => make('span', `cell ${look}`, reveal(String(text))))
  const element = make('div', `line${row === chosen ? ' chosen' : ''}${row[TONE] === 'bad' ? ' faulty' : ''}`, ...cells)
  element.style.top = `${at * HEIGHT}px`
  element.setAttribute('role', 'option')
  element.id = `row-${row[SEQ]}`
  element.setAttribute('aria-selected', String(row === chosen))
  element.addEventListener('click', () => choose(row))
  return element
}

function choose(row, centre = false) {
  chosen = row
  const at = shown.indexOf(row)
  if (at >= 0) {
    const top = at * HEIGHT
    if (centre) list.scrollTop = top - list.clientHeight / 2
    else if (top < list.scrollTop) list.scrollTop = top
    else if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight
  }
  list.setAttribute('aria-activedescendant', `row-${row[SEQ]}`)
  draw()
  message()
}

function message() {
  const pane = $('message')
  if (chosen === undefined) return pane.replaceChildren(make('p', 'dim', 'Choose a message.'))
  const row = chosen
  const facts = [`#${row[SEQ]}`, new Date(row[AT]).toISOString(), row[STATUS], row[ID] && `id ${row[ID]}`, size(row[BYTES]), time(row[MS])]
  const head = make('h2', '', `${ARROW[row[DIRECTION]] ?? ''} ${reveal(titleOf(row))} `, make('small', '', reveal(row[NAME])))
  const tabs = make('div', 'tabs')
  const http = exchanges[row[EXCHANGE]]
  for (const [id, title] of [['pretty', 'Pretty'], ['raw', 'Raw'], ...(http === undefined ? [] : [['http', 'HTTP']])]) {
    const tab = make('button', '', title)
    tab.setAttribute('aria-pressed', String(id === view))
    tab.addEventListener('click', () => ((view = id), message()))
    tabs.append(tab)
  }
  const peer = bySeq.get(row[PEER])
  if (peer !== undefined) {
    const jump = make('button', '', row[KIND] === 'request' ? 'Its answer' : 'Its request')
    jump.addEventListener('click', () => {
      if (!shown.includes(peer)) ask('')
      choose(peer, true)
    })
    tabs.append(jump)
  }
  const copy = make('button', '', 'Copy')
  copy.addEventListener('click', () =>
    navigator.clipboard?.writeText(row[TEXT]).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'Not allowed here'),
    ),
  )
  tabs.append(copy)
  const parts = [head, make('p', 'dim mono', facts.filter(Boolean).join(' \u00b7 ')), tabs]
  if (row[WHY]) parts.push(make('p', 'bad', reveal(row[WHY])))
  if (row[WISH]) parts.push(make('p', 'dim', reveal(row[WISH])))
  if (streamed.has(row[SEQ])) parts.push(make('p', 'dim mono', reveal(`Its event: ${streamed.get(row[SEQ])}`)))
  if (row[NOTE]) parts.push(make('p', 'note', reveal(row[NOTE])))
  parts.push(view === 'http' && http !== undefined ? httpView(http) : textView(row[TEXT], view === 'pretty'))
  pane.replaceChildren(...parts)
}

function httpView(http) {
  const { method, url, headers, status, statusText, answered, signs } = http
  const head = (pairs) => pairs.map(([name, value]) => `${name}: ${value}`).join('\n')
  const answer = status === undefined ? '(no answer)' : `${status} ${statusText}\n${head(answered ?? [])}`
  const between = signs.map(([at, words]) => `+${time(at - http.sentAt)}  ${words || 'empty event'}`)
  const said = between.length === 0 ? '' : `\n\nBetween its messages:\n${between.join('\n')}`
  return make('pre', '', reveal(`${method} ${url}\n${head(headers)}\n\n${answer}\n\n${timesOf(http)}${said}`))
}

/** When it was asked for, sent, answered and over; and where the stream stands. */
function timesOf({ sentAt, queued, firstAt, endAt, failed, relay, id, retry }) {
  const since = (at) => `${clock(at)}  after ${time(at - sentAt)}`
  const lines = [`Sent        ${clock(sentAt)}${queued === undefined ? '' : `  queued ${time(queued)}`}`]
  if (firstAt !== undefined) lines.push(`First byte  ${since(firstAt)}`)
  if (relay !== undefined)
    lines.push(`            connecting ${time(relay.connect)}, sending ${time(relay.send)}, waiting ${time(relay.wait)}`)
  lines.push(endAt === undefined ? 'Last byte   (still open)' : `Last byte   ${since(endAt)}${failed === undefined ? '' : `  ${failed}`}`)
  const place = wordsOf({ id, retry })
  if (place !== '') lines.push(`Stream is at ${place}`)
  return lines.join('\n')
}

function textView(text, pretty) {
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text
  const pre = make('pre', '')
  const laid = pretty && cut === text ? layOut(text) : undefined
  if (laid === undefined) pre.append(reveal(cut))
  else if (text.length > LONGEST_COLOURED) pre.append(reveal(laid.map(([one]) => one).join('')))
  else pre.append(...laid.map(([one, look]) => (look === '' ? reveal(one) : make('span', look, reveal(one)))))
  if (cut !== text) pre.append(`\n\u2026 ${text.length - LONGEST} further characters: Copy takes all of it`)
  return pre
}

/** JSON on lines of its own, token by token: numbers stay as they were written. Undefined: it is none. */
function layOut(text) {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const out = []
  let depth = 0
  const newLine = () => out.push([`\n${'  '.repeat(Math.min(depth, 100))}`, ''])
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (token === '{' || token === '[') {
      out.push([token, ''])
      if (next === '}' || next === ']') return
      depth += 1
      newLine()
    } else if (token === '}' || token === ']') {
      const before = tokens[at - 1]
      if (before !== '{' && before !== '[') {
        depth -= 1
        newLine()
      }
      out.push([token, ''])
    } else if (token === ',') {
      out.push([',', ''])
      newLine()
    } else if (token === ':') out.push([': ', ''])
    else out.push([token, token[0] === '"' ? (next === ':' ? 'key' : 'str') : 'num'])
  })
  return out
}

function ask(text) {
  $('filter').value = text
  shown = text.trim() === '' ? all : all.filter(readFilter(text))
  $('count').textContent =
    shown.length === all.length
      ? `${all.length.toLocaleString('en')} messages`
      : `${shown.length.toLocaleString('en')} of ${all.length.toLocaleString('en')}`
  list.scrollTop = 0
  draw()
}

const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity }
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target === $('filter')) {
    if (event.key === 'Escape') ask('')
    if (event.key === 'ArrowDown' || event.key === 'Enter') list.focus()
    else return
  }
  if (event.key === '/') {
    event.preventDefault()
    return $('filter').focus()
  }
  const step = STEPS[event.key]
  if (step === undefined || shown.length === 0 || event.target instanceof HTMLButtonElement) return
  event.preventDefault()
  const at = shown.indexOf(chosen)
  choose(shown[Math.min(shown.length - 1, Math.max(0, at + step))])
})
$('filter').addEventListener('input', () => ask($('filter').value))
list.addEventListener('scroll', draw)
addEventListener('resize', draw)

$('title').textContent = reveal(about.name)
const told = [about.server, about.revision, about.transport, `saved ${about.savedAt.slice(0, 19).replace('T', ' ')} UTC`, about.by]
$('about').textContent = reveal(told.filter(Boolean).join(' \u00b7 '))
$('secrets').textContent =
  about.redacted === undefined
    ? 'It holds its secrets.'
    : about.redacted.length === 0
      ? 'No secrets were found in it.'
      : `Replaced: ${about.redacted.map(({ placeholder, where }) => `${placeholder} (${reveal(where)})`).join(', ')}`
$('secrets').title = $('secrets').textContent
if (about.dropped > 0) $('secrets').append(` ${about.dropped} older messages had been dropped before it was saved.`)
ask('')
const first = all.find((row) => row[TONE] === 'bad') ?? all[0]
if (first !== undefined) choose(first, true)

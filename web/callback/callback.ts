// Where a login ends: hands the answer to the page that waits for it and takes it out of the address. It knows nothing of what it
// hands over, keeps nothing, and asks nobody.
import { ANSWERS, CAME, LEFT } from './names.ts'

/** The spellings of the loopback address, by the last letter of a state. */
const HOMES: { [letter: string]: string } = { '4': '127.0.0.1', n: 'localhost', '6': '[::1]' }
/** Milliseconds. */
const PATIENCE = 4000

const url = new URL(window.location.href)
const params = url.search.length > 1 ? url.searchParams : new URLSearchParams(url.hash.slice(1))
const state = params.get('state') ?? ''
const home = /\.([4n6])$/.exec(state)?.[1]
const host = home === undefined ? undefined : HOMES[home]

// The page lies under the other spelling of this machine's address, which is another origin: no channel reaches it from here.
if (host !== undefined && url.hostname !== host && Object.values(HOMES).includes(url.hostname)) {
  url.hostname = host
  window.location.replace(url)
} else takeIn()

function takeIn(): void {
  const answer = url.href
  window.history.replaceState(null, '', url.pathname)
  if ([...params.keys()].length === 0)
    return say('empty', 'There is no answer in this address. A login page sends you here; nothing else does.')
  if (wentHere()) {
    window.sessionStorage.setItem(CAME, answer)
    return window.location.replace(url.pathname.replace(/callback\/?(?:index\.html)?$/, ''))
  }
  const channel = new BroadcastChannel(ANSWERS)
  if (!params.has('state')) {
    // The page that waits says so as well; the answer itself is not for it.
    channel.postMessage({ lost: true })
    say(
      'nobody',
      'The answer has no state, so it belongs to no login that began here. The authorization server must send back the state that it was given (RFC 6749 §4.1.2). Log in again.',
    )
    return offer(answer)
  }
  const late = setTimeout(() => {
    say(
      'nobody',
      'No page of Loupe waits for this answer here: it was closed or loaded anew, the answer came before, or it waits in another browser. Log in again from there; or copy the answer, and give it to “Paste what came back”. It holds a code that counts once: show it to nobody.',
    )
    offer(answer)
  }, PATIENCE)
  channel.onmessage = ({ data }: MessageEvent<{ taken?: string; thrown?: string }>) => {
    if (data.taken !== state && data.thrown !== state) return
    clearTimeout(late)
    if (data.taken === state) say('taken', 'Loupe has the answer. You may close this page.')
    else
      say(
        'thrown',
        'The page of Loupe that waits for a login threw this answer away, for its state is that of another one. It says so there, and you can log in again from there. You may close this page.',
      )
    window.close()
  }
  channel.postMessage({ url: answer })
}

/** The page itself went to log in, in this tab. */
function wentHere(): boolean {
  try {
    return window.sessionStorage.getItem(LEFT + state) !== null
  } catch {
    return false
  }
}

function say(state: 'taken' | 'thrown' | 'nobody' | 'empty', text: string): void {
  const says = document.getElementById('says')
  if (says !== null) says.textContent = text
  document.body.dataset.outcome = state
}

/** The answer to copy, for a page that no channel reaches. */
function offer(answer: string): void {
  const button = document.getElementById('copy')
  if (!(button instanceof HTMLButtonElement)) return
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(answer).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'The browser refused'),
    )
  })
}

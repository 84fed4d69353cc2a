// The sandbox's own document: holds the app's frame and carries messages between it and the page. It is one file without
// parts, since its policy is the app's.

/** Runs in the sandbox. Messages between it and the page are JSON text; those between it and the app are objects. */
const CARRIER = `
(() => {
  'use strict'
  const host = new URLSearchParams(location.search).get('host')
  if (window.parent === window || host === null || host === location.origin) return
  const MOST_A_SECOND = 200
  const LONGEST = 20000000
  const PREFIX = 'ui/notifications/sandbox-'
  let view
  let loads = 0
  let count = 0
  let dropped = 0
  const say = (text) => window.parent.postMessage(text, host)
  const tell = (name, params) => say(JSON.stringify({ jsonrpc: '2.0', method: PREFIX + name, params }))
  setInterval(() => {
    if (dropped > 0) tell('dropped', { count: dropped })
    count = dropped = 0
  }, 1000)
  const carry = (data) => {
    count += 1
    if (count > MOST_A_SECOND) return void (dropped += 1)
    const own = typeof data === 'object' && data !== null ? data.loupeSandbox : undefined
    if (own === 'alive') return tell('alive', {})
    if (own === 'violation' || own === 'failure') {
      const { directive, blocked, sample, message, line } = data.params ?? {}
      const short = (value) => (typeof value === 'string' ? value.slice(0, 2000) : typeof value === 'number' ? value : undefined)
      return tell(own, { directive: short(directive), blocked: short(blocked), sample: short(sample), message: short(message), line: short(line), from: 'app' })
    }
    if (typeof data === 'object' && data !== null && typeof data.method === 'string' && data.method.startsWith(PREFIX)) return void (dropped += 1)
    let text
    try {
      text = JSON.stringify(data)
    } catch {
      text = undefined
    }
    if (typeof text !== 'string' || text.length > LONGEST) return void (dropped += 1)
    say(text)
  }
  const start = ({ html, sandbox }) => {
    if (view !== undefined || typeof html !== 'string') return
    view = document.createElement('iframe')
    view.setAttribute('sandbox', sandbox)
    view.setAttribute('allow', '')
    view.setAttribute('referrerpolicy', 'no-referrer')
    view.title = 'App'
    view.srcdoc = html
    view.addEventListener('load', () => {
      loads += 1
      if (loads > 1) tell('left', {})
    })
    document.body.append(view)
  }
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => tell('violation', { directive: effectiveDirective, blocked: blockedURI, from: 'sandbox' }))
  addEventListener('message', (event) => {
    if (view !== undefined && event.source === view.contentWindow) return event.origin === 'null' ? carry(event.data) : undefined
    if (event.source !== window.parent || event.origin !== host || typeof event.data !== 'string') return
    const message = JSON.parse(event.data)
    if (typeof message.method !== 'string' || !message.method.startsWith(PREFIX)) return view?.contentWindow.postMessage(message, '*')
    if (message.method === PREFIX + 'resource-ready') start(message.params)
  })
  tell('proxy-ready', {})
})()
`

export const STAGE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sandbox</title>
<style>html, body { height: 100%; margin: 0; overflow: hidden; background: transparent; color-scheme: light dark } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
<body><script>${CARRIER}</script></body>
</html>
`

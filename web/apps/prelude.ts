// What stands before an app's own document in its frame: it tells of what the policy stopped and of scripts that failed, which
// nobody outside of the frame can see, keeps its links to places within it, and removes itself.

const PRELUDE = `<!doctype html><script>(() => {
  const tell = (kind, params) => parent.postMessage({ loupeSandbox: kind, params }, '*')
  const short = (text) => String(text).slice(0, 2000)
  addEventListener('securitypolicyviolation', (event) => tell('violation', { directive: event.effectiveDirective, blocked: short(event.blockedURI), sample: short(event.sample), line: event.lineNumber }), true)
  addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) tell('failure', { message: short(event.message), line: event.lineno })
    else if (event.target instanceof HTMLElement) tell('failure', { message: short('<' + event.target.localName + '> could not be loaded: ' + (event.target.getAttribute('src') ?? event.target.getAttribute('href') ?? '')) })
  }, true)
  addEventListener('unhandledrejection', (event) => tell('failure', { message: short(event.reason?.message ?? event.reason) }))
  setInterval(() => tell('alive'), 1000)
  // A place within the document is named by the address of the sandbox here, and following it would lose the app.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || event.defaultPrevented) return
    event.preventDefault()
    location.hash = link.getAttribute('href')
  })
  // It reaches hosts that no policy of content holds back; browsers that know Connection-Allowlist hold it back in frames within, too.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection']) delete window[name]
  document.currentScript.remove()
})()</script>
`

/** A second doctype is ignored by every parser, and <html> and <head> join those that are open. */
export function withPrelude(html: string): string {
  return PRELUDE + html
}

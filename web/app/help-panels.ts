// What each panel is for, in one sentence: the page of help says it.
export const ABOUT_PANELS: { [panel: string]: string } = {
  overview: 'What the server says of itself, which revision was agreed on and why, how it is reached, and a URL for other clients.',
  tools: 'Search the tools, fill a form or JSON, see the exact request, call, and look at the result from every side.',
  resources: 'Read what the server offers, fill in templates, and subscribe to changes.',
  prompts: 'Fill in the arguments of a prompt and see the conversation that the server makes of them.',
  skills: 'Skills that the server serves: listed without reading them, opened only when digest and size are right.',
  asks: 'What the server asks of you (a model’s answer, a form, a page to visit) waits here, with rules that may answer for you.',
  tasks: 'Calls that became tasks: how far they are, what they want, and their results, over reconnects and reloads.',
  traffic: 'Every message both ways with the HTTP around it: filter, thread, copy as curl, send again, export.',
  console: 'Log messages, lines of stderr, and what the server printed on stdout by mistake.',
  checks: 'What the server does against the specification: each breach with its message, its page and how to mend it.',
  auth: 'A login step by step: what was sent, what came back, what is wrong; the token decoded.',
  raw: 'Any text as a message, good or broken on purpose, and what comes back.',
  doctor: 'Why a server cannot be reached: DNS, TCP, TLS, CORS, handshake, each with evidence and advice.',
  settings: 'The look, what we say of ourselves, roots, limits, keys, and what this browser remembers.',
}

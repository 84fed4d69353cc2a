// The names under which /callback and the page find each other.

/** Of the channel: { url } of an answer, and back { taken: its state } or { thrown: its state }; { lost: true } where an answer came that can be nobody's. */
export const ANSWERS = 'loupe.callback'
/** Under this and its `state` lies what a page left behind that went to log in itself. */
export const LEFT = 'loupe.left/'
/** Here /callback lays the answer for a page that comes back. */
export const CAME = 'loupe.came'

// The same names as in web/session/auth-names.ts, written twice so that the page need not fetch a file of its own for them.

export const ANSWERS = 'loupe.callback'
export const LEFT = 'loupe.left/'
export const CAME = 'loupe.came'

// Who wanted a message, in words.
import type { By, Wish } from './wish.ts'

const WHO: { readonly [by in By]: string } = { you: 'you', loupe: 'Loupe', app: 'the app', rule: 'your rule' }

/** "by Loupe: the list changed"; '' where nobody is known. */
export function wishWords({ by, why }: Partial<Wish>): string {
  return by === undefined ? '' : `by ${WHO[by]}${why === undefined ? '' : `: ${why}`}`
}

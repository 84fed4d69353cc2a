// The few signs of the viewers' toolbar, drawn here: fonts do not have them all.
const PATHS = {
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14',
  wrap: 'M2 3.5h12M2 8h9.5a2.2 2.2 0 0 1 0 4.5H8M9.5 11 8 12.5 9.5 14M2 12.5h3',
  unfold: 'M5 6 8 3l3 3M5 10l3 3 3-3',
  fold: 'M5 2.5l3 3 3-3M5 13.5l3-3 3 3',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  save: 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  open: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M6.5 3.5h-4v10h10v-4',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  less: 'M6 2.5V6H2.5M13.5 6H10V2.5M10 13.5V10h3.5M2.5 10H6v3.5',
  raw: 'M6 2.5c-2 0-2 1-2 2.5S3.5 8 2 8c1.5 0 2 1.5 2 3s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s.5 3 2 3c-1.5 0-2 1.5-2 3s0 2.5-2 2.5',
  done: 'M3 8.5 6.5 12 13 4.5',
} as const

export type GlyphName = keyof typeof PATHS

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden="true">
      <path d={PATHS[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

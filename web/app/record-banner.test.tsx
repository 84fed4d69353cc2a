import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RecordBanner } from './RecordBanner.tsx'

const line = { line: 4, why: 'is not JSON' }
const head = { line: 1, why: 'names version 9', taken: true as const }

test.each([
  [[], 0, []],
  [[line], 1, ['1 line could not be read']],
  [[head], 0, ['its header is not as it should be']],
  [[head, line], 3, ['its header is not as it should be', '3 lines could not be read']],
])('what is wrong with %j', (faults, faulty, said) => {
  const text = renderToStaticMarkup(<RecordBanner record={{ file: 'a.jsonl', faults, faulty }} dropped={0} />).replaceAll(/<[^>]*>/g, '')
  expect(
    text
      .split(' · ')
      .filter((part) => /header|lines?\b/.test(part))
      .map((part) => part.replace('Details', '')),
  ).toEqual(said)
})

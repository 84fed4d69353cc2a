import { expect, test } from 'vitest'
import { iconAddress } from './icon-address.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
const drawn = (...sources: string[]) => iconAddress(sources.map((src) => ({ src })))

test.each([
  PNG,
  'data:image/jpeg;base64,/9j/4AAQ',
  'data:image/png;base64,/9j/4AAQ',
  'DATA:IMAGE/GIF;BASE64,R0lGODdh',
  'data:image/webp;base64,UklGRhoAAABXRUJQ',
  'data:image/svg+xml;utf8,<svg/>',
  'data:image/svg+xml;base64,PHN2Zy8+',
])('%s is drawn', (src) => expect(drawn(src)).toBe(src))

test.each([
  'https://icons.test/x.png',
  'http://127.0.0.1/x.png',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ws://x.test',
  'data:text/html;base64,iVBORw0KGgo',
  'data:image/png;base64,PHNjcmlwdD4=',
  'data:image/png,iVBORw0KGgo',
  'data:image/x-icon;base64,AAABAAEA',
  `data:image/svg+xml,${'x'.repeat(600_000)}`,
])('%s is not', (src) => expect(drawn(src)).toBeUndefined())

test('the first that may be drawn is', () => expect(drawn('https://icons.test/x.png', PNG)).toBe(PNG))

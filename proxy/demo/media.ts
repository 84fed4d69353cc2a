// A small picture and a short sound, computed instead of carried along.
import { crc32 } from './crc32.ts'
import { deflateSync } from 'node:zlib'

/** A lens over stripes, 96 × 96, as PNG in base64. */
export function picture(): string {
  const size = 96
  const rows = Buffer.alloc((size * 3 + 1) * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const distance = Math.hypot(x - 42, y - 42)
      const handle = Math.abs(x - y) < 7 && x > 62 && x < 88
      const rim = Math.abs(distance - 30) < 4
      const inside = distance < 30
      const stripe = Math.floor((inside ? y / 2 : y) / 6) % 2 === 0
      const [r, g, b] =
        handle || rim ? [52, 71, 103] : inside ? (stripe ? [120, 190, 255] : [214, 236, 255]) : stripe ? [236, 239, 244] : [255, 255, 255]
      rows.set([r!, g!, b!], y * (size * 3 + 1) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, RGB
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]).toString(
    'base64',
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

/** Three rising tones, 0.6 s, as WAV (8 kHz, 8 bits, mono) in base64. */
export function sound(): string {
  const rate = 8000
  const tones = [523, 659, 784]
  const samples = Buffer.alloc(rate * 0.6)
  for (let at = 0; at < samples.length; at++) {
    const within = at % (rate * 0.2)
    const fade = Math.exp(-within / 500)
    samples[at] = 128 + Math.round(90 * fade * Math.sin((2 * Math.PI * tones[Math.floor(at / (rate * 0.2))]! * within) / rate))
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // PCM
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples]).toString('base64')
}

/** All 256 values of a byte, in base64: what no viewer knows. */
export function someBytes(): string {
  return Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString('base64')
}

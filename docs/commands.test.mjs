// Every command that a page of the documentation shows is one that the program understands, and every page that is linked is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readAdd } from '../proxy/add.ts'
import { readArguments } from '../proxy/arguments.ts'
import { readCheck } from '../proxy/check-order.ts'
import { readDoctor } from '../proxy/doctor.ts'
import { readRequest } from '../proxy/request.ts'
import { readTap } from '../proxy/tap.ts'
import { readCommandLine } from '../web/connect/command-line.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const read = (page) => readFileSync(join(root, page), 'utf8')

/** Lines of fenced blocks that call the program, with what stands before its name and behind "#" taken off. */
function commandsOf(page) {
  return [...read(page).matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block]) =>
    block.split('\n').flatMap((line) => {
      const found = /(?:^|\s)(?:loupe|node dist\/loupe\.js|npx (?:-y )?mcp-loupe)((?:\s.*)?)$/.exec(line.replace(/\s+#.*$/, ''))
      return found === null || /^docker |^\s*command:|"command"/.test(line) ? [] : [found[1].trim()]
    }),
  )
}

const all = pages.flatMap((page) => commandsOf(page).map((line) => [line, page]))

test('there are commands to look at', () => expect(all.length).toBeGreaterThan(30))

test.each(all)('loupe %s (%s)', (line) => {
  const argv = readCommandLine(line.replace(/\s>\s.*$/, '')).tokens
  // A server named in a file, and the official inspector's flags, are turned into such a line first.
  const known = argv.filter((word, at) => !/^--(?:config|server)$/.test(word) && !/^--(?:config|server)$/.test(argv[at - 1] ?? ''))
  const [first, ...rest] = known.length < argv.length ? [...known, '--', 'a-server'] : argv
  const understood = {
    request: () => readRequest(rest, '/', () => '{}'),
    doctor: () => readDoctor(rest, '/'),
    check: () => readCheck(rest, '/'),
    add: () => readAdd(rest, '/'),
    tap: () => readTap(rest, '/', 0),
  }[first]?.()
  // The files of the examples lie nowhere; that they are looked for shows that the rest was understood.
  if (understood !== undefined)
    return expect('wrong' in understood ? understood.wrong : 'understood').toMatch(/^understood$|^There is no file|: ENOENT: no such file/)
  const parsed = readArguments(known, '/')
  expect(parsed.kind === 'wrong' ? parsed.why : 'understood').toBe('understood')
})

test.each(pages)('links of %s lead somewhere', (page) => {
  for (const [, target] of read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
    expect(existsSync(join(root, dirname(page), target)), `${page} links ${target}`).toBe(true)
})

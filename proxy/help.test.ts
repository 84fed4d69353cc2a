import { expect, test } from 'vitest'
import { ADD_HELP } from './add.ts'
import { HELP } from './arguments.ts'
import { CHECK_HELP } from './check-order.ts'
import { CLI_HELP } from './config-flags.ts'
import { DOCTOR_HELP } from './doctor.ts'
import { helpFor } from './help.ts'
import { REQUEST_HELP } from './request.ts'
import { TAP_HELP } from './tap.ts'

const COMMANDS = {
  request: REQUEST_HELP,
  doctor: DOCTOR_HELP,
  check: CHECK_HELP,
  add: ADD_HELP,
  tap: TAP_HELP,
  '--cli': CLI_HELP,
}

const about = (line: string) => helpFor(line.split(' '))

test.each(Object.entries(COMMANDS))('%s explains itself, wherever on the line that is asked for', async (name, text) => {
  expect(text.endsWith('\n')).toBe(true)
  for (const line of [
    `${name} --help`,
    `${name} -h`,
    `--help ${name}`,
    `help ${name}`,
    `${name} https://x.test/mcp --help`,
    `${name} --era --help`,
    `${name} --nonsense --help`,
    `--port 1 ${name} --help`,
    `${name} --config nowhere.json --help`,
    `${name} -h -- node x.js`,
  ])
    expect([line, await about(line)]).toEqual([line, text])
  expect(await about(`${name} -- node x.js --help`)).toBeUndefined()
})

test('without a command it is Loupe itself, and each command stands in that', async () => {
  for (const line of ['--help', '-h', 'help', '--config nowhere.json --help', '--nonsense -h', 'open --help'])
    expect(await about(line)).toBe(HELP)
  for (const line of ['', '-- node x.js --help', 'https://x.test/mcp', '--header=--help']) expect(await about(line)).toBeUndefined()
  for (const name of Object.keys(COMMANDS)) expect(HELP).toContain(`loupe ${name} --help`)
})

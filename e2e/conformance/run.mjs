// The official conformance suite, client mode, against the shipped page in a headless browser, through the proxy.
//   npm run conformance:client [-- --only tools_call] [--verbose]
// One runner process for each scenario and version; a pass needs checks of the scenario's own, none of them failed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../find-chromium.mjs'
import { GUARDED } from './authorization.mjs'
import { SCENARIOS } from './scenarios.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
const option = (name) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const only = option('only')
const verbose = process.argv.includes('--verbose')
const modules = join(here, 'node_modules')
const suite = join(modules, '@modelcontextprotocol', 'conformance')

if (!existsSync(suite)) {
  console.log('Installing the conformance suite and Node 22 beside it (once)…')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
if (!existsSync(join(root, 'dist', 'loupe.js'))) {
  console.error('There is no build: run "npm run build" first.')
  process.exit(1)
}

const loupe = spawn(process.execPath, [join(root, 'dist', 'loupe.js'), '--no-open', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise((resolve, reject) => {
  let seen = ''
  loupe.stdout.on('data', (chunk) => {
    seen += chunk
    const match = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(seen)
    if (match !== null) resolve(match[0])
  })
  loupe.once('exit', (code) => reject(new Error(`Loupe ended with ${code}:\n${seen}`)))
})
const browser = await chromium.launchServer({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
const output = mkdtempSync(join(tmpdir(), 'loupe-conformance-'))
const rows = []

const ALL = [...SCENARIOS, ...GUARDED]
for (const { name, versions } of ALL) {
  if (only !== undefined && only !== name && !(only.endsWith('/') && name.startsWith(only))) continue
  for (const version of versions) {
    const row = await run(name, version)
    rows.push(row)
    console.log(`${row.passed ? 'pass' : 'FAIL'}  ${name} ${version}  ${row.words}`)
  }
}

await browser.close()
loupe.kill()
rmSync(output, { recursive: true, force: true })
const passed = rows.filter((row) => row.passed).length
if (only === undefined) writeFileSync(join(root, 'docs', 'conformance.md'), table())
console.log(`${passed} passed, ${rows.length - passed} failed`)
process.exitCode = passed === rows.length ? 0 : 1

async function run(name, version) {
  const folder = mkdtempSync(join(output, 'run-'))
  const env = { ...process.env, LOUPE_URL: url, LOUPE_BROWSER: browser.wsEndpoint() }
  // An extension belongs to no revision.
  const revision = version === 'extension' ? [] : ['--spec-version', version]
  const args = ['client', '--command', `${process.execPath} ${join(here, 'client.mjs')}`, '--scenario', name, ...revision]
  const said = await new Promise((resolve) => {
    const child = spawn(join(modules, '.bin', 'node'), [join(suite, 'dist', 'index.js'), ...args, '--timeout', '60000', '-o', folder], {
      env,
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    child.once('exit', (code) => resolve({ text, code }))
  })
  const [made] = readdirSync(folder)
  const file = made === undefined ? undefined : findFile(join(folder, made), 'checks.json')
  const checks = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'))
  const own = checks.filter(({ id, status }) => !id.startsWith('wire-schema') && status !== 'INFO' && status !== 'SKIPPED')
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  if (verbose || bad.length > 0 || own.length === 0 || said.code !== 0) console.log(said.text.slice(-4000))
  const words =
    bad.length > 0
      ? bad.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`).join('; ')
      : own.length === 0
        ? 'no check of its own was made'
        : own.length === 1
          ? '1 check'
          : `${own.length} checks`
  return { name, version, passed: said.code === 0 && bad.length === 0 && own.length > 0, words }
}

function findFile(folder, name) {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(name))
  return found === undefined ? undefined : join(folder, found)
}

function table() {
  const all = [...new Set(rows.map(({ version }) => version))].toSorted()
  const { version } = JSON.parse(readFileSync(join(suite, 'package.json'), 'utf8'))
  const lines = ALL.map(({ name }) => {
    const cells = all.map((one) => {
      const row = rows.find((found) => found.name === name && found.version === one)
      return row === undefined ? '' : row.passed ? `pass (${row.words})` : `**fail**: ${row.words}`
    })
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return `# The official conformance suite

Client mode of \`@modelcontextprotocol/conformance\` ${version} against the shipped page in headless Chromium, through the proxy; every
scenario is clicked through in the page (\`npm run conformance:client\`). A pass needs checks of the scenario's own, and none of all
checks failed or warned. Logins are real navigations, in a popup or by the page itself.

${passed} of ${rows.length} runs passed.

| scenario | ${all.join(' | ')} |
|---|${all.map(() => '---|').join('')}
${lines.join('\n')}
`
}

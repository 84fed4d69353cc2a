// The package as npm packs it, installed in an empty folder: small, alone, and it does the main job.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InspectorPage } from './inspector-page.ts'
import { DIST, EVERYTHING, expect, startProgram, stop, test } from './loupe.ts'

interface Packed {
  filename: string
  unpackedSize: number
}

test('the tarball installs by itself, starts, and connects to a server', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-package-'))
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: join(DIST, '..'), encoding: 'utf8', shell: process.platform === 'win32' })
  const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', folder)) as [Packed]
  // A quarter of it is the viewer that a shared page carries.
  expect(packed.unpackedSize).toBeLessThan(2_750_000)
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, packed.filename))
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['mcp-loupe'])
  const command = join(folder, 'node_modules', 'mcp-loupe', 'dist', 'loupe.js')
  const { child, match } = await startProgram(
    process.execPath,
    [command, '--no-open', '--port', '0', '--', process.execPath, EVERYTHING, 'stdio'],
    /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/,
  )
  const inspector = new InspectorPage(page, match[0])
  await inspector.open()
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await page.getByLabel('message', { exact: true }).fill('from the package')
  await inspector.call()
  await inspector.expectResult('done', 'Echo: from the package')
  inspector.assertCalm()
  await stop(child)
  rmSync(folder, { recursive: true, force: true })
})

// Every measurement, one after the other; what is said after `--` goes to each of them:
//   npm run bench [-- --only loupe] [--rounds 3] [--write]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

for (const name of ['run', 'traffic', 'large', 'forms', 'proxy']) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  // Its own arguments are places, not names.
  const args = name === 'forms' ? ['500', '1000', '7', ...process.argv.slice(2)] : process.argv.slice(2)
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

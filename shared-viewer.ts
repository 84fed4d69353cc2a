// The viewer that a shared record brings along, built from the page's own parts into one script and one style sheet, as a module
// with two texts. It is built when first asked for: by the build of the engine's worker, by the development server, by tests.
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ID = 'virtual:shared-viewer'
/** Its path, if it were a file: not below the root of any server. */
const RESOLVED = `\0${ID}`

/** What a file without a server has no use for, and what would need a worker, which a file has none of. */
const LEFT_OUT: { [path: string]: string } = {
  '/web/traffic/AgainDialog.tsx': 'export const AgainDialog = () => null',
  '/web/traffic/ExportDialog.tsx': 'export const ExportDialog = () => null',
  '/web/ui/viewers/paint.ts': `export const PAINTS = ['']\nexport const paint = () => Promise.resolve(new Uint32Array())`,
  '/web/ui/diff-desk.ts': `export const SHORT_TEXTS = Infinity\nexport const compareAway = () => { throw new Error('Too long') }`,
}

const leftOut: Plugin = {
  name: 'left-out',
  enforce: 'pre',
  load: (id) => Object.entries(LEFT_OUT).find(([path]) => id.endsWith(path))?.[1],
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: here('web'),
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [leftOut],
    // The same whoever asks: a development server or a test would have the slow React.
    oxc: { jsx: { runtime: 'automatic', development: false, refresh: false } },
    resolve: { conditions: ['module', 'browser', 'production'] },
    define: { 'import.meta.env.LOUPE_APART': 'true', 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      write: false,
      minify: true,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Infinity,
      rolldownOptions: { input: here('web/app/shared/main.tsx'), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  const style = files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
  if (script.length !== 1 || style.length !== 1)
    throw new Error(`The viewer of shared records is ${files.map(({ fileName }) => fileName).join(', ')}`)
  return `export const script = ${JSON.stringify(script[0])}\nexport const style = ${JSON.stringify(style[0])}`
}

export function sharedViewer(): Plugin {
  let made: Promise<string> | undefined
  return {
    name: 'shared-viewer',
    resolveId: (source) => (source === ID ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? (made ??= bundle()) : null),
  }
}

// Two builds from one file: the page (dist/web), and with --ssr the command (dist/loupe.js) and the demo server
// (dist/demo.js), bundled so that the package has no runtime dependencies and starts fast.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sharedViewer } from './shared-viewer.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string }

/** RJSF draws descriptions with a markdown library, which our form theme never does: 30 KB of the forms' chunk. */
const formsWithoutMarkdown: Plugin = {
  name: 'forms-without-markdown',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.startsWith('markdown-to-jsx') && importer?.includes('@rjsf') === true ? here('web/ui/SchemaForm/no-markdown.ts') : null,
}

/** Compressing at the first request would cost it a tenth of a second. */
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = 'dist/web' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|css|html|svg)$/.test(name)) writeFileSync(join(dir, `${name}.gz`), gzipSync(readFileSync(join(dir, name)), { level: 9 }))
  },
}

/** What the first call of a tool runs, from the press to the drawn answer. */
const CALL =
  /\/(web\/(tools\/(ToolsPanel|ResultPane|calls)|traffic\/(TrafficDock|TrafficBar|TrafficTable)|session\/(use-rows|task-read)|ui\/(RowScroller|JsonView|ContentView|viewers\/(TextViewer|finder)))|mcp\/(content-read|held))\.tsx?$/

/**
 * The functions of these files are compiled as they are fetched, beside the page's work, and not one by one while a person waits for the first
 * answer: that took 12 of 90 ms, for 112 functions.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  // The hint holds at the very beginning of a file alone, where others put their lines as well.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name === 'base' || chunk.name === 'main') continue
        if (chunk.moduleIds.some((id) => CALL.test(id))) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      }
    },
  },
}

/** The first screen of a newcomer is fetched beside the page's main script, not after it. */
const firstScreen: Plugin = {
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, path }) {
      if (path !== '/index.html') return []
      const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk')
      const screen = chunks.find((one) => one.name === 'ConnectPanel')
      const main = chunks.find((one) => one.isEntry && one.name === 'main')
      const wanted =
        screen === undefined
          ? []
          : [screen.fileName, ...screen.imports.filter((name) => !main?.imports.includes(name) && name !== main?.fileName)]
      return wanted.map((name) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

/** Libraries and primitives of the first screen. */
function isBase(id: string): boolean {
  return (
    /node_modules\/(react|react-dom|scheduler|@tanstack|zustand|lossless-json)\//.test(id) ||
    /vite\/preload-helper|\/mcp\/json\.ts$|\/web\/(ui\/(Button|Tabs|Field|Pane|Note|deferred)|connect\/(remembered|StdioFields))\b/.test(id)
  )
}

/** What the engine has from its start. */
function isEngine(id: string): boolean {
  return id.endsWith('/web/session/engine-core.ts')
}

export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false,
        // The page lies in the same folder, so only what this build wrote is cleared.
        plugins: [
          { name: 'clear-chunks', generateBundle: ({ dir = 'dist' }) => rmSync(`${dir}/chunks`, { recursive: true, force: true }) },
        ],
        // Express brings tables that no route here reads: of character sets and of a thousand media types.
        resolve: { alias: { 'body-parser': here('proxy/no-body-parser.ts'), 'mime-db': here('proxy/few-mime-types.json') } },
        define: { LOUPE_VERSION: JSON.stringify(version) },
        build: {
          target: 'node20',
          outDir: 'dist',
          emptyOutDir: false,
          ssr: true,
          minify: true,
          rollupOptions: {
            input: { loupe: 'proxy/main.ts', demo: 'proxy/demo/main.ts' },
            output: {
              entryFileNames: '[name].js',
              chunkFileNames: 'chunks/[name]-[hash].js',
              banner: ({ name, isEntry }) => (isEntry && name === 'loupe' ? '#!/usr/bin/env node' : ''),
            },
          },
        },
        ssr: { noExternal: true, external: ['vite'] },
      }
    : {
        root: 'web',
        publicDir: '../public',
        plugins: [react(), formsWithoutMarkdown, sharedViewer(), firstScreen, compiledAhead, packed],
        worker: {
          format: 'es',
          plugins: () => [sharedViewer()],
          // A worker's first file holds nothing that others import: WebKit would run it a second time for them.
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'engine', test: isEngine }] } } },
        },
        build: {
          target: 'es2022',
          outDir: '../dist/web',
          emptyOutDir: true,
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          // All styles are a few KB: one file, so that no panel waits for its own.
          cssCodeSplit: false,
          // What the first screen needs comes in two files: a small one for each shared part would wait in line for a connection.
          rolldownOptions: {
            input: { main: here('web/index.html'), callback: here('web/callback/index.html') },
            output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } },
          },
        },
        html: { cspNonce: process.env.LOUPE_DEV_NONCE },
      },
)

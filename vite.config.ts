// Two builds from one file: the page (dist/web), and with --ssr the command (dist/loupe.js) and the demo server
// (dist/demo.js), bundled so that the package has no runtime dependencies and starts fast.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false,
        build: {
          target: 'node20',
          outDir: 'dist',
          emptyOutDir: false,
          ssr: true,
          rollupOptions: {
            input: { loupe: 'proxy/main.ts', demo: 'proxy/demo/main.ts' },
            output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
          },
        },
        ssr: { noExternal: true, external: ['vite'] },
      }
    : {
        root: 'web',
        publicDir: '../public',
        plugins: [react()],
        worker: { format: 'es' },
        build: { target: 'es2022', outDir: '../dist/web', emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
        html: { cspNonce: process.env.LOUPE_DEV_NONCE },
      },
)

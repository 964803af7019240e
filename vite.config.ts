// How the web is built: React from src/web into dist/, every asset named by its content so that the server may
// let browsers keep it for ever. `#domain` and `#web` are package imports, which Vite reads from package.json itself.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // Not inside node_modules, which a new lock file empties under a running development server.
  cacheDir: '.cache/vite',
  // next-auth/react looks for its base address in the environment and fails in development when there is no `process`.
  define: {
    'process.env.NEXTAUTH_URL': 'undefined',
    'process.env.NEXTAUTH_URL_INTERNAL': 'undefined',
    'process.env.VERCEL_URL': 'undefined',
  },
  // MapLibre's worker is an ES module, imported with `?worker&url`; the content security policy allows no blob: workers.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The bench reads it to add up what each page really loads.
    manifest: true,
    // No inlined file and no inline script: the content security policy allows only what comes from this host.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map chunk is about 1 MB before compression, and only map pages load it.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and releases seldom touch stays in the browser's cache across releases.
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            // Parts that a dozen pages share come in one file instead of one each: half the requests at the same weight.
            { name: 'kit', test: /node_modules\/(@mui\/(?!icons)|@emotion|stylis|clsx|react-transition-group|@popperjs)/, minShareCount: 12 },
            { name: 'icons', test: /node_modules\/@mui\/icons-material/, minShareCount: 4 },
          ],
        },
      },
    },
  },
})

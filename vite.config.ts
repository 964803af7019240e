// How the web is built: React from src/web into dist/, every asset named by its content so that the server may
// let browsers keep it for ever. `#domain` and `#web` are package imports, which Vite reads from package.json itself.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { declaringFiles, entitiesOneByOne } from './scripts/entities-one-by-one.ts'
import { leaveOut } from './scripts/left-out.ts'
import { loadedAlready } from './scripts/loaded-already.ts'
import { messagesByLanguage } from './scripts/messages-by-language.ts'
import { precompress } from './scripts/precompress.ts'

/** What a browser has fetched once it stands on a page: these files and everything they import. */
const stops = {
  base: ['src/web/main.tsx', 'src/web/screens/login/login-screen.tsx'],
  // Fetched behind the first drawing of every page, so it must not draw the frame after it.
  notices: ['src/web/ui/toast-bar.tsx', 'src/web/session/progress-dialog.tsx', 'src/web/session/end-session.ts', 'src/web/shell/connection-strip.tsx'],
  frame: ['src/web/farmbook.tsx', 'src/web/engine/entity-branch.tsx'],
  // With what the first list, that of farmers, shows: pieces of half a kilobyte cost as much again by themselves.
  list: [
    'src/web/engine/list/list-page.tsx',
    'src/web/screens/farmer/farmers-summary.tsx',
    'src/web/screens/farmer/farmer-cells.tsx',
    'src/web/screens/farmer/farmer-card.tsx',
  ],
  view: ['src/web/engine/view/view-page.tsx'],
  form: ['src/web/engine/form/form-pages.tsx', 'src/web/engine/event/event-pages.tsx'],
} as const
/** Before the others comes what they are built on; otherwise it would go with the first that imports it. */
const chunks = ['framework', 'base', 'overlay', 'notices', 'frame', 'records', 'list', 'details', 'declared'] as const
const declared = [...new Set(declaringFiles().values())]
const reached = new Map<string, Set<string>>()

/**
 * One file for each stop on the way in. So a visit makes a dozen requests instead of a hundred and carries
 * nothing that a later stop needs. What is not on that way (maps, single screens) is split by the bundler itself.
 */
function chunkOf(id: string, chunking: Rolldown.ChunkingContext): (typeof chunks)[number] | null {
  const reaches = (stop: keyof typeof stops | 'declared'): boolean => {
    const known = reached.get(stop) ?? new Set<string>()
    if (!reached.has(stop)) {
      const walk = (file: string) => {
        if (known.has(file)) return
        known.add(file)
        for (const next of chunking.getModuleInfo(file)?.importedIds ?? []) walk(next)
      }
      for (const file of stop === 'declared' ? declared : stops[stop]) walk(fileURLToPath(new URL(file, import.meta.url)))
      reached.set(stop, known)
    }
    return known.has(id)
  }
  // What releases seldom touch stays in the browser's cache across releases.
  if (reaches('base')) return /node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(id) ? 'framework' : 'base'
  // What lies over a page is shared by what the frame and lists need at once, and dialogs, which can wait.
  if (reaches('notices')) return reaches('frame') || reaches('list') ? 'overlay' : 'notices'
  if (reaches('frame')) return 'frame'
  // The page itself stays out, or the manifest has no name for it any more.
  if (reaches('list') && !id.endsWith(stops.list[0])) return reaches('view') || reaches('form') ? 'records' : 'list'
  if (reaches('view') && reaches('form')) return 'details'
  // Declarations of one area are fetched together: forty files of a kilobyte would take as long as all of it.
  return reaches('declared') ? 'declared' : null
}

const already = loadedAlready()
const languageOf = (id: string): string | undefined => /virtual:messages\/(\w+\/\w+)$/.exec(id)?.[1]?.replace('/', '-')
const areaOf = (id: string): string => /\/src\/domain\/(\w+)\//.exec(id)?.[1] ?? 'shared'

export default defineConfig({
  plugins: [entitiesOneByOne(), messagesByLanguage(), react(), leaveOut(), ...already.plugins, precompress()],
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
    modulePreload: { polyfill: false, resolveDependencies: already.resolveDependencies },
    // The map chunk is about 1 MB before compression, and only map pages load it.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // The frame names every chunk that a page may load: a hash is enough of a name, and 42 bits tell a few hundred chunks apart.
        chunkFileNames: 'assets/[hash:7].js',
        // Styles of the page itself have names: scripts/loaded-already.ts knows them by these.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css') && !/^(base|index)\b/.test(name)) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              debugName: 'language',
              name: (id) => (languageOf(id) ? `language-${languageOf(id)}` : null),
              // Behind the others: what helps to fetch parts belongs to those who fetch first.
              priority: 0,
            },
            // Icons of several pages that no stop has: the name of a chunk in the frame weighs as much as an icon.
            { name: 'icons', test: /\/src\/web\/icons\//, minShareCount: 2, priority: 0 },
            ...chunks.map((name, at) => ({
              debugName: name,
              name: (id: string, chunking: Rolldown.ChunkingContext) =>
                chunkOf(id, chunking) !== name ? null : name === 'declared' ? `declared-${areaOf(id)}` : name,
              priority: chunks.length - at,
            })),
          ],
        },
      },
    },
  },
})

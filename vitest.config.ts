// The test runs, by what they need: nothing, a document, a database, a browser. `npm test` runs them in two lanes
// (scripts/test.ts); two workers at most in each, because each may hold a database of half a gigabyte.
import { defineConfig } from 'vitest/config'
import { messagesByLanguage } from './scripts/messages-by-language.ts'

/** One worker for several files: what a file opens (a database, a browser) the next one finds open. */
const shared = { isolate: false, pool: 'forks' } as const
/**
 * Node loads the modules itself, as it does for people: stripped of their types, and with real bindings. Through Vite each use of an
 * imported name is the call of a getter, and each module is transformed by the one main process (docs/decisions/0170-where-the-processor-goes.md).
 */
const native = { ...shared, experimental: { viteModuleRunner: false } } as const

export default defineConfig({
  // Runs beside each other note the lengths of their files each for itself.
  cacheDir: `node_modules/.vite/${process.env.TEST_RUN ?? 'tests'}`,
  test: {
    maxWorkers: 2,
    // Nothing should wait that long, also on a machine that does much else; it is there so that a forgotten close() cannot hang a run for ever.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { test: { name: 'shape', include: ['tests/architecture.test.ts'] } },
      {
        plugins: [messagesByLanguage()],
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/browser/**/*.test.ts'],
          ...shared,
        },
      },
      {
        plugins: [messagesByLanguage()],
        oxc: { jsx: { development: false } },
        test: {
          name: 'web',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          setupFiles: ['tests/web/production-act.ts', 'tests/web/set-up.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts', 'tests/api/**/*.test.ts', 'tests/upgrade/**/*.test.ts', 'tests/replay/**/*.test.ts'],
          ...native,
        },
      },
      // Longer than a server that loads the demo programme is waited for (tests/demo/demo-data.ts): that wait says what it was about.
      { test: { name: 'demo', include: ['tests/demo/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 1_500_000, ...native } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          ...native,
        },
      },
    ],
  },
})

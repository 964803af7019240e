// Everything that must hold, in one run: `npm test`, and the same in continuous integration. Two lanes of steps go side by side,
// because journeys and the demo leave most of a core idle; whichever is done takes over steps of the other. `npm test -- unit types`
// runs only the steps named. Every step runs even after a failure, so one run shows all.
import { cleanUp, node } from './testing/command.ts'
import { checkLockFile } from './testing/lock-file.ts'
import { type Outcome, verdict } from './testing/outcome.ts'
import { printBuffered, printLine, sideBySide } from './testing/output.ts'
import { startPostgres } from './testing/postgres.ts'
import { vitest } from './testing/vitest.ts'

const bin = { biome: 'node_modules/@biomejs/biome/bin/biome', tsc: 'node_modules/typescript/bin/tsc' }

const onEmbedded = { TEST_DATABASE_URL: undefined, DATABASE_URL: undefined }
/** What is tried on both databases. The API tests are tried on PostgreSQL: docs/decisions/0049-two-lanes.md says why. */
const onBoth = ['tests/contract/', 'tests/replay/', 'tests/upgrade/', 'tests/api/operations', 'tests/api/import-ending']
const apiTests = ['tests/api/']
/**
 * Every entity, event and report times everything that is refused: what they try lies above the port `Database`. Every run has them on
 * PostgreSQL; a sweep over each of them, and all that lies below the port, is tried on both (docs/decisions/0113-one-engine-for-the-cross-product.md).
 */
const everywhere = ['entities', 'events', 'exchange', 'hostile', 'hostile-bodies', 'reports'].map((name) => `tests/contract/${name}.test.ts`)

/** `isSecond`: in the second lane. `whenRequested`: too long for every run; a nightly one names it. */
const steps: Readonly<Record<string, { label: string; run: () => Promise<Outcome>; isSecond?: boolean; whenRequested?: boolean }>> = {
  lock: { label: 'The lock file is the one the pinned Node writes', run: checkLockFile },
  generated: { label: 'Generated documents are up to date', run: generated },
  style: {
    label: 'Format and lint',
    run: async () => verdict((await node(bin.biome, ['check', '--error-on-warnings'])).code === 0, '`npm run format` repairs most of it.'),
  },
  types: { label: 'Types: domain, server, web', run: types },
  architecture: { label: 'Arrows, circles, sizes, names', run: () => vitest(['shape']) },
  unit: { label: 'Units, and the web in a document', run: () => vitest(['unit', 'web']) },
  contract: {
    label: 'Contract on the embedded database',
    run: () => vitest(['contract'], { env: onEmbedded, files: onBoth, except: everywhere }),
  },
  postgres: { label: 'Contract and API tests on PostgreSQL', run: onPostgres },
  demo: { label: 'The demo programme', run: () => vitest(['demo']), isSecond: true },
  e2e: { label: 'Journeys in a real browser', run: () => vitest(['e2e'], { env: onEmbedded }), isSecond: true },
  'e2e-postgres': {
    label: 'Journeys in a real browser, on PostgreSQL',
    run: () => withPostgres((url) => vitest(['e2e'], { name: 'e2e-postgres', env: { TEST_DATABASE_URL: url } })),
    whenRequested: true,
  },
  replay: {
    label: 'A thousand random histories of each kind of record, in any order of recording',
    run: () => vitest(['contract'], { name: 'replay', env: { REPLAY_HISTORIES: '1000' }, files: ['tests/replay/'] }),
    whenRequested: true,
  },
  'at-once': {
    label: 'Two thousand histories recorded by several people at once, on PostgreSQL',
    run: () =>
      withPostgres((url) =>
        vitest(['contract'], { name: 'at-once', env: { TEST_DATABASE_URL: url, REPLAY_CONCURRENT: '160' }, files: ['tests/replay/'], titled: 'at once' }),
      ),
    whenRequested: true,
  },
  kills: {
    label: 'Its process killed a hundred times while certificates are submitted and issued, on PostgreSQL',
    run: () =>
      withPostgres((url) =>
        vitest(['contract'], { name: 'kills', env: { TEST_DATABASE_URL: url, CERTIFICATE_KILLS: '100' }, files: ['tests/contract/certificate-killed'] }),
      ),
    whenRequested: true,
  },
  'contract-everywhere': {
    label: 'Every entity, event and report times every refusal, on the embedded database',
    run: () => vitest(['contract'], { name: 'contract-everywhere', env: onEmbedded, files: everywhere }),
    whenRequested: true,
  },
  api: {
    label: 'API tests on the embedded database',
    run: () => vitest(['contract'], { name: 'api', env: onEmbedded, files: apiTests }),
    whenRequested: true,
  },
}

async function generated(): Promise<Outcome> {
  return verdict((await node('scripts/generate.ts', ['--check'])).code === 0, '`npm run generate` writes them anew; read the difference.')
}

async function types(): Promise<Outcome> {
  const answers = await Promise.all(['domain', 'server', 'web'].map((part) => node(bin.tsc, ['-p', `tsconfig.${part}.json`])))
  const failed = answers.filter(({ code }) => code !== 0).length
  return { passed: answers.length - failed, failed }
}

function onPostgres(): Promise<Outcome> {
  return withPostgres(
    (url) => vitest(['contract'], { name: 'postgres', env: { TEST_DATABASE_URL: url } }),
    // They are run in every run, here on the other database.
    () => vitest(['contract'], { name: 'postgres', env: onEmbedded, files: [...apiTests, ...everywhere] }),
  )
}

/** `otherwise`: where there is no PostgreSQL. */
async function withPostgres(run: (url: string) => Promise<Outcome>, otherwise = async (): Promise<Outcome> => ({ passed: 0, failed: 0 })): Promise<Outcome> {
  const server = await startPostgres()
  if (typeof server === 'string') {
    printLine(server)
    const tried = await otherwise()
    return { ...tried, skipped: (tried.skipped ?? 0) + 1, note: server.split('\n')[0] ?? server }
  }
  printLine(`${server.version} at ${server.url.replace(/\/\/.*@/, '//')}`)
  try {
    return { ...(await run(server.url)), note: server.version }
  } finally {
    await server.stop()
  }
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in steps))
if (unknown.length) {
  console.error(`No step is called ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

type Row = Outcome & { label: string; seconds: number }
const rows = new Map<string, Row>()
const waiting = Object.entries(steps).filter(([name, { whenRequested = false }]) => (chosen.length ? chosen.includes(name) : !whenRequested))
/** The next step of a lane. The second one takes over steps of the first when its own are done, so that both end at about the same time. */
function nextStep(isSecond: boolean): (typeof waiting)[number] | undefined {
  const own = waiting.findIndex(([, step]) => (step.isSecond ?? false) === isSecond)
  if (own >= 0) return waiting.splice(own, 1)[0]
  return isSecond ? waiting.shift() : undefined
}
/** Steps one after the other, until none is left that the lane may take. */
const lane = (isSecond: boolean) => async () => {
  for (let step = nextStep(isSecond); step; step = nextStep(isSecond)) {
    const [name, { label, run }] = step
    printLine(`\n── ${name}: ${label}`)
    const started = performance.now()
    const outcome = await run().catch((error: unknown): Outcome => ({ passed: 0, failed: 1, note: String(error) }))
    rows.set(name, { ...outcome, label, seconds: (performance.now() - started) / 1000 })
    if (!isSecond) printBuffered()
  }
}
const started = performance.now()
await sideBySide(lane(false), lane(true))
cleanUp()

const inOrder = Object.keys(steps).flatMap((name) => rows.get(name) ?? [])
const sum = (of: 'passed' | 'failed' | 'skipped') => inOrder.reduce((total, row) => total + (row[of] ?? 0), 0)
console.log('')
for (const row of inOrder) {
  const mark = row.failed ? '✗' : row.passed ? '✓' : '–'
  const counts = `${row.passed} passed, ${row.failed} failed${row.skipped ? `, ${row.skipped} skipped` : ''}`
  const note = row.note && (row.failed || !row.passed || row.note.startsWith('postgres') || row.skipped) ? `. ${row.note}` : ''
  console.log(`${mark} ${row.label}: ${counts} (${row.seconds.toFixed(0)} s)${note}`)
  for (const failure of row.failures ?? []) console.log(`    ${failure}`)
}
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
)
process.exitCode = sum('failed') ? 1 : 0

// How many histories are tried, with which seed, and which families are on. `REPLAY_HISTORIES=1000` and `REPLAY_SEED=7` change
// the first two, `REPLAY_SURVEY=1` collects every kind of flaw; `REPLAY_FAMILIES=all`, or names with commas, tries families that are switched off, too.
import fc from 'fast-check'
import { sharedDatabase } from '../harness/database.ts'
import { type Family, type Flaw, judge, type Trial, trials } from './engine.ts'

/** A family whose product falls short of the fold is switched off by name until the change that mends it. */
export const switchedOn: Readonly<Record<string, boolean>> = {
  lot: true,
  crop: true,
  plot: true,
  season: true,
  certificate: true,
  transaction: true,
  run: true,
  dedicated: true,
  flock: true,
  pond: true,
  cow: true,
  units: true,
  ticket: true,
  line: true,
  trade: true,
}

const requested = process.env.REPLAY_FAMILIES?.split(',') ?? []
export const isOn = (name: string): boolean => (switchedOn[name] ?? false) || requested.includes('all') || requested.includes(name)
/**
 * As many as fit into half a minute of two cores for each family; the nightly run sets more. What order does lies above the port `Database`: the
 * embedded database, which takes several times as long, has the first few of those that PostgreSQL has.
 */
export const histories = Number(process.env.REPLAY_HISTORIES ?? (process.env.TEST_DATABASE_URL ? 20 : 4))
/** The same histories in every ordinary run, so that what is red follows from the change; other ones where more are asked for. */
const areMore = process.env.REPLAY_HISTORIES !== undefined || process.env.REPLAY_CONCURRENT !== undefined
export const seed = process.env.REPLAY_SEED ? Number(process.env.REPLAY_SEED) : areMore ? Math.floor(Math.random() * 2 ** 31) : 20_261_122

let tried = 0
/** The embedded database gathers no statistics of its own, and without them every question reads all that earlier histories left. */
async function judgeNext<S>(family: Family<S>, trial: Trial): Promise<Flaw | null> {
  if (tried++ % 20 === 19) await (await sharedDatabase()).script('vacuum analyze')
  return judge(family, trial)
}

/** Throws with the smallest case found, its seed and how to try it again. */
export async function tryHistories<S>(family: Family<S>): Promise<void> {
  if (process.env.REPLAY_SURVEY) return survey(family)
  let kind: string | undefined
  const result = await fc.check(
    fc.asyncProperty(trials(family), async (trial) => {
      const flaw = await judgeNext(family, trial)
      kind ??= flaw?.kind
      if (flaw?.kind === kind && flaw) throw new Error(`${flaw.kind}\n${flaw.text}`)
    }),
    { seed, numRuns: histories, ...(process.env.REPLAY_PATH ? { path: process.env.REPLAY_PATH } : {}) },
  )
  if (!result.failed) return
  const again = `REPLAY_FAMILIES=${family.name} REPLAY_SEED=${result.seed} REPLAY_PATH=${result.counterexamplePath ?? ''}`
  throw new Error(
    `${(result.errorInstance as Error | undefined)?.message}\nAfter ${result.numRuns} histories and ${result.numShrinks} steps of simplification. Again: ${again}`,
  )
}

/** Tries them all whatever fails, and throws with how often each kind of flaw came and the shortest case of it: for whoever mends. */
async function survey<S>(family: Family<S>): Promise<void> {
  const found = new Map<string, { count: number; length: number; text: string }>()
  const started = performance.now()
  for (const [place, trial] of fc.sample(trials(family), { seed, numRuns: histories }).entries()) {
    if (place % 100 === 0) console.log(`${place} of ${histories} after ${Math.round((performance.now() - started) / 1000)} s`)
    const flaw = await judgeNext(family, trial)
    if (!flaw) continue
    const [known, length] = [found.get(flaw.kind), trial.facts.length + trial.corrections.length]
    const shortest = known && known.length <= length ? known : { length, text: flaw.text }
    found.set(flaw.kind, { ...shortest, count: (known?.count ?? 0) + 1 })
  }
  const lines = [...found].sort(([, a], [, b]) => b.count - a.count).map(([kind, { count, text }]) => `── ${kind}, ${count} of ${histories}\n${text}`)
  if (lines.length) throw new Error(`Seed ${seed}\n${lines.join('\n')}`)
}

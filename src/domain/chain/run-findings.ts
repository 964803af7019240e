// What is found on the runs of a line, each by the runs before it and by what the line was then: the day's capacity (4.2), the claim of the run
// before and the cleaning (BR-11), the out-turn beside its history (BR-10), beside what the run itself shows. Pure: the server reads the runs and keeps the findings.

import { addDays, dayIn, startOfDay } from '../kernel/day.ts'
import type { Finding } from '../kernel/entity.ts'
import type { Claim } from '../kernel/terms.ts'
import { kilograms, listed, percent, phrase, word } from '../messages/message.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import type { Verdict } from '../rules/verdict.ts'
import { changeover, claimRank, mixing } from './claim.ts'
import { apportion, type Grams, sumGrams, toKg } from './ledger.ts'
import { checkBands, drift, mainOutTurn, outTurns, type RunCase } from './mass-balance.ts'
import { processNorms } from './norms.ts'

/** `day`: where the programme works. */
export type OnDay = { day: string; grams: Grams }
/** What went through a line before a run and during it, and when it was cleaned; null: nothing known. */
export type LineBefore = { lastRunClaim: Claim | null; lastRunAt: string | null; lastCleaningAt: string | null; claimsAtOnce: readonly Claim[] }
export type LineRun = {
  eventId: string
  /** As it was at the time of the run. */
  line: Line
  /** ISO 8601. */
  startedAt: string
  endedAt: string
  /** What it took in by day. */
  days: readonly OnDay[]
  /** Of what was taken in, and the lowest of what was made; null when nothing was. */
  claims: readonly Claim[]
  claim: Claim | null
  case: RunCase
  /** What it took in and what it made; empty where its line names none. */
  products: { takenIn: readonly RunProduct[]; made: readonly RunProduct[] }
  /** Trash of what it took in, 0 to 1 of the mass; null: not known of all of it. */
  trash: number | null
  /** Where the line is cleaned between claims, and the run is not of this very step, which refuses it. */
  clean?: LineBefore | undefined
}
type Line = { segregation: string; capacityKgPerDay: number; inputProductIds: readonly string[]; outputProductIds: readonly string[] }
/** A product that went in or came out. */
export type RunProduct = { id: string; title: string }
export type RunFinding = Finding & { eventId: string }

/** How many runs a drift is worked out of, the latest among them. */
export const driftRuns = 300

/** Findings of the runs from `first` (a place in `runs`) on. `runs`: of one line, in order of their end. There may be several of one run and rule. */
export function runFindings(runs: readonly LineRun[], first: number, tolerances: Tolerances): RunFinding[] {
  return runs.slice(first).flatMap((run, index) => {
    const before = runs.slice(0, first + index)
    const findings = [
      ...recordedFindings(checkBands({ ...run.case, hasReason: true }, tolerances)),
      narrowed(run, tolerances),
      drift(shares([...before, run]), tolerances),
      ...recordedFindings(mixing(run.claims, { downgradeConfirmed: true })),
      ...(run.clean
        ? recordedFindings(
            changeover({ ...run.clean, segregation: run.line.segregation }, run.claim ?? 'CONVENTIONAL', run.startedAt, tolerances.cleaningHours),
          )
        : []),
      dedicated(before, run),
      overCapacity(before, run, tolerances),
      unlisted(run),
    ]
    return findings.flatMap((finding) => (finding ? [{ ...finding, eventId: run.eventId }] : []))
  })
}

/** What was recorded stays, also where it would be refused by what is known now: it is to be looked at. */
export const recordedFindings = ({ block, findings }: Verdict): Finding[] =>
  block ? [{ ruleId: block.ruleId, severity: 'REVIEW', message: block.message, figures: block.figures }] : findings

/**
 * Carded yarn where the trash of the lint is known (2.3): YR = 97.5 % − trash − waste of blow room and cards − hard waste
 * [SITRA; how its symbols are read, and the figures, are assumptions]. It narrows the usual band; what lies outside that band is found there.
 */
function narrowed({ case: run, trash }: LineRun, { yarnConstant, cardWaste, hardWaste, yarnAround }: Tolerances): Finding | null {
  const yarn = run.process === 'SPINNING_CARDED' && trash !== null ? outTurns(run).get('YARN') : undefined
  const usual = run.outputs.find(({ material }) => material === 'YARN')?.norm ?? processNorms.SPINNING_CARDED.outputs.YARN
  if (yarn === undefined || trash === null || !usual || yarn < usual.min || yarn > usual.max) return null
  const expected = yarnConstant - trash - cardWaste - hardWaste
  if (Math.abs(yarn - expected) <= yarnAround + 1e-9) return null
  const message = phrase`Yarn came to ${percent(yarn)} of the input; lint with ${percent(trash)} trash gives about ${percent(expected)}.`
  return { ruleId: 'BR-10', severity: 'WARN', message, figures: { process: run.process, material: 'YARN', share: rounded(yarn), expected: rounded(expected) } }
}
const rounded = (share: number): number => Math.round(share * 100_000) / 100_000

/** The main out-turn of each run of the process that made the same as the latest did. */
function shares(runs: readonly LineRun[]): number[] {
  const latest = runs.at(-1)?.case
  const main = latest && mainOutTurn(latest)
  if (!main) return []
  return runs
    .filter((run) => run.case.process === latest.process)
    .slice(-driftRuns)
    .flatMap((run) => {
      const own = mainOutTurn(run.case)
      return own?.material === main.material ? [own.share] : []
    })
}

/** A line dedicated to one claim that runs another than the run that had ended last when it started. */
function dedicated(before: readonly LineRun[], { line: { segregation }, startedAt, claim }: LineRun): Finding | null {
  if (segregation !== 'DEDICATED' || !claim) return null
  const lastRunClaim = before.findLast(({ endedAt }) => Date.parse(endedAt) <= Date.parse(startedAt))?.claim
  if (!lastRunClaim || claimRank[lastRunClaim] === claimRank[claim]) return null
  const message = 'This line is dedicated to one claim, and its last run had another.'
  return { ruleId: 'BR-11', severity: 'WARN', message, figures: { lastRunClaim, claim } }
}

/** 4.2: of a line that lists what it takes in, or what it makes, a run with something else is to be looked at. */
function unlisted({ line, products: { takenIn, made } }: LineRun): Finding | null {
  const others = (own: readonly string[], used: readonly RunProduct[]) => (own.length === 0 ? [] : used.filter(({ id }) => !own.includes(id)))
  const found = [...new Set([...others(line.inputProductIds, takenIn), ...others(line.outputProductIds, made)].map(({ title }) => title))].sort()
  if (found.length === 0) return null
  const message = phrase`This facility is not registered to take in or make ${listed(found.map((title) => word(title)))}.`
  return { ruleId: '4.2', severity: 'REVIEW', message, figures: { products: found }, aspect: 'PRODUCTS' }
}

/** What a run takes in on each of its days, as if it did so evenly from start to end. */
export function gramsByDay({ startedAt, endedAt }: Pick<LineRun, 'startedAt' | 'endedAt'>, grams: Grams, timeZone: string): OnDay[] {
  const end = Date.parse(endedAt)
  const days: string[] = []
  const lengths: number[] = []
  for (let from = Date.parse(startedAt); from < end; ) {
    const day = dayIn(timeZone, new Date(from))
    const to = Math.min(end, Date.parse(startOfDay(addDays(day, 1), timeZone)))
    days.push(day)
    lengths.push(to - from)
    from = to
  }
  const parts = apportion(grams, lengths)
  return days.map((day, index) => ({ day, grams: parts[index] ?? 0 }))
}

/** More than 120 % of a day's capacity on one of its days, with all runs of that day until this one (4.2). */
function overCapacity(before: readonly LineRun[], run: LineRun, { capacityWarn }: Tolerances): Finding | null {
  const { capacityKgPerDay } = run.line
  const onDay = (wanted: string): Grams => sumGrams([...before, run].flatMap(({ days }) => days.flatMap(({ day, grams }) => (day === wanted ? [grams] : []))))
  const kg = toKg(Math.max(...run.days.map(({ day }) => onDay(day))))
  const share = kg / capacityKgPerDay
  if (share <= capacityWarn) return null
  const message = phrase`${kilograms(kg)} on one day are ${percent(share, 0)} of what this line can do.`
  return { ruleId: '4.2', severity: 'WARN', message, figures: { kg, capacityKgPerDay } }
}

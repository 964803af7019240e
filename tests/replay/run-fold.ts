// What the domain dictionary says of a line that is changed over, or dedicated to one claim (4.2, BR-09, BR-11), as a fold over its
// cleanings, runs, tests and stops in order of occurrence. Written from the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold } from './engine.ts'

export type Line = {
  status: string
  /** What the last test of the certified lot said. */
  grade: string | null
  runCount: number
  lastRunClaim: string | null
  /** Left of the lots that are taken in. */
  organicKg: number
  conventionalKg: number
  /** What came out: material, kilograms and claim, sorted. */
  made: string[]
  /** Rule and run, sorted: a day above what the line can do, and on a dedicated line a run of another claim than the one before. */
  findings: string[]
}
export type Segregation = 'CLEANED_CHANGEOVER' | 'DEDICATED'

/** What each lot holds at the beginning. */
export const stockKg = 100
/** Facts lie half a day apart, so that a cleaning opens the line to certified goods for the two that follow. */
export const hoursApart = 12
const opensFor = 24
/** In kilograms a day; more than 120 % of it is worth a word. */
export const capacityKg = 30
/** The first half of a day of the calendar is an odd fact, the second half the even one after it. */
const dateOf = ({ day }: Fact): number => Math.ceil(day / 2)
export const runMinutes = 50
/** A long run of the second half of a day began half an hour before what took place in the first half, so that the two overlap where that is a run. */
export const startsBefore = ({ day, data }: Fact): number => (data.isLong && day % 2 === 0 ? hoursApart * 60 + 30 : 0)
const minuteOf = ({ day }: Fact): number => day * hoursApart * 60
const startOf = (fact: Fact): number => minuteOf(fact) - startsBefore(fact)
const endOf = (fact: Fact): number => minuteOf(fact) + runMinutes

export const foldLine =
  (segregation: Segregation): Fold<Line> =>
  (facts) => {
    const left: Record<string, number> = { ORGANIC: stockKg * 1000, CONVENTIONAL: stockKg * 1000 }
    const runs: Fact[] = []
    const cleanings: number[] = []
    const made: string[] = []
    const findings: string[] = []
    let [status, grade]: [string, string | null] = ['ACTIVE', null]
    for (const fact of facts) {
      const from = fact.type === 'REINSTATED' ? 'SUSPENDED' : 'ACTIVE'
      if (status !== from) return { impossible: fact, because: `the line is ${status}` }
      if (fact.type === 'SUSPENDED' || fact.type === 'REINSTATED') status = fact.type === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE'
      if (fact.type === 'QC_TEST') grade = String(fact.data.grade)
      if (fact.type === 'WASTE_OUT') {
        const grams = Math.round(Number(fact.data.kg) * 1000)
        if ((left.CONVENTIONAL ?? 0) < grams) return { impossible: fact, because: 'there is not as much' }
        left.CONVENTIONAL = (left.CONVENTIONAL ?? 0) - grams
      }
      if (fact.type === 'CLEANING') cleanings.push(minuteOf(fact))
      if (fact.type !== 'PROCESS_RUN') continue
      const [claim, grams] = [String(fact.data.claim), Math.round(Number(fact.data.kg) * 1000)]
      if ((left[claim] ?? 0) < grams) return { impossible: fact, because: 'there is not as much' }
      const start = startOf(fact)
      const before = runs.findLast((run) => endOf(run) <= start)
      if (segregation === 'CLEANED_CHANGEOVER' && runs.some((run) => endOf(run) > start && run.data.claim !== claim))
        return { impossible: fact, because: 'goods of another claim are on the line' }
      // A line that ran certified goods last is clean; any other must have been cleaned since, and not too long ago.
      const cleaned = cleanings.findLast((minute) => minute <= start)
      const isClean = before?.data.claim === 'ORGANIC' || (cleaned !== undefined && cleaned >= (before ? endOf(before) : 0) && start - cleaned <= opensFor * 60)
      if (segregation === 'CLEANED_CHANGEOVER' && claim === 'ORGANIC' && !isClean) return { impossible: fact, because: 'the line is not clean' }
      left[claim] = (left[claim] ?? 0) - grams
      if (segregation === 'DEDICATED' && before && before.data.claim !== claim) findings.push(`BR-11 ${fact.key}`)
      runs.push(fact)
      const ofDay = runs.filter((run) => dateOf(run) === dateOf(fact)).reduce((sum, run) => sum + Number(run.data.kg), 0)
      if (ofDay > capacityKg * 1.2) findings.push(`4.2 ${fact.key}`)
      made.push(`LINT ${Math.round(grams * 0.34) / 1000} ${claim}`, `COTTONSEED ${Math.round(grams * 0.62) / 1000} ${claim}`)
    }
    return {
      state: {
        status,
        grade,
        runCount: runs.length,
        lastRunClaim: runs.length ? String(runs.at(-1)?.data.claim) : null,
        organicKg: (left.ORGANIC ?? 0) / 1000,
        conventionalKg: (left.CONVENTIONAL ?? 0) / 1000,
        made: made.sort(),
        findings: findings.sort(),
      },
    }
  }

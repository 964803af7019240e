// What the domain dictionary says of a plot (3.3, BR-04), as a fold over its facts in order of occurrence. Written from the
// dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

export type Plot = {
  status: string
  /** On the day on which it is read. */
  organicStatus: string
  lastProhibitedInputOn: string | null
  tenureTo: string | null
  /** Of the boundary that was taken last, in metres. */
  width: number
  isHandedOver: boolean
}
type State = { status: string; starts: string[]; prohibited: string[]; leaseTo: string | null; isIn: boolean; width: number; isHandedOver: boolean }

/** The day on which the records are read. */
const today = '2026-01-15'
const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const latest = (days: readonly string[]): string | null => [...days].sort().at(-1) ?? null

/** BR-04: S is the day of registration, the day after the last prohibited input, or that of a reset, whichever is last. */
function claimOf({ starts, prohibited, isIn }: State): string {
  const from = latest([...starts, ...prohibited.map(nextDay)])
  if (!isIn || !from || from > today) return 'CONVENTIONAL'
  const [a, b] = [new Date(from), new Date(today)]
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth() - (b.getUTCDate() < a.getUTCDate() ? 1 : 0)
  return months < 12 ? 'IC1' : months < 24 ? 'IC2' : 'ORGANIC'
}

const live = ['DRAFT', 'MAPPED', 'VERIFIED', 'DISPUTED']
type Rule = { from: readonly string[]; needs?: (state: State, fact: Fact) => string | null; leads: (state: State, fact: Fact) => State }
const nothing = (state: State): State => state
const to =
  (status: string) =>
  (state: State): State => ({ ...state, status })

const rules: Readonly<Record<string, Rule>> = {
  VERIFIED: { from: ['MAPPED'], leads: to('VERIFIED') },
  DISPUTED: { from: ['MAPPED', 'VERIFIED'], leads: to('DISPUTED') },
  DISPUTE_RESOLVED: { from: ['DISPUTED'], leads: to('VERIFIED') },
  RETIRED: { from: live, leads: to('RETIRED') },
  CONVERSION_STARTED: { from: live, leads: (state, { data }) => ({ ...state, isIn: true, starts: [...state.starts, String(data.startedOn)] }) },
  CONVERSION_RESET: {
    from: live,
    needs: ({ isIn }) => (isIn ? null : 'it is in no scheme'),
    leads: (state, { data }) => ({ ...state, starts: [...state.starts, String(data.resetOn)] }),
  },
  PROHIBITED_INPUT_FOUND: { from: live, leads: (state, { data }) => ({ ...state, prohibited: [...state.prohibited, String(data.usedOn)] }) },
  LEASE_CHANGED: { from: live, leads: (state, { data }) => ({ ...state, leaseTo: String(data.leaseTo) }) },
  GROWER_CHANGED: { from: live, leads: (state) => ({ ...state, isHandedOver: true }) },
  // A new boundary must be verified again.
  BOUNDARY_CAPTURED: { from: live, leads: (state, { data }) => ({ ...state, status: 'MAPPED', width: Number(data.width) }) },
  INTERNAL_INSPECTION: { from: live, leads: nothing },
  SOIL_TEST: { from: live, leads: nothing },
  WATER_TEST: { from: live, leads: nothing },
  BUFFER_OBSERVED: { from: live, leads: nothing },
}

export const foldPlot: Fold<Plot> = (facts): Folded<Plot> => {
  let state: State = { status: 'MAPPED', starts: [], prohibited: [], leaseTo: null, isIn: false, width: 40, isHandedOver: false }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    if (!rule.from.includes(state.status)) return { impossible: fact, because: `the plot is ${state.status}` }
    const flaw = rule.needs?.(state, fact)
    if (flaw) return { impossible: fact, because: flaw }
    state = rule.leads(state, fact)
  }
  return {
    state: {
      status: state.status,
      organicStatus: claimOf(state),
      lastProhibitedInputOn: latest(state.prohibited),
      tenureTo: state.leaseTo,
      width: state.width,
      isHandedOver: state.isHandedOver,
    },
  }
}

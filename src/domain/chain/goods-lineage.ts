// Goods through the lots that they lie in, one after another and several at a time: what was adjusted of them and what was lost goes with them, in the proportion of the kilograms
// (BR-30, 4.4; docs/decisions/0096). Pure: the server reads the movements. In grams; shares of goods are no whole ones.
import type { Grams } from './ledger.ts'

/**
 * What an event moved in a lot at one moment. `account`: of the ledger. `sources`: out of which lots that came, of a lot that it fills; what came of no lot of the lineage came from
 * outside. `isAgreed`: of an approved adjustment, that the certification body agreed to it. `before`: what it had moved before the step that is judged.
 */
export type Movement = {
  lotId: string
  eventId: string
  eventType: string
  at: string
  account: string
  grams: Grams
  before: Grams
  isAgreed: boolean
  /** Waste that was goods with a claim, no waste or by-product of a run: as much a loss as any other. */
  isWasted?: boolean
  sources: readonly { lotId: string; grams: Grams }[]
}
/** `came`: without what was adjusted. `alone`: adjusted without the certification body. `credited`, `lost`: what had come, and what of it was lost (4.4). */
export type Account = { came: Grams; alone: Grams; adjusted: Grams; credited: Grams; lost: Grams }
/** An adjustment that is judged, before the movements of its moment. */
export type Requested = { lotId: string; at: string; grams: Grams }
/**
 * Of an adjustment that is requested: what is in the books just before it; by how much they changed since goods last came or went, with it; what that is measured by.
 */
export type Judged = { book: Grams; run: Grams; ofRun: Grams; runBook: Grams }
export type Loss = { eventId: string; lotId: string; at: string; lost: Grams; credited: Grams }
export type Followed = {
  lots: ReadonlyMap<string, Account>
  /** Of goods that lie, or lay, in lots between which goods went: what came from outside, and what was adjusted of it without the certification body. */
  lineages: readonly (Pick<Account, 'came' | 'alone'> & { lotIds: ReadonlySet<string> })[]
  losses: readonly Loss[]
  judged: Judged | null
}

/** Lots of one holder: goods that go from one into another are where they were. */
const isOfHolder = ({ eventType }: Movement): boolean => eventType !== 'DISPATCH'
type Run = { grams: Grams; book: Grams; requested: { grams: Grams; most: Grams; book: Grams } | null }
/** `there`: of the goods that lie in it. `all`: of those that came into it, without what went on into other lots of its holder. */
type Lot = { book: Grams; there: Account; all: Account; run: Run | null }
const names = ['came', 'alone', 'adjusted', 'credited', 'lost'] as const
const nothing = (): Account => ({ came: 0, alone: 0, adjusted: 0, credited: 0, lost: 0 })
function add(to: Account, what: Account, times = 1): void {
  for (const name of names) to[name] += times * what[name]
}
const shareOf = (account: Account, share: number): Account => {
  const part = nothing()
  add(part, account, share)
  return part
}

type Step = Movement | (Requested & { isRequested: true })
const isAdjustment = ({ eventType }: Movement): boolean => eventType === 'ADJUST_APPROVED'
/** Of a moment adjustments come before goods, those of one approval first; goods go through lots in the order in which these were made of each other. */
function inOrder(movements: readonly Movement[], requested: Requested | null): Step[] {
  const depths = depthsOf(movements)
  const rank = (step: Step): number => {
    if ('isRequested' in step) return -3
    if (isAdjustment(step)) return step.isAgreed ? -1 : -2
    return 2 * (depths.get(step.lotId) ?? 0) + (step.grams < 0 ? 1 : 0)
  }
  const steps: Step[] = [...movements, ...(requested ? [{ ...requested, isRequested: true as const }] : [])]
  return steps
    .map((step) => ({ step, at: Date.parse(step.at), rank: rank(step) }))
    .sort((one, other) => one.at - other.at || one.rank - other.rank)
    .map(({ step }) => step)
}
function depthsOf(movements: readonly Movement[]): Map<string, number> {
  const madeOf = new Map<string, Set<string>>()
  for (const { lotId, sources } of movements) for (const source of sources) madeOf.set(lotId, (madeOf.get(lotId) ?? new Set()).add(source.lotId))
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    depths.set(id, 0)
    const depth = Math.max(-1, ...[...(madeOf.get(id) ?? [])].map(depthOf)) + 1
    depths.set(id, depth)
    return depth
  }
  for (const id of madeOf.keys()) depthOf(id)
  return depths
}

/** `movements`: of all lots between which the goods went. */
export function follow(movements: readonly Movement[], requested: Requested | null = null): Followed {
  const lots = new Map<string, Lot>()
  const lotOf = (id: string): Lot => {
    const known = lots.get(id) ?? { book: 0, there: nothing(), all: nothing(), run: null }
    lots.set(id, known)
    return known
  }
  const went = new Map<string, Grams>()
  for (const { eventId, sources } of movements)
    for (const { lotId, grams } of sources) went.set(`${eventId} ${lotId}`, (went.get(`${eventId} ${lotId}`) ?? 0) + grams)
  const outside = new Map<string, Grams>()
  const losses: Loss[] = []
  let judged: Judged | null = null
  const endRun = (lot: Lot): void => {
    if (lot.run?.requested) judged = { book: lot.run.requested.book, run: lot.run.grams, ofRun: lot.run.requested.grams, runBook: lot.run.requested.most }
    lot.run = null
  }

  const came = (id: string, grams: Grams, isCredited: boolean): void => {
    const lot = lotOf(id)
    const part = { ...nothing(), came: grams, credited: isCredited ? grams : 0 }
    lot.book += grams
    add(lot.there, part)
    add(lot.all, part)
    outside.set(id, (outside.get(id) ?? 0) + grams)
    endRun(lot)
  }
  const adjust = (id: string, grams: Grams, { isAlone, isRequested }: { isAlone: boolean; isRequested: boolean }): void => {
    const lot = lotOf(id)
    if (isAlone) {
      const run: Run = lot.run ?? { grams: 0, book: lot.book, requested: null }
      if (isRequested) run.requested = { grams, most: Math.max(0, Math.min(run.book, lot.book - run.grams)), book: lot.book }
      run.grams += grams
      lot.run = run
    } else endRun(lot)
    lot.book += grams
    const part = { ...nothing(), adjusted: grams, alone: isAlone ? grams : 0 }
    add(lot.there, part)
    add(lot.all, part)
  }
  /** What goes out of a lot is of what lies there. */
  const take = (lot: Lot, grams: Grams): { share: number; part: Account } => {
    const share = lot.book > 0 ? Math.min(1, grams / lot.book) : 1
    const part = shareOf(lot.there, share)
    add(lot.there, part, -1)
    lot.book -= grams
    return { share, part }
  }
  const lose = ({ lotId, eventId, eventType, at, isWasted }: Movement, grams: Grams): void => {
    const lot = lotOf(lotId)
    const { credited, lost } = lot.there
    take(lot, grams)
    Object.assign(lot.there, { credited, lost })
    if (eventType !== 'LOSS' && !isWasted) return
    lot.there.lost += grams
    lot.all.lost += grams
    losses.push({ eventId, lotId, at, lost: lot.all.lost, credited: lot.all.credited })
  }
  const go = (movement: Movement, from: string, grams: Grams): void => {
    const [source, target] = [lotOf(from), lotOf(movement.lotId)]
    const { share, part } = take(source, grams)
    if (isOfHolder(movement)) {
      add(source.all, part, -1)
      if (source.run) scale(source.run, 1 - share)
    } else {
      endRun(source)
      Object.assign(part, { credited: grams, lost: 0 })
    }
    // What was not there when it went, by what is known now, was adjusted by nobody.
    part.came = grams - part.adjusted
    target.book += grams
    add(target.there, part)
    add(target.all, part)
    if (!isOfHolder(movement)) endRun(target)
  }

  for (const step of inOrder(movements, requested)) {
    if ('isRequested' in step) adjust(step.lotId, step.grams, { isAlone: true, isRequested: true })
    else if (isAdjustment(step)) adjust(step.lotId, step.grams, { isAlone: !step.isAgreed, isRequested: false })
    else if (step.grams > 0) {
      for (const source of step.sources) go(step, source.lotId, source.grams)
      const rest = step.grams - step.sources.reduce((sum, { grams }) => sum + grams, 0)
      if (rest > 0) came(step.lotId, rest, step.account !== 'ADJUST')
    } else if (step.account === 'LOSS') lose(step, -step.grams)
    else {
      const rest = -step.grams - (went.get(`${step.eventId} ${step.lotId}`) ?? 0)
      if (rest <= 0) continue
      take(lotOf(step.lotId), rest)
      endRun(lotOf(step.lotId))
    }
  }
  for (const lot of lots.values()) endRun(lot)
  return { lots: new Map([...lots].map(([id, { all }]) => [id, all])), lineages: lineagesOf(movements, outside, lots, requested), losses, judged }
}
function scale(run: Run, share: number): void {
  run.grams *= share
  run.book *= share
  if (run.requested) Object.assign(run.requested, { grams: run.requested.grams * share, most: run.requested.most * share })
}

/** Lots between which goods went, with what came into them from outside and what was adjusted in them. */
function lineagesOf(
  movements: readonly Movement[],
  outside: ReadonlyMap<string, Grams>,
  lots: ReadonlyMap<string, Lot>,
  requested: Requested | null,
): Followed['lineages'] {
  const groups = new Map([...lots.keys()].map((id) => [id, new Set([id])]))
  for (const { lotId, sources } of movements)
    for (const source of sources) {
      const [one, other] = [groups.get(lotId), groups.get(source.lotId)]
      if (!one || !other || one === other) continue
      for (const id of other) {
        one.add(id)
        groups.set(id, one)
      }
    }
  const alone = new Map<string, Grams>()
  for (const movement of movements)
    if (isAdjustment(movement) && !movement.isAgreed) alone.set(movement.lotId, (alone.get(movement.lotId) ?? 0) + movement.grams)
  if (requested) alone.set(requested.lotId, (alone.get(requested.lotId) ?? 0) + requested.grams)
  const sumOf = (of: ReadonlyMap<string, Grams>, ids: Iterable<string>): Grams => [...ids].reduce((sum, id) => sum + (of.get(id) ?? 0), 0)
  return [...new Set(groups.values())].map((lotIds) => ({ lotIds, came: sumOf(outside, lotIds), alone: sumOf(alone, lotIds) }))
}

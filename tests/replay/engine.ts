// Random histories of one record, recorded through the API in several orders, and judged by a fold that shares no code with the
// product. What must hold: an order is refused exactly where the facts recorded so far cannot be true together, and every order
// that is accepted whole ends in the same record, ledger and findings, which are those of the fold.
import fc from 'fast-check'
import type { Answer } from '../harness/client.ts'

/** Something that happened. `day`: when, as a number; no two facts of a history happen on the same day. */
export type Fact = {
  key: string
  type: string
  day: number
  data: Readonly<Record<string, unknown>>
  /** What was in force when it was recorded, for decisions that are taken on what was known then; absent while a history is drawn. */
  known?: readonly Fact[]
}
export type Step =
  | { kind: 'fact'; fact: Fact }
  | { kind: 'void'; of: string }
  /** Another fact of the same type and day in place of `of`. */
  | { kind: 'supersede'; of: string; fact: Fact }

/** The state that facts lead to in order of occurrence, or the first of them that cannot be and why. */
export type Folded<S> = { state: S } | { impossible: Fact; because: string }
export type Fold<S> = (facts: readonly Fact[]) => Folded<S>

export type Family<S> = {
  name: string
  /** Facts from random numbers: as many as can be true together, in order of occurrence. */
  history: fc.Arbitrary<Fact[]>
  /** The same fact with another figure, for a supersede. */
  changed(fact: Fact, by: number): Fact
  fold: Fold<S>
  /**
   * The state that the facts lead to now, lowered by what was known before the step was recorded, where a rule says so (a claim never rises once
   * goods have left). Absent: nothing is.
   */
  lowered?(before: S, now: S): S
  /** It is not corrected here: what may be taken back depends on more than the facts in force, and is tested elsewhere. */
  isLasting?(fact: Fact): boolean
  /** Its facts are recorded on several records, so that no version gives their order: of several writers only the end is judged. */
  isSpread?: boolean
  /** There is one record of it at a time: several writers, but no second record beside it. */
  isAlone?: boolean
  /** A fresh record to record a history on. */
  open(): Promise<string>
  /** Records one fact; `supersedes`: the id of the event it takes the place of. */
  record(id: string, fact: Fact, supersedes?: string): Promise<Answer>
  void(id: string, eventId: string): Promise<Answer>
  /** `folded`: what the fold says too, in its shape. `rest`: everything else that may not depend on the order of recording. */
  read(id: string, keyOf: (eventId: string) => string): Promise<{ folded: S; rest: unknown }>
}

export type Trial = { facts: Fact[]; corrections: { of: number; supersede: boolean; by: number }[]; orders: number[] }

/** A history, up to two corrections and the seeds of its orders. */
export const trials = <S>(family: Family<S>): fc.Arbitrary<Trial> =>
  fc.record({
    facts: family.history,
    corrections: fc.array(fc.record({ of: fc.nat(20), supersede: fc.boolean(), by: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 }),
    orders: fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 5 }),
  })

/** Steps in order of occurrence, corrections last. No fact is corrected twice. */
export function stepsOf<S>(family: Family<S>, { facts, corrections }: Trial): Step[] {
  const corrected = new Map(facts.length ? corrections.map((one) => [one.of % facts.length, one] as const) : [])
  return [
    ...facts.map((fact): Step => ({ kind: 'fact', fact })),
    ...[...corrected].flatMap(([place, { supersede, by }]): Step | [] => {
      const fact = facts[place] as Fact
      if (family.isLasting?.(fact)) return []
      return supersede ? { kind: 'supersede', of: fact.key, fact: { ...family.changed(fact, by), key: `${fact.key}'` } } : { kind: 'void', of: fact.key }
    }),
  ]
}

const byDay = (one: Fact, other: Fact): number => one.day - other.day

/** The facts in force after these steps. */
export function inForce(steps: readonly Step[]): Fact[] {
  const facts = new Map<string, Fact>()
  for (const step of steps) {
    if (step.kind !== 'fact') facts.delete(step.of)
    if (step.kind !== 'void') facts.set(step.fact.key, { ...step.fact, known: [...facts.values()].sort(byDay) })
  }
  return [...facts.values()].sort(byDay)
}

/**
 * orders of recording: as it happened, then by each seed one that the fold takes step by step, found by trying; where none
 * is found, the last one tried, which must be refused. A correction always follows what it corrects.
 */
export function ordersOf<S>(family: Family<S>, steps: readonly Step[], seeds: readonly number[]): Step[][] {
  const orders = seeds.map((seed) => {
    let last: Step[] = []
    for (let attempt = 0; attempt < 40; attempt++) {
      last = shuffled(steps, seed + attempt * 7919)
      if (isPossible(family, last)) break
    }
    return last
  })
  const named = new Map([[...steps], ...orders].map((order) => [order.map(nameOf).join(), order]))
  return [...named.values()]
}

const isPossible = <S>(family: Family<S>, order: readonly Step[]): boolean =>
  order.every((_, place) => 'state' in family.fold(inForce(order.slice(0, place + 1))))

function shuffled(steps: readonly Step[], seed: number): Step[] {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const order = steps.map((step) => ({ step, at: random() }))
  for (const one of order) {
    const { step } = one
    if (step.kind === 'fact') continue
    const corrected = order.find((other) => other.step.kind === 'fact' && other.step.fact.key === step.of)
    if (corrected && corrected.at > one.at) [corrected.at, one.at] = [one.at, corrected.at]
  }
  return order.sort((a, b) => a.at - b.at).map(({ step }) => step)
}

export const nameOf = (step: Step): string =>
  step.kind === 'void'
    ? `void ${step.of}`
    : `${step.kind === 'supersede' ? `${step.of} becomes ` : ''}${step.fact.key} ${step.fact.type}@${step.fact.day} ${JSON.stringify(step.fact.data)}`

/** `kind`: what sort of flaw, so that a case is made smaller without turning into another one. */
export type Flaw = { kind: string; text: string }

/** What went against the fold, in words that show the case; null when nothing did. */
export async function judge<S>(family: Family<S>, trial: Trial): Promise<Flaw | null> {
  const steps = stepsOf(family, trial)
  const finals: { order: Step[]; folded: S; rest: unknown }[] = []
  for (const order of ordersOf(family, steps, trial.orders)) {
    const run = await runSteps(family, order)
    if ('flaw' in run) return { ...run.flaw, text: `${run.flaw.text}\nrecorded in this order:\n${order.map(nameOf).join('\n')}` }
    if (!run.final) continue
    const difference = differenceOf(finalOf(family, order), run.final.folded)
    if (difference)
      return {
        kind: `not folded: ${fieldOf(difference)}`,
        text: `Not what the fold says: ${difference}\nrecorded in this order:\n${order.map(nameOf).join('\n')}`,
      }
    finals.push({ order, ...run.final })
  }
  for (const [place, other] of finals.entries()) {
    // Decisions taken on what was known then may make the record another one; all that lead to the same are compared.
    const first = finals.slice(0, place).find(({ folded }) => differenceOf(folded, other.folded) === null)
    const difference = first && differenceOf(first.rest, other.rest)
    if (first && difference)
      return {
        kind: `by order: ${fieldOf(difference)}`,
        text: `Depends on the order of recording: ${difference}\nfirst:\n${first.order.map(nameOf).join('\n')}\nsecond:\n${other.order.map(nameOf).join('\n')}`,
      }
  }
  return null
}

/** The state after all steps, each of which the fold takes. */
export function finalOf<S>(family: Family<S>, order: readonly Step[]): S {
  const stateAfter = (count: number): S => {
    const folded = family.fold(inForce(order.slice(0, count)))
    if (!('state' in folded)) throw new Error('The fold takes the steps and refuses their end')
    return folded.state
  }
  const { lowered } = family
  if (!lowered) return stateAfter(order.length)
  return order.reduce((final, _, place) => lowered(final, stateAfter(place + 1)), stateAfter(0))
}

/** Records the steps until one is refused. `final`: null when a step was refused as it had to be. */
async function runSteps<S>(family: Family<S>, order: readonly Step[]): Promise<{ flaw: Flaw } | { final: { folded: S; rest: unknown } | null }> {
  const id = await family.open()
  const eventIds = new Map<string, string>()
  for (const [place, step] of order.entries()) {
    const wanted = family.fold(inForce(order.slice(0, place + 1)))
    const answer = await send(family, id, step, eventIds)
    const what = step.kind === 'fact' ? step.fact.type : step.kind
    const flaw = (kind: string, text: string) => ({ flaw: { kind, text: `${text} at “${nameOf(step)}”: ${answered}` } })
    const answered = `${answer.status} ${JSON.stringify(answer.body).slice(0, 600)}`
    if (answer.status >= 500) return flaw(`failed: ${what}`, 'Failed')
    if (answer.status >= 400) {
      if ('state' in wanted) return flaw(`refused: ${what}`, 'Refused without need')
      return isNamed(wanted.impossible, step, answer, eventIds)
        ? { final: null }
        : flaw(
            `not named: ${what}, ${wanted.impossible.type}`,
            `Refused, but “${wanted.impossible.key} ${wanted.impossible.type}” is not named (${wanted.because})`,
          )
    }
    if (!('state' in wanted))
      return flaw(
        `accepted: ${what}, ${wanted.impossible.type}`,
        `Accepted, though “${wanted.impossible.key} ${wanted.impossible.type}” cannot be then (${wanted.because})`,
      )
    if (step.kind !== 'void') eventIds.set(step.fact.key, answer.body.event.id)
  }
  const keys = new Map([...eventIds].map(([key, eventId]) => [eventId, key]))
  return { final: await family.read(id, (eventId) => keys.get(eventId) ?? 'another') }
}

function send<S>(family: Family<S>, id: string, step: Step, eventIds: ReadonlyMap<string, string>): Promise<Answer> {
  if (step.kind === 'void') return family.void(id, eventIds.get(step.of) ?? '')
  return family.record(id, step.fact, step.kind === 'supersede' ? eventIds.get(step.of) : undefined)
}

/** A refusal of the fact itself speaks of it; one because of a later fact names that one by its event. */
function isNamed(impossible: Fact, step: Step, { body }: Answer, eventIds: ReadonlyMap<string, string>): boolean {
  if (step.kind !== 'void' && step.fact.key === impossible.key) return body.code !== undefined && body.detail !== undefined
  return JSON.stringify(body.figures ?? {}).includes(eventIds.get(impossible.key) ?? 'never')
}

const fieldOf = (difference: string): string => (difference.split(':')[0] as string).replace(/\.(f\d+ )?/, ' ').replace(/\.?\d+/g, '')

/** The first place where they differ, as `path: wanted, found`; null when nowhere. */
export function differenceOf(wanted: unknown, found: unknown, path = ''): string | null {
  if (Object.is(wanted, found)) return null
  const isNested = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'
  if (!isNested(wanted) || !isNested(found)) return `${path || 'all'}: ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const inner = differenceOf(wanted[key], found[key], path ? `${path}.${key}` : key)
    if (inner) return inner
  }
  return null
}

// The same histories accepted by several people at once: facts of one record, and of several records that share their goods, are sent concurrently; what was
// accepted, in the order in which the product recorded it, must be possible step by step, and lead to the state of the fold.
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import type { World } from '../harness/world.ts'
import { differenceOf, type Fact, type Family, finalOf, inForce, nameOf, type Step, stepsOf, type Trial, trials } from './engine.ts'
import { seed } from './trying.ts'

/** Writers at one record, and records at once. */
const [writers, records] = [4, 4]
const sentAtMost = 20
/** `npm test -- at-once` tries 160 of each family. */
export const concurrentHistories = Number(process.env.REPLAY_CONCURRENT ?? 16)

export type Accepted = { step: Step; eventId: string }
export type Counts = { histories: number; accepted: number; refused: number }

/** Tries histories of a family, `records` of them at a time. Throws with the first flaw, its seed and its steps. */
export async function tryConcurrently<S>(world: World, family: Family<S>): Promise<Counts> {
  const counts: Counts = { histories: 0, accepted: 0, refused: 0 }
  const sampled = fc.sample(trials(family), { seed, numRuns: concurrentHistories })
  const atATime = family.isAlone ? 1 : records
  for (let at = 0; at < sampled.length; at += atATime) {
    const opened: { trial: Trial; id: string }[] = []
    for (const trial of sampled.slice(at, at + atATime)) opened.push({ trial, id: await family.open() })
    const flaws = await Promise.all(opened.map(({ trial, id }) => recordAtOnce(world, family, trial, id, counts)))
    const flaw = flaws.find((one) => one !== null)
    if (flaw) throw new Error(`${flaw}\nSeed ${seed}, history ${at + flaws.indexOf(flaw) + 1} of ${family.name}`)
    counts.histories += opened.length
  }
  return counts
}

async function recordAtOnce<S>(world: World, family: Family<S>, trial: Trial, id: string, counts: Counts): Promise<string | null> {
  const steps = stepsOf(family, trial)
  const accepted: Accepted[] = []
  const failed: string[] = []
  const send = async (step: Step): Promise<void> => {
    const of = step.kind === 'fact' ? undefined : accepted.find((one) => one.step.kind === 'fact' && one.step.fact.key === step.of)?.eventId
    // What was refused cannot be corrected.
    if (step.kind !== 'fact' && of === undefined) return
    const answer = await inTurn(() => (step.kind === 'void' ? family.void(id, of ?? '') : family.record(id, step.fact, of)))
    if (answer.status >= 500) failed.push(`${answer.status} at “${nameOf(step)}”: ${JSON.stringify(answer.body).slice(0, 400)}`)
    if (answer.status >= 400) counts.refused++
    else {
      counts.accepted++
      accepted.push({ step, eventId: answer.body.event.id })
    }
  }
  const isFact = ({ kind }: Step): boolean => kind === 'fact'
  await inLanes(
    shuffled(
      steps.filter((step) => isFact(step)),
      trial.orders[0] ?? 0,
    ),
    send,
  )
  await inLanes(
    steps.filter((step) => !isFact(step)),
    send,
  )
  if (failed.length) return failed.join('\n')
  const order = family.isSpread ? accepted.map(({ step }) => step) : await recordedOrder(world, id, accepted)
  const text = () => `recorded in this order:\n${order.map(nameOf).join('\n')}`
  for (const place of order.keys()) {
    if (family.isSpread && place < order.length - 1) continue
    const folded = family.fold(inForce(order.slice(0, place + 1)))
    if (!('state' in folded))
      return `Accepted by one of several writers, though “${nameOf({ kind: 'fact', fact: folded.impossible })}” cannot be (${folded.because})\n${text()}`
  }
  const keys = new Map(accepted.flatMap(({ step, eventId }) => (step.kind === 'void' ? [] : [[eventId, (step.fact as Fact).key] as const])))
  const { folded } = await family.read(id, (eventId) => keys.get(eventId) ?? 'another')
  const difference = differenceOf(finalOf(family, order), folded)
  return difference && `Not what the fold says: ${difference}\n${text()}`
}

/** A test: each family's histories, by several people at once, end as its fold says. On PostgreSQL: the embedded database takes one transaction after the other. */
export function endsAsFolded<S>(world: () => World, families: () => readonly Family<S>[]): void {
  it.runIf(process.env.TEST_DATABASE_URL)(
    `end as the fold says when several people record them at once: ${concurrentHistories} of them`,
    { timeout: concurrentHistories * 120_000 },
    async () => {
      for (const family of families()) {
        const { histories, accepted } = await tryConcurrently(world(), family)
        expect(histories).toBe(concurrentHistories)
        expect(accepted).toBeGreaterThan(histories)
      }
      expect(await shortLots(world())).toEqual([])
    },
  )
}

/** Of many writers on a busy machine one may be answered that it waited too long: nothing of it has happened, and it is sent again, as any client does. */
export async function inTurn(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send()
    if (answer.status !== 503 || !answer.headers.get('retry-after') || attempt === sentAtMost) return answer
    await setTimeout(Math.random() * 1000)
  }
}

/** Each lane sends its share one after the other; the lanes at once. */
export async function inLanes<T>(steps: readonly T[], send: (step: T) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: writers }, (_, lane) => steps.filter((_step, place) => place % writers === lane))
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) await send(step)
    }),
  )
}

export function shuffled<T>(steps: readonly T[], by: number): T[] {
  let state = by
  return steps
    .map((step) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return { step, at: state }
    })
    .sort((one, other) => one.at - other.at)
    .map(({ step }) => step)
}

/** By the version of the record that each has made: its own order of recording. */
export async function recordedOrder(world: World, id: string, accepted: readonly Accepted[]): Promise<Step[]> {
  const versions = await world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{
      id: string
      version: number
      voided: string | null
    }>`select id, subject_version as version, case when event_type = 'EVENT_VOIDED' then data->>'eventId' end as voided
      from event where tenant_id = ${tenant.id} and subject_id = ${id}::uuid`.execute(db)
    return rows
  })
  const versionOf = ({ step, eventId }: Accepted): number =>
    versions.find((row) => (step.kind === 'void' ? row.voided === eventId : row.id === eventId))?.version ?? Number.POSITIVE_INFINITY
  return [...accepted].sort((one, other) => versionOf(one) - versionOf(other)).map(({ step }) => step)
}

/** Lots that were below zero at a moment, or that certificates bind more of than there is, by plain sums over the ledger: none. */
export const shortLots = (world: World): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ id: string }>`
      with moved as (select batch_id, at, sum(delta_kg) as kg from ledger_entry where tenant_id = ${tenant.id} and batch_id is not null
          and account in ('PRODUCED', 'PURCHASED', 'RECEIVED', 'CONSUMED', 'SHIPPED', 'LOSS', 'ADJUST') group by batch_id, at),
        running as (select batch_id, sum(kg) over (partition by batch_id order by at) as kg from moved),
        bound as (select batch_id, sum(case when account in ('TC_RESERVE', 'TC_ISSUE', 'TC_RELEASE') then delta_kg else 0 end) as bound,
          sum(case when account in ('PRODUCED', 'PURCHASED', 'RECEIVED', 'CONSUMED', 'LOSS', 'ADJUST') then delta_kg else 0 end) as held
          from ledger_entry where tenant_id = ${tenant.id} and batch_id is not null group by batch_id)
      select distinct batch_id as id from running where kg < 0 union select batch_id from bound where bound > held`.execute(db)
    return rows.map((row) => row.id)
  })

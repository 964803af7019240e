// Two records become one, are edited, and are two again, in random order: what is left is what the same history without the mergers that were taken back leaves, carried out on records of
// its own (decisions 83, 91, 104). MERGER_RUNS=100 makes it a longer run.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const refused = refusing(() => world)
const omar = () => world.as('omar')
const ada = () => world.as('ada', 'OP1')
type Ids = { system: string; value: string }[]
const farmerOf = (id: string): Promise<Json> => chain.view('farmer', id)
const member = async (name: string): Promise<string> => (await chain.member({ name, isInspected: false })).farmerId
const enter = async (id: string, change: (ids: Ids) => Ids) => {
  const { version, externalIds } = await farmerOf(id)
  return omar().patch(`/farmer/${id}`, { externalIds: change(externalIds ?? []) }, { 'if-match': `"${version}"` })
}
const set = (system: string, value: string | null) => (ids: Ids) => [
  ...ids.filter((one) => one.system !== system),
  ...(value === null ? [] : [{ system, value }]),
]
const merge = async (id: string, survivorId: string) => {
  const requested = await record(ada(), 'farmer', id, 'MERGE_REQUESTED', '2026-01-14', { survivorId, reason: 'Same ration card' })
  return requested.status < 300 ? record(omar(), 'farmer', id, 'MERGED', '2026-01-14', { survivorId }, 11) : requested
}
const undo = (id: string, eventId: string) => omar().post(`/farmer/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const stateOf = async (id: string): Promise<Json> => {
  const { externalIds, status, aliases } = await farmerOf(id)
  const plots = (await ok(ada().get(`/landparcel?filter[farmerId]=${id}`))).items.length
  const ids = ((externalIds ?? []) as Ids).map(({ system, value }) => `${system}:${value}`).sort()
  return { ids, status, isAlias: aliases !== null, plots }
}
const rowsOf = (ids: readonly string[]): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const rows = await db
      .selectFrom('external_id')
      .selectAll()
      .where('tenant_id', '=', tenant.id)
      .where('record_id', 'in', [...ids])
      .execute()
    return rows.map(({ system, value_key, record_id }) => `${ids.indexOf(record_id)} ${system}:${value_key}`).sort()
  })

/** A number from 0 to below `below`, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
type Operation = { kind: 'enter'; who: number; system: string; value: string | null } | { kind: 'merge'; who: number; into: number; isTakenBack: boolean }
const systems = ['ONE', 'TWO', 'THREE']
const people = 4

/** Random operations on new records, of which only those that were accepted count. */
async function walk(seed: number, mark: string): Promise<{ records: string[]; done: Operation[] }> {
  const below = randomOf(seed)
  const records = []
  for (let n = 0; n < people; n++) records.push(await member('Walk'))
  const done: Operation[] = []
  const open: { operation: Extract<Operation, { kind: 'merge' }>; eventId: string }[] = []
  for (let n = 0; n < 14; n++) {
    const [die, who] = [below(10), below(people)]
    if (die < 6) {
      // Few values: that of another record is entered often.
      const operation: Operation = { kind: 'enter', who, system: systems[below(3)] as string, value: below(5) ? `${mark}-${below(4)}` : null }
      if ((await enter(records[who] as string, set(operation.system, operation.value))).status === 200) done.push(operation)
    } else if (die < 9) {
      const operation: Operation = { kind: 'merge', who, into: below(people), isTakenBack: false }
      const { status, body } = await merge(records[who] as string, records[operation.into] as string)
      if (status !== 201) continue
      done.push(operation)
      open.push({ operation, eventId: body.event.id })
    } else {
      const [taken] = open.splice(below(open.length), 1)
      if (!taken) continue
      await ok(undo(records[taken.operation.who] as string, taken.eventId))
      taken.operation.isTakenBack = true
    }
  }
  const last = open.pop()
  if (last) {
    await ok(undo(records[last.operation.who] as string, last.eventId))
    last.operation.isTakenBack = true
  }
  return { records, done }
}

describe('mergers that are taken back', () => {
  it('give the record that stays its own identifier again, in place of which that of the other one was entered', async () => {
    const [one, other, third] = [await member('Asha'), await member('Asha'), await member('Asha Rao')]
    await ok(enter(one, set('ONE', 'A/1')))
    await ok(enter(other, set('ONE', 'A/2')))
    const { event } = await ok(merge(one, other))
    await ok(enter(other, set('ONE', 'a / 1')))
    await ok(enter(other, set('TWO', 'since')))
    await refused(() => enter(third, set('ONE', 'A/1')), { status: 409, body: { code: 'DUPLICATE' } })
    await ok(enter(third, set('ONE', 'A/2')))
    await refused(() => undo(one, event.id), { status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'externalIds' }] } })
    await ok(enter(third, () => []))
    await ok(undo(one, event.id))
    await refused(() => undo(one, event.id), { status: 409 })
    expect([await stateOf(one), await stateOf(other)]).toMatchObject([{ ids: ['ONE:A/1'] }, { ids: ['ONE:A/2', 'TWO:since'] }])
  })
  it('leave what another merger would have handed over, had there been only that', async () => {
    const [one, two, stays] = [await member('Bina'), await member('Bina'), await member('Bina')]
    await ok(enter(one, set('ONE', 'B/1')))
    await ok(enter(two, set('ONE', 'B/2')))
    const { event } = await ok(merge(one, stays))
    await ok(merge(two, stays))
    expect((await stateOf(two)).ids).toEqual(['ONE:B/2'])
    await ok(undo(one, event.id))
    expect([(await stateOf(one)).ids, (await stateOf(two)).ids, (await stateOf(stays)).ids]).toEqual([['ONE:B/1'], [], ['ONE:B/2']])
  })
  it('by two at once are taken back once, also while somebody edits the record that stays', async () => {
    const [one, other] = [await member('Chitra'), await member('Chitra')]
    await ok(enter(one, set('ONE', 'C/1')))
    await ok(enter(other, set('ONE', 'C/2')))
    const { event } = await ok(merge(one, other))
    const answers = await Promise.all([undo(one, event.id), undo(one, event.id), enter(other, set('ONE', 'C/1'))])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 409])
    expect([(await stateOf(one)).ids, (await stateOf(other)).ids]).toEqual([['ONE:C/1'], ['ONE:C/2']])
  })
  it('leave what a history without them leaves', { timeout: 300_000 }, async () => {
    const runs = Number(process.env.MERGER_RUNS ?? 12)
    let taken = 0
    for (let seed = 1; seed <= runs; seed++) {
      const { records, done } = await walk(seed, `W${seed}`)
      taken += done.filter((one) => one.kind === 'merge' && one.isTakenBack).length
      const plain: string[] = []
      for (let n = 0; n < people; n++) plain.push(await member('Plain'))
      const mark = (value: string | null) => value?.replace('W', 'P') ?? null
      for (const one of done)
        if (one.kind === 'enter') await enter(plain[one.who] as string, set(one.system, mark(one.value)))
        else if (!one.isTakenBack) await ok(merge(plain[one.who] as string, plain[one.into] as string))
      const [walked, without] = [await Promise.all(records.map(stateOf)), await Promise.all(plain.map(stateOf))]
      const operations = JSON.stringify(done)
      expect([operations, walked.map((state) => ({ ...state, ids: state.ids.map((id: string) => id.replace(':W', ':P')) }))]).toEqual([operations, without])
      expect((await rowsOf(records)).map((row) => row.replace(':W', ':P'))).toEqual(await rowsOf(plain))
    }
    // Without it nothing was tried.
    expect(taken).toBeGreaterThan(runs)
  })
})

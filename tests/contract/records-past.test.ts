// Every record as of a past day (M10), once per declared entity: after it and what it refers to were changed and renamed, its page of that day says what it said that
// day, by what was known then and by what is known today. What no history says is empty there and named; which fields these are is listed here.
import { beforeAll, describe, expect, it } from 'vitest'
import { entities, entityOf, findEntity } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { isPossible } from '#domain/kernel/history.ts'
import { createBySystem } from '#server/store/create.ts'
import { holderOf, recorderOf } from '../harness/actors.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
const start = Date.now()
let now = new Date(start)
const onDay = (days: number): void => {
  now = new Date(start + days * 86_400_000)
}
const dayOf = (days: number): string => new Date(start + days * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)
const read = async (name: string, id: string, query = ''): Promise<Made> => {
  const { status, body } = await world.as('ada', 'OP1').get(`/${name}/${id}${query}`)
  expect([name, status, status === 200 ? '' : body]).toEqual([name, 200, ''])
  return body
}
const saved = new Map<string, Made>()
const changed = new Map<string, string[]>()

/** Fields with a value that no history says: they follow from other records or from rules as they are now. The page of a past day has them empty, and names them. */
const notWorkedOut: Readonly<Record<string, readonly string[]>> = {}

/** By what is known today, what was recorded since for an earlier day counts on that day: the entry of a plot into its scheme, and months recognised before it. */
const datedBack: readonly string[] = ['landparcel']

/** Of a field another value than the one it has, as far as its kind lets one be made up. */
function othersOf(entity: AnyEntity, record: Made, fresh: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, Field> = entity.fields
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.by !== 'person' || field.fixed || (entity.name === 'user' && name !== 'name')) return []
      const value =
        field.kind === 'choice' ? field.choices?.find(({ value }) => value !== record[name])?.value : field.kind === 'flag' ? !record[name] : fresh[name]
      return value === undefined || JSON.stringify(value) === JSON.stringify(record[name]) ? [] : [[name, value]]
    }),
  )
}

/** All at once, or else one by one: what is refused stays. */
async function change(entity: AnyEntity, id: string): Promise<string[]> {
  const who = holderOf(world, entity, 'E')
  if (!who) return []
  const editor = world.as(who, 'OP1')
  const current = async (): Promise<Made> => (await world.as('ada', 'OP1').get(`/${entity.name}/${id}`)).body
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const { version } = await current()
    const { status, body } = await editor.patch(`/${entity.name}/${id}`, values, { 'if-match': `"${version}"` })
    expect(status, JSON.stringify([entity.name, values, body, world.logged.at(-1)])).toBeLessThan(500)
    return status === 200
  }
  const record = await current()
  const fresh: Record<string, unknown> = entity.readOnly ? {} : await seeds.input(entity, { full: true }).catch(() => ({}))
  const values = { ...othersOf(entity, record, fresh), tags: ['renamed'] }
  if (await send(values)) return Object.keys(values)
  const taken: string[] = []
  for (const [name, value] of Object.entries(values)) if (await send({ [name]: value })) taken.push(name)
  return taken
}

/** Two events that may be recorded, those that change no state first. */
async function recordSome(entity: AnyEntity, id: string): Promise<string[]> {
  const record = await read(entity.name, id)
  const possible = Object.entries(entity.events as Record<string, EventSpec>)
    .filter(([, event]) => !event.system && !event.unavailable && isPossible(entity, event, record.status))
    .toSorted(([, one], [, other]) => Number(one.to !== undefined) - Number(other.to !== undefined))
  const done: string[] = []
  for (const [type, event] of possible) {
    const who = recorderOf(world, entity, event, record as Row)
    if (!who || done.length === 2) continue
    const data = await seeds.data(entity, type, id).catch(() => undefined)
    if (!data) continue
    const { status } = await world.as(who, 'OP1').post(`/${entity.name}/${id}/events`, { eventType: type, occurredAt: now.toISOString(), data })
    expect(status, type).toBeLessThan(500)
    if (status === 201) done.push(type)
  }
  return done
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  seeds = seedsOf(world)
  const made = new Map<string, Made>()
  for (const entity of entities.filter(({ name }) => name !== 'farmerseason'))
    made.set(entity.name, await seeds.make(entity, { full: true }).catch(() => seeds.make(entity)))
  // Of a farmer and a season, as the committee's decision makes it.
  const operatorId = world.places.cotton.OP1?.id ?? null
  const decided = { farmerId: made.get('farmer')?.id, seasonId: made.get('season')?.id, operatorId, result: 'NOT_INSPECTED' }
  made.set('farmerseason', await world.scoped('ada', async (scope) => (await createBySystem(scope, entityOf('farmerseason'), decided as never)).row))
  for (const [name, { id }] of made) saved.set(name, await read(name, id))
  onDay(2)
  const seen = new Set<string>()
  for (const entity of entities) {
    const { id } = made.get(entity.name) as Made
    seen.add(id)
    changed.set(entity.name, [...(await change(entity, id)), ...(await recordSome(entity, id))])
  }
  for (const { refs } of saved.values())
    for (const [id, { entity: name }] of Object.entries<{ entity: string }>(refs)) {
      const entity = findEntity(name)
      if (!entity || seen.has(id)) continue
      seen.add(id)
      await change(entity, id)
    }
  onDay(4)
}, 900_000)

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
/** What a page of the past has of its own, and what is offered there. An empty list is as good as none, and nothing answered yet is nothing or 0. */
const without = ({ may: _may, extra: _extra, past: _past, flags, ...rest }: Made, notDerived: readonly string[]): Made => ({
  ...Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, isEmpty(value) || (/^(answered|finding)Count$/.test(name) && value === 0) ? null : value]),
  ),
  // A finding of no event counts from when it was opened, by what was known; its figures are worked out anew while it is open.
  flags: flags.flatMap(({ id, ruleId, severity, message, openedAt }: Made) =>
    Date.parse(openedAt) < start + 86_400_000 ? [{ id, ruleId, severity, message }] : [],
  ),
  ...Object.fromEntries(notDerived.map((name) => [name, null])),
})

const fieldsOf = (name: string): Record<string, Field> => findEntity(name)?.fields ?? {}

describe.each(entities.map(({ name }) => [name] as const))('%s as of a past day', (name) => {
  it('is refused on a day that is none, and on one that is to come (400)', async () => {
    const { id } = saved.get(name) as Made
    for (const query of ['?asOf=soon', `?asOf=${dayOf(9)}`, `?knownAt=${dayOf(9)}`])
      expect(await world.as('ada', 'OP1').get(`/${name}/${id}${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await world.as('ada', 'OP1').get(`/${name}/${id}?knownAt=2020-01-01`)).toMatchObject({ status: 404 })
  })
  it('says what it said that day, and calls what it names as it was called', async () => {
    const then = saved.get(name) as Made
    const day = dayOf(0)
    for (const query of [`?asOf=${day}&knownAt=${day}`, `?knownAt=${day}`, ...(datedBack.includes(name) ? [] : [`?asOf=${day}`])]) {
      const past = await read(name, then.id, query)
      const notDerived: string[] = past.past.notDerived
      expect([name, past.may, notDerived.filter((field) => !isEmpty(then[field]))]).toEqual([name, [], notWorkedOut[name] ?? []])
      for (const field of notDerived) expect([name, field, past[field], fieldsOf(name)[field]?.by]).toEqual([name, field, null, 'system'])
      expect(without(past, notDerived), query).toEqual(without(then, notDerived))
      if (query.includes('knownAt')) expect([name, past.flags.length]).toEqual([name, then.flags.length])
    }
  })
  it('is a proof where something was changed since', async () => {
    const entity = entities.find((one) => one.name === name) as AnyEntity
    if (!entity.readOnly) expect([name, (changed.get(name) ?? []).length > 1]).toEqual([name, true])
    expect((await read(name, saved.get(name)?.id)).version >= saved.get(name)?.version).toBe(true)
  })
})

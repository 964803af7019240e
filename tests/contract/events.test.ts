// Recording, reading and taking back events, once per declared entity and event type.
import { beforeAll, describe, expect, it } from 'vitest'
import { canRecord } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { isPossible } from '#domain/kernel/history.ts'
import { recorderOf, workers } from '../harness/actors.ts'
import type { Answer, Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { wrongValuesOf } from '../samples.ts'

let world: World
let seeds: Seeds
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})

const now = () => new Date().toISOString()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Events that people record. */
const eventsOf = (entity: AnyEntity): [string, EventSpec][] => Object.entries(entity.events as Record<string, EventSpec>).filter(([, event]) => !event.system)

/** Every event that can be first here needs something that only another event brings (kilograms, for example). */
const withoutTests: string[] = []

const withEvents = entities.filter((entity) => eventsOf(entity).length > 0)

describe.each(withEvents.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s/{id}/events', (name, entity) => {
  const path = `/${name}`
  const at = (record: Made) => `${path}/${record.id}/events`
  /** Events that somebody may record on this record: some are of the own operator's people alone. */
  const ofSomebody = (record: Made) => eventsOf(entity).filter(([, event]) => recorderOf(world, entity, event, record as Row))
  const possible = (record: Made) => ofSomebody(record).filter(([, event]) => !event.unavailable && isPossible(entity, event, record.status))
  /** Whoever may record this event on this record. */
  const whoRecords = (record: Made, type: string): string =>
    recorderOf(world, entity, entity.events[type] as EventSpec, record as Row) ?? expect.unreachable(`${name} ${type}`)
  const send = async (record: Made, type: string, values: Record<string, unknown> = {}): Promise<Answer> =>
    world
      .as(whoRecords(record, type), 'OP1')
      .post(at(record), { eventType: type, occurredAt: now(), data: await seeds.data(entity, type, record.id), ...values })

  it('refuses an event type that is not there, is the product’s own, or is left out (400)', async () => {
    const record = await seeds.make(entity)
    const own = Object.entries(entity.events as Record<string, EventSpec>)
      .filter(([, event]) => event.system)
      .map(([type]) => type)
    for (const type of ['NO_SUCH_EVENT', 'CREATED', 'EDITED', 'DELETED', 'constructor', '__proto__', ...own]) {
      expect([type, await ada.post(at(record), { eventType: type, occurredAt: now(), data: {} })]).toMatchObject([
        type,
        { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'eventType' }] } },
      ])
    }
    expect((await ada.post(at(record), {})).body.fields.map(({ path }: { path: string }) => path).sort()).toEqual(['eventType', 'occurredAt'])
  })

  it('refuses what has not happened yet, what is recorded late without a reason, and odd times (400)', async () => {
    const record = await seeds.make(entity)
    const [type] = possible(record)[0] ?? []
    if (!type) return
    // What the event refers to is made first, so that only the event itself could be counted.
    await seeds.data(entity, type)
    const before = await rowCounts(world)
    expect(await send(record, type, { occurredAt: daysAgo(-1) })).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt', code: 'max' }] } })
    expect(await send(record, type, { occurredAt: daysAgo(15) })).toMatchObject({ status: 400, body: { fields: [{ path: 'lateReason', code: 'required' }] } })
    for (const occurredAt of ['9999-01-01T00:00:00Z', '2025-01-01', 'yesterday', 7, null])
      expect(await send(record, type, { occurredAt })).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt' }] } })
    expect(await rowCounts(world)).toEqual(before)
  })

  it('refuses fields the event does not have, and every wrong value by its path (400), and writes nothing', async () => {
    const record = await seeds.make(entity)
    const before = await rowCounts(world)
    for (const [type, event] of possible(record)) {
      const good = await seeds.data(entity, type, record.id)
      const extra = await send(record, type, { data: { ...good, noSuchField: 1 } })
      expect([type, extra.status, extra.body.fields?.[0]]).toEqual([type, 400, { path: 'data.noSuchField', code: 'unknown', message: expect.any(String) }])
      for (const [field, spec] of Object.entries(event.fields as Record<string, Field>).filter(([, one]) => one.by === 'person')) {
        for (const wrong of wrongValuesOf(spec)) {
          const answer = await send(record, type, { data: { ...good, [field]: wrong } })
          expect([type, field, wrong, answer.status]).toEqual([type, field, wrong, 400])
          expect(
            answer.body.fields.some((problem: { path: string }) => problem.path === `data.${field}` || problem.path.startsWith(`data.${field}.`)),
            `${type}.${field}: ${JSON.stringify(answer.body)}`,
          ).toBe(true)
        }
      }
    }
    const after = await rowCounts(world)
    // Samples may have made what the events refer to; nothing of the events themselves stays.
    expect(await ada.get(at(record))).toMatchObject({ status: 200, body: { items: [] } })
    expect(after.ledger_entry).toBe(before.ledger_entry)
  })

  it('refuses events of another state (409 STATE_CONFLICT), and those that nobody can record yet (409 NOT_AVAILABLE)', async () => {
    const record = await seeds.make(entity)
    for (const [type, event] of ofSomebody(record).filter(([, one]) => one.unavailable || !isPossible(entity, one, record.status))) {
      const answer = await send(record, type)
      expect([type, answer.status, answer.body.code]).toEqual([
        type,
        answer.status === 422 ? 422 : 409,
        event.unavailable ? 'NOT_AVAILABLE' : answer.status === 422 ? 'RULE_BLOCKED' : 'STATE_CONFLICT',
      ])
    }
    expect((await ada.get(`${path}/${record.id}`)).body).toMatchObject({ status: record.status, version: record.version })
  })

  it('refuses people whose role does not reach it (403), and shows it to no one else (404)', async () => {
    const record = await seeds.make(entity)
    const row = (await ada.get(`${path}/${record.id}`)).body
    for (const person of [...workers, 'leela']) {
      for (const [type, event] of eventsOf(entity).filter(([, one]) => !canRecord(world.people[person] as never, entity, one, row))) {
        const { status, body } = await world.as(person).post(at(record), { eventType: type, occurredAt: now(), data: {} })
        expect([person, type, status, body.code]).toEqual([person, type, expect.toBeOneOf([403, 404]), expect.toBeOneOf(['FORBIDDEN', 'NOT_FOUND'])])
        expect(event).toBeDefined()
      }
    }
  })

  it('records what may be recorded, tells it, and takes it back; or says by a code why not', async () => {
    const outcomes: Record<string, string> = {}
    const first = await seeds.make(entity)
    for (const [type, event] of possible(first)) {
      const record = await seeds.make(entity)
      const answer = await send(record, type, { notes: 'Seen', gps: { lat: 21.9, lng: 75.6, accuracyM: 5 } })
      outcomes[type] = answer.status === 201 ? 'recorded' : answer.body.code
      expect(flawsOfAnswer(`${name}.record`, answer.status, answer.body), `${type}: ${JSON.stringify(answer.body)}`).toEqual([])
      expect(answer.status, `${type}: ${JSON.stringify([answer.body, world.logged.at(-1)])}`).toBeLessThan(500)
      if (answer.status !== 201) {
        expect((await ada.get(`${path}/${record.id}`)).body.version).toBe(record.version)
        continue
      }
      const { event: recorded, subject } = answer.body
      // What was approved is carried out at once, and the product records what became of it.
      const isCarriedOut = entity.name === 'submission' && event.to === 'APPROVED'
      expect(subject).toMatchObject({ id: record.id, version: record.version + (isCarriedOut ? 2 : 1) })
      // A message to few telephones needs no approval (0134).
      const isDecided = entity.name === 'crop' || (entity.name === 'mobilenotification' && event.to === 'PENDING_APPROVAL')
      expect([subject.status]).toEqual([event.to && !isDecided && !isCarriedOut ? event.to : expect.any(String)])
      expect(answer.headers.get('etag')).toBe(`"${subject.version}"`)
      expect(await ada.get(`${path}/${record.id}/events/${recorded.id}`)).toMatchObject({
        status: 200,
        body: {
          id: recorded.id,
          eventType: type,
          notes: 'Seen',
          recordedBy: world.people[whoRecords(record, type)]?.id,
          hash: recorded.hash,
          statusBefore: record.status,
          statusAfter: isCarriedOut ? event.to : subject.status,
        },
      })
      const list = await ada.get(at(record))
      expect(list.body.items.map((item: Made) => item.id)).toContain(recorded.id)
      expect(flawsOfAnswer(`${name}.events`, 200, list.body)).toEqual([])
      await voidAndCheck(record, recorded, subject, type, outcomes)
    }
    // A declaration whose every event needs a test of its own has one elsewhere; the others must have recorded something.
    if (possible(first).length && !withoutTests.includes(name)) expect(Object.values(outcomes), JSON.stringify(outcomes)).toContain('recorded')
  })

  async function voidAndCheck(record: Made, recorded: Made, subject: Made, type: string, outcomes: Record<string, string>): Promise<void> {
    const address = `${path}/${record.id}/events/${recorded.id}/void`
    const who = whoRecords(record, type)
    const recorder = world.as(who, 'OP1')
    expect(await recorder.post(address, {})).toMatchObject({ status: 400, body: { fields: [{ path: 'reason' }] } })
    expect(await recorder.post(address, { reason: 'BORED' })).toMatchObject({ status: 400 })
    const taken = await recorder.post(address, { reason: 'INCORRECT_DATA', note: 'Wrong record' })
    expect(flawsOfAnswer(`${name}.void`, taken.status, taken.body), `${type}: ${JSON.stringify(taken.body)}`).toEqual([])
    if (taken.status !== 200) {
      outcomes[`${type} back`] = taken.body.code
      expect([type, taken.status]).toEqual([type, expect.toBeOneOf([409, 422])])
      expect((await ada.get(`${path}/${record.id}`)).body.version).toBe(subject.version)
      return
    }
    expect(taken.body).toMatchObject({
      event: { status: 'VOIDED', voidReason: 'INCORRECT_DATA' },
      subject: { status: record.status, version: subject.version + 1 },
    })
    expect((await ada.get(at(record))).body.items.map((item: Made) => item.id)).not.toContain(recorded.id)
    expect((await ada.get(`${at(record)}?voided=true`)).body.items.find((item: Made) => item.id === recorded.id)).toMatchObject({
      status: 'VOIDED',
      voidNote: 'Wrong record',
      voidedBy: world.people[who]?.id,
    })
    expect((await ada.get(`${path}/${record.id}/history`)).body.items.map((item: Made) => item.id)).toContain(recorded.id)
    expect(await recorder.post(address, { reason: 'INCORRECT_DATA' })).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
  }

  it('keeps the status that its events tell', async () => {
    const record = await seeds.make(entity)
    for (let step = 0; step < 4; step++) {
      const now = (await ada.get(`${path}/${record.id}`)).body
      for (const [type] of possible(now).filter(([, event]) => event.to && event.to !== now.status)) if ((await send(now, type)).status === 201) break
    }
    const { status } = (await ada.get(`${path}/${record.id}`)).body
    const { items } = (await ada.get(`${path}/${record.id}/history?limit=200`)).body
    const byOrder = [...items].filter((item: Made) => item.status === 'RECORDED').reverse()
    expect(byOrder.at(-1)?.statusAfter).toBe(status)
    let recorded: string | null = null
    for (const event of byOrder) {
      expect(event.statusBefore).toBe(recorded)
      recorded = event.statusAfter
    }
  })
})

// Every event once, and every report, on whichever engine this run has. In all variety (who is refused, what is wrong, what is taken back) they
// are in events.test.ts and reports.test.ts, which every run has on PostgreSQL only: docs/decisions/0113-one-engine-for-the-cross-product.md.
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { EventSpec, Row } from '#domain/kernel/entity.ts'
import { isPossible } from '#domain/kernel/history.ts'
import { reports } from '#domain/reports/all.ts'
import { recorderOf } from '../harness/actors.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
})

const withEvents = entities.filter((entity) => Object.values(entity.events as Record<string, EventSpec>).some((event) => !event.system))

describe.each(withEvents.map((entity) => [entity.name, entity] as const))('events of %s', (name, entity) => {
  it('are recorded and read back, or refused by a code that leaves the record as it was', async () => {
    const outcomes: Record<string, string> = {}
    const ada = world.as('ada', 'OP1')
    let record = await seeds.make(entity)
    const possible = Object.entries(entity.events as Record<string, EventSpec>)
      .filter(([, event]) => !event.system && !event.unavailable && isPossible(entity, event, record.status))
      // What changes no state comes first: the record stays as it is for the events after.
      .toSorted(([, a], [, b]) => Number(a.to !== undefined) - Number(b.to !== undefined))
    const first = record.status
    for (const [type, event] of possible) {
      if (record.status !== first) record = await seeds.make(entity)
      const who = recorderOf(world, entity, event, record as Row)
      if (!who) continue
      const body = { eventType: type, occurredAt: new Date().toISOString(), data: await seeds.data(entity, type, record.id) }
      const answer = await world.as(who, 'OP1').post(`/${name}/${record.id}/events`, body)
      outcomes[type] = answer.status === 201 ? 'recorded' : answer.body.code
      expect(answer.status, `${type}: ${JSON.stringify([answer.body, world.logged.at(-1)])}`).toBeLessThan(500)
      expect(flawsOfAnswer(`${name}.record`, answer.status, answer.body), `${type}: ${JSON.stringify(answer.body)}`).toEqual([])
      const now: Made = (await ada.get(`/${name}/${record.id}`)).body
      if (answer.status === 201) {
        const { event: recorded, subject } = answer.body
        expect(await ada.get(`/${name}/${record.id}/events/${recorded.id}`)).toMatchObject({ status: 200, body: { eventType: type, hash: recorded.hash } })
        expect([type, now.version, now.status]).toEqual([type, subject.version, subject.status])
      } else expect([type, now.version]).toEqual([type, record.version])
      record = now
    }
    if (possible.length) expect(Object.values(outcomes), JSON.stringify(outcomes)).toContain('recorded')
  })
})

describe('reports', () => {
  it.each(reports.filter(({ parameters }) => !('lot' in parameters)).map(({ id }) => [id]))('%s is drawn up', async (id) => {
    const { status, body } = await world.as('ada', 'OP1').get(`/reports/${id}`)
    expect([status, flawsOfAnswer(`report.${id}`, status, body)]).toEqual([200, []])
  })
})

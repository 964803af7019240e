// Corrections of audits of a company that were noted before what was found became non-conformities (docs/decisions/0150): their findings and files, which nobody enters any more, stay with them.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import { drawnImage } from '../harness/files.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { standardsOf } from './certificate-stage.ts'
import { at, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let gin: string
const as = (who: string) => world.as(who, '-')
const picture = async (who: string): Promise<string> => {
  const body = (await drawnImage(200, 80, 'png', '#226644')) as BodyInit
  return (await ok(as(who).send('/files?name=seal.png', { method: 'POST', headers: { 'content-type': 'image/png' }, body }))).id
}
const auditsOf = async (processorId: string): Promise<Json[]> =>
  (await ok(as('ada').get(`/processor/${processorId}/history`))).items.filter(({ eventType, status }: Json) => eventType === 'AUDIT' && status === 'RECORDED')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  gin = world.places.cotton['KHARGONE-GIN']?.id as string
  await standardsOf(world).certify({ processorId: gin })
}, 120_000)

describe('an audit that was noted before findings were non-conformities', () => {
  const file = () => picture('carla')
  /** As such a one was written: with its findings and files. */
  const former = async (files: string[]): Promise<string> =>
    world.scoped('carla', async (scope) => {
      const data = { kind: 'ANNOUNCED', result: 'CONDITIONAL', findings: 'Bags without labels', files }
      const { event: noted } = await recordBySystem(scope, entityOf('processor'), gin, { eventType: 'AUDIT', occurredAt: at('2026-01-10'), data })
      return noted.id
    })
  const corrected = (supersedesEventId: string, result: string, who = as('carla')) =>
    who.post(`/processor/${gin}/events`, {
      ...{ eventType: 'AUDIT', occurredAt: at('2026-01-10'), supersedesEventId },
      data: { kind: 'ANNOUNCED', result },
    })
  const withFindings = async (): Promise<Json[]> => (await auditsOf(gin)).filter(({ data }) => data.findings)

  it('has them still when it is corrected, and once more; a void takes back the last alone', async () => {
    const files = [await file()]
    const first = await former(files)
    const { event: second } = await ok(corrected(first, 'FAILED'))
    expect(second.data).toMatchObject({ result: 'FAILED', findings: 'Bags without labels', files })
    const { event: third } = await ok(corrected(second.id, 'PASSED'))
    expect(third.data).toMatchObject({ result: 'PASSED', findings: 'Bags without labels', files })
    expect(await withFindings()).toMatchObject([{ id: third.id }])
    await ok(as('carla').post(`/processor/${gin}/events/${third.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await withFindings()).toEqual([])
    const { items } = await ok(as('ada').get(`/processor/${gin}/history`))
    for (const id of [first, second.id, third.id])
      expect(items.find((one: Json) => one.id === id).data).toMatchObject({ findings: 'Bags without labels', files })
  })
  it('is corrected by one of two at once, and neither writes findings of its own', async () => {
    const first = await former([await file()])
    const sent = await Promise.all([corrected(first, 'FAILED'), corrected(first, 'PASSED')])
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(1)
    const [one, ...more] = await withFindings()
    expect(more).toEqual([])
    const own = { kind: 'ANNOUNCED', result: 'PASSED', findings: 'Nothing' }
    expect((await record(as('carla'), 'processor', gin, 'AUDIT', '2026-01-11', own)).status).toBe(400)
    expect(one?.data.findings).toBe('Bags without labels')
    // What was noted anew has none.
    const { event: anew } = await ok(record(as('carla'), 'processor', gin, 'AUDIT', '2026-01-11', { kind: 'ANNOUNCED', result: 'PASSED' }))
    expect(anew.data.findings).toBeUndefined()
    await ok(as('carla').post(`/processor/${gin}/events/${anew.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  })
})

describe('a non-conformity of a company that has changed its body', () => {
  const found = async (): Promise<string> => {
    const { id } = await ok(
      as('carla').post('/nonconformity', {
        ...{ ref: `F-${randomUUID().slice(0, 8)}`, severity: 'MAJOR', rule: 'GOTS 4.2', description: 'Bales without marks' },
        ...{ openedOn: '2026-01-12', dueOn: '2026-02-12', processorId: gin },
      }),
    )
    await ok(record(as('paul'), 'nonconformity', id, 'ACTION_SENT', '2026-01-14', { action: 'Painted', doneOn: '2026-01-13' }, 9))
    return id
  }
  const close = (who: string, id: string) => record(as(who), 'nonconformity', id, 'CLOSED', '2026-01-15', { visitedOn: '2026-01-14' }, 10)
  const offered = async (id: string): Promise<boolean> => (await ok(as('ada').get(`/nonconformity/${id}`))).may.includes('CLOSED')
  it('is closed by its body alone while that certifies the company; once it does no more, also by an administrator', async () => {
    const [one, other] = [await found(), await found()]
    expect(await offered(one)).toBe(false)
    expect((await close('ada', one)).status).toBe(403)
    const body = await seedsOf(world).make(entityOf('certificationbody'))
    await world.scoped('ada', ({ db }) =>
      sql`update scopecertificate set certification_body_id = ${body.id}::uuid where processor_id = ${gin}::uuid`.execute(db),
    )
    expect(await offered(one)).toBe(true)
    await ok(close('ada', one))
    await ok(close('carla', other))
  })
})

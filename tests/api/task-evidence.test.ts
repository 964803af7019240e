// What a task requires to be shown is there when it is done (domain dictionary 6.3), and nobody who does it does away with that. A step of a transaction
// certificate names it.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { drawnImage, mp3, pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

const omar = () => world.as('omar', 'OP1')
/** Another officer of the operator, each time. */
const officer = () =>
  world.asUser(
    { id: randomUUIDv7(), name: 'Officer', email: null, grants: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id ?? ''] }] },
    'cotton',
    'OP1',
  )
const task = (by: Client, evidence: readonly string[], values: Json = {}) =>
  ok(
    by.post('/task', { subject: 'Read the traps', type: 'VISIT', priority: 'P3', fourEyes: false, dueDate: '2026-01-14', team: 'Centre', evidence, ...values }),
  )
const sent = async (by: Client, type: string, bytes: Buffer): Promise<string> =>
  (await ok(by.send(`/files?name=${randomUUID()}`, { method: 'POST', headers: { 'content-type': type }, body: bytes as BodyInit }))).id
const photo = async (by: Client) => sent(by, 'image/png', await drawnImage(40, 30, 'png', `#${randomUUID().slice(0, 6)}`))
const paper = (by: Client) => sent(by, 'application/pdf', pdf(randomUUID()))
const gps = { lat: 22.18, lng: 75.6, accuracyM: 12 }
const done = (by: Client, id: string, files: readonly string[] = [], envelope: Json = {}) =>
  by.post(`/task/${id}/events`, { eventType: 'DONE', occurredAt: clock().toISOString(), data: { outcome: 'Done', files }, ...envelope })
const statusOf = async (id: string) => (await ok(omar().get(`/task/${id}`))).status
const eventsOf = (id: string, type: string): Promise<number> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from event where tenant_id = ${tenant.id} and subject_id = ${id}::uuid
      and event_type = ${type}`.execute(db)
    return rows[0]?.count ?? 0
  })

describe('a task that requires evidence', () => {
  it('is not done without it: each kind that is missing is named by its field (400), and nothing is left of the attempt', async () => {
    const by = officer()
    const { id } = await task(by, ['PHOTO', 'DOC', 'SIGNATURE', 'GPS'])
    const missing = (files: readonly string[], paths: readonly string[], envelope: Json = {}) =>
      done(by, id, files, envelope).then((answer) => {
        expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: paths.map((path) => ({ path, code: 'required' })) } })
      })
    await missing([], ['data.files', 'data.files', 'data.files', 'data.files'])
    const [one, two, three] = [await photo(by), await paper(by), await photo(by)]
    await missing([one], ['data.files', 'data.files', 'data.files'])
    await missing([two, three], ['data.files'], { gps })
    await missing([one, two, three], ['data.files'])
    // A recording stands for none of them.
    await missing([one, two, await sent(by, 'audio/mpeg', mp3())], ['data.files'], { gps })
    expect([await statusOf(id), await eventsOf(id, 'DONE')]).toEqual(['OPEN', 0])
    await ok(done(by, id, [one, two, three], { gps }))
    expect([await statusOf(id), await eventsOf(id, 'DONE')]).toEqual(['DONE', 1])
  })
  it('is done without a file where it requires none, and is not done by another way round: the manager, a start before, an opening again', async () => {
    const by = officer()
    await ok(done(by, (await task(by, [])).id))
    const { id } = await task(by, ['PHOTO'])
    expect((await done(omar(), id)).status).toBe(400)
    await ok(by.post(`/task/${id}/events`, { eventType: 'STARTED', occurredAt: clock().toISOString(), data: {} }))
    expect((await done(by, id)).status).toBe(400)
    const shown = await photo(by)
    await ok(done(by, id, [shown]))
    await ok(omar().post(`/task/${id}/events`, { eventType: 'REOPENED', occurredAt: clock().toISOString(), data: { reason: 'Wrong trap' } }))
    expect((await done(by, id)).status).toBe(400)
    await ok(done(by, id, [await photo(by)]))
  })
  it('requires no less because of who does it (400); whoever gave it and the manager lessen it, and anybody adds to it', async () => {
    const [giver, other] = [officer(), officer()]
    const given = await task(giver, ['PHOTO', 'GPS'])
    const require = (by: Client, { id, version }: Json, evidence: readonly string[]) => by.patch(`/task/${id}`, { evidence }, { 'If-Match': `"${version}"` })
    for (const less of [[], ['PHOTO'], ['PHOTO', 'DOC']])
      expect(await require(other, given, less)).toMatchObject({ status: 400, body: { fields: [{ path: 'evidence', code: 'rule' }] } })
    const more = await ok(require(other, given, ['GPS', 'PHOTO', 'DOC']))
    await ok(require(omar(), await ok(require(giver, more, ['PHOTO'])), []))
    await ok(done(other, given.id))
  })
  it('is not done with less by naming a step that has it (400): what it is and which step it is of, whoever gave it and the manager change', async () => {
    const [giver, other] = [officer(), officer()]
    const given = await task(giver, ['GPS'])
    const change = (by: Client, { id, version }: Json, values: Json) => by.patch(`/task/${id}`, values, { 'If-Match': `"${version}"` })
    expect(await change(other, given, { type: 'TRAINING' })).toMatchObject({ status: 400, body: { fields: [{ path: 'type', code: 'rule' }] } })
    const free = await task(giver, [])
    await ok(change(other, free, { type: 'TRAINING' }))
    await ok(change(omar(), await ok(change(giver, given, { type: 'TRAINING' })), { type: 'VISIT' }))
  })
  it('takes a photo that its device has announced and not sent yet', async () => {
    const by = officer()
    const { id } = await task(by, ['PHOTO'])
    const later = randomUUIDv7()
    const answer = await by.post(
      `/task/${id}/events`,
      { eventType: 'DONE', occurredAt: clock().toISOString(), data: { files: [later] } },
      { 'X-Files-To-Come': later },
    )
    await ok(Promise.resolve(answer))
    expect(await statusOf(id)).toBe('DONE')
  })
})

describe('a step of a transaction certificate', () => {
  it('names its certificate, which is then the task’s to open, and none that is not there or of others (400)', async () => {
    const { id: certificate } = await ok(omar().post('/transactioncertificate', await sales.body([await sales.send(await sales.lot(200), 100)])))
    const step = { type: 'TC_STEP', subject: 'Send the originals' }
    for (const one of [randomUUID(), world.places.cotton.OP1?.id])
      expect(
        await omar().post('/task', {
          ...step,
          priority: 'P3',
          fourEyes: false,
          dueDate: '2026-01-14',
          team: 'Centre',
          evidence: [],
          transactionCertificateId: one,
        }),
      ).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'transactionCertificateId', code: 'missing' }] },
      })
    const { id } = await task(omar(), [], { ...step, transactionCertificateId: certificate })
    const shown = await ok(omar().get(`/task/${id}`))
    expect([shown.transactionCertificateId, shown.refs[certificate]?.code]).toEqual([
      certificate,
      (await chain.view('transactioncertificate', certificate)).code,
    ])
    expect((await ok(omar().get(`/task?filter[transactionCertificateId]=${certificate}`))).items).toMatchObject([{ id }])
  })
})

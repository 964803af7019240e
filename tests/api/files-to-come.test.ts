// Records and events that name a file which the device sends later: what is still refused, who alone can send it, what others see meanwhile, and that
// it is attached when it comes, in whatever order and to all that name it. And who is reminded when it does not come.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { prepareFile } from '#server/files/prepare.ts'
import { beginUpload } from '#server/files/upload.ts'
import { awaitedFiles } from '#server/jobs/clock/awaited-files.ts'
import { runClock } from '#server/jobs/clock.ts'
import { pdf } from '../harness/files.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let farmerId: string
let sent = 0
const as = (person: string) => world.as(person, 'OP1')
const announcing = (...ids: string[]) => ({ 'x-files-to-come': ids.join(', ') })
const visit = (files: string[], { person = 'fatima', headers = {}, more = {} }: { person?: string; headers?: Record<string, string>; more?: object } = {}) =>
  as(person).post(
    `/farmer/${farmerId}/events`,
    { eventType: 'VISIT', occurredAt: new Date().toISOString(), data: { purpose: 'Seed', files }, ...more },
    headers,
  )
const upload = (id: string, person = 'fatima', bytes: Buffer = pdf(`${++sent}`)) =>
  as(person).send(`/files?name=field.pdf&id=${id}`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(bytes) })
const rows = <Row>(query: ReturnType<typeof sql<Row>>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows)
const stateOf = async (id: string) => (await rows(sql<{ state: string }>`select state from file where id = ${id}`))[0]?.state
const usesOf = async (id: string) =>
  (await rows(sql<{ source_id: string }>`select source_id from file_use where file_id = ${id}`)).map((one) => one.source_id).sort()
const awaitedOf = (id: string) =>
  rows(sql<Record<string, unknown>>`select awaited_from, named_by, source_id, event_type, field from awaited_file where file_id = ${id}`)
const refSeenBy = async (person: string, eventId: string, id: string) => (await as(person).get(`/farmer/${farmerId}/events/${eventId}`)).body.refs[id]
const toCome = { entity: 'file', title: 'Picture still to come', code: 'awaited' }

beforeAll(async () => {
  world = await openWorld()
  farmerId = (await seedsOf(world, 'OP1').make(entityOf('farmer'))).id
})

describe('A file that is not here', () => {
  it('is refused where the call does not announce it, and a header that is no list of ids (400)', async () => {
    const id = randomUUIDv7()
    expect(await visit([id])).toMatchObject({ status: 400, body: { fields: [{ path: 'data.files', code: 'missing' }] } })
    expect(await visit([id], { headers: announcing(randomUUIDv7()) })).toMatchObject({ status: 400, body: { fields: [{ code: 'missing' }] } })
    expect(await visit([id], { headers: { 'x-files-to-come': 'picture-1' } })).toMatchObject({ status: 400, body: { fields: [{ path: 'x-files-to-come' }] } })
    const many = announcing(...Array.from({ length: 51 }, () => randomUUIDv7()))
    expect(await visit([id], { headers: many })).toMatchObject({ status: 400, body: { fields: [{ code: 'max' }] } })
    expect(await awaitedOf(id)).toEqual([])
  })
  it('is refused although announced where it is somebody else’s, or being removed', async () => {
    const [theirs, going] = [randomUUIDv7(), randomUUIDv7()]
    expect((await upload(theirs, 'omar')).status).toBe(201)
    expect((await upload(going)).status).toBe(201)
    await world.scoped('ada', ({ db }) => db.updateTable('file').set({ state: 'REMOVING' }).where('id', '=', going).execute())
    for (const id of [theirs, going])
      expect(await visit([id], { headers: announcing(id) })).toMatchObject({ status: 400, body: { fields: [{ code: 'missing' }] } })
  })
  it('leaves nothing where the call is refused for another reason', async () => {
    const id = randomUUIDv7()
    expect((await visit([id], { headers: announcing(id), more: { occurredAt: '2099-01-01T00:00:00Z' } })).status).toBe(400)
    expect(await awaitedOf(id)).toEqual([])
  })
})

describe('An announced file', () => {
  it('shows as still to come, cannot be sent or named by others, and is attached when it comes', async () => {
    const id = randomUUIDv7()
    const { status, body } = await visit([id], { headers: announcing(id) })
    expect([status, body.event.data.files]).toEqual([201, [id]])
    expect(await refSeenBy('omar', body.event.id, id)).toEqual(toCome)
    expect(await awaitedOf(id)).toEqual([
      { awaited_from: world.people.fatima?.id, named_by: world.people.fatima?.id, source_id: body.event.id, event_type: 'VISIT', field: 'files' },
    ])
    for (const person of ['fatima', 'omar', 'ada']) expect((await as(person).get(`/files/${id}`)).status).toBe(404)
    expect(await upload(id, 'omar')).toMatchObject({ status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'id', code: 'taken' }] } })
    const paper = pdf('the paper')
    expect(await upload(id, 'fatima', paper)).toMatchObject({ status: 201, body: { id, state: 'ATTACHED' } })
    expect([await usesOf(id), await awaitedOf(id)]).toEqual([[body.event.id], []])
    expect(await refSeenBy('omar', body.event.id, id)).toEqual({ entity: 'file', title: 'field.pdf', code: 'application/pdf' })
    const read = await Promise.all(['fatima', 'omar', 'pooja'].map(async (person) => (await as(person).get(`/files/${id}`)).status))
    expect(read).toEqual([200, 200, 404])
    // Sent again, because the answer was lost.
    expect((await upload(id, 'fatima', paper)).status).toBe(200)
    expect(await usesOf(id)).toEqual([body.event.id])
  })
  it('is served to nobody while it is on its way', async () => {
    const id = randomUUIDv7()
    const { body } = await visit([id], { headers: announcing(id) })
    const storage = databaseStorage(world.database)
    const file = await prepareFile(pdf('cut off'), 'cut.pdf')
    await world.scoped('fatima', (scope) => beginUpload(scope, file, id, storage))
    expect(await refSeenBy('omar', body.event.id, id)).toEqual(toCome)
    for (const person of ['fatima', 'omar']) expect((await as(person).get(`/files/${id}`)).status).toBe(404)
    expect(await upload(id, 'fatima', pdf('cut off'))).toMatchObject({ status: 201, body: { state: 'ATTACHED' } })
    expect(await usesOf(id)).toEqual([body.event.id])
  })
  it('goes with the event that corrects it, also by another person who reads it, and comes from the first', async () => {
    const id = randomUUIDv7()
    const first = (await visit([id], { headers: announcing(id) })).body.event
    const corrected = await visit([id], { person: 'omar', more: { supersedesEventId: first.id } })
    expect(corrected.status).toBe(201)
    expect((await awaitedOf(id)).map((one) => [one.awaited_from, one.named_by])).toEqual([
      [world.people.fatima?.id, world.people.fatima?.id],
      [world.people.fatima?.id, world.people.omar?.id],
    ])
    expect((await upload(id)).status).toBe(201)
    expect(await usesOf(id)).toEqual([first.id, corrected.body.event.id].sort())
  })
  it('stands in a record that was made, and edited, before it came', async () => {
    const [one, other] = [randomUUIDv7(), randomUUIDv7()]
    const input = await seedsOf(world).input(entityOf('processor'), { values: { files: [one] } })
    const made = await world.as('ada').post('/processor', input, announcing(one))
    expect([made.status, made.body.files, made.body.refs[one]]).toEqual([201, [one], toCome])
    const edited = await world
      .as('ada')
      .patch(`/processor/${made.body.id}`, { files: [one, other] }, { 'if-match': `"${made.body.version}"`, ...announcing(other) })
    expect([edited.status, edited.body.files]).toEqual([200, [one, other]])
    for (const id of [other, one]) {
      const sending = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(id)) }
      expect((await world.as('ada').send(`/files?name=paper.pdf&id=${id}`, sending)).status).toBe(201)
    }
    expect((await world.as('ada').get(`/processor/${made.body.id}`)).body.refs[other]).toMatchObject({ title: 'paper.pdf' })
    expect([await stateOf(one), await stateOf(other), await usesOf(one), await usesOf(other)]).toEqual(['ATTACHED', 'ATTACHED', [made.body.id], [made.body.id]])
  })
  it('is attached once whichever of the two is first, a hundred times side by side', async () => {
    for (let round = 0; round < 20; round++) {
      const ids = Array.from({ length: 5 }, () => randomUUIDv7())
      const done = await Promise.all(ids.flatMap((id) => [visit([id], { headers: announcing(id) }), upload(id)]))
      expect(done.map(({ status }) => status).filter((status) => status !== 201)).toEqual([])
      for (const id of ids) expect([await stateOf(id), (await usesOf(id)).length, await awaitedOf(id)]).toEqual(['ATTACHED', 1, []])
    }
  }, 120_000)
})

describe('One that does not come', () => {
  const ahead = (days: number) => () => new Date(Date.now() + days * 86_400_000)
  const look = (days: number) => runClock({ ...world.deps, clock: ahead(days), stop: new AbortController().signal }, world.tenants.cotton, [awaitedFiles])
  const raised = (id: string) =>
    rows(sql<Record<string, unknown>>`select subject_type, subject_ids, event_id, user_ids, actor_id from outbox where dedupe_key = ${`FILE_AWAITED ${id}`}`)
  it('is asked for after a week, once, of who announced it; not where the event was taken back', async () => {
    const [lost, voided] = [randomUUIDv7(), randomUUIDv7()]
    const event = (await visit([lost], { headers: announcing(lost) })).body.event
    const gone = (await visit([voided], { headers: announcing(voided) })).body.event
    expect((await as('fatima').post(`/farmer/${farmerId}/events/${gone.id}/void`, { reason: 'DID_NOT_OCCUR' })).status).toBe(200)
    await look(6)
    expect(await raised(lost)).toEqual([])
    for (let time = 0; time < 2; time++) await look(8)
    expect(await raised(lost)).toEqual([
      { subject_type: 'farmer', subject_ids: [farmerId], event_id: event.id, user_ids: [world.people.fatima?.id], actor_id: null },
    ])
    expect(await raised(voided)).toEqual([])
    // It may still come.
    expect(await upload(lost)).toMatchObject({ status: 201, body: { state: 'ATTACHED' } })
  })
})

describe('/api/operations/storage', () => {
  it('is refused to others (403) and lists what is stored by kind and owner, the largest first, with the quota', async () => {
    const at = (person: string) => world.as(person).get('/api/operations/storage')
    expect((await at('omar')).status).toBe(403)
    const { status, body } = await at('ada')
    const files = await rows(sql<{ size: number; owner: string | null }>`select size, (select min(entity) from file_use as u where u.file_id = f.id) as owner
      from file as f where tenant_id = ${world.tenants.cotton.id}`)
    const sum = (owner: string | null) => {
      const own = files.filter((one) => one.owner === owner)
      return { kind: 'DOCUMENT', owner: owner ?? 'nothing', files: own.length, bytes: own.reduce((total, { size }) => total + size, 0) }
    }
    const expected = [sum('farmer'), sum('processor'), sum(null)].filter((one) => one.files > 0).sort((a, b) => b.bytes - a.bytes)
    expect([status, body.items]).toEqual([200, expected])
    expect(body).toMatchObject({ usedBytes: files.reduce((total, { size }) => total + size, 0), quotaBytes: 2_000_000_000, awaited: 1 })
  })
})

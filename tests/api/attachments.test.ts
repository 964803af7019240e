// Files that records and events name: what cannot be named, who reads them then, and the trace that naming leaves.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { removeUnusedFiles } from '#server/files/remove-unused.ts'
import { drawnImage, pdf } from '../harness/files.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let farmerId: string
let sent = 0
/** A new file of this person; answers its id. */
const upload = async (person = 'fatima', name = `paper ${++sent}.pdf`, id?: string): Promise<string> => {
  const query = new URLSearchParams({ name, ...(id ? { id } : {}) })
  const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(`${person} ${++sent}`)) }
  const { status, body } = await world.as(person, person === 'gopal' ? undefined : 'OP1').send(`/files?${query}`, init)
  expect(status).toBe(201)
  return body.id
}
const as = (person: string) => world.as(person, 'OP1')
const readBy = async (id: string, ...people: string[]) => Promise.all(people.map(async (person) => (await as(person).get(`/files/${id}`)).status))
const visit = (data: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  as('fatima').post(`/farmer/${farmerId}/events`, { eventType: 'VISIT', occurredAt: new Date().toISOString(), data: { purpose: 'Seed', ...data }, ...more })
const rows = <Row>(query: ReturnType<typeof sql<Row>>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows)
const stateOf = async (id: string) => (await rows(sql<{ state: string }>`select state from file where id = ${id}`))[0]?.state
const usesOf = (id: string) =>
  rows(sql<Record<string, unknown>>`select entity, record_id, source_id, event_type, field, used_by from file_use where file_id = ${id} order by source_id`)

beforeAll(async () => {
  world = await openWorld()
  farmerId = (await seedsOf(world, 'OP1').make(entityOf('farmer'))).id
})

describe('A record or an event that names files', () => {
  it('is refused where one is not there, of another programme, or somebody else’s that nothing names yet (400, missing, at the field)', async () => {
    for (const id of [randomUUIDv7(), await upload('gopal'), await upload('omar')]) {
      expect(await visit({ files: [id] })).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'data.files', code: 'missing' }] } })
      const input = await seedsOf(world).input(entityOf('farmer'), { values: { files: [id] } })
      expect(await as('fatima').post('/farmer', input)).toMatchObject({ status: 400, body: { fields: [{ path: 'files', code: 'missing' }] } })
    }
  })
  it('is refused where its removal has begun', async () => {
    const id = await upload()
    await world.scoped('ada', ({ db }) => db.updateTable('file').set({ state: 'REMOVING' }).where('id', '=', id).execute())
    expect(await visit({ files: [id] })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.files', code: 'missing' }] } })
    expect([await stateOf(id), await usesOf(id)]).toEqual(['REMOVING', []])
  })
  it('is refused with more than ten, and what is no id (400 at the field)', async () => {
    const id = await upload()
    for (const [files, code] of [
      [Array.from({ length: 11 }, () => randomUUIDv7()), 'max'],
      [['sending:1'], 'format'],
    ] as const)
      expect(await visit({ files })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.files', code }] } })
    expect([await stateOf(id), await usesOf(id)]).toEqual(['UNATTACHED', []])
  })
  it('is one file however often it is named', async () => {
    const id = await upload()
    expect(await visit({ files: [id, id.toUpperCase()] })).toMatchObject({ status: 201, body: { event: { data: { files: [id] } } } })
  })
  it('attaches nothing when it is refused for another reason', async () => {
    const id = await upload()
    expect((await visit({ files: [id], purpose: '' })).status).toBe(400)
    expect((await visit({ files: [id] }, { occurredAt: '2099-01-01T00:00:00Z' })).status).toBe(400)
    expect([await stateOf(id), await usesOf(id)]).toEqual(['UNATTACHED', []])
  })
})

describe('A file named by a personal field of a record', () => {
  let paper: string
  let own: string
  beforeAll(async () => {
    paper = await upload('fatima', 'Agreement of Gopal.pdf')
    const input = await seedsOf(world).input(entityOf('farmer'), { values: { files: [paper] } })
    const { status, body } = await as('fatima').post('/farmer', input)
    expect([status, body.files, body.refs[paper]]).toEqual([201, [paper], { entity: 'file', title: 'Agreement of Gopal.pdf', code: 'application/pdf' }])
    own = body.id
  })
  it('is read by whoever reads the record: not by those from whom the field is hidden, nor elsewhere', async () => {
    expect(await readBy(paper, 'omar', 'ada', 'fatima', 'pooja')).toEqual([200, 200, 200, 404])
    expect((await world.as('gopal').get(`/files/${paper}`)).status).toBe(404)
    expect((await world.as('ada', 'OP2').get(`/files/${paper}`)).status).toBe(404)
  })
  it('has its name in the answer of the record for those who see the field, and not for others', async () => {
    expect((await as('omar').get(`/farmer/${own}`)).body).toMatchObject({ files: [paper], refs: { [paper]: { title: 'Agreement of Gopal.pdf' } } })
    const masked = (await as('pooja').get(`/farmer/${own}`)).body
    expect([masked.files, masked.masked.includes('files'), JSON.stringify(masked).includes('Agreement of')]).toEqual([null, true, false])
    expect(JSON.stringify((await as('pooja').get('/farmer')).body)).not.toContain(paper)
  })
  it('leaves the trace of who named it where, and in the history', async () => {
    expect(await usesOf(paper)).toEqual([
      { entity: 'farmer', record_id: own, source_id: own, event_type: null, field: 'files', used_by: world.people.fatima?.id },
    ])
    expect((await as('omar').get(`/farmer/${own}/history`)).body.items.at(-1)).toMatchObject({
      eventType: 'CREATED',
      data: { changes: { files: { to: [paper] } } },
    })
  })
  it('stays when the field is emptied: the history shows it, and it is not removed as unused', async () => {
    const { body } = await as('omar').get(`/farmer/${own}`)
    const other = await upload('omar')
    const changed = await as('omar').patch(`/farmer/${own}`, { files: [paper, other] }, { 'if-match': `"${body.version}"` })
    expect([changed.status, changed.body.files]).toEqual([200, [paper, other]])
    expect((await as('omar').patch(`/farmer/${own}`, { files: [] }, { 'if-match': `"${changed.body.version}"` })).status).toBe(200)
    await removeUnusedFiles(world.database, new Date(Date.now() + 400 * 86_400_000), databaseStorage(world.database))
    // Who reads the record but not its history has nothing that shows it any more.
    expect(await readBy(paper, 'omar', 'fatima')).toEqual([200, 404])
    expect([await stateOf(paper), await stateOf(other)]).toEqual(['ATTACHED', 'ATTACHED'])
  })
})

describe('A file named by an event', () => {
  it('is sent before or after other work under an id that the device chose, and read by whoever reads the record unmasked', async () => {
    const id = randomUUIDv7()
    expect((await visit({ files: [id] })).status).toBe(400)
    await upload('fatima', 'field.pdf', id)
    const { status, body } = await visit({ files: [id] })
    expect([status, body.event.data.files]).toEqual([201, [id]])
    expect(await readBy(id, 'fatima', 'omar', 'pooja')).toEqual([200, 200, 404])
    expect(await usesOf(id)).toMatchObject([{ entity: 'farmer', record_id: farmerId, source_id: body.event.id, event_type: 'VISIT', field: 'files' }])
    const masked = (await as('pooja').get(`/farmer/${farmerId}/events/${body.event.id}`)).body
    expect([masked.data.files ?? null, masked.refs[id]]).toEqual([null, undefined])
    const event = (await as('omar').get(`/farmer/${farmerId}/events/${body.event.id}`)).body
    expect(event.refs[id]).toEqual({ entity: 'file', title: 'field.pdf', code: 'application/pdf' })
  })
  it('is named again by the event that corrects it, and by another record only of whoever reads it', async () => {
    const id = await upload()
    const first = (await visit({ files: [id] })).body.event
    const corrected = await visit({ files: [id], purpose: 'Seed and manure' }, { supersedesEventId: first.id })
    expect(corrected.status).toBe(201)
    expect((await usesOf(id)).map(({ source_id }) => source_id).sort()).toEqual([first.id, corrected.body.event.id].sort())
    const input = await seedsOf(world).input(entityOf('farmer'), { values: { files: [id] } })
    expect((await as('omar').post('/farmer', input)).status).toBe(201)
  })
  it('keeps its photograph small in the list: the preview is for its readers alone', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(await drawnImage(900, 600)) }
    const { body } = await as('fatima').send('/files?name=plot.jpg', init)
    expect((await as('omar').get(`/files/${body.id}/preview`)).status).toBe(404)
    expect((await visit({ files: [body.id] })).status).toBe(201)
    expect((await as('omar').get(`/files/${body.id}/preview`)).headers.get('content-type')).toBe('image/webp')
    expect((await world.as('gopal').get(`/files/${body.id}/preview`)).status).toBe(404)
  })
})

describe('The database', () => {
  it('lets the application change nothing of a file but its state and when it was sent last, take no use away, and delete no file that is named', async () => {
    const id = await upload()
    await visit({ files: [id] })
    const refused = (query: ReturnType<typeof sql>) =>
      world
        .scoped('ada', ({ db }) => query.execute(db))
        .then(
          () => 'done',
          ({ code }) => code,
        )
    expect(await refused(sql`update file set sha256 = ${'0'.repeat(64)} where id = ${id}`)).toBe('42501')
    expect(await refused(sql`update file_content set bytes = '' where file_id = ${id}`)).toBe('42501')
    expect(await refused(sql`delete from file_use where file_id = ${id}`)).toBe('42501')
    expect(await refused(sql`delete from file where id = ${id}`)).toBe('23503')
  })
})

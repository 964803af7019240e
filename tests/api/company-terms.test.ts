// What companies, facilities, products and groups say of themselves beside their names (domain dictionary 4.1, 4.2, 4.3, 5.4): whose subcontractor a company is and that one
// body certifies both, where a facility reads goods, the bounds of quality of a product, and who owns the internal control of a group.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate, type Standards } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let standards: Standards
let otherBody = ''
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const group = (): string => world.places.cotton.OP1?.id as string
const made = async (name: 'processor' | 'certificationbody', values: Json = {}): Promise<string> => (await seedsOf(world).make(entityOf(name), { values })).id
const patched = async (entity: string, id: string, values: Json, who = 'ada') =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` })
const invalid = (path: string, code: string) => ({ status: 400, body: { fields: [{ path, code }] } })
const openFindings = async (entity: string, id: string): Promise<Json[]> =>
  (await ok(as('ada').get(`/${entity}/${id}/findings`))).items.filter(({ closedAt }: Json) => !closedAt)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = chain.standards
  const schemeId = await standards.scheme('GOTS')
  await standards.scheme('NPOP')
  const schemes = [{ schemeId, from: '2020-01-01' }]
  otherBody = await made('certificationbody', { name: 'Other body', shortName: 'OTHER', schemes })
}, 240_000)

const auditorId = randomUUID()
const theirAuditor = (): User => ({
  id: auditorId,
  name: 'Auditor of the other body',
  email: null,
  grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [group()], certificationBodyIds: [otherBody] }],
})
/** A confirmed certificate of this body. */
async function certify(processorId: string, certificationBodyId: string, more: Json = {}): Promise<string> {
  const { id } = await ok(as('ada').post('/scopecertificate', await standards.input({ processorId }, { scheme: 'GOTS', certificationBodyId, ...more })))
  const auditor = certificationBodyId === otherBody ? world.asUser(theirAuditor()) : as('carla')
  await ok(auditor.post(`/scopecertificate/${id}/events`, confirmation))
  return id
}

describe('a subcontractor', () => {
  it('is neither its own, nor that of a company that there is not or that has left (400)', async () => {
    const id = await made('processor')
    const left = await made('processor')
    await ok(record(as('ada'), 'processor', left, 'ACTIVATED', '2025-06-01'))
    await ok(record(as('ada'), 'processor', left, 'EXITED', '2025-07-01', { reason: 'Closed' }))
    await refused(() => patched('processor', id, { subcontractorOf: [id] }), invalid('subcontractorOf.0', 'rule'))
    await refused(() => patched('processor', id, { subcontractorOf: ['01900000-0000-7000-8000-000000000001'] }), { status: 400 })
    await refused(() => patched('processor', id, { subcontractorOf: [left] }), { status: 400 })
    await refused(() => patched('processor', id, { subcontractorOf: [chain.ginner] }, 'omar'), { status: 403 })
  })
  it('has a finding while another body certifies its principal for the same scheme, from whichever of the two that follows', async () => {
    const [gin, principal] = [await made('processor'), await made('processor')]
    await ok(patched('processor', gin, { subcontractorOf: [principal] }))
    await certify(gin, standards.body)
    expect(await openFindings('processor', gin)).toEqual([])
    const theirs = await certify(principal, otherBody)
    const finding = { ruleId: '4.1', severity: 'WARN', message: expect.stringContaining('OTHER') }
    expect(await openFindings('processor', gin)).toMatchObject([finding])
    expect(await openFindings('processor', principal)).toEqual([])
    // It names nobody any more, and then it does again.
    await ok(patched('processor', gin, { subcontractorOf: [] }))
    expect(await openFindings('processor', gin)).toEqual([])
    expect((await ok(patched('processor', gin, { subcontractorOf: [principal] }))).subcontractorOf).toEqual([principal])
    expect(await openFindings('processor', gin)).toMatchObject([finding])
    // What was withdrawn certifies nobody; taken back, it does.
    const { event } = await ok(onCertificate(as('ada'), theirs, 'WITHDRAWN', '2025-12-01'))
    expect(await openFindings('processor', gin)).toEqual([])
    await ok(as('ada').post(`/scopecertificate/${theirs}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await openFindings('processor', gin)).toMatchObject([finding])
  })
  it('has none any more that somebody has decided, whatever is edited or confirmed, until another body or principal is in it', async () => {
    const [gin, principal, third] = [await made('processor'), await made('processor'), await made('processor')]
    await ok(patched('processor', gin, { subcontractorOf: [principal] }))
    await certify(gin, standards.body)
    await certify(principal, otherBody)
    const [finding] = await openFindings('processor', gin)
    await ok(as('ada').post(`/processor/${gin}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'Agreed by both bodies' }))
    await ok(patched('processor', gin, { tradeName: 'Gin by contract' }))
    expect(await openFindings('processor', gin)).toEqual([])
    // Each judges it again, whatever they are called since.
    await ok(patched('processor', principal, { tradeName: 'Renamed principal' }))
    await certify(gin, standards.body, { scheme: 'NPOP' })
    await certify(principal, otherBody, { validFrom: '2026-10-01', validTo: '2027-09-30' })
    expect(await openFindings('processor', gin)).toEqual([])
    await certify(third, otherBody)
    await ok(patched('processor', gin, { subcontractorOf: [third] }))
    expect(await openFindings('processor', gin)).toMatchObject([{ ruleId: '4.1', figures: { theirBodyId: otherBody, principalId: third } }])
  })
  it('has none that was decided before it named ids (migration 0102), by its names or by its sentence', async () => {
    const migration = readMigrations().find(({ name }) => /subcontractors-by-id/.test(name))?.sql ?? ''
    for (const former of ['names', 'sentence']) {
      const [gin, principal] = [await made('processor'), await made('processor')]
      await ok(patched('processor', gin, { subcontractorOf: [principal] }))
      await certify(gin, standards.body)
      await certify(principal, otherBody)
      const [finding] = await openFindings('processor', gin)
      await ok(as('ada').post(`/processor/${gin}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'Agreed' }))
      await world.database.owner(async (db) => {
        const [, scheme, own, theirPrincipal, theirs] =
          /^For (.*) it is certified by (.*), and (.*), for which it works under contract, by (.*)\.$/.exec(finding.message) ?? []
        const figures = former === 'names' ? { scheme, own, principal: theirPrincipal, theirs } : null
        await sql`update flag set figures = ${figures === null ? null : JSON.stringify(figures)}::jsonb where id = ${finding.id}::uuid`.execute(db)
        await sql.raw(migration).execute(db)
      })
      await ok(patched('processor', gin, { tradeName: `Gin ${former}` }))
      await certify(gin, standards.body, { scheme: 'NPOP' })
      expect([former, await openFindings('processor', gin)]).toEqual([former, []])
    }
  })
  it('has none of the same body, of another scheme, of a term that has no day in common, and none before anything is confirmed', async () => {
    const [gin, principal] = [await made('processor'), await made('processor')]
    await ok(patched('processor', gin, { subcontractorOf: [principal] }))
    await certify(gin, standards.body)
    await ok(as('ada').post('/scopecertificate', await standards.input({ processorId: principal }, { scheme: 'GOTS', certificationBodyId: otherBody })))
    await certify(principal, standards.body, { scheme: 'NPOP' })
    await certify(principal, standards.body)
    await certify(principal, otherBody, { validFrom: '2026-10-01', validTo: '2027-09-30' })
    expect(await openFindings('processor', gin)).toEqual([])
  })
})

describe('the read point of a facility', () => {
  it('is an address', async () => {
    for (const readPointUri of ['Gin 4', 'www.gin.example/4', 'https://', 'https://gin.example/a b', 'urn:', 'javascript:alert(1)'])
      await refused(() => patched('processingsystem', chain.gin, { readPointUri }), invalid('readPointUri', 'format'))
  })
  it('is where EPCIS documents read goods there, in the same events as before', async () => {
    const atGin = await chain.boughtAtGin(200)
    const eventsOf = async (): Promise<Json[]> => (await ok(as('ada').get(`/reports/epcis-document.json?lot=${atGin}`))).epcisBody.eventList
    const before = await eventsOf()
    const readPointUri = 'urn:epc:id:sgln:8901234.00002.4'
    await ok(patched('processingsystem', chain.gin, { readPointUri }))
    const after = await eventsOf()
    const isThere = ({ bizLocation }: Json) => bizLocation?.id.endsWith(`/facility/${chain.gin}`)
    const there = before.filter(isThere)
    expect(there.length).toBeGreaterThan(0)
    expect(after).toEqual(before.map((event) => (isThere(event) ? { ...event, readPoint: { id: readPointUri } } : event)))
    await ok(patched('processingsystem', chain.gin, { readPointUri: null }))
    expect(await eventsOf()).toEqual(before)
  })
})

describe('bounds of quality of a product', () => {
  const set = (values: Json) => patched('product', chain.products.seedCotton, values)
  it('rise from the lowest to the highest value, have one of them, and are there once for each property', async () => {
    const rising = invalid('qcParams', 'rule')
    await refused(() => set({ qcParams: [{ code: 'TRASH', min: 3, max: 2 }] }), rising)
    await refused(() => set({ qcParams: [{ code: 'TRASH' }] }), rising)
    const twice = [
      { code: 'TRASH', max: 2 },
      { code: 'TRASH', min: 1 },
    ]
    await refused(() => set({ qcParams: twice }), invalid('qcParams', 'taken'))
    await refused(() => set({ qcParams: [{ code: 'COLOUR', max: 2 }] }), { status: 400 })
  })
  it('are a note on a test outside of them, or with a grade that the product does not have; and none without', async () => {
    const batchId = await chain.boughtAtGin(100)
    const test = (day: string, data: Json) => ok(record(as('paul'), 'processingsystem', chain.gin, 'QC_TEST', day, { batchId, result: 'PASS', ...data }))
    expect((await test('2025-12-01', { trash: 9, grade: 'C' })).findings).toEqual([])
    await ok(set({ qcParams: [{ code: 'TRASH', min: 0, max: 3 }], gradeScale: ['A', 'B'] }))
    expect((await test('2025-12-02', { trash: 3, grade: 'b' })).findings).toEqual([])
    const outside = await test('2025-12-03', { trash: 3.1, grade: 'A' })
    expect(outside.findings).toMatchObject([{ ruleId: '4.3', severity: 'WARN', message: expect.stringContaining('Trash') }])
    expect((await test('2025-12-04', { trash: 1, grade: 'C' })).findings).toMatchObject([{ ruleId: '4.3', severity: 'WARN' }])
    // A test that failed is to be decided, and noted besides.
    const failed = await test('2025-12-05', { trash: 9, result: 'FAIL' })
    expect(failed.findings.map(({ ruleId, severity }: Json) => `${ruleId} ${severity}`).sort()).toEqual(['4.3 WARN', '4.4 REVIEW'])
    const noted = async () => (await openFindings('processingsystem', chain.gin)).filter(({ eventId }) => eventId === outside.event.id)
    expect(await noted()).toHaveLength(1)
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${outside.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await noted()).toEqual([])
  })
})

describe('the owner of an internal control', () => {
  it('is a company that there is and that has not left, set by whoever may edit the group', async () => {
    await refused(() => patched('collective', group(), { mandatorId: '01900000-0000-7000-8000-000000000001' }), { status: 400 })
    await refused(() => patched('collective', group(), { mandatorId: chain.ginner }, 'fatima'), { status: 403 })
    expect((await ok(patched('collective', group(), { mandatorId: chain.ginner }))).mandatorId).toBe(chain.ginner)
    expect((await chain.view('collective', group())).mandatorId).toBe(chain.ginner)
    expect((await ok(patched('collective', group(), { mandatorId: null }))).mandatorId).toBeNull()
  })
})

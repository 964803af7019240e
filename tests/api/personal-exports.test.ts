// BR-35: a file that says something of a person is made for a stated purpose alone, and who took out what for what stays in their history and
// in the audit log. Their record stays at its version: whoever edits it at that time is not refused.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import { scheduledReports } from '#server/jobs/clock/scheduled-reports.ts'
import { runClock } from '#server/jobs/clock.ts'
import { exportJob } from '#server/jobs/exports.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { reportJob } from '#server/jobs/report.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok } from './chain-stage.ts'

let now = new Date('2026-01-15T06:30:00Z')
let world: World
let chain: Chain
let lotId: string
const as = (who: string) => world.as(who, 'OP1')
const idOf = (who: string): string => world.people[who]?.id ?? ''
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const { farmerId, cropId } = await chain.sown({ name: 'Anil' })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 900)
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, cropId, 400))
}, 120_000)

const context = (): JobContext => ({
  database: world.database,
  behaviours: world.deps.behaviours,
  log: world.deps.log,
  clock: () => now,
  stop: new AbortController().signal,
})
const parts = () => ({
  storage: databaseStorage(world.database),
  personNow: async (...who: Parameters<NonNullable<World['deps']['personNow']>>) => (await world.deps.personNow?.(...who)) ?? null,
})
/** Newest first. */
const takenOutBy = async (who: string): Promise<Json[]> =>
  (await ok(as('ada').get(`/user/${idOf(who)}/history?limit=200`))).items.filter(({ eventType }: Json) => eventType === 'PERSONAL_DATA_EXPORTED')
const without = { status: 400, body: { code: 'VALIDATION', ruleId: 'BR-35', fields: [{ path: 'purpose', code: 'required' }] } }
const wrong = [
  ['', without.body.fields],
  ['purpose=', without.body.fields],
  ['purpose=CURIOSITY', [{ path: 'purpose', code: 'choice' }]],
  ['purpose=toString', [{ path: 'purpose', code: 'choice' }]],
  ['purpose=OTHER', [{ path: 'purposeNote', code: 'required' }]],
  ['purpose=OTHER&purposeNote=%20', [{ path: 'purposeNote', code: 'required' }]],
  [`purpose=PAYMENT&purposeNote=${'x'.repeat(201)}`, [{ path: 'purposeNote', code: 'max' }]],
  ['purposeNote=for+them', [{ path: 'purpose', code: 'required' }]],
] as const
const given = (query: string) => Object.fromEntries(new URLSearchParams(query))

describe('a file with personal data is refused without a purpose (400 BR-35) and leaves nothing', () => {
  it.each(wrong)('?%s', async (query, fields) => {
    const expected = { status: 400, body: { code: 'VALIDATION', ruleId: 'BR-35', fields } }
    for (const format of ['csv', 'xlsx', 'geojson']) await refused(() => as('omar').get(`/farmer/export?format=${format}&${query}`), expected)
    await refused(() => as('omar').get(`/landparcel/export?${query}`), expected)
    await refused(() => as('omar').post(`/farmer/exports?format=csv&${query}`), expected)
    for (const format of ['csv', 'xlsx', 'pdf', 'json']) await refused(() => as('omar').get(`/reports/farmer-register.${format}?${query}`), expected)
    await refused(() => as('omar').post('/reports/farmer-register/runs', { format: 'csv', ...given(query) }), expected)
    await refused(() => as('omar').post('/reports/certifier-pack/runs', { format: 'zip', ...given(query) }), expected)
    const schedule = { format: 'csv', rhythm: 'DAY', hour: 7, recipients: [idOf('omar')], ...given(query) }
    await refused(() => as('omar').post('/reports/farmer-register/schedules', schedule), expected)
    expect(await takenOutBy('omar')).toEqual([])
  })
  it('to a role from which phones are hidden, too: names are not', async () => {
    const { needPurpose, masked } = await ok(as('pooja').get('/reports/farmer-register'))
    expect([needPurpose.length > 0, masked]).toEqual([true, ['relationName', 'phone']])
    await refused(() => as('pooja').get('/reports/farmer-register.csv'), without)
  })
})

describe('a file without personal data needs none, and is not noted', () => {
  it('of a list, and of a report of sums', async () => {
    expect((await as('omar').get('/crop/export')).status).toBe(200)
    expect((await ok(as('omar').get('/reports/crop-area-statement'))).needPurpose).toEqual([])
    expect((await as('omar').get('/reports/crop-area-statement.csv')).status).toBe(200)
    expect((await as('omar').post('/reports/stock-ledger/runs', { format: 'csv' })).status).toBe(202)
    // The index of a pack names files, the pack names people.
    expect((await ok(as('omar').get('/reports/certifier-pack'))).needPurpose).toEqual(['zip'])
    expect(await takenOutBy('omar')).toEqual([])
  })
  it('for a role from which all that is personal in it is hidden', async () => {
    const lot = await chain.atGin(lotId, 300)
    await refused(() => as('omar').get(`/reports/lot-trace.json?lot=${lot}`), without)
    expect((await ok(as('paul').get(`/reports/lot-trace?lot=${lot}`))).needPurpose).toEqual([])
    const { rows } = await ok(as('paul').get(`/reports/lot-trace.json?lot=${lot}`))
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('Anil')
    expect(await takenOutBy('paul')).toEqual([])
  })
  it('takes an unknown purpose from nobody all the same', async () => {
    await refused(() => as('omar').get('/crop/export?purpose=CURIOSITY'), { status: 400, body: { ruleId: 'BR-35' } })
  })
})

describe('what was taken out', () => {
  it('of a list is noted once, with purpose, filter, rows and what is personal in it; not of its headers alone', async () => {
    expect((await as('omar').send('/farmer/export?purpose=PAYMENT', { method: 'HEAD' })).status).toBe(200)
    expect(await takenOutBy('omar')).toEqual([])
    const { status, body } = await as('omar').get('/farmer/export?purpose=PAYMENT&purposeNote=premium&filter[village]=Ghatti&sort=memberNo')
    const rows = String(body).trim().split('\r\n').length - 1
    const [noted, ...more] = await takenOutBy('omar')
    expect([status, more]).toEqual([200, []])
    expect(noted).toMatchObject({
      recordedBy: idOf('omar'),
      source: 'WEB',
      data: { purpose: 'PAYMENT', note: 'premium', what: 'Farmers', format: 'csv', rows },
    })
    expect(new URLSearchParams(noted?.data.filter).get('filter[village]')).toBe('Ghatti')
    expect(noted?.data.columns).toMatch(/^Personal data: .*First name.*Phone.*Account number/)
    expect(JSON.parse(noted?.data.columnWords)).toMatchObject({ key: 'Personal data: {{1}}.' })
  })
  it('of a report, and of one made in the background once it is made', async () => {
    await ok(as('carla').get('/reports/farmer-register.json?purpose=CERTIFICATION'))
    const run = await ok(as('carla').post('/reports/approved-farmer-list/runs', { format: 'csv', purpose: 'OTHER', purposeNote: 'a study' }))
    expect((await takenOutBy('carla')).map(({ data }) => data.what)).toEqual(['Farmer register'])
    for (let time = 0; time < 2; time++) await reportJob(parts()).run(context(), { tenantId: world.tenants.cotton.id, runId: run.id })
    expect((await takenOutBy('carla')).map(({ data }) => [data.what, data.purpose, data.note, data.rows])).toEqual([
      ['Approved farmer list', 'OTHER', 'a study', expect.any(Number)],
      ['Farmer register', 'CERTIFICATION', null, 1],
    ])
  })
  it('of a long export once its file is there, however often its job comes', async () => {
    const before = (await takenOutBy('omar')).length
    const { id: exportId } = await ok(as('omar').post('/landowner/exports?format=csv&purpose=AUTHORITY_REQUEST'))
    await exportJob(parts()).run(context(), { tenantId: world.tenants.cotton.id, exportId })
    await expect.poll(async () => (await ok(as('omar').get(`/landowner/exports/${exportId}`))).state, { timeout: 30_000 }).toBe('DONE')
    await exportJob(parts()).run(context(), { tenantId: world.tenants.cotton.id, exportId })
    const noted = await takenOutBy('omar')
    expect(noted.length).toBe(before + 1)
    expect(noted[0]?.data).toMatchObject({ purpose: 'AUTHORITY_REQUEST', what: 'Landowners', rows: 0 })
  })
  it('leaves the version of the person as it is, also several at a time: whoever edits them is not refused', async () => {
    const omar = await ok(as('ada').get(`/user/${idOf('omar')}`))
    const answers = await Promise.all(Array.from({ length: 5 }, () => as('omar').get('/farmer/export?purpose=TRAINING')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await takenOutBy('omar')).filter(({ data }) => data.purpose === 'TRAINING')).toHaveLength(5)
    expect((await ok(as('ada').get(`/user/${idOf('omar')}`))).version).toBe(omar.version)
    await ok(as('ada').patch(`/user/${idOf('omar')}`, { conflictOfInterest: [], mfa: true }, { 'if-match': `"${omar.version}"` }))
    const edited = await ok(as('ada').get(`/user/${idOf('omar')}`))
    await ok(as('ada').patch(`/user/${idOf('omar')}`, { mfa: false }, { 'if-match': `"${edited.version}"` }))
  })
  it('stands in the audit log for the administrator and for the manager of whose data it is, and for no other group', async () => {
    const log = async (who: string, operator: string) =>
      (await ok(world.as(who, operator).get('/reports/audit-log'))).rows.filter(({ event }: Json) => event === 'PERSONAL_DATA_EXPORTED')
    const [first] = (await log('ada', 'OP1')).filter(({ reason }: Json) => reason === 'PAYMENT: premium')
    expect(first).toMatchObject({ who: world.people.omar?.name, record: world.people.omar?.name, entity: 'user', field: 'Farmers' })
    expect(first.after).toMatch(/^csv; \d+; Personal data: /)
    expect(await log('omar', 'OP1')).toEqual(await log('ada', 'OP1'))
    expect(await log('leela', 'OP2')).toEqual([])
  })
  it('is nobody’s to record by hand, nor to take back', async () => {
    const data = { purpose: 'PAYMENT', what: 'Farmers', format: 'csv', columns: 'Phone' }
    const event = { eventType: 'PERSONAL_DATA_EXPORTED', occurredAt: now.toISOString(), data }
    await refused(() => as('ada').post(`/user/${idOf('omar')}/events`, event), { status: 400 })
    const [{ id } = { id: '' }] = await takenOutBy('omar')
    await refused(() => as('ada').post(`/user/${idOf('omar')}/events/${id}/void`, { reason: 'DID_NOT_OCCUR', note: 'no' }), { status: 409 })
  })
})

describe('a report that comes by itself', () => {
  const tick = () => runClock({ ...context(), jobWaits: () => {} } as never, world.tenants.cotton, [scheduledReports])
  const schedule = (changes: object = {}) =>
    as('omar').post('/reports/stock-ledger/schedules', { format: 'csv', rhythm: 'DAY', hour: 7, recipients: [idOf('omar')], ...changes })
  it('has its purpose with it, and so has each of its runs', async () => {
    const { id, purpose } = await ok(
      as('omar').post('/reports/farmer-register/schedules', {
        format: 'csv',
        rhythm: 'DAY',
        hour: 7,
        recipients: [idOf('omar')],
        purpose: 'TRAINING',
        purposeNote: 'weekly round',
      }),
    )
    expect(purpose).toBe('TRAINING')
    now = new Date('2026-01-16T02:00:00Z')
    await tick()
    const runs = await ok(as('omar').get('/report-runs'))
    const run = runs.items.find(({ report }: Json) => report === 'farmer-register')
    await reportJob(parts()).run(context(), { tenantId: world.tenants.cotton.id, runId: run.id })
    expect((await takenOutBy('omar'))[0]?.data).toMatchObject({ purpose: 'TRAINING', note: 'weekly round', what: 'Farmer register' })
    await ok(as('omar').post(`/report-schedules/${id}/remove`))
  })
  it('of sums needs none', async () => {
    expect((await ok(schedule())).purpose).toBeNull()
  })
  it('without one, from before it was asked, stops with a sentence and makes no file', async () => {
    const { id } = await ok(
      as('omar').post('/reports/farmer-register/schedules', { format: 'csv', rhythm: 'DAY', hour: 7, recipients: [idOf('omar')], purpose: 'TRAINING' }),
    )
    await world.scoped('ada', async ({ db, tenant }) =>
      sql`update report_schedule set purpose = null where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
    )
    const before = (await ok(as('omar').get('/report-runs'))).items.filter(({ report }: Json) => report === 'farmer-register').length
    now = new Date('2026-01-17T02:00:00Z')
    await tick()
    const mine = (await ok(as('omar').get('/report-schedules'))).items.find((one: Json) => one.id === id)
    expect(mine).toMatchObject({ state: 'STOPPED', message: expect.stringContaining('nobody said what they are for') })
    expect((await ok(as('omar').get('/report-runs'))).items.filter(({ report }: Json) => report === 'farmer-register')).toHaveLength(before)
  })
  it('and a run that was requested without one fails with the rule’s sentence', async () => {
    const { id } = await ok(as('omar').post('/reports/farmer-register/runs', { format: 'csv', purpose: 'PAYMENT' }))
    await world.scoped('ada', async ({ db, tenant }) =>
      sql`update report_run set purpose = null where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
    )
    await reportJob(parts()).run(context(), { tenantId: world.tenants.cotton.id, runId: id })
    expect(await ok(as('omar').get(`/report-runs/${id}`))).toMatchObject({ state: 'FAILED', message: 'This file has personal data. Say what they are for.' })
  })
})

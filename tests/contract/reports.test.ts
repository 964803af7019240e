// Every declared report, whatever it is: its query is there, its answer and files are as the API document says, its hash can be worked out by
// others, and it shows nothing to whoever it is not for: other roles, other operators, other programmes.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessScopes, type Role, roles } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, directRowsOf, type ReportColumn, reportGroups } from '#domain/reports/report.ts'
import { type Chain, chainOf, clock, ok, record } from '../api/chain-stage.ts'
import { clientOf } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'

let world: World
let chain: Chain
let lotId: string
const as = (who: string) => world.as(who, 'OP1')
/** The parameters that a report demands. */
const queryOf = ({ parameters }: AnyReport): string => ('lot' in parameters ? `?lot=${lotId}` : '')
const pathOf = (report: AnyReport, format = ''): string => `/reports/${report.id}${format}${queryOf(report)}`
/** Files with personal data need one; to others it is nothing unknown. */
const withPurpose = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}purpose=OWN_RECORDS`
const every = reports.map((report) => [report.id, report] as const)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { farmerId, cropId } = await chain.sown({ name: 'Anil' })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 900)
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, cropId, 400))
  // What the reports of tests, trainings and inputs list.
  await ok(record(as('omar'), 'productbatch', lotId, 'SAMPLE_TAKEN', '2025-11-20', { kind: 'RESIDUE', sampleNo: 'S-1', laboratory: 'Lab One' }))
  const { operatorId } = await ok(as('omar').get(`/farmer/${farmerId}`))
  await ok(record(as('omar'), 'collective', operatorId, 'TRAINING', '2025-07-01', { topic: 'Compost', hours: 2, farmerIds: [farmerId] }))
  const { id: itemId } = await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Neem oil', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))
  await ok(record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', '2025-08-01', { itemId, dosePerHa: 2, unit: 'L', total: 2, target: 'Aphids' }))
  const ginned = await chain.atGin(lotId, 300)
  await ok(record(world.as('paul', 'OP1'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin', method: 'BLOWN' }, 9))
  const run = {
    process: 'GINNING',
    inputs: [{ batchId: ginned, kg: 100 }],
    outputs: [
      { productId: chain.products.lint, kg: 34 },
      { productId: chain.products.cottonseed, kg: 63 },
    ],
    wasteKg: 3,
    invisibleKg: 0,
    startedAt: '2025-11-24T05:00:00Z',
    endedAt: '2025-11-24T06:00:00Z',
  }
  await ok(record(world.as('paul', 'OP1'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-24', run, 13))
  const seeds = seedsOf(world)
  const values = { sellerScopeId: chain.certificates.group, schemeId: await chain.standards.scheme('NPOP'), certificationBodyId: chain.standards.body }
  await seeds.make(entityOf('transactioncertificate'), { values })
  // A list of farmers is of the day on which it is drawn up.
  await ok(record(as('omar'), 'collective', operatorId, 'LIST_DRAWN_UP', '2026-01-15', { farmSchemeId: values.schemeId, seasonId: chain.season }))
  const { id: listId, hash } = (await ok(as('omar').get('/approvedlist'))).items[0]
  await ok(record(as('omar'), 'approvedlist', listId, 'SIGNED', '2026-01-15', { hash }))
  await ok(record(as('carla'), 'approvedlist', listId, 'COUNTERSIGNED', '2026-01-15', { hash }))
  // Of every other kind that a report is on, at least one; what was found, before the day of the chain's clock.
  const found = { values: { openedOn: '2026-01-10', dueOn: '2026-01-20' } }
  for (const report of reports) {
    const entity = findEntity(report.on)
    if (entity && !queryOf(report) && (await ok(as('ada').get(pathOf(report)))).count === 0)
      await seeds.make(entity, entity.name === 'nonconformity' ? found : {})
  }
})

describe('the table of reports', () => {
  it('has a query of its name for each, and no other', () => {
    const folder = 'src/server/reports/declared'
    expect(reports.filter(({ id }) => !existsSync(`${folder}/${id}.ts`))).toEqual([])
    expect(readdirSync(folder).map((name) => name.replace(/\.ts$/, ''))).toEqual(reports.map(({ id }) => id).sort())
  })
  it.each(every)('%s is sound', (_, report) => {
    expect(reportGroups).toContain(report.group)
    expect(report.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(findEntity(report.on) ?? report.on).toBeTruthy()
    for (const name of report.totals ?? []) expect(factsOf(report.columns[name] as ReportColumn).isNumber).toBe(true)
    // Whoever it is for sees something through that role.
    const without = report.roles.filter((role) => accessScopes({ grants: [{ role }] }, report.on, findEntity(report.on) ? 'L' : 'V').length === 0)
    expect(without).toEqual([])
    // Words, not ids: a file says the same as the screen.
    expect(Object.values<ReportColumn>(report.columns).filter(({ kind }) => kind === 'reference' || kind === 'references')).toEqual([])
  })
})

describe.each(every)('%s', (id, report) => {
  it('refuses every role that it is not for, and nobody at all', async () => {
    for (const role of Object.keys(roles) as Role[]) {
      if (report.roles.includes(role)) continue
      const [operator, processor] = [world.places.cotton.OP1?.id ?? '', world.places.cotton['KHARGONE-GIN']?.id ?? '']
      const user = {
        id: `01900000-0000-7000-8000-0000000000${Object.keys(roles).indexOf(role) + 10}`,
        name: role,
        email: null,
        grants: [{ role, operatorIds: [operator], processorIds: [processor] }],
      }
      const { status, body } = await world.asUser(user, 'cotton', 'OP1').get(pathOf(report))
      expect([role, status, body.code]).toEqual([role, 403, 'FORBIDDEN'])
    }
    const host = `${world.tenants.cotton.subdomain}.farmbook.test`
    expect((await clientOf(world.app, host, {}, '/api/operators/OP1').get(pathOf(report))).status).toBe(401)
  })
  it('refuses parameters that it does not have, and days that are none', async () => {
    expect((await as('ada').get(`${pathOf(report)}${queryOf(report) ? '&' : '?'}colour=red`)).body.fields).toMatchObject([{ path: 'colour', code: 'unknown' }])
    for (const name of Object.keys(report.parameters).filter((one) => report.parameters[one]?.kind === 'date'))
      expect((await as('ada').get(`${pathOf(report)}${queryOf(report) ? '&' : '?'}${name}=2025-02-30`)).body.fields?.[0]).toMatchObject({ path: name })
  })
  it('answers as the API document says, and writes nothing', async () => {
    const before = await rowCounts(world)
    const { status, body } = await as('ada').get(pathOf(report))
    expect([status, flawsOfAnswer(`report.${id}`, status, body)]).toEqual([200, []])
    expect(body.count).toBeGreaterThan(0)
    expect(await rowCounts(world)).toEqual(before)
  })
  it('has the same rows each time, and a hash of them that others can work out', async () => {
    const { body } = await as('ada').get(pathOf(report))
    const again = await as('ada').get(pathOf(report))
    expect(again.body.rows).toEqual(body.rows)
    if (body.sha256 !== null)
      expect(body.sha256).toBe(
        createHash('sha256')
          .update(canonicalize(body.rows) ?? '')
          .digest('hex'),
      )
    // A document of a standard has the members of that standard.
    if (!report.formats.includes('json') || report.isLinkedData) return
    const file = await as('ada').get(withPurpose(pathOf(report, '.json')))
    expect(file.body.sha256).toBe(
      createHash('sha256')
        .update(canonicalize(file.body.rows) ?? '')
        .digest('hex'),
    )
    expect(file.body.rows.length).toBe(body.count)
  })
  it('is saved in each of its formats, with the hash in the header', async () => {
    for (const format of report.formats.filter(directRowsOf))
      for (const language of ['en', 'hi']) {
        // First: that a file with personal data was made is a row of the audit log itself.
        const { body } = await as('ada').get(pathOf(report))
        const { status, headers, bytes } = await raw(`${withPurpose(pathOf(report, `.${format}`))}&language=${language}`)
        expect([format, status, headers.get('x-report-sha256')]).toEqual([format, 200, expect.stringMatching(/^[0-9a-f]{64}$/)])
        const start = new TextDecoder('latin1').decode(bytes.subarray(0, 5))
        if (format === 'pdf') expect(start).toBe('%PDF-')
        if (format !== 'xlsx') continue
        const [table, about] = (await readXlsx(bytes)).sheets
        const hasTotals = (report.totals ?? []).length > 0
        expect(table?.rows.length).toBe(body.count + 1 + (hasTotals ? 1 : 0))
        expect(about?.rows.find(([label]) => label === 'SHA-256')?.[1]).toBe(headers.get('x-report-sha256'))
      }
  })
  it('shows nothing of an operator to the people of another, nor of a programme to another', async () => {
    expect((await world.as('leela', 'OP1').get(pathOf(report))).status).toBe(404)
    const own = await world.as('leela', 'OP2').get(pathOf(report))
    // A lot of another operator is not there for them.
    if (queryOf(report)) expect(own.body.fields).toMatchObject([{ path: 'lot', code: 'missing' }])
    // Their own records: only what the programme made of them.
    else expect(JSON.stringify(own.body.rows)).not.toMatch(/Anil|ORG\/1|Kasrawad centre/)
    const dairy = await world.as('dina').get(pathOf(report))
    if (!queryOf(report)) expect(JSON.stringify(dairy.body.rows)).not.toMatch(/Anil|ORG\/1|Kasrawad centre/)
  })
})

async function raw(path: string): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const host = `${world.tenants.cotton.subdomain}.farmbook.test`
  const response = await world.app.request(`http://${host}/api/operators/OP1${path}`, { headers: { host, 'x-test-user': world.people.ada?.id ?? '' } })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

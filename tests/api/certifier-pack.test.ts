// R28, the pack for the certification body: who may have it made, what its index says, and what the ZIP holds: reports, lists as they were signed, and documents,
// each with a fingerprint that whoever has the file can work out.
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import { reportJob } from '#server/jobs/report.ts'
import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const address = '/reports/certifier-pack'
const manual = pdf('Manual of the internal control system')
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
let list: Json
let now = clock()

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const { farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  const op1 = world.places.cotton.OP1?.id as string
  const schemeId = await chain.standards.scheme('NPOP')
  await ok(record(as('omar'), 'collective', op1, 'LIST_DRAWN_UP', '2026-01-15', { farmSchemeId: schemeId, seasonId: chain.season }))
  const [drawn] = (await ok(as('omar').get('/approvedlist'))).items
  list = await chain.view('approvedlist', drawn.id)
  await ok(record(as('omar'), 'approvedlist', list.id, 'SIGNED', '2026-01-15', { hash: list.hash }))
  const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(manual) }
  const { id: fileId } = await ok(as('ada').send('/files?name=ics-manual.pdf', init))
  const { version } = await chain.view('collective', op1)
  await ok(as('ada').patch(`/collective/${op1}`, { icsManual: [fileId] }, { 'if-match': `"${version}"` }))
}, 120_000)

const work = (runId: string) =>
  reportJob({
    storage: databaseStorage(world.database),
    personNow: async (tenant, id, db) => (await world.deps.personNow?.(tenant, id, db)) ?? null,
  }).run(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => now, stop: new AbortController().signal },
    { tenantId: world.tenants.cotton.id, runId },
  )
const unzipped = async (who: string): Promise<Record<string, Uint8Array>> => {
  const { id } = await ok(as(who).post(`${address}/runs`, { format: 'zip', parameters: { season: chain.season }, purpose: 'CERTIFICATION' }))
  await work(id)
  const run = await ok(as(who).get(`/report-runs/${id}`))
  expect(run).toMatchObject({ state: 'DONE', fileName: expect.stringMatching(/^certifier-pack-2026-01-15-[2-9A-Z]{12}\.zip$/) })
  const stored = await world.database.owner((db) =>
    db
      .selectFrom('report_run as r')
      .innerJoin('file_content as c', 'c.file_id', 'r.file_id')
      .select('c.bytes')
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return unzipSync(new Uint8Array(stored.bytes))
}

describe('the pack for the certification body', () => {
  it('is refused to roles that have none, for a season that is none, and at once: a ZIP is made in the background', async () => {
    for (const who of ['fatima', 'ines', 'paul', 'pooja']) await refused(() => as(who).get(address), { status: 403 })
    await refused(() => as('omar').get(`${address}?season=${crypto.randomUUID()}`), { status: 400, body: { fields: [{ path: 'season', code: 'missing' }] } })
    await refused(() => as('omar').get(`${address}.zip`), { status: 404 })
    await refused(() => as('omar').post('/reports/farmer-register/runs', { format: 'zip' }), {
      status: 400,
      body: { fields: [{ path: 'format', code: 'choice' }] },
    })
  })
  it('has an index of every report, list and document, with the fingerprints that the reports have by themselves', async () => {
    const { rows } = await ok(as('omar').get(`${address}?season=${chain.season}`))
    const reports = rows.filter(({ code }: Json) => code)
    expect(reports.map(({ code }: Json) => code)).toEqual(['R01', 'R02', 'R03', 'R06', 'R08', 'R10', 'R11', 'R12'])
    for (const { code, file, rows: count, hash } of reports) {
      const id = file.slice(code.length + 1)
      const alone = await ok(as('omar').get(`/reports/${id}${id === 'parcel-register' || id === 'nonconformity-log' ? '' : `?season=${chain.season}`}`))
      expect([code, count, hash]).toEqual([code, alone.count, alone.sha256])
    }
    expect(rows.filter(({ code }: Json) => !code)).toEqual([
      expect.objectContaining({ file: `signed-lists/${list.code}.json`, rows: 1, hash: list.hash }),
      expect.objectContaining({ file: 'documents/001-ics-manual.pdf', rows: null, hash: sha256(manual) }),
    ])
  })
  it('is one file: reports as paper and workbooks, the list as it was signed, the documents byte by byte', async () => {
    const files = await unzipped('omar')
    const { rows } = await ok(as('omar').get(`${address}?season=${chain.season}`))
    for (const { code, file } of rows.filter((row: Json) => row.code)) {
      expect([
        code,
        Buffer.from(files[`${file}.pdf`] ?? [])
          .subarray(0, 5)
          .toString(),
      ]).toEqual([code, '%PDF-'])
      expect([code, (await readXlsx(files[`${file}.xlsx`] ?? new Uint8Array())).sheets.length]).toEqual([code, 2])
    }
    expect(sha256(files[`signed-lists/${list.code}.json`] ?? '')).toBe(list.hash)
    expect(sha256(files['documents/001-ics-manual.pdf'] ?? '')).toBe(sha256(manual))
    const index = Buffer.from(files['index.csv'] ?? []).toString()
    for (const { hash } of rows) expect(index).toContain(hash)
    expect(
      Buffer.from(files['index.pdf'] ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
  it('is for the certification body, too, and has nothing of another group', async () => {
    expect(Object.keys(await unzipped('carla'))).toContain(`signed-lists/${list.code}.json`)
    const { rows } = await ok(world.as('ada', 'OP2').get(`${address}?season=${chain.season}`))
    expect(rows.filter(({ code }: Json) => !code)).toEqual([])
    expect(rows.find(({ code }: Json) => code === 'R01').rows).toBe(0)
  })
  it('of a past day has what it had on that day: reports, lists signed and documents attached by then', async () => {
    const index = async (query = '') => (await ok(as('omar').get(`${address}?season=${chain.season}${query}`))).rows
    const then: Json[] = await index()
    now = new Date('2026-01-20T06:30:00Z')
    const { farmerId } = await chain.sown({ name: 'Sunita' })
    await chain.decide('APPROVED', farmerId)
    const op1 = world.places.cotton.OP1?.id as string
    await ok(record(as('carla'), 'approvedlist', list.id, 'COUNTERSIGNED', '2026-01-20', { hash: list.hash }))
    await ok(record(as('omar'), 'collective', op1, 'LIST_DRAWN_UP', '2026-01-20', { farmSchemeId: list.schemeId, seasonId: chain.season }))
    const [next] = (await ok(as('omar').get('/approvedlist?sort=-versionNo&limit=1'))).items
    await ok(record(as('omar'), 'approvedlist', next.id, 'SIGNED', '2026-01-20', { hash: next.hash }))
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('Sketch of the plots')) }
    const { id: fileId } = await ok(as('ada').send('/files?name=sketch.pdf', init))
    const { version, icsManual } = await chain.view('collective', op1)
    await ok(as('ada').patch(`/collective/${op1}`, { icsManual: [...icsManual, fileId] }, { 'if-match': `"${version}"` }))
    const [later, today] = [await index('&asOf=2026-01-15&knownAt=2026-01-15'), await index()]
    expect(later).toEqual(then)
    expect(today.filter(({ code }: Json) => !code)).toHaveLength(4)
    expect(today.filter(({ hash }: Json) => !then.some((one) => one.hash === hash)).map(({ file }: Json) => file)).toEqual(
      expect.arrayContaining(['R01-farmer-register', 'R02-approved-farmer-list', 'documents/002-sketch.pdf']),
    )
  })
})

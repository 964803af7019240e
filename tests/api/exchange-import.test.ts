// Importing tables and maps: what is refused before anything begins, good rows in and bad rows back, the dry run
// that writes nothing, the same file twice, and large files that never lie in memory.
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import type { Answer, Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { dbfOf, shpOf, utm43, wgs84 } from '../harness/shapefile.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { farmers, header, person } from './exchange-stage.ts'

let world: World
let omar: Client
beforeAll(async () => {
  world = await openWorld()
  omar = world.as('omar')
})

const send = async (client: Client, body: BodyInit, path = '/farmer/import', headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await client.send(path, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=60', ...headers } })
  expect(flawsOfAnswer(`${path.split('/')[1]}.import`, answer.status, answer.body), path).toEqual([])
  return answer
}

describe('POST …/{entity}/import: what is refused before it begins', () => {
  it('refuses a field officer (403 FORBIDDEN), another operator’s manager (404) and a stranger (401)', async () => {
    expect(await send(world.as('fatima'), farmers(person()))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await send(world.as('leela', 'OP1'), farmers(person()))).toMatchObject({ status: 404 })
    expect(await world.stranger().send('/api/operators/OP1/farmer/import', { method: 'POST', body: 'a' })).toMatchObject({ status: 401 })
  })
  it('refuses what a form of another site could send (415), an empty file (400), and what is no table (415)', async () => {
    expect(await send(omar, farmers(person()), undefined, { 'content-type': 'text/plain' })).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA' } })
    expect(await send(omar, '')).toMatchObject({ status: 400, body: { fields: [{ path: 'file', code: 'required' }] } })
    expect(await send(omar, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toMatchObject({ status: 415 })
    expect(await send(omar, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toMatchObject({ status: 415, body: { detail: expect.stringContaining('.xls') } })
  })
  it('refuses a file that says it is larger than 50 MB (413 TOO_LARGE)', async () => {
    expect(await send(omar, 'member_no\n', undefined, { 'content-length': '60000000' })).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })
  it('refuses a kind, a parameter or a mapping it does not know (400)', async () => {
    for (const query of ['kind=purchases', 'dryrun=true', 'mapping=[1]', 'dryRun=yes'])
      expect((await send(omar, farmers(person()), `/farmer/import?${query}`)).status, query).toBe(400)
  })
  it('names the columns that are missing or doubled, and makes no job (400 VALIDATION)', async () => {
    const before = await rowCounts(world)
    const answer = await send(omar, 'member_no,Member No,first_name\n1,1,A\n')
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(answer.body.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'member_no', code: 'taken' }),
        expect.objectContaining({ path: 'holding_ha', code: 'required' }),
      ]),
    )
    expect(await rowCounts(world)).toEqual(before)
  })
  it('refuses a header without rows (400)', async () => {
    expect(await send(omar, `${header.join(',')}\n`)).toMatchObject({ status: 400 })
  })
})

describe('POST …/{entity}/import: rows', () => {
  it('takes good rows in, gives bad ones back with reasons by row and column (202), and shows them to their sender only', async () => {
    const [good, bad] = [person(), person({ holding_ha: 'much', gender: 'X' })]
    const strange = person({ joined_on: '2999-01-01' })
    const job = await send(omar, farmers(good, bad, strange), '/farmer/import?name=register.csv')
    expect(job).toMatchObject({ status: 202, body: { state: 'DONE', rows: 3, accepted: 1, created: 1, rejected: 2, progress: 1, fileName: 'register.csv' } })
    expect(job.headers.get('location')).toBe(`/api/operators/OP1/farmer/imports/${job.body.importId}`)
    expect(job.body.problems.map(({ row, column, code }: { row: number; column: string; code: string }) => [row, column, code])).toEqual([
      [3, 'gender', 'choice'],
      [3, 'holding_ha', 'type'],
      [4, 'joined_on', 'max'],
    ])
    expect((await omar.get(`/farmer?filter[memberNo]=${good.member_no}`)).body.items).toMatchObject([
      { firstName: good.first_name, status: 'DRAFT', source: 'IMPORT', language: 'hi' },
    ])
    expect(await world.as('leela', 'OP2').get(`/farmer/imports/${job.body.importId}`)).toMatchObject({ status: 404 })
    expect(await world.as('ada', 'OP1').get(`/farmer/imports/${job.body.importId}`)).toMatchObject({ status: 200 })
    const [list, one] = [await omar.get('/farmer/imports'), await omar.get(`/farmer/imports/${job.body.importId}`)]
    expect(list.body.items[0]).toMatchObject({ id: job.body.importId, rejected: 2 })
    expect([flawsOfAnswer('farmer.imports', 200, list.body), flawsOfAnswer('farmer.importProgress', 200, one.body)]).toEqual([[], []])
  })
  it('gives the rejected rows as a file that can be mended and sent again', async () => {
    const job = await send(omar, farmers(person(), person({ phone: '=cmd', no_phone: 'N' })))
    const rejects = await omar.get(`/farmer/imports/${job.body.importId}/rejects.csv`)
    expect(rejects.headers.get('content-disposition')).toMatch(/-rejects\.csv"$/)
    const lines = rejects.body.trim().split('\r\n')
    expect(lines[0]).toBe([...header, 'import_row', 'import_problems'].join(','))
    expect(lines[1]).toContain("'=cmd")
    expect(lines[1]).toContain('phone: ')
    expect(await send(omar, rejects.body.replace("'=cmd", '9826012345'))).toMatchObject({ body: { created: 1, rejected: 0, ignoredColumns: [] } })
  })
  it('knows the same rows again: nothing written twice, a change is a change, an empty cell leaves alone', async () => {
    const one = person()
    await send(omar, farmers(one))
    const before = await rowCounts(world)
    expect(await send(omar, farmers(one))).toMatchObject({ body: { created: 0, unchanged: 1 } })
    expect({ ...(await rowCounts(world)), import_job: 0, outbox: 0 }).toEqual({ ...before, import_job: 0, outbox: 0 })
    expect(await send(omar, farmers({ ...one, holding_ha: '1.75', district: '' }))).toMatchObject({ body: { changed: 1, unchanged: 0 } })
    expect((await omar.get(`/farmer?filter[memberNo]=${one.member_no}`)).body.items).toMatchObject([{ totalHoldingHa: 1.75, district: 'Khargone', version: 2 }])
  })
  it('refuses the second of two rows about the same member, and rows of another operator', async () => {
    const one = person()
    expect((await send(omar, farmers(one, { ...one, holding_ha: '3' }))).body).toMatchObject({
      created: 1,
      rejected: 1,
      problems: [{ row: 3, code: 'DUPLICATE' }],
    })
    const text = farmers(person()).replace('member_no', 'operator_code,member_no').replace('\r\nX', '\r\nOP2,X')
    expect((await send(omar, text)).body).toMatchObject({ rejected: 1, problems: [{ column: 'operator_code', code: 'choice' }] })
  })
  it('takes a file for several operators from an administrator, and asks which where it does not say', async () => {
    const [one, other] = [person(), person()]
    const text = csvText(
      ['operator_code', ...header],
      [
        ['OP1', ...header.map((name) => one[name] ?? '')],
        ['OP2', ...header.map((name) => other[name] ?? '')],
        ['', ...header.map((name) => person()[name] ?? '')],
      ],
    )
    const job = await send(world.as('ada', '-'), text)
    expect(job.body).toMatchObject({ created: 2, rejected: 1, problems: [{ row: 4, column: 'operator_code', code: 'required' }] })
    expect((await world.as('leela').get(`/farmer?filter[memberNo]=${other.member_no}`)).body.items).toHaveLength(1)
  })
  it('keeps what a rule only flags, and tells it (BR-23)', async () => {
    const one = person({ phone: '9826054321', no_phone: 'N' })
    const job = await send(
      omar,
      farmers(one, {
        ...person(),
        first_name: `${one.first_name}a`,
        last_name: one.last_name ?? '',
        village: one.village ?? '',
        phone: '9826054321',
        no_phone: 'N',
      }),
    )
    expect(job.body).toMatchObject({ created: 2, flagged: 1, problems: [{ row: 3, outcome: 'FLAGGED', ruleId: 'BR-23', severity: 'REVIEW' }] })
  })
  it('reads semicolons, tabs, UTF-16 and a mapping chosen by a person', async () => {
    const semicolons = farmers(person()).replaceAll(',', ';')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(farmers(person()).replaceAll(',', '\t'), 'utf16le')])
    const mapped = farmers(person()).replace('member_no', 'Nummer')
    expect([
      (await send(omar, semicolons)).body.created,
      (await send(omar, utf16)).body.created,
      (await send(omar, mapped, `/farmer/import?mapping=${encodeURIComponent('{"Nummer":"member_no"}')}`)).body.created,
    ]).toEqual([1, 1, 1])
  })
  it('stops at a quotation mark that never closes: at once when it sees it (400), else keeping whole transactions before it (FAILED)', async () => {
    expect(await send(omar, `${farmers(person())}"X-0,never closed\n`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('after row 2: a quotation mark') },
    })
    const many = Array.from({ length: 110 }, () => person({ gender: 'X' }))
    const job = await send(omar, `${farmers(...many)}"X-0,never closed\n`)
    expect(job.body).toMatchObject({ state: 'FAILED', message: expect.stringContaining('after row 111') })
    // Ten at first, then as many as keep nobody waiting for long: what was carried out before the end stays reported.
    expect(job.body.rejected).toBeGreaterThanOrEqual(10)
    expect(job.body.rejected).toBeLessThanOrEqual(110)
  })
  it('refuses text that is not UTF-8 with the way out (400 MALFORMED)', async () => {
    expect(await send(omar, Buffer.concat([Buffer.from(`${header.join(',')}\n`), Buffer.from([0x52, 0xe9, 0x6d, 0x0a])]))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('UTF-8') },
    })
  })
  it('answers the same Idempotency-Key with the same import, and another file with 409', async () => {
    const text = farmers(person())
    const first = await send(omar, text, undefined, { 'idempotency-key': 'once' })
    expect((await send(omar, text, undefined, { 'idempotency-key': 'once' })).body.importId).toBe(first.body.importId)
    expect(await send(omar, farmers(person()), undefined, { 'idempotency-key': 'once' })).toMatchObject({ status: 409, body: { code: 'DUPLICATE_KEY' } })
  })
})

describe('POST …/{entity}/import?dryRun=true and ?inspect=true', () => {
  it('finds everything a real import would and writes none of it', async () => {
    const before = await rowCounts(world)
    const one = person()
    const job = await send(omar, farmers(one, { ...one }, person({ state: '' })), '/farmer/import?dryRun=true')
    expect(job.body).toMatchObject({ isDryRun: true, state: 'DONE', created: 1, rejected: 2 })
    const { import_job, import_line, outbox: _end, ...after } = await rowCounts(world)
    expect(after).toEqual({ ...before, import_job: undefined, import_line: undefined, outbox: undefined })
    expect([import_job, import_line]).toEqual([(before.import_job ?? 0) + 1, (before.import_line ?? 0) + 2])
  })
  it('tells what each column would be, what is missing, and shows a few rows, without a job (200)', async () => {
    const before = await rowCounts(world)
    const look = await send(omar, 'Member No,Shoe size\nA-1,42\n', '/farmer/import?inspect=true')
    expect(look).toMatchObject({
      status: 200,
      body: {
        format: 'csv',
        columns: [
          { header: 'Member No', column: 'member_no' },
          { header: 'Shoe size', column: null },
        ],
        sample: [['A-1', '42']],
        ignored: ['Shoe size'],
      },
    })
    expect(look.body.missing).toContain('first_name')
    expect(look.body.wanted.find(({ name }: { name: string }) => name === 'gender')).toMatchObject({ label: 'Gender', required: true })
    expect(await rowCounts(world)).toEqual(before)
  })
})

describe('other files', () => {
  it('reads a workbook with numbers, days and yes or no as such', async () => {
    const one = person()
    const cells = header.map((name) =>
      name === 'holding_ha' ? 1.25 : name === 'joined_on' ? new Date('2022-04-01T00:00:00Z') : name === 'no_phone' ? true : (one[name] ?? null),
    )
    const workbook = await writeXlsx({ sheets: [{ name: 'Members', rows: [header, cells] }] })
    expect(
      (
        await send(omar, workbook as Uint8Array<ArrayBuffer>, '/farmer/import?name=members.xlsx', {
          'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        })
      ).body,
    ).toMatchObject({ created: 1, rejected: 0 })
    expect((await omar.get(`/farmer?filter[memberNo]=${one.member_no}`)).body.items).toMatchObject([
      { totalHoldingHa: 1.25, joinedOn: '2022-04-01', noPhone: true },
    ])
  })
  it('reads its own templates, and takes the example row for what it is', async () => {
    const template = await omar.get('/farmer/import-template.csv')
    expect(template.body).toContain('member_no,first_name')
    expect((await send(omar, template.body)).body).toMatchObject({ rows: 0, rejected: 0 })
    const workbook = await omar.send('/farmer/import-template.xlsx', {})
    expect([workbook.status, workbook.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    expect(await world.as('fatima').get('/farmer/import-template.csv')).toMatchObject({ status: 403 })
  })
  const plot = (lon: number) => [
    [lon, 22.1],
    [lon + 0.001, 22.1],
    [lon + 0.001, 22.101],
    [lon, 22.101],
    [lon, 22.1],
  ]
  const properties = (member: string, parcel_no: string) => ({ member_no: member, parcel_no, tenure: 'OWNED', declared_area: 1.14, water_regime: 'RAINFED' })
  it('reads GeoJSON: each feature a plot, a crossed one back with its cause', async () => {
    const one = person()
    await send(omar, farmers(one))
    const crossed = [
      [75.7, 22.1],
      [75.701, 22.101],
      [75.701, 22.1],
      [75.7, 22.101],
      [75.7, 22.1],
    ]
    const features = [
      [plot(75.6), '1'],
      [crossed, '2'],
      [plot(75.602), '3'],
    ].map(([ring, no]) => ({ type: 'Feature', properties: properties(one.member_no ?? '', no as string), geometry: { type: 'Polygon', coordinates: [ring] } }))
    const job = await send(omar, JSON.stringify({ type: 'FeatureCollection', features }), '/landparcel/import?name=plots.geojson', {
      'content-type': 'application/geo+json',
    })
    expect(job.body).toMatchObject({ created: 2, rejected: 1, problems: [{ row: 2, column: 'wkt', ruleId: 'BR-01' }] })
    expect((await omar.get(`/landparcel/imports/${job.body.importId}/rejects.csv`)).body).toContain('POLYGON ((75.7 22.1')
    const created = (await omar.get('/landparcel?sort=-createdAt&limit=2')).body.items
    const parcel = created.find(({ parcelNo }: { parcelNo: string }) => parcelNo === '3')
    expect(parcel).toMatchObject({ parcelNo: '3', status: 'MAPPED', boundaryMethod: 'IMPORT', mappedAreaHa: expect.closeTo(1.14, 1) })
  })
  it('reads KML, and gives a track back', async () => {
    const one = person()
    await send(omar, farmers(one))
    const data = Object.entries(properties(one.member_no ?? '', '9'))
      .map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
      .join('')
    const placemark = (geometry: string) => `<Placemark><ExtendedData>${data}</ExtendedData>${geometry}</Placemark>`
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark(
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${plot(75.63)
        .map((position) => position.join(','))
        .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
    )}${placemark('<LineString><coordinates>75,22 76,22</coordinates></LineString>')}</Document></kml>`
    expect((await send(omar, kml, '/landparcel/import', { 'content-type': 'application/vnd.google-earth.kml+xml' })).body).toMatchObject({
      created: 1,
      rejected: 1,
      problems: [{ row: 2, column: 'wkt', code: 'geometry_type' }],
    })
  })
  it('reads a zipped shapefile with its columns assigned by hand; no workbook, not two of them, none of a grid in metres, and no unpacked gigabytes', async () => {
    const one = person()
    await send(omar, farmers(one))
    // Ten characters are what a column's name has there.
    const words = (no: string) => ({ member_no: one.member_no ?? '', parcel_no: no, tenure: 'OWNED', declared_a: '1.14', water_regi: 'RAINFED' })
    const rows = [
      { rings: [plot(75.65).reverse() as [number, number][]], words: words('1') },
      { line: true as const, words: words('2') },
    ]
    const parts = (name: string, prj = wgs84) => [
      { name: `${name}.shp`, bytes: shpOf(rows) },
      { name: `${name}.dbf`, bytes: dbfOf(rows) },
      { name: `${name}.prj`, bytes: Buffer.from(prj) },
    ]
    const mapping = encodeURIComponent(JSON.stringify({ declared_a: 'declared_area', water_regi: 'water_regime' }))
    type Part = { name: string; bytes: Uint8Array }
    const upload = async (files: Part[], more = '') =>
      send(
        omar,
        new Uint8Array(zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, new Uint8Array(bytes)])))),
        `/landparcel/import?name=plots.zip&mapping=${mapping}${more}`,
        {
          'content-type': 'application/zip',
        },
      )
    const problem = async (files: Part[]) => {
      const { status, body } = await upload(files)
      return [status, body.detail]
    }
    expect(await problem([...parts('a'), ...parts('b')])).toEqual([400, expect.stringContaining('one shapefile')])
    expect(await problem([{ name: 'notes.txt', bytes: Buffer.from('x') }])).toEqual([400, expect.stringContaining('workbook')])
    expect(await problem(parts('a', utm43))).toEqual([400, expect.stringContaining('WGS84')])
    expect(await problem([{ name: 'a.shp', bytes: Buffer.alloc(64_000_001) }])).toEqual([413, expect.stringContaining('larger')])
    const inspected = (await upload(parts('fields/Plots'), '&inspect=true')).body
    expect(inspected).toMatchObject({ format: 'shapefile', missing: [] })
    const job = (await upload(parts('fields/Plots'))).body
    expect(job).toMatchObject({ created: 1, rejected: 1, problems: [{ row: 2, column: 'wkt', code: 'geometry_type' }] })
    const again = (await upload(parts('fields/Plots'))).body
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 1, rejected: 1 })
  })
  it('records events of many at once, each only once', async () => {
    const [one, other] = [person(), person()]
    await send(omar, farmers(one, other))
    const events = csvText(
      ['member_no', 'event_type', 'occurred_on', 'purpose'],
      [
        [one.member_no ?? '', 'VISIT', '2024-05-02', 'Soil talk'],
        [other.member_no ?? '', 'VISIT', '2024-05-02', ''],
        ['Nobody', 'VISIT', '2024-05-02', 'x'],
      ],
    )
    const job = await send(omar, events, '/farmer/import?kind=events')
    expect(job.body).toMatchObject({ created: 1, rejected: 2 })
    expect(job.body.problems).toMatchObject([
      { row: 3, column: 'purpose', code: 'required' },
      { row: 4, column: 'member_no', code: 'missing' },
    ])
    expect((await send(omar, events, '/farmer/import?kind=events')).body).toMatchObject({ created: 0, unchanged: 1, rejected: 2 })
    const [member] = (await omar.get(`/farmer?filter[memberNo]=${one.member_no}`)).body.items
    expect((await omar.get(`/farmer/${member.id}/events`)).body.items).toMatchObject([
      { eventType: 'VISIT', occurredAt: '2024-05-02T06:30:00.000Z', source: 'IMPORT' },
    ])
  })
})

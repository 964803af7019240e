// The programme's list of villages (domain dictionary 2.1, 12): who writes it and its file, and how members take their place from it, by form and by file.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, clock, type Json, ok } from './chain-stage.ts'

const farmer = entityOf('farmer')
const landowner = entityOf('landowner')
let world: World
let members = 0
let bistan: Json
let choli: Json
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const place = { village: 'Bistan', block: 'Bhagwanpura', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' }
const texts = Object.keys(place)
const placeOf = (row: Json): Json => Object.fromEntries(['villageId', ...texts].map((name) => [name, row[name]]))
/** A member without any of the five texts. */
const bare = (values: Json): Json => {
  const sample = sampleOf(farmer, { values: { memberNo: `V-${++members}`, joinedOn: '2021-04-01' } })
  return { ...Object.fromEntries(Object.entries(sample).filter(([name]) => !texts.includes(name) && name !== 'villageId')), ...values }
}
const enter = (values: Json, who = 'omar'): Promise<Json> => ok(as(who).post('/farmer', bare(values)))
const change = async ({ id }: Json, values: Json) => {
  const { version } = await ok(as('omar').get(`/farmer/${id}`))
  return as('omar').patch(`/farmer/${id}`, values, { 'if-match': `"${version}"` })
}
const faults = async (answer: Promise<Json> | Json): Promise<Json> => (await answer).body.fields?.map(({ path, code }: Json) => `${path} ${code}`)
const count = async (): Promise<number> => (await ok(as('omar').get('/farmer?limit=1&count=true'))).total
const send = async (entity: string, rows: readonly Json[], who = 'omar', operator = 'OP1'): Promise<Json> => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const body = csvText(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
  )
  return ok(as(who, operator).send(`/${entity}/import`, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
}
const letter = (): string => 'abcdefghijklmnopqrstuvwxyz'[members % 26] ?? ''
const row = (values: Json): Json => ({
  ...{
    member_no: `V-${++members}`,
    first_name: `Q${letter()}x`,
    last_name: `Z${letter()}w`,
    gender: 'F',
    birth_year: '1980',
    no_phone: 'Y',
    holding_ha: '1.5',
  },
  ...{ joined_on: '2022-04-01', consent_version: 'C-2', consent_given_on: '2022-04-01', other_group: 'N' },
  ...values,
})
const stored = async (memberNo: string): Promise<Json> => {
  const { items } = await ok(as('omar').get(`/farmer?filter[memberNo]=${memberNo}`))
  return ok(as('omar').get(`/farmer/${items[0].id}`))
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  const enterVillage = (values: Json): Promise<Json> => ok(as('ada', '-').post('/village', values))
  const { village: name, ...rest } = place
  bistan = await enterVillage({ code: '474012', name, localName: 'बिस्टान', ...rest })
  choli = await enterVillage({ code: 'V-CHOLI', name: 'Choli', block: 'Mandleshwar', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' })
})

describe('the list of villages', () => {
  it('is written by administrators alone, each code once, and read by everybody', async () => {
    const sample = { name: 'Jalkoti', block: 'Maheshwar', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' }
    for (const who of ['omar', 'fatima', 'ines', 'carla']) expect([who, (await as(who, '-').post('/village', sample)).status]).toEqual([who, 403])
    expect((await as('ada', '-').post('/village', { ...sample, code: '474012' })).body.code).toBe('DUPLICATE')
    expect(await faults(as('ada', '-').post('/village', { code: 'V-2' }))).toEqual([
      'name required',
      'block required',
      'district required',
      'state required',
      'country required',
    ])
    for (const who of ['omar', 'fatima', 'pooja', 'paul']) expect([who, (await as(who).get(`/village/${bistan.id}`)).status]).toEqual([who, 200])
  })
  it('comes by villages.csv, each row by its column, twice without a change', async () => {
    const good = (code: string) => ({
      code,
      name: `Place ${code}`,
      local_name: 'गाँव',
      block: 'Sendhwa',
      district: 'Barwani',
      state: 'Madhya Pradesh',
      country: 'IN',
    })
    const refused = await send(
      'village',
      [
        { ...good('v 1'), code: 'v 1' },
        { ...good('490001'), name: '' },
        { ...good('490002'), block: '' },
        { ...good('490003'), country: 'XX' },
        { ...good('490004'), point: '75,21' },
      ],
      'ada',
      '-',
    )
    expect(refused.problems.map(({ row: at, column, code }: Json) => `${at} ${column} ${code}`)).toEqual([
      '2 code format',
      '3 name required',
      '4 block required',
      '5 country format',
      '6 point format',
    ])
    const rows = [good('490010'), { ...good('490011'), point: 'POINT (75.1 21.7)' }]
    expect(await send('village', rows, 'ada', '-')).toMatchObject({ created: 2, rejected: 0 })
    expect(await send('village', rows, 'ada', '-')).toMatchObject({ created: 0, unchanged: 2, rejected: 0 })
    expect((await as('omar').send('/village/import', { method: 'POST', body: 'code\n1', headers: { 'content-type': 'text/csv' } })).status).toBe(403)
  })
})

describe('a member of a village of the list', () => {
  it('is refused a village that is not there or no longer used, and texts that say otherwise', async () => {
    const before = await count()
    const post = (values: Json) => as('omar').post('/farmer', bare(values))
    expect(await faults(post({ villageId: '0198a000-0000-7000-8000-000000000009' }))).toEqual(['villageId missing'])
    expect(await faults(post({ ...place, villageId: 'Bistan' }))).toEqual(['villageId format'])
    expect(await faults(post({ ...place, villageId: bistan.id, block: 'Kasrawad', state: 'Gujarat' }))).toEqual(['block rule', 'state rule'])
    expect(await faults(post({ country: 'IN' }))).toEqual(['village required', 'block required', 'district required', 'state required'])
    const retired: Json = await ok(as('ada', '-').post('/village', { code: 'V-OLD', name: 'Old', ...Object.fromEntries(Object.entries(place).slice(1)) }))
    await ok(as('ada', '-').post(`/village/${retired.id}/events`, { eventType: 'RETIRED', occurredAt: clock().toISOString(), data: {} }))
    expect(await faults(post({ villageId: retired.id }))).toEqual(['villageId rule'])
    expect(await count()).toBe(before)
  })
  it('has block, district, state and country from it, in its writing, and the entry says so', async () => {
    const member = await enter({ villageId: bistan.id, village: ' bistan ' })
    expect(placeOf(member)).toEqual({ villageId: bistan.id, ...place })
    const { items } = await ok(as('omar').get(`/farmer/${member.id}/history`))
    expect(items.at(-1).data.changes).toMatchObject({ villageId: { to: bistan.id }, village: { to: 'Bistan' }, district: { to: 'Khargone' } })
    const owner: Json = sampleOf(landowner, { values: { farmerId: null } })
    const sent = Object.fromEntries(Object.entries(owner).filter(([name]) => !texts.includes(name)))
    expect(placeOf(await ok(as('omar').post('/landowner', { ...sent, villageId: choli.id })))).toMatchObject({ village: 'Choli', block: 'Mandleshwar' })
  })
  it('moves with another village; typed texts that say otherwise take it away, others do not', async () => {
    const member = await enter({ ...place, village: 'Elsewhere' })
    expect(member.villageId).toBe(null)
    expect(await faults(change(member, { villageId: choli.id, district: 'Barwani' }))).toEqual(['district rule'])
    expect(placeOf((await change(member, { villageId: choli.id })).body)).toMatchObject({ villageId: choli.id, village: 'Choli', block: 'Mandleshwar' })
    expect(placeOf((await change(member, { village: 'choli', gramPanchayat: 'Choli' })).body)).toMatchObject({ villageId: choli.id, village: 'Choli' })
    expect(placeOf((await change(member, { village: 'Elsewhere', block: 'Kasrawad' })).body)).toMatchObject({ villageId: null, village: 'Elsewhere' })
  })
  it('stays as it is when the list is corrected, until its place is written again', async () => {
    const made: Json = await ok(
      as('ada', '-').post('/village', { code: 'V-CORR', name: 'Jhri', block: 'Sendhwa', district: 'Barwani', state: 'Madhya Pradesh', country: 'IN' }),
    )
    const member = await enter({ villageId: made.id })
    await ok(as('ada', '-').patch(`/village/${made.id}`, { name: 'Jhiri' }, { 'if-match': `"${made.version}"` }))
    expect(placeOf((await change(member, { pin: '451666' })).body)).toMatchObject({ villageId: made.id, village: 'Jhri' })
    expect(placeOf((await change(member, { villageId: made.id, pin: '451667' })).body)).toMatchObject({ villageId: made.id, village: 'Jhiri' })
  })
  it('is seen by the officer of that name, whether chosen or typed', async () => {
    const chosen = await enter({ villageId: choli.id })
    const typed = await enter({ ...place, village: 'Choli' })
    const other = await enter({ villageId: bistan.id })
    const grants = [{ role: 'FIELD_OFFICER' as const, operatorIds: [String(chosen.operatorId)], villages: ['Choli'] }]
    const officer = world.asUser({ id: randomUUIDv7(), name: 'F', email: null, grants }, 'cotton', 'OP1')
    const seen = await Promise.all([chosen, typed, other].map(async ({ id }) => (await officer.get(`/farmer/${id}`)).status))
    expect(seen).toEqual([200, 200, 404])
    expect((await officer.post('/farmer', bare({ villageId: bistan.id }))).status).toBe(403)
    expect((await officer.post('/farmer', bare({ villageId: choli.id }))).status).toBe(201)
  })
})

describe('village_code of farmers.csv', () => {
  it('is refused where nobody has it, and with texts that say otherwise, each at its column', async () => {
    const before = await count()
    const four = { village: 'Bistan', block: 'Bhagwanpura', district: 'Khargone', state: 'Madhya Pradesh' }
    const job = await send('farmer', [
      row({ village_code: '999999' }),
      row({ village_code: 'V-OLD' }),
      row({ village_code: '474012', ...four, block: 'Kasrawad' }),
      row({ village_code: '474012', ...four, state: 'Gujarat', village: 'Choli' }),
      row({ village_code: '' }),
      row({ ...four, district: '' }),
    ])
    expect(job.problems.map(({ row: at, column, code }: Json) => `${at} ${column} ${code}`)).toEqual([
      '2 village_code missing',
      '3 village_code rule',
      '4 block rule',
      ...['village', 'state'].map((column) => `5 ${column} rule`),
      ...['village', 'block', 'district', 'state'].map((column) => `6 ${column} required`),
      '7 district required',
    ])
    expect([job.created, job.rejected, await count()]).toEqual([0, 6, before])
  })
  it('is enough, in sets and one by one, beside rows with the four columns, and comes back unchanged', async () => {
    const four = { village: 'Typed', block: 'Bhagwanpura', district: 'Khargone', state: 'Madhya Pradesh' }
    const rows = [row({ village_code: '474012' }), row({ village_code: 'v-choli', village: 'CHOLI' }), row({ village_code: '', ...four })]
    expect(await send('farmer', rows)).toMatchObject({ created: 3, rejected: 0, problems: [] })
    expect(await send('farmer', rows)).toMatchObject({ created: 0, changed: 0, unchanged: 3, rejected: 0 })
    expect(await send('farmer', [row({ village_code: '474012' })])).toMatchObject({ created: 1 })
    expect(placeOf(await stored(rows[0]?.member_no))).toEqual({ villageId: bistan.id, ...place })
    expect(placeOf(await stored(rows[1]?.member_no))).toMatchObject({ villageId: choli.id, village: 'Choli', block: 'Mandleshwar' })
    expect(placeOf(await stored(rows[2]?.member_no))).toMatchObject({ villageId: null, village: 'Typed' })
    const answer = await as('omar').send(`/farmer/export?format=csv&purpose=OWN_RECORDS&filter[memberNo]=${rows[1]?.member_no}`, {})
    const [header = '', line = ''] = String(answer.body).replace('\ufeff', '').trim().split('\r\n')
    const cells = Object.fromEntries(header.split(',').map((name, index) => [name, line.split(',')[index] ?? '']))
    expect(cells).toMatchObject({ village_code: 'V-CHOLI', village: 'Choli', district: 'Khargone' })
    expect(await send('farmer', [cells])).toMatchObject({ changed: 0, unchanged: 1, rejected: 0, problems: [] })
  })
  it('gives a stored member a village, or another; texts alone that say otherwise take it away', async () => {
    const four = { village: 'Typed', block: 'Bhagwanpura', district: 'Khargone', state: 'Madhya Pradesh' }
    const one = row(four)
    expect(await send('farmer', [one])).toMatchObject({ created: 1 })
    const { village, block, district, state, ...rest } = one
    expect(await send('farmer', [{ ...rest, village_code: 'V-CHOLI' }])).toMatchObject({ changed: 1, problems: [] })
    expect(placeOf(await stored(one.member_no))).toMatchObject({ villageId: choli.id, village: 'Choli', block: 'Mandleshwar' })
    const contrary = await send('farmer', [{ ...one, village_code: 'V-CHOLI' }])
    expect(contrary.problems.map(({ column, code }: Json) => `${column} ${code}`)).toEqual(['village rule', 'block rule'])
    expect(await send('farmer', [one])).toMatchObject({ changed: 1, problems: [] })
    expect(placeOf(await stored(one.member_no))).toMatchObject({ villageId: null, village: 'Typed' })
  })
  it('takes the country from the list, too', async () => {
    await ok(as('ada', '-').post('/village', { code: 'NP-1', name: 'Ilam', block: 'Ilam', district: 'Ilam', state: 'Koshi', country: 'NP' }))
    const rows = [row({ village_code: 'NP-1' }), row({ village_code: 'NP-1' })]
    expect(await send('farmer', rows)).toMatchObject({ created: 2, problems: [] })
    expect((await stored(rows[0]?.member_no)).country).toBe('NP')
  })
  it('alone, over texts of the village before it, is refused at their columns, however often it is sent', async () => {
    const one = row({ village_code: '474012', village: 'Bistan', block: 'Bhagwanpura', district: 'Khargone', state: 'Madhya Pradesh' })
    expect(await send('farmer', [one])).toMatchObject({ created: 1 })
    for (const time of [1, 2]) {
      const { problems, changed } = await send('farmer', [{ ...one, village_code: 'V-CHOLI' }])
      expect([time, changed, problems.map(({ column, code }: Json) => `${column} ${code}`)]).toEqual([time, 0, ['village rule', 'block rule']])
    }
    expect(placeOf(await stored(one.member_no))).toEqual({ villageId: bistan.id, ...place })
  })
})

describe('a landowner of a file', () => {
  it('is one, however often it comes and however the village is written beside its code', async () => {
    const owner = {
      owner_type: 'INDIVIDUAL',
      name: 'Zamindar Patidar',
      village_code: 'V-CHOLI',
      village: 'CHOLI ',
      district: 'khargone',
      state: 'Madhya Pradesh',
      block: 'mandleshwar',
    }
    expect(await send('landowner', [owner])).toMatchObject({ created: 1, problems: [] })
    expect(await send('landowner', [owner])).toMatchObject({ created: 0, unchanged: 1, problems: [] })
    expect((await send('landowner', [{ ...owner, block: 'Kasrawad' }])).problems).toMatchObject([{ column: 'block', code: 'rule' }])
  })
})

describe('a place that was sent in', () => {
  const answer = (name: string, text: unknown) => ({ field: name, value: { kind: 'TEXT', text } })
  const sendIn = ({ id, version }: Json, values: Json): Promise<Json> =>
    ok(
      as('fatima').post('/submission', {
        ...{
          formCode: 'FARMER_REG',
          formVersion: 1,
          deviceId: 'SM-A146',
          capturedAt: at('2026-01-14'),
          targetType: 'farmer',
          targetId: id,
          targetVersion: version,
        },
        answers: Object.entries(values).map(([name, value]) => answer(name, value)),
      }),
    )
  const decide = async (id: string, eventType: string, data: Json = {}): Promise<Json> => {
    await ok(as('omar').post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    return ok(as('omar').get(`/submission/${id}`))
  }
  const voidDecision = async (id: string, decision = 'APPROVED') => {
    const { items } = await ok(as('omar').get(`/submission/${id}/history?limit=100`))
    return as('omar').post(`/submission/${id}/events/${items.find(({ eventType }: Json) => eventType === decision).id}/void`, { reason: 'INCORRECT_DATA' })
  }
  const member = () => enter({ ...place, village: 'Asapur' })
  const view = (id: string): Promise<Json> => ok(as('omar').get(`/farmer/${id}`))

  it('does not override the name that its reviewer took: it is refused by name, and can be decided again', async () => {
    const one = await member()
    const { id } = await sendIn(one, { villageId: choli.id, village: 'Choli', block: 'Mandleshwar' })
    await change(one, { village: 'Beria' })
    const contested = await decide(id, 'APPROVED')
    expect(contested).toMatchObject({ status: 'CONFLICT' })
    const { version } = contested.extra.merge
    const failed = await decide(id, 'RESOLVED', { version, choices: [{ field: 'village', take: 'NOW' }] })
    expect(failed).toMatchObject({ status: 'APPLY_FAILED', extra: { failure: { fields: [{ path: 'village', code: 'rule' }] } } })
    expect(placeOf(await view(one.id))).toMatchObject({ villageId: null, village: 'Beria', block: 'Bhagwanpura' })
    await ok(voidDecision(id, 'RESOLVED'))
    expect(await decide(id, 'RESOLVED', { version, choices: [{ field: 'village', take: 'DEVICE' }] })).toMatchObject({ status: 'APPLIED' })
    expect(placeOf(await view(one.id))).toMatchObject({ villageId: choli.id, village: 'Choli', block: 'Mandleshwar' })
  })
  it('does not take away the village of the list that its reviewer took', async () => {
    const one = await member()
    const { id } = await sendIn(one, { villageId: choli.id, village: 'Choli' })
    await change(one, { villageId: bistan.id })
    const { version } = (await decide(id, 'APPROVED')).extra.merge
    const choices = [
      { field: 'villageId', take: 'NOW' },
      { field: 'village', take: 'DEVICE' },
    ]
    const failed = await decide(id, 'RESOLVED', { version, choices })
    expect(failed).toMatchObject({ status: 'APPLY_FAILED', extra: { failure: { fields: [{ path: 'village', code: 'rule' }] } } })
    expect(placeOf(await view(one.id))).toEqual({ villageId: bistan.id, ...place })
  })
  const listed = (code: string, name: string): Promise<Json> =>
    ok(as('ada', '-').post('/village', { code, name, block: 'Sendhwa', district: 'Barwani', state: 'Madhya Pradesh', country: 'IN' }))
  it('goes back to the village as it was called, when the list was corrected meanwhile', async () => {
    const made = await listed('V-BACK', 'Gawadi')
    const one = await enter({ villageId: made.id })
    const { id } = await sendIn(one, { villageId: choli.id })
    expect(await decide(id, 'APPROVED')).toMatchObject({ status: 'APPLIED' })
    expect((await view(one.id)).village).toBe('Choli')
    await ok(as('ada', '-').patch(`/village/${made.id}`, { name: 'Gavadi' }, { 'if-match': `"${made.version}"` }))
    await ok(voidDecision(id))
    expect(placeOf(await view(one.id))).toEqual(placeOf(one))
  })
  it('goes back to the words alone, when the village has left the list', async () => {
    const [gone, unused] = [await listed('V-GONE', 'Khal'), await listed('V-UNUSED', 'Khalwa')]
    for (const { id: villageId } of [gone, unused]) {
      const one = await enter({ villageId })
      const { id } = await sendIn(one, { villageId: choli.id })
      expect(await decide(id, 'APPROVED')).toMatchObject({ status: 'APPLIED' })
      const left =
        villageId === gone.id
          ? await as('ada', '-').send(`/village/${villageId}`, { method: 'DELETE', headers: { 'if-match': '"1"' } })
          : await as('ada', '-').post(`/village/${villageId}/events`, { eventType: 'RETIRED', occurredAt: clock().toISOString(), data: {} })
      expect([204, 200, 201]).toContain(left.status)
      await ok(voidDecision(id))
      expect(placeOf(await view(one.id))).toEqual({ ...placeOf(one), villageId: null })
    }
  })
})

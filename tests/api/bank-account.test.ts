// The bank account of a farmer (domain dictionary 3.1, 8 and 12): who enters and reads it, that the number is nowhere but sealed, by screen and by file.

import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { clock, type Json, ok } from './chain-stage.ts'
import { person } from './exchange-stage.ts'

const farmer = entityOf('farmer')
const number = '30112233445566'
const none = { bankHolder: null, bankIfsc: null, bankAccountNo: null }
const bank = { bankHolder: 'Sita Bai', bankIfsc: 'SBIN0001234', bankAccountNo: number }
let world: World
let members = 0
beforeAll(async () => {
  world = await openWorld({ now: clock })
})
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const sample = (values: Json): Json => sampleOf(farmer, { values: { memberNo: `B-${++members}`, joinedOn: '2021-04-01', ...values } })
const enter = async (values: Json, who = 'omar'): Promise<Json> => ok(as(who).post('/farmer', sample(values)))
const view = (who: string, id: string): Promise<Json> => ok(as(who).get(`/farmer/${id}`))
const change = (who: string, { id, version }: Json, values: Json) => as(who).patch(`/farmer/${id}`, values, { 'if-match': `"${version}"` })
const show = (who: string, id: string) => as(who).post(`/farmer/${id}/bank-account`, {})
const history = async (id: string): Promise<Json[]> => (await ok(as('omar').get(`/farmer/${id}/events?limit=100`))).items
/** Every row of the programme that has this text anywhere. */
const findText = (text: string) =>
  world.scoped('ada', async ({ db, tenant }) => {
    const found: string[] = []
    const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' and table_name not in (select table_name from information_schema.views)`.execute(db)
    for (const { name } of tables) {
      const { rows } = await sql`select 1 from ${sql.table(name)} as t where t.tenant_id = ${tenant.id} and t::text like ${`%${text}%`} limit 1`.execute(db)
      if (rows.length) found.push(name)
    }
    return found
  })

describe('a bank account', () => {
  it('is refused in part, in another form, and for whoever may not enter it', async () => {
    const refused = async (values: Json) =>
      (await as('omar').post('/farmer', { ...sample({}), ...values })).body.fields?.map(({ path, code }: Json) => [path, code])
    expect(await refused({ ...none, bankHolder: 'Sita Bai' })).toEqual([
      ['bankIfsc', 'required'],
      ['bankAccountNo', 'required'],
    ])
    expect(await refused({ ...bank, bankIfsc: 'SBIN1001234' })).toEqual([['bankIfsc', 'format']])
    expect(await refused({ ...bank, bankAccountNo: '12-34' })).toEqual([['bankAccountNo', 'format']])
    expect(await refused({ ...bank, bankAccountNo: 'XXXX5566' })).toEqual([['bankAccountNo', 'format']])
    const made = await enter(none)
    // An officer notes it once, a purchase officer only reads it (section 8).
    for (const who of ['fatima', 'pooja', 'ines']) expect((await change(who, made, bank)).status).toBe(403)
    expect((await show('omar', made.id)).status).toBe(404)
  })
  it('shows its last four digits to whoever pays, and nothing to others; the number is in no row', async () => {
    const made = await enter(bank, 'fatima')
    expect(await view('omar', made.id)).toMatchObject({ ...bank, bankAccountNo: 'XXXX5566', bankChangedAt: clock().toISOString() })
    expect(await view('pooja', made.id)).toMatchObject({ ...bank, bankAccountNo: 'XXXX5566' })
    for (const who of ['ines', 'fatima']) {
      const seen = await view(who, made.id)
      for (const field of ['bankHolder', 'bankIfsc', 'bankAccountNo', 'bankChangedAt']) {
        expect([who, field, seen[field] ?? null]).toEqual([who, field, null])
        expect(seen.masked).toContain(field)
      }
    }
    expect(JSON.stringify(await history(made.id))).not.toContain(number)
    expect(await findText(number)).toEqual([])
    expect(await findText('XXXX5566')).toEqual(expect.arrayContaining(['event', 'farmer']))
  })
  it('is read whole by manager and purchase officer, which the history keeps, and by nobody else', async () => {
    const made = await enter(bank)
    for (const who of ['fatima', 'ines', 'carla']) expect((await show(who, made.id)).status, who).not.toBe(200)
    expect((await as('leela', 'OP2').post(`/farmer/${made.id}/bank-account`, {})).status).toBe(404)
    expect((await history(made.id)).filter(({ eventType }) => eventType === 'ACCOUNT_SHOWN')).toEqual([])
    for (const who of ['omar', 'pooja']) expect(await ok(show(who, made.id))).toEqual({ holder: bank.bankHolder, ifsc: bank.bankIfsc, accountNo: number })
    const shown = (await history(made.id)).filter(({ eventType }) => eventType === 'ACCOUNT_SHOWN')
    expect(shown.map(({ recordedBy }) => recordedBy).sort()).toEqual([world.people.omar?.id, world.people.pooja?.id].sort())
  })
  it('entered again is no change; another number with the same end is one, and taken away it is gone', async () => {
    const made = await enter(bank)
    const same = await ok(change('omar', made, { bankAccountNo: number }))
    expect(same.version).toBe(made.version)
    expect((await ok(change('omar', made, { bankAccountNo: 'XXXX5566' }))).version).toBe(made.version)
    expect((await change('omar', made, { bankAccountNo: 'XXXX0000' })).body.fields).toMatchObject([{ path: 'bankAccountNo', code: 'format' }])
    const other = '99998888775566'
    const later = await ok(change('omar', made, { bankAccountNo: other, bankHolder: 'Sita Patel' }))
    expect([later.version, later.bankAccountNo]).toEqual([made.version + 1, 'XXXX5566'])
    expect((await ok(show('pooja', made.id))).accountNo).toBe(other)
    const now = await view('omar', made.id)
    const gone = await ok(change('omar', now, none))
    expect(gone).toMatchObject({ bankHolder: null, bankAccountNo: null })
    expect((await show('omar', made.id)).status).toBe(404)
    const { rows } = await world.scoped('ada', ({ db, tenant }) =>
      sql`select 1 from bank_account where tenant_id = ${tenant.id} and farmer_id = ${made.id}::uuid`.execute(db),
    )
    expect(rows).toEqual([])
  })
  it('is not stored with the key of the call: each reading is recorded, and who may not read it any more reads nothing', async () => {
    const made = await enter(bank)
    const key = { 'idempotency-key': 'read-once' }
    for (let n = 0; n < 2; n++) expect((await ok(as('pooja').post(`/farmer/${made.id}/bank-account`, {}, key))).accountNo).toBe(number)
    expect((await history(made.id)).filter(({ eventType }) => eventType === 'ACCOUNT_SHOWN')).toHaveLength(2)
    expect(await findText(number)).toEqual([])
    await ok(change('omar', await view('omar', made.id), none))
    expect((await as('pooja').post(`/farmer/${made.id}/bank-account`, {}, key)).status).toBe(404)
  })
  it('of another holder or place is entered anew, though its number is the same', async () => {
    const made = await enter(bank)
    const changed = await ok(change('omar', made, { bankHolder: 'Another Person', bankIfsc: 'HDFC0009999' }))
    expect(Date.parse(changed.bankChangedAt)).toBeGreaterThan(Date.parse(made.bankChangedAt))
    expect((await ok(show('pooja', made.id))).accountNo).toBe(number)
  })
  it('is not sent in for approval, where others would read it', async () => {
    const text = (value: string) => ({ kind: 'TEXT', text: value })
    const { status, body } = await as('fatima').post('/submission', {
      formCode: 'FARMER_REG',
      formVersion: 1,
      answers: [
        { field: 'firstName', value: text('Sita') },
        { field: 'bankAccountNo', value: text(number) },
      ],
      deviceId: 'SM-A146',
      capturedAt: clock().toISOString(),
    })
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'answers.1.field'])
  })
})

describe('farmers.csv', () => {
  const send = async (rows: readonly Record<string, string>[], who = 'omar'): Promise<Json> => {
    const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const body = csvText(
      header,
      rows.map((row) => header.map((name) => row[name] ?? '')),
    )
    return ok(as(who).send('/farmer/import', { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
  }
  const account = { bank_holder: 'Radha Bai', ifsc: 'HDFC0000123', account_no: '50100012345678' }
  const mailOf = (who: string) => world.people[who]?.email ?? ''
  it('has account and officer; what comes back has the mask, and the same file twice changes nothing', async () => {
    const good = person({ member_no: 'CSV-1', ...account, field_officer_email: mailOf('fatima').toUpperCase() })
    const rows = [
      good,
      person({ member_no: 'CSV-2', ...account, ifsc: 'HDFC' }),
      person({ member_no: 'CSV-3', field_officer_email: 'nobody@cotton.example' }),
      person({ member_no: 'CSV-4', field_officer_email: mailOf('pooja') }),
      person({ member_no: 'CSV-5', ...account, account_no: 'XXXX5678' }),
    ]
    const job = await send(rows)
    expect([job.created, job.rejected]).toEqual([1, 4])
    expect(job.problems.map(({ row, column }: Json) => [row, column])).toEqual([
      [3, 'ifsc'],
      [4, 'field_officer_email'],
      [5, 'field_officer_email'],
      [6, 'account_no'],
    ])
    const { items } = await ok(as('omar').get('/farmer?limit=200&sort=-createdAt'))
    const made = items.find(({ memberNo }: Json) => memberNo === 'CSV-1')
    const one = await view('omar', made.id)
    expect(one).toMatchObject({ bankHolder: 'Radha Bai', bankIfsc: 'HDFC0000123', bankAccountNo: 'XXXX5678', fieldOfficerId: world.people.fatima?.id })
    expect((await ok(show('pooja', made.id))).accountNo).toBe(account.account_no)
    // The file itself is gone with its import; what was refused is stored with the mask.
    expect(await findText(account.account_no)).toEqual([])
    const before = await view('omar', made.id)
    expect(await send([good])).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(await send([{ ...good, account_no: 'XXXX5678' }])).toMatchObject({ unchanged: 1 })
    expect((await view('omar', made.id)).version).toBe(before.version)
    expect(await send([{ ...good, account_no: '50100099995678' }])).toMatchObject({ changed: 1 })
    expect((await ok(show('omar', made.id))).accountNo).toBe('50100099995678')
  })
  it('keeps no whole number of a row that came back, whatever column it was put into', async () => {
    const sent = { ...person({ member_no: 'CSV-6', phone: '9876543210', no_phone: 'N', ...account }), gender: 'X' }
    const wrong: Record<string, string>[] = [
      { ...sent, khata: '80010000000001', account_no: '' },
      { ...sent, ifsc: '80010000000002', account_no: 'HDFC0000123' },
      { ...sent, bank_holder: '8001 0000 000 003' },
      { ...sent, national_id_type: 'AADHAAR', national_id_last4: '8001-0000-0004' },
    ]
    const job = await send(wrong)
    expect(job.rejected).toBe(wrong.length)
    for (const text of ['80010000000001', '80010000000002', '8001 0000 000 003', '8001-0000-0004']) expect([text, await findText(text)]).toEqual([text, []])
    const rejects: string = (await as('omar').send(`/farmer/imports/${job.importId}/rejects.csv`, { method: 'GET' })).body
    for (const mask of ['XXXX0001', 'XXXX0002', 'XXXX0003', 'XXXX0004']) expect(rejects).toContain(mask)
    // What else was entered comes back as it was.
    expect(rejects).toContain('9876543210')
  })
  it('refuses a number from a workbook that has more digits than a cell keeps', async () => {
    const row = person({ member_no: 'CSV-7', ...account })
    const names = Object.keys(row)
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const cells = (value: number | string) => names.map((name) => (name === 'account_no' ? value : (row[name as keyof typeof row] ?? '')))
    const sheet = async (value: number | string) => {
      const body = await writeXlsx({ sheets: [{ name: 'Members', rows: [names, cells(value)] }] })
      return ok(
        as('omar').send('/farmer/import?name=a.xlsx', {
          method: 'POST',
          body: body as Uint8Array<ArrayBuffer>,
          headers: { 'content-type': workbook, prefer: 'wait=100' },
        }),
      )
    }
    expect((await sheet(123456789012345680)).problems).toMatchObject([{ column: 'account_no', code: 'format' }])
    expect(await sheet(123456789012345)).toMatchObject({ created: 1 })
    expect(await sheet('123456789012345678')).toMatchObject({ changed: 1 })
  })
  it('is written with the mask for whoever pays, and can be sent back as it is', async () => {
    const sent = person({ member_no: 'CSV-9', ...account, field_officer_email: mailOf('fatima') })
    await send([sent])
    const exported = await as('omar').send('/farmer/export?format=csv&purpose=OWN_RECORDS', { method: 'GET' })
    const [header = [], ...lines] = String(exported.body)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => line.split(','))
    const row = lines.find((cells) => cells.includes('CSV-9')) ?? []
    expect(['bank_holder', 'ifsc', 'account_no', 'field_officer_email'].map((name) => row[header.indexOf(name)])).toEqual([
      'Radha Bai',
      'HDFC0000123',
      'XXXX5678',
      mailOf('fatima'),
    ])
  })
})

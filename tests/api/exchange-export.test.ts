// Exports: exactly the list a person sees, however long, as table or map; nothing of others, nothing that runs.
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let omar: Client
const members = 230
const header = [
  'member_no',
  'first_name',
  'last_name',
  'local_name',
  'gender',
  'no_phone',
  'village',
  'block',
  'district',
  'state',
  'holding_ha',
  'joined_on',
  'consent_version',
  'consent_given_on',
  'other_group',
  'home_lat',
  'home_lon',
]
const letters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
beforeAll(async () => {
  world = await openWorld()
  omar = world.as('omar')
  const rows = Array.from({ length: members }, (_, n) => [
    `M-${String(n).padStart(3, '0')}`,
    `Q${letters(n)}`,
    `Z${letters(n)}`,
    'रमेश पाटीदार',
    n % 2 ? 'F' : 'M',
    'Y',
    `Village ${n}`,
    'Kasrawad',
    'Khargone',
    'Madhya Pradesh',
    String(1 + n / 100),
    '2022-04-01',
    'C-2',
    '2022-04-01',
    'N',
    '22.1',
    '75.6',
  ])
  const job = await omar.send('/farmer/import', { method: 'POST', body: csvText(header, rows), headers: { 'content-type': 'text/csv', prefer: 'wait=100' } })
  expect(job.body).toMatchObject({ created: members })
})
const linesOf = (text: string): string[] => text.trim().split('\r\n')

describe('GET …/{entity}/export', () => {
  it('refuses a purchase officer (403), a stranger (401) and another operator’s address (404)', async () => {
    expect(await world.as('pooja', 'OP1').get('/farmer/export')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await world.stranger().get('/api/operators/OP1/farmer/export')).toMatchObject({ status: 401 })
    expect(await world.as('leela', 'OP1').get('/farmer/export')).toMatchObject({ status: 404 })
  })
  it('gives every record of a list longer than a page, each once, in the asked order', async () => {
    const { status, body, headers } = await omar.get('/farmer/export?purpose=OWN_RECORDS&sort=memberNo')
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="farmer.csv"',
    ])
    const lines = linesOf(body)
    expect(lines).toHaveLength(members + 1)
    const column = (lines[0] ?? '').split(',').indexOf('member_no')
    expect(lines.slice(1).map((line) => line.split(',')[column])).toEqual(Array.from({ length: members }, (_, n) => `M-${String(n).padStart(3, '0')}`))
  })
  it('follows search and filters, and keeps every script', async () => {
    expect(linesOf((await omar.get('/farmer/export?purpose=OWN_RECORDS&filter[gender]=F')).body)).toHaveLength(members / 2 + 1)
    const [, line] = linesOf((await omar.get('/farmer/export?purpose=OWN_RECORDS&filter[memberNo]=M-007')).body)
    expect(line).toContain('रमेश पाटीदार')
    expect(linesOf((await omar.get('/farmer/export?purpose=OWN_RECORDS&q=Qbcd')).body)).toHaveLength(2)
  })
  it('shows the manager of another operator none of it', async () => {
    expect(linesOf((await world.as('leela').get('/farmer/export?purpose=OWN_RECORDS')).body)).toHaveLength(1)
  })
  it('draws homes as points of a map, with the columns as properties', async () => {
    const { body } = await omar.get('/farmer/export?purpose=OWN_RECORDS&format=geojson&filter[memberNo]=M-001')
    expect(typeof body === 'string' ? JSON.parse(body) : body).toMatchObject({
      type: 'FeatureCollection',
      features: [{ geometry: { type: 'Point', coordinates: [75.6, 22.1] }, properties: { member_no: 'M-001', holding_ha: '1.01', status: 'DRAFT' } }],
    })
  })
  it('asks the database page by page and never holds it between two', async () => {
    const open: number[] = []
    const { transaction } = world.database
    world.database.transaction = (tenantId, work) => {
      open.push(1)
      return transaction.call(world.database, tenantId, work).finally(() => {
        open.push(-1)
      }) as never
    }
    try {
      await omar.get('/farmer/export?purpose=OWN_RECORDS')
    } finally {
      world.database.transaction = transaction
    }
    // Asking who it is, and two pages of at most 200.
    expect(open).toEqual([1, -1, 1, -1, 1, -1])
  })
})

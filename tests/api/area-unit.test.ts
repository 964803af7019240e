// The unit in which a programme reads areas: what it changes (pages, papers, mail) and what stays in hectares (answers, tables, signed documents).
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { findTenant } from '#server/db/platform.ts'
import { wordingIn } from '#server/messages/tables.ts'
import { clientOf } from '../harness/client.ts'
import { pdfWords } from '../harness/pdf-words.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, clock as start } from './chain-stage.ts'

let world: World
let ada: ReturnType<typeof clientOf>
const host = () => `${world.tenants.cotton.subdomain}.farmbook.test`
const now = start()
/** As chain-stage.ts has members hold it. */
let holdingHa = 0

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  const app = createApp({ ...world.deps, signIn: { ways: [{ id: 'oidc', kind: 'oidc', name: 'your organisation' }] } as never })
  world.as('ada')
  ada = clientOf(app, host(), { 'x-test-user': world.people.ada?.id ?? '' }, '')
  const chain = await chainOf(world)
  const { farmerId } = await chain.member({ name: 'Chandrakant' })
  holdingHa = (await world.as('omar').get(`/farmer/${farmerId}`)).body.totalHoldingHa
})

const change = async (body: unknown) => {
  const address = `/api/client/${world.tenants.cotton.id}`
  const { version } = (await ada.get(address)).body
  return ada.patch(address, body, { 'if-match': `"${version}"` })
}
const saved = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await world.app.request(`http://${host()}/api/operators/OP1/reports/${file}`, {
    headers: { host: host(), 'x-test-user': world.people.omar?.id ?? '' },
  })
  expect([file, response.status]).toEqual([file, 200])
  return new Uint8Array(await response.arrayBuffer())
}
const purpose = 'purpose=OWN_RECORDS'
const paper = async (report: string): Promise<string> => pdfWords(await saved(`${report}.pdf?${purpose}`)).join('\n')
const table = async (): Promise<string> => new TextDecoder().decode(await saved(`farmer-register.csv?${purpose}`))
const mailed = async (value: string) => {
  const tenant = await world.database.platform((db) => findTenant(db, world.tenants.cotton.subdomain))
  return wordingIn('en', { config: tenant?.config ?? {}, timezone: 'Asia/Kolkata' }).format('ha', value)
}

describe('the unit of areas', () => {
  it('refuses bighas of no size (400), also once they are the unit, and has changed nothing', async () => {
    expect((await change({ areaUnit: 'bigha' })).body.fields).toMatchObject([{ path: 'bighaHa', code: 'required' }])
    expect((await change({ areaUnit: 'bigha', bighaHa: 0.25 })).status).toBe(200)
    const answer = await change({ bighaHa: null })
    expect([answer.status, answer.body.fields[0]]).toMatchObject([400, { path: 'bighaHa', code: 'required' }])
    expect((await change({ areaUnit: 'ha', bighaHa: null })).body).toMatchObject({ areaUnit: 'ha', bighaHa: null })
  })
  it('is that of paper and of mail, while answers, tables and signed documents state hectares', async () => {
    const before = { csv: await table(), rows: (await world.as('omar').get('/reports/farmer-register')).body.rows, mail: await mailed('1.5') }
    expect(before.mail).toBe('1.5 ha')
    expect(await paper('farmer-register')).toContain(`${holdingHa.toFixed(2)}`)
    expect((await change({ areaUnit: 'bigha', bighaHa: 0.2 })).status).toBe(200)
    const words = await paper('farmer-register')
    expect(words).toMatch(/\(bigha\)/)
    expect(words).toContain((holdingHa / 0.2).toFixed(2))
    expect(words).not.toMatch(/\(ha\)/)
    expect(await mailed('1.5')).toBe('7.5 bigha')
    expect(await paper('approved-farmer-list')).toMatch(/\(ha\)/)
    expect({ csv: await table(), rows: (await world.as('omar').get('/reports/farmer-register')).body.rows }).toEqual({ csv: before.csv, rows: before.rows })
  })
  it('leaves its trace: before and after, and who', async () => {
    const [latest] = (await ada.get(`/api/client/${world.tenants.cotton.id}/history`)).body.items
    expect(latest).toMatchObject({ changes: { areaUnit: ['ha', 'bigha'], bighaHa: [null, 0.2] }, changedBy: { id: world.people.ada?.id } })
  })
})

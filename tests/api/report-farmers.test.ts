// R01, the farmer register, end to end: who may run it, what it shows, what its files hold, and that its hash can be worked out by others.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
/** Written down as they are made: the register is compared with this, not with the database. */
const made: { farmerId: string; parcelId: string; name: string; holdingHa: number }[] = []
const address = '/reports/farmer-register'

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const [name, holdingHa] of [
    ['Anil', 1.5],
    ['Bhagwan', 2],
    ['=cmd|calc', 0.75],
  ] as const) {
    const isFormula = name.startsWith('=')
    const one = await chain.member({ name: isFormula ? 'Chand' : name, areaHa: holdingHa })
    if (isFormula)
      await ok(
        world.as('fatima').patch(`/farmer/${one.farmerId}`, { relationName: 'Mohan', localName: '=1+1' }, { 'if-match': '"3"' }).then(retry(one.farmerId)),
      )
    made.push({ ...one, name: isFormula ? 'Chand' : name, holdingHa })
  }
  await chain.decide('APPROVED', made[0]?.farmerId ?? '')
})

/** The version that is seen now. */
const retry = (id: string) => async (answer: { status: number; body: Json }) => {
  if (answer.status !== 412) return answer
  const fatima = world.as('fatima')
  const { body } = await fatima.get(`/farmer/${id}`)
  return fatima.patch(`/farmer/${id}`, { relationName: 'Mohan', localName: '=1+1' }, { 'if-match': `"${body.version}"` })
}

describe('the farmer register refuses', () => {
  it('roles that have none', async () => {
    for (const role of ['paul', 'bruno', 'rita'].filter((key) => world.people[key])) {
      const { status, body } = await world.as(role, 'OP1').get(address)
      expect([role, status, body.code]).toEqual([role, 403, 'FORBIDDEN'])
    }
  })
  it('parameters that are wrong, each by its name', async () => {
    const omar = world.as('omar')
    const codes = async (query: string) => {
      const { status, body } = await omar.get(`${address}?${query}`)
      return [status, body.fields?.map(({ path, code }: Json) => `${path} ${code}`)]
    }
    expect(await codes('status=GONE')).toEqual([400, ['status.0 choice']])
    expect(await codes('season=abc')).toEqual([400, ['season format']])
    expect(await codes('season=00000000-0000-4000-8000-000000000001')).toEqual([400, ['season missing']])
    expect(await codes('colour=red')).toEqual([400, ['colour unknown']])
    expect(await codes(`village=${'x'.repeat(61)}`)).toEqual([400, ['village max']])
  })
  it('other methods, other formats and languages', async () => {
    const omar = world.as('omar')
    expect((await omar.post(address, {})).status).toBe(405)
    expect((await omar.get(`${address}.geojson`)).status).toBe(404)
    expect((await omar.get(`${address}.csv?language=xx`)).body.fields).toMatchObject([{ path: 'language', code: 'choice' }])
  })
})

describe('the farmer register', () => {
  it('has who was made, with holdings and totals worked out by hand', async () => {
    const { body } = await world.as('omar').get(address)
    expect(flawsOfAnswer('report.farmer-register', 200, body)).toEqual([])
    expect(body.rows.map(({ name, holdingHa, plots, result }: Json) => [name.split(' ')[0], holdingHa, plots, result])).toEqual([
      ['Anil', 1.5, 1, 'APPROVED'],
      ['Bhagwan', 2, 1, expect.anything()],
      ['Chand', 0.75, 1, expect.anything()],
    ])
    expect(body).toMatchObject({ count: 3, isCapped: false, totals: { holdingHa: 4.25, plots: 3 }, masked: [] })
  })
  it('hides personal columns from roles that do not see them', async () => {
    const { body } = await world.as('pooja').get(address)
    expect(body.masked).toEqual(['relationName', 'phone'])
    expect(body.rows.map(({ relationName }: Json) => relationName)).toEqual([null, null, null])
    const seen = await world.as('omar').get(address)
    expect(seen.body.rows.map(({ relationName }: Json) => relationName)).toContain('Mohan')
  })
  it('has a hash that whoever has the rows can work out', async () => {
    const { body } = await world.as('omar').get(address)
    const json = await world.as('omar').get(`${address}.json?purpose=OWN_RECORDS`)
    const independent = createHash('sha256')
      .update(canonicalize(json.body.rows) ?? '')
      .digest('hex')
    expect([body.sha256, json.body.sha256, json.headers.get('x-report-sha256')]).toEqual([independent, independent, independent])
  })
  it('saves a table that no spreadsheet runs', async () => {
    const { body, headers } = await world.as('omar').get(`${address}.csv?purpose=OWN_RECORDS`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="farmer-register-2026-01-15-[2-9A-Z]{12}\.csv"$/)
    expect(body).toContain("'=1+1")
    expect(body.split('\r\n')).toHaveLength(5)
  })
})

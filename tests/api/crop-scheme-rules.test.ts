// Rules of schemes that a crop names itself (domain dictionary 3.5 and 12, 0087): they hold besides those that the group's certificates bring, never instead,
// by screen and by crops.csv.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId: string
let ofGroup: Json
let named: Json
let draft: Json
let now = new Date('2026-01-15T06:30:00Z')
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const judged = async (): Promise<Json> => {
  const handlers = clockHandlers.filter(({ name }) => name === 'rules of schemes: what was recorded')
  await runClock({ ...world.deps, clock: () => now, stop: new AbortController().signal }, world.tenants.cotton, handlers)
  return crop()
}
const crop = (): Promise<Json> => ok(as('omar').get(`/crop/${cropId}`))
const findings = async (): Promise<string[]> =>
  (await ok(as('omar').get(`/nonconformity?filter[cropId]=${cropId}&sort=createdAt`))).items.map(({ rule, status }: Json) => `${rule} ${status}`).sort()
const name = async (schemePopIds: string[], who = 'omar') => {
  const { version } = await crop()
  return as(who).patch(`/crop/${cropId}`, { schemePopIds }, { 'if-match': `"${version}"` })
}
const rules = (code: string) => [
  {
    ...{ code, text: `Asked by ${code}`, severity: 'MAJOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE' },
    check: { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 },
  },
]
const pack = async (schemeId: string, title: string, isPublished = true): Promise<Json> => {
  const ada = as('ada', '-')
  const made = await ok(
    ada.post('/schemepop', { name: title, schemeId, cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules: rules(title.toUpperCase()) }),
  )
  if (isPublished) await ok(record(ada, 'schemepop', made.id, 'PUBLISHED', '2026-01-15'))
  return made
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  ;({ cropId } = await chain.sown())
  ofGroup = await pack(await chain.standards.scheme('NPOP'), 'Group')
  // A buyer's own rules: nobody has a certificate of them.
  const scheme = await ok(as('ada', '-').post('/scheme', sampleOf(entityOf('scheme'), { values: { name: 'Buyer', abbreviation: 'INTERNAL', type: 'FARM' } })))
  await ok(record(as('ada', '-'), 'scheme', scheme.id, 'ACTIVATED', '2026-01-15'))
  named = await pack(scheme.id, 'Buyer')
  draft = await pack(scheme.id, 'Draft', false)
}, 120_000)

describe('rules that a crop names', () => {
  it('are published ones, and named by the manager', async () => {
    expect((await name([draft.id])).body.fields).toMatchObject([{ path: expect.stringMatching(/^schemePopIds/) }])
    expect((await name([named.id], 'fatima')).status).toBe(403)
    expect((await crop()).schemePopIds).toBeNull()
  })
  it('for the package of another crop are refused, though they name no crop type themselves', async () => {
    const ada = as('ada', '-')
    const pop = await seedsOf(world).make(entityOf('pop'))
    expect(pop.cropTypeId).not.toBe(chain.cotton)
    const made = await ok(
      ada.post('/schemepop', { name: 'Elsewhere', schemeId: named.schemeId, popId: pop.id, passScore: 60, maxMajor: 1, rules: rules('ELSEWHERE') }),
    )
    await ok(record(ada, 'schemepop', made.id, 'PUBLISHED', '2026-01-15'))
    expect(await name([made.id])).toMatchObject({ status: 400, body: { fields: [{ path: 'schemePopIds', code: 'rule' }] } })
    expect((await crop()).schemePopIds).toBeNull()
  })
  it('judge it besides those of the group’s certificates, and no more once they are taken away', async () => {
    expect((await judged()).openNcCount).toBe(1)
    expect(await findings()).toEqual(['GROUP OPEN'])
    await ok(name([named.id]))
    expect((await judged()).openNcCount).toBe(2)
    expect(await findings()).toEqual(['BUYER OPEN', 'GROUP OPEN'])
    expect((await ok(as('omar').get(`/crop/${cropId}/compliance`))).items.map(({ title }: Json) => title).sort()).toEqual(['Buyer, v1', 'Group, v1'])
    now = new Date(now.getTime() + 3_600_000)
    await ok(name([]))
    expect((await judged()).openNcCount).toBe(1)
    expect(await findings()).toEqual(['BUYER CLOSED', 'GROUP OPEN'])
  })
  it('cannot stand for those of the certificates: naming only the buyer’s leaves the group’s', async () => {
    await ok(name([named.id]))
    await judged()
    expect((await findings()).filter((one) => one.startsWith('GROUP'))).toEqual(['GROUP OPEN'])
    await ok(name([ofGroup.id]))
    // Named and brought by a certificate: judged once.
    await judged()
    expect((await ok(as('omar').get(`/crop/${cropId}/compliance`))).items.map(({ title }: Json) => title)).toEqual(['Group, v1'])
  })
})

describe('crops.csv', () => {
  it('names them by their codes; an unknown one and a draft come back by the column', async () => {
    const [codes, member, plot] = [[ofGroup.code, named.code], await chain.member({ name: 'Lata' }), await chain.sown()]
    const { variety, memberNo, parcelNo } = await namesOf(plot, member)
    const row = {
      ...{
        member_no: memberNo,
        parcel_no: parcelNo,
        season: 'KH-2025',
        crop: (await chain.view('croptype', chain.cotton)).code,
        variety,
        role: 'MAIN',
        system_type: 'SOLE',
        area: '0.5',
      },
      ...{ planned_sowing: '2025-06-20', seed_source: 'GROUP', water_regime: 'RAINFED' },
    }
    const send = async (scheme_pop_codes: string): Promise<Json> => {
      const one = { ...row, scheme_pop_codes }
      const body = csvText(Object.keys(one), [Object.values(one)])
      return ok(as('omar').send('/crop/import', { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
    }
    expect((await send('SPO-999999')).problems.map(({ column }: Json) => column)).toEqual(['scheme_pop_codes'])
    expect((await send(draft.code)).problems.map(({ column }: Json) => column)).toEqual(['scheme_pop_codes'])
    const job = await send(codes.join('; '))
    expect([job.created, job.rejected], JSON.stringify(job.problems)).toEqual([1, 0])
    const { items } = await ok(as('omar').get('/crop?sort=-createdAt&limit=1'))
    expect((await ok(as('omar').get(`/crop/${items[0].id}`))).schemePopIds).toEqual([ofGroup.id, named.id])
    expect(await send(codes.join(';'))).toMatchObject({ unchanged: 1, rejected: 0 })
    const { body } = await as('omar').get('/crop/export')
    expect(body).toContain(codes.join(';'))
  })
  /** A plot on which nothing grows yet. */
  async function namesOf({ cropId: of }: { cropId: string }, { farmerId, parcelId }: { farmerId: string; parcelId: string }) {
    const { varietyName } = await chain.view('crop', of)
    return { variety: varietyName, memberNo: (await chain.view('farmer', farmerId)).memberNo, parcelNo: (await chain.view('landparcel', parcelId)).parcelNo }
  }
})

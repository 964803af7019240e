// Rules of a scheme that are made for a package of practices: a group does not choose the rules it passes by assigning another package (3.5, 5.2, 0087),
// and what is grave is closed by people, not because no rules hold any more.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let schemeId: string
const packages: string[] = []
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const ada = () => as('ada', '-')
const judged = () =>
  runClock(
    { ...world.deps, clock, stop: new AbortController().signal },
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => name === 'rules of schemes: what was recorded'),
  )
const rule = (code: string, effectOnFail: string, severity: string): Json => ({
  ...{ code, text: `Asked by ${code}`, weight: 1, correctiveDays: 30, severity, effectOnFail },
  check: { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 },
})
const version = async (name: string, popId: string | null, rules: Json[], more: Json = {}): Promise<Json> => {
  const made = await ok(ada().post('/schemepop', { name, schemeId, cropTypeId: chain.cotton, popId, passScore: 60, maxMajor: 1, rules, ...more }))
  await ok(record(ada(), 'schemepop', made.id, 'PUBLISHED', '2026-01-15'))
  return made
}
const holding = async (cropId: string): Promise<string[]> => {
  await judged()
  return (await ok(as('omar').get(`/crop/${cropId}/compliance`))).items.map(({ title }: Json) => title).sort()
}
const findings = async (cropId: string): Promise<string[]> =>
  (await ok(as('omar').get(`/nonconformity?filter[cropId]=${cropId}`))).items.map(({ rule: of, status }: Json) => `${of} ${status}`).sort()
const assign = (cropId: string, popId: string | undefined, day: string) => record(as('fatima'), 'crop', cropId, 'PACKAGE_ASSIGNED', day, { popId })
let cropId: string

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  schemeId = await chain.standards.scheme('NPOP')
  for (const name of ['First', 'Second', 'Third']) {
    const body = {
      ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01' },
      ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0)] },
    }
    const { id } = await ok(as('ada').post('/pop', body))
    await ok(record(as('ada'), 'pop', id, 'PUBLISHED', '2025-06-01'))
    packages.push(id)
  }
  const one = await chain.sown()
  cropId = one.cropId
  await chain.decide('APPROVED', one.farmerId)
  await chain.picked(cropId, 500)
  await ok(assign(cropId, packages[0], '2025-06-21'))
}, 120_000)

describe('rules made for a package', () => {
  it('hold for the crop that follows it, and after another one was assigned for which the scheme has none; the sale stays refused', async () => {
    await version('For the first', packages[0] ?? null, [rule('STOP', 'BLOCK_SALE', 'CRITICAL')])
    expect(await holding(cropId)).toEqual(['For the first, v1'])
    expect(await findings(cropId)).toEqual(['STOP OPEN'])
    await ok(assign(cropId, packages[1], '2025-06-22'))
    expect(await holding(cropId)).toEqual(['For the first, v1'])
    expect(await findings(cropId)).toEqual(['STOP OPEN'])
    expect(await chain.buy((await chain.lot()).id, cropId, 100, '2026-01-15')).toMatchObject({ status: 422 })
  })
  it('hold for a crop that follows no package', async () => {
    const none = await chain.sown()
    expect(await holding(none.cropId)).toEqual(['For the first, v1'])
  })
  it('give way to those that the scheme has for the package that is followed; what is grave stays open for a person, what is lighter is cured', async () => {
    const { id } = await version('Light', packages[0] ?? null, [rule('LIGHT', 'NONE', 'MINOR')])
    expect(await holding(cropId)).toEqual(['For the first, v1', 'Light, v1'])
    await version('For the second', packages[1] ?? null, [rule('OTHER', 'NONE', 'MINOR')])
    expect(await holding(cropId)).toEqual(['For the second, v1'])
    expect(await findings(cropId)).toEqual(['LIGHT CLOSED', 'OTHER OPEN', 'STOP OPEN'])
    // The third has none: those of both others hold.
    await ok(assign(cropId, packages[2], '2025-06-23'))
    expect(await holding(cropId)).toEqual(['For the first, v1', 'For the second, v1', 'Light, v1'])
    await ok(record(ada(), 'schemepop', id, 'ARCHIVED', '2026-01-15', {}, 11))
  })
  it('hold when the crop names them, whatever package it follows; those for another crop are refused by the field (400)', async () => {
    await ok(assign(cropId, packages[1], '2025-06-24'))
    const named = (await ok(ada().get('/schemepop?q=For the first'))).items[0]
    const name = async (ids: string[]) => {
      const { version: seen } = await ok(as('omar').get(`/crop/${cropId}`))
      return as('omar').patch(`/crop/${cropId}`, { schemePopIds: ids }, { 'if-match': `"${seen}"` })
    }
    const { id, createdAt, updatedAt, ...soy } = await chain.view('croptype', chain.cotton)
    const body = Object.fromEntries(Object.entries(soy).filter(([key, value]) => value !== null && fieldsOfType.includes(key)))
    const other = await ok(as('ada').post('/croptype', { ...body, name: 'Soy', hsCode: '1201' }))
    const forSoy = await version('Soy', null, [rule('SOY', 'NONE', 'MINOR')], { cropTypeId: other.id })
    expect(await name([forSoy.id])).toMatchObject({ status: 400, body: { fields: [{ path: 'schemePopIds', code: 'rule' }] } })
    await ok(name([named.id]))
    expect(await holding(cropId)).toEqual(['For the first, v1', 'For the second, v1'])
  })
  it('leave a grave non-conformity open when none hold any more', async () => {
    const { items } = await ok(ada().get('/schemepop?filter[status]=PUBLISHED'))
    for (const { id } of items) await ok(record(ada(), 'schemepop', id, 'ARCHIVED', '2026-01-15', {}, 11))
    expect(await holding(cropId)).toEqual([])
    // The lighter one was opened anew when its rule was in force again.
    expect(await findings(cropId)).toEqual(['LIGHT CLOSED', 'LIGHT CLOSED', 'OTHER CLOSED', 'STOP OPEN'])
    expect(await chain.view('crop', cropId)).toMatchObject({ openNcCount: 1, complianceScore: null })
    expect(await chain.buy((await chain.lot()).id, cropId, 100, '2026-01-15')).toMatchObject({ status: 422 })
  })
})
const fieldsOfType = ['scientificName', 'lifecycle', 'daysMin', 'daysMax', 'seedKgPerHaMin', 'seedKgPerHaMax', 'gmRisk', 'eudrCommodity', 'yieldNorms']

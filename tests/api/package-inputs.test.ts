// Inputs that a package of practices names (domain dictionary 5.1): another one is noted where it is recorded, on the crop, its seed and its ground, and
// refused by nothing; the note goes with the event.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
const items: Record<string, string> = {}
const as = (who: string) => world.as(who, 'OP1')
const published = async (name: string, inputs: readonly string[]): Promise<string> => {
  const values = { name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01' }
  const steps = [step('FEED', 'INPUT_APPLICATION', 43, 5, 5, { itemId: items.Manure })]
  const { id } = await ok(as('ada').post('/pop', { ...values, inputItemIds: inputs.map((one) => items[one]), planEvents: steps }))
  await ok(record(as('ada'), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
const sown = async (popId: string | null): Promise<{ cropId: string; systemId: string }> => {
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  const cropId = await chain.cropIn(systemId, popId ? { popId } : {})
  const seed = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
  await ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', seed))
  return { cropId, systemId }
}
const spray = (cropId: string, item: string) =>
  ok(record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', '2025-08-01', { itemId: items[item], dosePerHa: 1, unit: 'KG', total: 1, target: 'Aphids' }))
const spread = (systemId: string, item: string) =>
  ok(record(as('fatima'), 'croppingsystem', systemId, 'INPUT_APPLICATION', '2025-08-02', { itemId: items[item], dosePerHa: 1, unit: 'KG', total: 1 }))
const noted = ({ findings }: Json): string[] => findings.filter(({ ruleId }: Json) => ruleId === '5.1').map(({ message }: Json) => message)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const name of ['Neem', 'Manure', 'Ash'])
    items[name] = (await ok(as('ada').post('/inputitem', { name, category: 'OTHER', permission: 'ALLOWED', phiDays: 0 }))).id
}, 120_000)

describe('an input that the package does not name', () => {
  it('is noted on the crop and on its ground, and the note goes when the event is taken back', async () => {
    const { cropId, systemId } = await sown(await published('Neem alone', ['Neem']))
    const ash = await spray(cropId, 'Ash')
    expect(noted(ash)).toEqual(['Ash is not among the inputs of the package Neem alone, v1.'])
    expect(noted(await spread(systemId, 'Ash'))).toEqual(['Ash is not among the inputs of the package Neem alone, v1.'])
    expect((await chain.view('crop', cropId)).flags).toMatchObject([{ ruleId: '5.1', severity: 'WARN' }])
    await ok(as('fatima').post(`/crop/${cropId}/events/${ash.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('crop', cropId)).flags).toEqual([])
  })
  it('is one that neither its list nor a step of it names; a package without a list, and a crop without a package, say nothing', async () => {
    const { cropId, systemId } = await sown(await published('Neem and steps', ['Neem']))
    expect([noted(await spray(cropId, 'Neem')), noted(await spread(systemId, 'Manure'))]).toEqual([[], []])
    for (const popId of [await published('No list', []), null]) expect(noted(await spray((await sown(popId)).cropId, 'Ash'))).toEqual([])
  })
})

// BR-04: when goods in conversion are sold as that, by the months that the scheme of the group asks for.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const ada = () => world.as('ada', 'OP1')

/** Months after the start of conversion, of the scheme that the group is certified to. */
async function sellableAfter(months: number): Promise<void> {
  const { schemeId } = await ok(ada().get(`/scopecertificate/${chain.certificates.group}`))
  const { version } = await ok(ada().get(`/scheme/${schemeId}`))
  await ok(ada().patch(`/scheme/${schemeId}`, { icSellableAfterMonths: months }, { 'if-match': `"${version}"` }))
}
/** A crop in its first year of conversion, picked on that day, of an approved farmer. */
async function picked(conversionStart: string, day: string): Promise<string> {
  const { cropId, farmerId } = await chain.sown({ conversionStart })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000, day)
  expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'IC1' })
  return cropId
}
/** The claim of a lot into which it was bought, and what was found. */
async function bought(cropId: string, day: string): Promise<[claim: string, findings: string[]]> {
  const { id } = await chain.lot()
  const { findings } = await ok(chain.buy(id, cropId, 100, day))
  return [(await chain.view('productbatch', id)).claimStatus, findings.filter(({ ruleId }: Json) => ruleId === 'BR-04').map(({ severity }: Json) => severity)]
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('goods in conversion', () => {
  it('are bought as conventional when they were picked before the months of the scheme were over, and not on the day on which they are', async () => {
    // From 25 October 2024: ten months at 2025-08-25, twelve at 2025-10-25.
    const [early, onTheDay] = [await picked('2024-10-26', '2025-10-25'), await picked('2024-10-25', '2025-10-25')]
    await sellableAfter(12)
    expect(await bought(early, '2025-11-03')).toEqual(['CONVENTIONAL', ['WARN']])
    expect(await bought(onTheDay, '2025-11-03')).toEqual(['IC1', []])
  })
  it('are bought as that from the first day where the scheme asks for none', async () => {
    const crop = await picked('2025-06-01', '2025-10-25')
    await sellableAfter(0)
    expect(await bought(crop, '2025-11-03')).toEqual(['IC1', []])
  })
})

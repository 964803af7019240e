// Production systems, what lives in them and what is planned for them lie with their member, and follow when the member moves (docs/decisions/0171).
import { beforeAll, expect, it } from 'vitest'
import { openWorld } from '../harness/world.ts'
import { clock, type Husbandry, husbandryOf, type Json } from './husbandry-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)

it('follow to the next village, each once, and come back', async () => {
  const [cow, flock] = [await farm.cow(), await farm.flock()]
  const owned: [string, string][] = [
    ['productionsystem', farm.dairy.id],
    ['housingunit', String(farm.dairy.units[0])],
    ['cow', cow.id],
    ['poultrybatch', flock.id],
  ]
  const villages = async () => Promise.all(owned.map(async ([entity, id]) => (await farm.view(entity, id)).village))
  const { farmerId, village } = await farm.view('productionsystem', farm.dairy.id)
  const moveTo = async (to: string) => {
    const { version } = await farm.view('farmer', farmerId)
    const { status } = await farm.world.as('omar', 'OP1').patch(`/farmer/${farmerId}`, { village: to }, { 'if-match': `"${version}"` })
    expect(status).toBe(200)
  }
  expect(await villages()).toEqual(owned.map(() => village))
  await moveTo('Sonpur')
  expect(await villages()).toEqual(owned.map(() => 'Sonpur'))
  const lactations: Json[] = await farm.list('/lactation?limit=50')
  expect(lactations.filter((one) => one.farmerId === farmerId && one.village !== 'Sonpur')).toEqual([])
  await moveTo(village)
  expect(await villages()).toEqual(owned.map(() => village))
})

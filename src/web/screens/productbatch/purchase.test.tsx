// A ticket at the centre: what may still be bought stands under the weight before anything is sent.
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answering, openStage, told } from '#tests/web/stage.tsx'

const uuid = (end: string) => `01900000-0000-7000-8000-0000000000${end}`
const lot = told({
  id: uuid('b1'),
  code: 'BAT-000009',
  title: 'KC-0009',
  productId: uuid('b2'),
  seasonId: uuid('b3'),
  unitType: 'HEAP',
  status: 'OPEN',
  units: [],
  may: ['PURCHASE'],
})
const product = told({ id: uuid('b2'), title: 'Seed cotton', cropTypeId: uuid('b4'), kind: 'RAW' })
const farmer = told({ id: uuid('f2'), title: 'Savita Nagar', code: 'FRM-000112', status: 'ACTIVE', village: 'Balsamud' })
const crop = told({
  id: uuid('c1'),
  title: 'Cotton, Suraj',
  status: 'HARVESTING',
  role: 'MAIN',
  cropTypeId: uuid('b4'),
  farmerId: uuid('f2'),
  areaHa: 1.6,
  claimStatus: 'ORGANIC',
  yieldCapKg: 2000,
  estimatedKg: 1000,
  harvestedKg: 900,
  retainedKg: 20,
  purchasedKg: 600,
})
const listed = (item: Record<string, unknown>) => ({ body: { items: [item], next: null, total: 1, refs: {} } })
const server: Answering = ({ path }) => {
  if (path.endsWith(uuid('b1'))) return { body: lot }
  if (path.endsWith(uuid('b2'))) return { body: product }
  if (path.endsWith(uuid('c1'))) return { body: crop }
  if (path.endsWith('/farmer')) return listed(farmer)
  return path.endsWith('/crop') ? listed(crop) : undefined
}
const open = async () => {
  const stage = await openStage(`/private/farmbook/OP1/productbatch/${uuid('b1')}/create-event?type=PURCHASE`, server)
  const who = await screen.findByLabelText(/Delivered by/)
  await stage.person.type(who, 'Sav')
  await stage.person.click(await screen.findByText(/Savita Nagar/))
  expect(await screen.findByText(/280 kg left to sell/)).toBeDefined()
  return stage
}

describe('a purchase', () => {
  it('works out the net weight and what is left of the allowance', async () => {
    const { person } = await open()
    expect(await screen.findByText(/Up to 280 kg may be bought \(what was harvested and not kept\)/)).toBeDefined()
    await person.type(screen.getByLabelText(/Gross/), '208.5')
    await person.type(screen.getByLabelText(/Tare/), '8.5')
    expect(screen.getByText('200')).toBeDefined()
    expect(screen.getByText(/2 quintal/)).toBeDefined()
  })
  it('says with figures what would be refused', async () => {
    const { person } = await open()
    await person.type(screen.getByLabelText(/Gross/), '300')
    await person.type(screen.getByLabelText(/Tare/), '8')
    expect(await screen.findByText(/The ticket asks 292 kg, but only 280 kg are left/)).toBeDefined()
  })
})

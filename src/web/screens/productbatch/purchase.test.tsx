// A ticket at the centre: what may still be bought stands under the weight before anything is sent.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (end: string) => `01900000-0000-7000-8000-0000000000${end}`
const lot = answerOf({
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
const product = answerOf({ id: uuid('b2'), title: 'Seed cotton', cropTypeId: uuid('b4'), kind: 'RAW' })
const farmer = answerOf({ id: uuid('f2'), title: 'Savita Nagar', code: 'FRM-000112', status: 'ACTIVE', village: 'Balsamud' })
const crop = answerOf({
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
const ticket = {
  id: uuid('e1'),
  eventType: 'PURCHASE',
  status: 'RECORDED',
  occurredAt: '2025-11-03T04:30:00Z',
  recordedAt: '2025-11-03T04:30:00Z',
  data: { cropId: uuid('c1'), pricePerKg: 72_50, premiumPerKg: 6_00, tareKg: 2.5, receiptNo: 'R-7' },
}
const server: Answering = ({ method, path, query }) => {
  if (method === 'POST') return { status: 201, body: { event: ticket, subject: lot, findings: [] } }
  if (path.endsWith('/events')) return query.get('filter[eventType]') === 'PURCHASE' ? listed(ticket) : undefined
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
  it('is the one button in the header of an open heap, wide screen or phone; closing the lot waits in the menu', async () => {
    for (const width of [1280, 390]) {
      const { person } = await openStage(
        `/private/farmbook/OP1/productbatch/${uuid('b1')}`,
        (requested) => (requested.path.endsWith(uuid('b1')) ? { body: { ...lot, may: ['PURCHASE', 'CLOSED'] } } : server(requested)),
        { width },
      )
      expect(await screen.findByRole('link', { name: 'Purchase' })).toBeDefined()
      expect(screen.queryByRole('link', { name: 'Close lot' })).toBeNull()
      await person.click(screen.getByRole('button', { name: 'More actions' }))
      expect(await screen.findByRole('menuitem', { name: 'Close lot' })).toBeDefined()
      cleanup()
    }
  })
  it('works out the net weight and what is left of the allowance', async () => {
    const { person } = await open()
    expect(await screen.findByText(/Up to 280 kg may be bought \(what was harvested and not kept\)/)).toBeDefined()
    await person.type(screen.getByLabelText(/Gross/), '208.5')
    await person.clear(screen.getByLabelText(/Tare/))
    await person.type(screen.getByLabelText(/Tare/), '8.5')
    expect(screen.getByText('200')).toBeDefined()
    expect(screen.getByText(/2 quintal/)).toBeDefined()
  })
  it('begins with price, premium and tare of the lot’s last ticket, never with its receipt', async () => {
    await open()
    const values = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
    await screen.findByText(/as on the last ticket, 3 Nov 2025/)
    expect([values(/Price per kg/), values(/Premium per kg/), values(/^Tare/), values(/Receipt/)]).toEqual(['72.5', '6', '2.5', ''])
  })
  it('proposes the premium by the price model of the group, which follows the price, and says it beside another one', async () => {
    const group = answerOf({ id: lot.operatorId, code: 'OP1', title: 'Narmada', premiumType: 'PCT', premiumValue: 8 })
    const first = (requested: Parameters<Answering>[0]) =>
      requested.path.endsWith(`/collective/${lot.operatorId}`)
        ? { body: group }
        : requested.path.endsWith('/events')
          ? { body: { items: [], next: null, refs: {} } }
          : server(requested)
    const { person } = await openStage(`/private/farmbook/OP1/productbatch/${uuid('b1')}/create-event?type=PURCHASE`, first)
    await person.type(await screen.findByLabelText(/Delivered by/), 'Sav')
    await person.click(await screen.findByText(/Savita Nagar/))
    const premium = () => (screen.getByLabelText(/Premium per kg/) as HTMLInputElement).value
    await person.type(screen.getByLabelText(/Price per kg/), '72.5')
    await waitFor(() => expect(premium()).toBe('5.8'))
    await person.clear(screen.getByLabelText(/Premium per kg/))
    await person.type(screen.getByLabelText(/Premium per kg/), '6')
    await person.clear(screen.getByLabelText(/Price per kg/))
    await person.type(screen.getByLabelText(/Price per kg/), '70')
    const status = await screen.findByText(/The premium is .*6.* a kg; the price model of the group makes .*5\.60/)
    expect(status.closest('[role="status"]')).not.toBeNull()
    expect(premium()).toBe('6')
  })
  it('takes the proposed premium out again with the claim or the price, and leaves one that was typed', async () => {
    const group = answerOf({ id: lot.operatorId, code: 'OP1', title: 'Narmada', premiumType: 'PCT', premiumValue: 8 })
    const first = (requested: Parameters<Answering>[0]) =>
      requested.path.endsWith(`/collective/${lot.operatorId}`)
        ? { body: group }
        : requested.path.endsWith('/events')
          ? { body: { items: [], next: null, refs: {} } }
          : server(requested)
    const { person } = await openStage(`/private/farmbook/OP1/productbatch/${uuid('b1')}/create-event?type=PURCHASE`, first)
    await person.type(await screen.findByLabelText(/Delivered by/), 'Sav')
    await person.click(await screen.findByText(/Savita Nagar/))
    const premium = () => (screen.getByLabelText(/Premium per kg/) as HTMLInputElement).value
    const price = screen.getByLabelText(/Price per kg/)
    await person.type(price, '72.5')
    await waitFor(() => expect(premium()).toBe('5.8'))
    await person.clear(price)
    await waitFor(() => expect(premium()).toBe(''))
    await person.type(price, '72.5')
    await waitFor(() => expect(premium()).toBe('5.8'))
    const [asConventional = document.body] = screen.getAllByRole('group', { name: /conventional/i })
    await person.click(within(asConventional).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(premium()).toBe(''))
    await person.click(within(asConventional).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(premium()).toBe('5.8'))
    await person.clear(screen.getByLabelText(/Premium per kg/))
    await person.type(screen.getByLabelText(/Premium per kg/), '6')
    await person.click(within(asConventional).getByRole('button', { name: 'Yes' }))
    expect(premium()).toBe('6')
  })
  it('says with figures what would be refused', async () => {
    const { person } = await open()
    await person.type(screen.getByLabelText(/Gross/), '300')
    await person.clear(screen.getByLabelText(/Tare/))
    await person.type(screen.getByLabelText(/Tare/), '8')
    expect(await screen.findByText(/The ticket asks 292 kg, but only 280 kg are left/)).toBeDefined()
  })
})

describe('where a purchase is written', () => {
  const here = { latitude: 21.9, longitude: 75.6, accuracy: 7.6 }
  /** A device whose person has answered the question for its place so. `find`: what it does then. */
  const device = (state: string, find: (found: (place: { coords: typeof here }) => void) => void) => {
    const looked = vi.fn((found: (place: { coords: typeof here }) => void) => find(found))
    Object.defineProperties(navigator, {
      permissions: { configurable: true, value: { query: async () => ({ state }) } },
      geolocation: { configurable: true, value: { getCurrentPosition: looked } },
    })
    return looked
  }
  afterEach(() => {
    for (const name of ['permissions', 'geolocation']) Reflect.deleteProperty(navigator, name)
  })
  const sent = async () => {
    const { person, requested } = await open()
    await person.type(screen.getByLabelText(/Gross/), '108.5')
    await person.clear(screen.getByLabelText(/^Tare/))
    await person.type(screen.getByLabelText(/^Tare/), '8.5')
    await person.type(screen.getByLabelText(/Receipt/), 'R-8')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(requested.some(({ method }) => method === 'POST')).toBe(true))
    return requested.find(({ method }) => method === 'POST')?.body as Record<string, unknown>
  }
  it('is sent where the person has let the product look before', async () => {
    device('granted', (found) => found({ coords: here }))
    expect(await sent()).toMatchObject({ eventType: 'PURCHASE', gps: { lat: 21.9, lng: 75.6, accuracyM: 8 } })
  })
  it('is not looked for where that was never answered', async () => {
    const looked = device('prompt', (found) => found({ coords: here }))
    expect(await sent()).not.toHaveProperty('gps')
    expect(looked).not.toHaveBeenCalled()
  })
})

// The chain of kilograms behind a facility is of one season: the one chosen at the top at first, and another one where it is chosen on the panel, also where nothing is behind it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000000${n}`
const [id, kharif, rabi] = [uuid(21), uuid(22), uuid(23)]
const season = (of: string, title: string, startDate: string, endDate: string, status: string) =>
  answerOf({ id: of, title, name: title, kind: 'KHARIF', startDate, endDate, status })
const link = {
  ...{ seasonId: kharif, season: 'Kharif', cropTypeId: uuid(24), crop: 'Cotton', claim: 'ORGANIC', crops: 3, ceilingKg: 900, allowedKg: 800 },
  ...{ harvestedKg: 700, purchasedKg: 400, conventionalKg: 0, lowerKg: 0, fromHigherKg: 0, reservedKg: 0, certifiedKg: 0, toBuyKg: 400, toCertifyKg: 400 },
}
beforeAll(() => Promise.all([import('./past/past-overview.tsx'), import('#web/engine/past/past-record.tsx')]), 120_000)

it('is requested for the season, has no crops in one of which nothing came, and goes back', async () => {
  const requested: string[] = []
  const day = '2026-01-10'
  const past = { occurredBy: `${day}T18:29:59.999Z`, knownBy: `${day}T18:29:59.999Z`, notDerived: [] }
  await openStage(`/private/farmbook/OP1/processingsystem/${id}?asOf=${day}&knownAt=${day}`, ({ path, query }) => {
    if (path.endsWith('/season')) {
      const items = [season(rabi, 'Rabi', '2099-10-01', '2100-04-30', 'CLOSED'), season(kharif, 'Kharif', '2020-06-01', '2098-02-28', 'OPEN')]
      return { body: { items, next: null, total: 2, refs: {} } }
    }
    if (path.endsWith('/stock')) return { body: { materials: [], lots: [], isCut: false } }
    if (path.endsWith('/kilogram-chain')) {
      const of = new URLSearchParams(query).get('seasonId') ?? ''
      requested.push(of)
      return { body: { items: of === kharif ? [link] : [] } }
    }
    return path.endsWith(`/processingsystem/${id}`) ? { body: answerOf({ id, title: 'Gin', status: 'ACTIVE', past }) } : undefined
  })
  const panel = async () => within(await screen.findByRole('region', { name: 'From field to certificate' }))
  expect(await (await panel()).findByText('700 kg')).toBeTruthy()
  expect(requested).toEqual([kharif])
  const choose = async (name: string) => {
    fireEvent.mouseDown((await panel()).getByRole('combobox', { name: 'Season' }))
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  const select = (await panel()).getByRole('combobox', { name: 'Season' })
  await choose('Rabi')
  await waitFor(() => expect(requested).toEqual([kharif, rabi]))
  expect(await (await panel()).findByText('No crops')).toBeTruthy()
  // The same select, so that focus stays in it.
  expect((await panel()).getByRole('combobox', { name: 'Season' })).toBe(select)
  await choose('Kharif')
  expect(await (await panel()).findByText('700 kg')).toBeTruthy()
})

// The list of open overlaps: which wait for the reader, how far each is, where it leads; none, and what is wrong; and their line on the dashboard.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, openStage } from '#tests/web/stage.tsx'

const [one, two] = ['01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000d2']
const overlap = (values: Record<string, unknown> = {}) => ({
  own: { id: one, code: 'PCL-000001', title: 'Nala Khet', operatorId: two },
  other: { code: 'PCL-000777', id: null, title: null, operator: 'Maheshwar Jaivik' },
  ...{ band: 'review', ratio: 0.1, sharedM2: 1140, state: 'PROPOSED', turn: 'OWN', isYours: true },
  since: '2025-11-10T05:00:00Z',
  lastAt: '2025-11-11T05:00:00Z',
  ...values,
})
const inner = overlap({
  own: { id: two, code: 'PCL-000002', title: 'PCL-000002', operatorId: two },
  other: { code: 'PCL-000003', id: one, title: 'Bada Khet', operator: null },
  ...{ state: 'OPEN', turn: 'BOTH', isYours: false },
})
const answering =
  (body: unknown, status = 200): Answering =>
  ({ path }) =>
    path.endsWith('/landparcel/overlap-cases') ? ({ status, body } as ReturnType<Answering>) : undefined
const page = '/private/farmbook/OP1/landparcel/list?mode=overlaps'

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/list/entity-list.tsx'), import('./overlap-list.tsx')]), 120_000)

describe('the list of open overlaps', () => {
  it('says of each pair how much, how far, whose turn and since when, and leads to the case on the map', async () => {
    await openStage(page, answering({ items: [overlap(), inner], next: null }))
    const table = await screen.findByRole('table', { name: 'Overlaps' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first?.textContent).toMatch(/Nala Khet \(PCL-000001\)with PCL-000777 · Maheshwar Jaivik/)
    for (const words of ['Boundary proposed', 'Your turn', /^0\.11 ha/, /^10/]) expect(within(first as HTMLElement).getByText(words)).toBeTruthy()
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(`/private/farmbook/OP1/landparcel/${one}?tab=overlaps`)
    expect(second?.textContent).toMatch(/PCL-000002with Bada Khet \(PCL-000003\)/)
    for (const words of ['Nothing proposed', 'Both sides']) expect(within(second as HTMLElement).getByText(words)).toBeTruthy()
  })
  it('is empty, and says why', async () => {
    await openStage(page, answering({ items: [], next: null }))
    expect(await screen.findByText('No open overlap')).toBeTruthy()
    expect(screen.getByText('No two plots claim more than 5 % of the same ground.')).toBeTruthy()
  })
  it('that could not be loaded says so', async () => {
    await openStage(page, answering({ code: 'INTERNAL', message: 'x' }, 500))
    expect(await screen.findByText('The overlaps could not be loaded')).toBeTruthy()
  })
  it('goes on until the last page, a page without any included, and puts what waits for the reader first', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [inner], next: 'a' },
      a: { items: [], next: 'b' },
      b: { items: [overlap()], next: null },
    }
    await openStage(page, ({ path, query }) => (path.endsWith('/landparcel/overlap-cases') ? { body: pages[query.get('cursor') ?? ''] } : undefined))
    await screen.findByText('Your turn')
    const [, first, second] = within(screen.getByRole('table', { name: 'Overlaps' })).getAllByRole('row')
    expect(first?.textContent).toMatch(/Nala Khet/)
    expect(second?.textContent).toMatch(/Bada Khet/)
  })
})

describe('the dashboard', () => {
  it('counts among what needs a decision the overlaps in which the reader’s word is missing, and leads to them', async () => {
    const overlaps = answering({ items: [overlap(), inner], next: null })
    await openStage('/private/farmbook/OP1/dashboard', (requested) =>
      requested.path.endsWith('/reports/season-summary') ? { body: { statusCounts: [], plots: null, cropTypes: [] } } : overlaps(requested),
    )
    const line = (await screen.findByText('Overlaps: your turn', undefined, { timeout: 10_000 })).closest('a')
    expect(line?.textContent).toMatch(/1$/)
    expect(line?.getAttribute('href')).toBe('/private/farmbook/OP1/landparcel/list?mode=overlaps')
  })
})

// The trace read without the drawing: its list sums to the lot, and names the plots a reader may open.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Trace } from '#domain/chain/chain-reports.ts'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000b1'
const lot = answerOf({
  id,
  code: 'BAT-000009',
  title: 'KC-0009',
  productId: null,
  unitType: 'HEAP',
  status: 'OPEN',
  claimStatus: 'ORGANIC',
  onHandKg: 1000,
  units: [],
})
const root = { id, kind: 'productbatch', title: 'KC-0009', code: 'BAT-000009', kg: 1000 } as const
const plot = (name: string, kg: number, farmer: string | null) => ({
  parcelId: `01900000-0000-7000-8000-0000000000${name.length}0`,
  code: `PRC-${name.length}`,
  name,
  village: 'Balsamud',
  farmer,
  farmerId: farmer ? '01900000-0000-7000-8000-0000000000f2' : null,
  point: null,
  areaHa: 1.8,
  isOpen: farmer !== null,
  kg,
  share: kg / 1000,
})
const plots = [plot('Nadi paar', 700, 'Kamal Singh'), plot('Ghat', 300, null)] as const
const back: Trace = {
  root,
  direction: 'back',
  nodes: [],
  edges: [{ from: plots[0].parcelId, to: id, kg: 700, eventId: null, eventType: 'PURCHASE' }],
  parcels: [...plots],
}
const forward: Trace = { root, direction: 'forward', nodes: [], edges: [], parcels: [] }
const server: Answering = ({ path, query }) => {
  if (path.endsWith('/trace')) return { body: query.get('direction') === 'forward' ? forward : back }
  if (path.endsWith('/ledger'))
    return { body: { batchId: id, title: 'KC-0009', onHandKg: 1000, reservedKg: 0, availableKg: 1000, totals: { PURCHASED: 1000 }, items: [], isCut: false } }
  return path.endsWith(id) ? { body: lot } : undefined
}

describe('TracePanel on a phone', () => {
  it('is a list: every plot with kilograms and share, summing to the lot', async () => {
    await openStage(`/private/farmbook/OP1/productbatch/${id}`, server, { width: 390 })
    const table = await screen.findByLabelText('Plots of origin')
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent ?? '')
    expect(rows[1]).toMatch(/Nadi paar.*Kamal Singh.*700.*70/)
    expect(rows[2]).toMatch(/Ghat.*not for your role.*300.*30/)
    expect(rows[3]).toMatch(/Together.*1,000.*100/)
    expect(within(table).getByRole('link', { name: 'Nadi paar' })).toBeDefined()
    expect(within(table).queryByRole('link', { name: 'Ghat' })).toBeNull()
  })
})

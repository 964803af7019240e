// The trace read without the drawing: its list sums to the lot, and names the plots a reader may open.
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { TraceAnswer } from '#domain/chain/chain-reports.ts'
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
  claim: 'ORGANIC' as const,
  status: 'ACTIVE',
})
const plots = [plot('Nadi paar', 700, 'Kamal Singh'), plot('Ghat', 300, null)] as const
const itself = {
  id,
  title: 'KC-0009',
  code: 'BAT-000009',
  kg: 1000,
  share: 1,
  claim: 'ORGANIC',
  status: 'OPEN',
  unitType: 'HEAP',
  at: null,
  isOpen: true,
} as const
const none = { crops: [], products: [], places: [] }
const back: TraceAnswer = {
  ...none,
  root,
  direction: 'back',
  parcels: [...plots],
  lots: [{ ...itself, product: null, place: null }],
  events: [{ id: '01900000-0000-7000-8000-0000000000e1', eventType: 'PURCHASE' }],
  edges: [[0, 2, 700, 0]],
}
const forward: TraceAnswer = { ...none, root, direction: 'forward', parcels: [], lots: [{ ...itself, product: null, place: null }], events: [], edges: [] }
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
  it('leaves as a file that names nobody: no purpose is noted of what the browser writes (BR-35)', async () => {
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (file: Blob) => {
          files.push(file)
          return 'blob:trace'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    const { person } = await openStage(`/private/farmbook/OP1/productbatch/${id}`, server, { width: 390 })
    await person.click(await screen.findByRole('button', { name: 'CSV' }))
    vi.unstubAllGlobals()
    const lines = ((await files[0]?.text()) ?? '').trim().split('\r\n')
    expect(lines.map((line) => line.replace('\uFEFF', ''))).toEqual([
      'plot,name,village,area_ha,kg,share',
      'PRC-9,Nadi paar,Balsamud,1.8,700,0.7',
      'PRC-4,Ghat,Balsamud,1.8,300,0.3',
    ])
  })
})

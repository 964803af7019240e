// Between the server's trace and the drawing no kilogram may appear or vanish.
import { describe, expect, it } from 'vitest'
import type { LotLedger, Trace, TraceNode } from '#domain/chain/chain-reports.ts'
import { layoutTrace, shareThrough } from './trace-layout.ts'
import { lotsToRead, type TraceInput, traceFlow } from './trace-view.ts'
import { waterfall } from './waterfall.ts'

const node = (id: string, more: Partial<TraceNode>): TraceNode => ({
  id,
  kind: 'productbatch',
  title: id,
  code: id,
  product: null,
  kg: 0,
  share: 1,
  claim: 'ORGANIC',
  status: 'CLOSED',
  unitType: 'HEAP',
  place: null,
  at: '2026-01-09',
  point: null,
  isOpen: true,
  ...more,
})
const plot = (parcelId: string, farmer: string, kg: number) => ({
  parcelId,
  code: parcelId,
  name: parcelId,
  village: null,
  farmer,
  farmerId: null,
  point: null,
  areaHa: 1,
  isOpen: true,
  kg,
  share: kg / 1000,
})
const root = { id: 'heap', kind: 'productbatch' as const, title: 'Heap 14', code: 'L', kg: 1000 }
const back: Trace = {
  root,
  direction: 'back',
  parcels: [plot('p1', 'Ramesh P.', 600), plot('p2', 'Savita N.', 400)],
  nodes: [
    node('p1', { kind: 'parcel', kg: 600 }),
    node('c1', { kind: 'crop', kg: 600 }),
    node('f1', { unitType: 'FARM_LOT', kg: 600 }),
    node('p2', { kind: 'parcel', kg: 400 }),
    node('c2', { kind: 'crop', kg: 400 }),
    node('f2', { unitType: 'FARM_LOT', kg: 400 }),
    node('heap', { kg: 1000, product: 'Seed cotton', place: 'Kasrawad' }),
  ],
  edges: ['1', '2'].flatMap((n) => {
    const kg = n === '1' ? 600 : 400
    return [
      { from: `p${n}`, to: `c${n}`, kg, eventId: null, eventType: 'SOWING' },
      { from: `c${n}`, to: `f${n}`, kg, eventId: `h${n}`, eventType: 'HARVEST' },
      { from: `f${n}`, to: 'heap', kg, eventId: `t${n}`, eventType: 'PURCHASE' },
    ]
  }),
}
const forward: Trace = {
  root,
  direction: 'forward',
  parcels: [],
  nodes: [
    node('heap', { kg: 1000, product: 'Seed cotton' }),
    node('part', { kg: 900, product: 'Seed cotton' }),
    node('lint', { kg: 272, product: 'Cotton lint', place: 'Khargone Gin' }),
    node('seed', { kg: 496, product: 'Cottonseed' }),
    node('bales', { kg: 170, product: 'Baled lint', unitType: 'BALE_LOT' }),
  ],
  edges: [
    { from: 'heap', to: 'part', kg: 900, eventId: 'd', eventType: 'DISPATCH' },
    { from: 'part', to: 'lint', kg: 272, eventId: 'run', eventType: 'PROCESS_RUN' },
    { from: 'part', to: 'seed', kg: 496, eventId: 'run', eventType: 'PROCESS_RUN' },
    { from: 'lint', to: 'bales', kg: 170, eventId: 'press', eventType: 'BALE_PRESSED' },
  ],
}
const line = (account: string, deltaKg: number, eventId: string) => ({
  id: eventId,
  at: '2026-01-09T10:00:00Z',
  account,
  deltaKg,
  balanceKg: 0,
  event: { id: eventId, eventType: 'PROCESS_RUN', subjectType: 'processingsystem', subjectId: 'g', status: 'RECORDED' },
  lots: [],
})
const ledgers: LotLedger[] = [
  {
    batchId: 'heap',
    title: 'Heap',
    onHandKg: 80,
    reservedKg: 0,
    availableKg: 80,
    totals: { PURCHASED: 1000, LOSS: -20, SHIPPED: -900 },
    items: [],
    isCut: false,
  },
  {
    batchId: 'part',
    title: 'Part',
    onHandKg: 100,
    reservedKg: 0,
    availableKg: 100,
    totals: { RECEIVED: 900, CONSUMED: -800 },
    items: [line('CONSUMED', -800, 'run')],
    isCut: false,
  },
]
const words = { kg: (kg: number) => `${kg} kg`, day: (day: string) => day, onHand: 'on hand', lost: 'lost', wasteAndLosses: 'Trash and losses', run: 'Run' }
const materials: Record<string, string> = { 'Seed cotton': 'SEED_COTTON', 'Cotton lint': 'LINT', Cottonseed: 'COTTONSEED', 'Baled lint': 'BALE' }
const flow = (more: Partial<TraceInput> = {}) =>
  traceFlow({ back, forward, ledgers, words, materialOf: (product) => (product ? (materials[product] ?? null) : null), ...more })
const link = (from: string, to: string, of = flow()) => of.links.find((one) => one.from === from && one.to === to)?.kg

describe('traceFlow', () => {
  it('is empty without a trace', () => expect(flow({ back: null, forward: null })).toEqual({ nodes: [], links: [] }))
  it('draws plots straight to their lots, crops and parts of lots left out', () => {
    expect(
      flow()
        .nodes.map((one) => one.id)
        .sort(),
    ).toEqual(['bales', 'f1', 'f2', 'heap', 'lint', 'p1', 'p2', 'rest:left', 'run:run', 'seed', 'waste:run:run'])
    expect([link('p1', 'f1'), link('f1', 'heap')]).toEqual([600, 600])
  })
  it('names the farmer on the lot', () => expect(flow().nodes.find((one) => one.id === 'f1')?.note).toBe('Ramesh P.'))
  it('takes what the run took from the ledger, and shows what came out of it and what did not', () => {
    expect(link('heap', 'run:run')).toBe(800)
    expect([link('run:run', 'lint'), link('run:run', 'seed'), link('run:run', 'waste:run:run')]).toEqual([272, 496, 32])
  })
  it('leaves nothing of the lot out: used, lost and still there make the whole', () => {
    const rest = flow().nodes.find((one) => one.id === 'rest:left')
    expect(rest).toMatchObject({ kg: 180, note: '20 kg lost' })
    expect((link('heap', 'run:run') ?? 0) + (rest?.kg ?? 0) + 20).toBe(1000)
  })
  it('draws what is known when ledgers are not to be seen', () => {
    const blind = flow({ ledgers: [] })
    expect(link('heap', 'run:run', blind)).toBe(768)
    expect(blind.nodes.some((one) => one.kind === 'waste' || one.rest)).toBe(false)
  })
  it('makes a drawing whose shares add up through the run', () => {
    const one = flow()
    expect(layoutTrace(one).nodes).toHaveLength(one.nodes.length)
    const share = shareThrough(one, 'p1').nodes
    expect(share.get('run:run')).toBeCloseTo(480)
    expect(share.get('bales')).toBeCloseTo(102)
  })
})

describe('lotsToRead', () => {
  it('asks for the root and for what runs took from', () => expect(lotsToRead(forward)).toEqual(['heap', 'part']))
  it('asks for nothing without a forward trace', () => expect(lotsToRead(null)).toEqual([]))
})

describe('waterfall', () => {
  it('of an empty lot is one empty step', () =>
    expect(waterfall({ totals: {}, onHandKg: 0, reservedKg: 0, availableKg: 0 })).toEqual([
      { key: 'onHand', label: 'On hand', kg: 0, kind: 'level', from: 0, to: 0 },
    ]))
  it('steps down from what came in to what is free', () => {
    const steps = waterfall({ totals: { PURCHASED: 6240, LOSS: -36, CONSUMED: -6000 }, onHandKg: 204, reservedKg: 120, availableKg: 84 })
    expect(steps.map(({ key, kg, from, to }) => [key, kg, from, to])).toEqual([
      ['PURCHASED', 6240, 0, 6240],
      ['LOSS', -36, 6204, 6240],
      ['CONSUMED', -6000, 204, 6204],
      ['onHand', 204, 0, 204],
      ['restricted', -120, 84, 204],
      ['free', 84, 0, 84],
    ])
  })
  it('hides accounts that events taken back have brought to nothing', () =>
    expect(waterfall({ totals: { PRODUCED: 10, LOSS: 0 }, onHandKg: 10, reservedKg: 0, availableKg: 10 }).map((step) => step.key)).toEqual([
      'PRODUCED',
      'onHand',
    ]))
})

// Anomaly screens (BR-32): found at the bound and not below it, in whatever order the facts come, and nothing in records that vary as honest ones do.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '../rules/tolerances.ts'
import {
  beforePicking,
  copiedBoundaries,
  fastTickets,
  ghostFarmers,
  gpsStacks,
  type Plot,
  roundWeights,
  sameWeights,
  type Ticket,
  type Yield,
  yieldClones,
} from './anomalies.ts'

const zone = 'Asia/Kolkata'
const by = defaultTolerances
const ticket = (n: number, values: Partial<Ticket> = {}): Ticket => ({
  eventId: `e${String(n).padStart(3, '0')}`,
  lotId: 'lot',
  centreId: 'kasrawad',
  scaleId: 'S1',
  farmerId: `f${n}`,
  at: new Date(Date.UTC(2025, 10, 11, 4, n * 5)).toISOString(),
  kg: 100 + n * 7.3,
  sownOn: '2025-06-20',
  by: 'pooja',
  ...values,
})
const many = (count: number, of: (n: number) => Partial<Ticket> = () => ({})) => Array.from({ length: count }, (_, n) => ticket(n, of(n)))

describe('roundWeights', () => {
  it('finds a month in which more than 60 % of the weights end in 0, and not exactly 60 %', () => {
    const rounded = (round: number, all: number) =>
      roundWeights(
        many(all, (n) => ({ kg: n < round ? 100 + n * 10 : 101.3 + n })),
        zone,
        by,
      )
    expect(rounded(12, 20)).toEqual([])
    expect(rounded(13, 20)).toMatchObject([
      { kind: 'ROUND_WEIGHTS', key: 'kasrawad 2025-11', measure: 0.65, threshold: 0.6, processingSystemId: 'kasrawad', recorders: ['pooja'] },
    ])
    expect(rounded(13, 20)[0]?.evidence).toHaveLength(13)
  })
  it('says nothing of a few tickets', () => {
    expect(
      roundWeights(
        many(by.roundWeightTickets - 1, () => ({ kg: 100 })),
        zone,
        by,
      ),
    ).toEqual([])
    expect(
      roundWeights(
        many(by.roundWeightTickets, () => ({ kg: 100 })),
        zone,
        by,
      ),
    ).toHaveLength(1)
  })
})

describe('sameWeights', () => {
  it('finds nine tickets of exactly 100.0 kg, and not four farmers or one farmer nine times', () => {
    expect(
      sameWeights(
        many(9, () => ({ kg: 100 })),
        zone,
        by,
      ),
    ).toMatchObject([{ kind: 'SAME_WEIGHT', key: 'kasrawad 2025-11-11 100.000', measure: 9, evidence: { length: 9 } }])
    expect(
      sameWeights(
        many(by.sameWeightFarmers - 1, () => ({ kg: 100 })),
        zone,
        by,
      ),
    ).toEqual([])
    expect(
      sameWeights(
        many(9, () => ({ kg: 100, farmerId: 'one' })),
        zone,
        by,
      ),
    ).toEqual([])
  })
  it('counts a day by the calendar of the programme', () => {
    // 19:00 UTC is the next day in Kolkata.
    const split = many(8, (n) => ({ kg: 100, at: `2025-11-11T${n < 4 ? '17' : '19'}:0${n}:00.000Z` }))
    expect(sameWeights(split, zone, { ...by, sameWeightFarmers: 5 })).toEqual([])
  })
})

describe('fastTickets', () => {
  const at = (second: number) => ({ at: new Date(Date.UTC(2025, 10, 11, 4, 0, second)).toISOString() })
  it('finds a second ticket within a minute on one scale, not at the full minute, on another scale or without one', () => {
    expect(fastTickets([ticket(1, at(0)), ticket(2, at(59))], zone, by)).toMatchObject([{ measure: 2, threshold: 1, evidence: { length: 2 } }])
    expect(fastTickets([ticket(1, at(0)), ticket(2, at(60))], zone, by)).toEqual([])
    expect(fastTickets([ticket(1, at(0)), ticket(2, { ...at(9), scaleId: 'S2' })], zone, by)).toEqual([])
    expect(fastTickets([ticket(1, { ...at(0), scaleId: null }), ticket(2, { ...at(9), scaleId: null })], zone, by)).toEqual([])
  })
})

describe('beforePicking', () => {
  it('finds what was delivered before the hundredth day after sowing, once for a farmer and month', () => {
    const on = (day: string) => ticket(1, { sownOn: '2025-06-20', at: `${day}T05:00:00.000Z` })
    expect(beforePicking([on('2025-09-28')], zone, by)).toEqual([])
    expect(beforePicking([on('2025-09-27'), on('2025-09-20')], zone, by)).toMatchObject([
      { key: 'f1 2025-09', farmerId: 'f1', measure: 92, threshold: 100, evidence: { length: 2 } },
    ])
    expect(beforePicking([ticket(1, { sownOn: null, at: '2025-06-21T05:00:00.000Z' })], zone, by)).toEqual([])
  })
})

describe('yieldClones', () => {
  const yields = (count: number, kgPerHa: (n: number) => number, village = 'Balakwada'): Yield[] =>
    Array.from({ length: count }, (_, n) => ({
      cropId: `c${n}`,
      farmerId: `f${n}`,
      village,
      cropTypeId: 'COTTON',
      seasonId: 'KH',
      kgPerHa: kgPerHa(n),
      by: 'fatima',
    }))
  it('finds equal yields to the kilogram of so many farmers of a village, and not zero or different ones', () => {
    expect(
      yieldClones(
        yields(by.cloneFarmers, () => 1200.2),
        by,
      ),
    ).toMatchObject([{ village: 'Balakwada', measure: by.cloneFarmers, recorders: ['fatima'] }])
    expect(
      yieldClones(
        yields(by.cloneFarmers - 1, () => 1200),
        by,
      ),
    ).toEqual([])
    expect(
      yieldClones(
        yields(20, (n) => 1000 + n),
        by,
      ),
    ).toEqual([])
    expect(
      yieldClones(
        yields(20, () => 0),
        by,
      ),
    ).toEqual([])
  })
})

const pentagon = (east: number, north: number, corners = 5): Plot['boundary'] => {
  const ring = Array.from({ length: corners }, (_, n) => [
    Math.round((75.6 + east / 1e5 + 0.001 * Math.cos((n * 2 * Math.PI) / corners + 0.1 * n)) * 1e7) / 1e7,
    Math.round((22.1 + north / 1e5 + 0.0007 * Math.sin((n * 2 * Math.PI) / corners)) * 1e7) / 1e7,
  ])
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] } as Plot['boundary']
}
const plot = (n: number, values: Partial<Plot> = {}): Plot => ({
  parcelId: `p${n}`,
  farmerId: `f${n}`,
  eventId: null,
  at: null,
  boundary: pentagon(n * 500, n * 300, 5 + (n % 7)),
  from: null,
  by: 'fatima',
  ...values,
})

describe('gpsStacks', () => {
  const from = (n: number, metres: number): Partial<Plot> => ({ from: [75.6 + (n * metres) / 102_900, 22.1] })
  it('finds many boundaries captured from one spot, and not those captured along a walk', () => {
    expect(
      gpsStacks(
        Array.from({ length: by.stackPlots }, (_, n) => plot(n, from(n, 1))),
        by,
      ),
    ).toMatchObject([{ kind: 'GPS_STACK', key: 'p0', measure: by.stackPlots }])
    expect(
      gpsStacks(
        Array.from({ length: by.stackPlots - 1 }, (_, n) => plot(n, from(n, 1))),
        by,
      ),
    ).toEqual([])
    expect(
      gpsStacks(
        Array.from({ length: 30 }, (_, n) => plot(n, from(n, 60))),
        by,
      ),
    ).toEqual([])
  })
})

describe('copiedBoundaries', () => {
  it('finds the same shape somewhere else, from another corner and drawn the other way round', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        (east, north, start, isTurned) => {
          const first = plot(1, { boundary: pentagon(0, 0, 6) })
          const moved = (first.boundary.coordinates[0] ?? [])
            .slice(0, -1)
            .map(([lng, lat]) => [Math.round((lng + east / 1e5) * 1e7) / 1e7, Math.round((lat + north / 1e5) * 1e7) / 1e7])
          const ring = [...moved.slice(start), ...moved.slice(0, start)]
          if (isTurned) ring.reverse()
          const copy = plot(2, { boundary: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } as Plot['boundary'] })
          expect(copiedBoundaries([first, copy])).toMatchObject([{ kind: 'COPIED_BOUNDARY', evidence: [{ id: 'p1' }, { id: 'p2' }] }])
        },
      ),
    )
  })
  it('says nothing of shapes that differ, and of squares, which are alike everywhere', () => {
    expect(copiedBoundaries(Array.from({ length: 7 }, (_, n) => plot(n)))).toEqual([])
    const square = (n: number) => plot(n, { boundary: pentagon(n * 400, 0, 4) })
    expect(copiedBoundaries([square(1), square(2)])).toEqual([])
  })
})

describe('ghostFarmers', () => {
  const member = { farmerId: 'f1', village: 'Balakwada', hasPhone: false, hasConsent: false, visits: 0, deliveries: 3 }
  it('finds a member of whom there are deliveries alone', () => {
    expect(ghostFarmers([member], by)).toMatchObject([{ kind: 'GHOST_FARMER', farmerId: 'f1', measure: 3 }])
    for (const known of [{ hasPhone: true }, { hasConsent: true }, { visits: 1 }, { deliveries: 0 }])
      expect(ghostFarmers([{ ...member, ...known }], by)).toEqual([])
  })
})

describe('every screen', () => {
  const facts = fc.array(
    fc.record({
      kg: fc.constantFrom(100, 110, 120.5, 99.3),
      minute: fc.integer({ min: 0, max: 40 }),
      farmer: fc.integer({ min: 0, max: 12 }),
      sown: fc.constantFrom('2025-06-20', '2025-09-20', null),
    }),
    { maxLength: 40 },
  )
  it('finds the same whatever the order of the facts, and each piece of evidence once', () => {
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), (list, random) => {
        const tickets = list.map(({ kg, minute, farmer, sown }, n) =>
          ticket(n, { kg, farmerId: `f${farmer}`, sownOn: sown, at: new Date(Date.UTC(2025, 10, 11, 4, minute)).toISOString() }),
        )
        const shuffled = tickets
          .map((one) => ({ one, rank: random.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one)
        for (const screen of [roundWeights, sameWeights, fastTickets, beforePicking]) {
          const found = screen(tickets, zone, by)
          expect(screen(shuffled, zone, by)).toEqual(found)
          for (const { evidence } of found) expect(new Set(evidence.map(({ eventId }) => eventId)).size).toBe(evidence.length)
        }
      }),
    )
  })
})

// What is sent must be what the gauge shows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { OwnedLot } from './line.ts'
import { balesIn, defaultTimes, type RunValues, runDraftOf, sentOutputs, startOf, toSend, withoutGone } from './run-values.ts'

const zone = 'Asia/Kolkata'
const values = (more: Partial<RunValues> = {}): RunValues => ({
  inputs: [{ batchId: 'h', kg: '6,000' }],
  outputs: [
    { productId: 'lint', kg: '2052,5' },
    { productId: 'seed', kg: '' },
  ],
  wasteKg: '',
  invisibleKg: '30',
  startedAt: '2026-01-09T08:10',
  endedAt: '2026-01-09T15:40',
  shift: '',
  reason: '',
  downgradeConfirmed: null,
  lateReason: '',
  notes: '',
  ...more,
})

describe('toSend', () => {
  it('reads a decimal comma as the beam does, and leaves out what nothing came of', () => {
    expect(toSend(values())).toMatchObject({
      occurredAt: '2026-01-09T15:40',
      inputs: [{ kg: '6000' }],
      outputs: [{ productId: 'lint', kg: '2052.5' }],
      wasteKg: '0',
      invisibleKg: '30',
    })
  })
  it('leaves what is no mass as it was typed, for the schema to refuse', () => expect(toSend(values({ wasteKg: '5 sacks' })).wasteKg).toBe('5 sacks'))
})

const owned: OwnedLot[] = [
  {
    lot: { id: 'h', title: 'Heap', claimStatus: null, availableKg: 6204, onHandKg: 7000 } as unknown as RecordAnswer,
    material: 'SEED_COTTON',
    product: 'Seed cotton',
  },
]

describe('sentOutputs', () => {
  it('names the rows that are sent by their place in the form', () => {
    const outputs = ['', '2,052', '0', 'five sacks'].map((kg) => ({ productId: 'x', kg }))
    expect(sentOutputs({ outputs })).toEqual([1, 3])
    expect(toSend(values({ outputs })).outputs.map(({ kg }) => kg)).toEqual(['2052', 'five sacks'])
  })
})

describe('withoutGone', () => {
  it('puts back the lots that still hold something and rows not chosen yet, and counts the others', () => {
    const inputs = ['h', 'used up', null].map((batchId) => ({ batchId, kg: '1' }))
    expect(withoutGone({ ...values(), inputs }, owned)).toMatchObject({ values: { inputs: [{ batchId: 'h' }, { batchId: null }], invisibleKg: '30' }, gone: 1 })
  })
  it('reads a draft that has no inputs at all', () => expect(withoutGone({}, owned)).toEqual({ values: { inputs: [] }, gone: 0 }))
})

describe('runDraftOf', () => {
  it('takes what is free of a lot, not what is reserved, and calls what nobody vouches for conventional', () => {
    expect(runDraftOf(values(), 'GINNING', owned, []).inputs).toEqual([
      { batchId: 'h', title: 'Heap', material: 'SEED_COTTON', claim: 'CONVENTIONAL', onHandKg: 6204, gmoStatus: null, kg: '6,000' },
    ])
  })
  it('forgets a kept draft’s lot that is gone, and a product no longer made', () => {
    expect(runDraftOf(values({ inputs: [{ batchId: 'used up', kg: '1' }] }), 'GINNING', owned, [])).toMatchObject({ inputs: [], outputs: [] })
  })
})

describe('defaultTimes', () => {
  it('is eight in the morning to now in the programme’s zone', () =>
    expect(defaultTimes(new Date('2026-01-09T10:10:00Z'), zone)).toEqual({ startedAt: '2026-01-09T08:00', endedAt: '2026-01-09T15:40' }))
  it('is the hour before, early in the day', () =>
    expect(defaultTimes(new Date('2026-01-09T01:00:00Z'), zone)).toEqual({ startedAt: '2026-01-09T05:30', endedAt: '2026-01-09T06:30' }))
})

describe('defaultTimes of a lot that came today', () => {
  const now = new Date('2026-01-09T10:10:00Z')
  it('begins when it was there, in full minutes', () => expect(defaultTimes(now, zone, '2026-01-09T09:29:01Z').startedAt).toBe('2026-01-09T15:00'))
  it('begins as usual with one that was there before, or is to come', () => {
    for (const receivedAt of ['2026-01-08T09:29:01Z', '2026-01-09T11:00:00Z', null])
      expect(defaultTimes(now, zone, receivedAt).startedAt).toBe('2026-01-09T08:00')
  })
})

describe('startOf', () => {
  it('is a moment of the zone, and now when it cannot be read', () => {
    expect(startOf(values(), zone, new Date(0))).toBe('2026-01-09T02:40:00.000Z')
    expect(startOf({ startedAt: '' }, zone, new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  })
})

describe('balesIn', () => {
  it('is 12 bales of 170 kg and 12 kg loose in 2,052 kg', () => expect(balesIn(2052, 170)).toEqual({ bales: 12, looseKg: 12 }))
  it('loses no gram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.integer({ min: 140_000, max: 230_000 }), (lint, bale) => {
        const { bales, looseKg } = balesIn(lint / 1000, bale / 1000)
        expect(bales * bale + Math.round(looseKg * 1000)).toBe(lint)
        expect(looseKg).toBeLessThan(bale / 1000)
      }),
    )
  })
})

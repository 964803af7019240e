// The exact density is compared with the limit; what is shown is rounded.

import { describe, expect, it } from 'vitest'
import { spellOut } from '#domain/messages/message.ts'
import { husbandryAssumptions } from './assumptions.ts'
import { flockDensity, pondDensity } from './density.ts'
import type { HistoryEvent } from './replay.ts'

const at = (eventType: string, data: Record<string, unknown>): HistoryEvent => ({
  id: eventType,
  eventType,
  day: '2025-06-01',
  occurredAt: '2025-06-01T06:00:00.000Z',
  data,
})
const room = { title: 'House 1', capacityHead: null, indoorAreaM2: 1000 }

describe('pondDensity', () => {
  const carp = (count: number) => pondDensity([at('STOCKING', { stock: [{ faoAlpha3: 'CTC', count, meanG: 10 }] })], 'CARP', 10_000, room, husbandryAssumptions)
  it('finds what is a little above the limit', () => {
    expect(carp(12_499)).toMatchObject([{ ruleId: 'AH-10', severity: 'WARN', figures: { perM2: 1.2, usualPerM2: 1.2 } }])
  })
  it('finds nothing at the limit', () => {
    expect(carp(12_000)).toEqual([])
  })
})

describe('flockDensity', () => {
  const broilers = (unsexed: number) => flockDensity([at('PLACEMENT', { females: 0, males: 0, unsexed })], 'BROILER', 2000, room, husbandryAssumptions)
  it('finds what is a little above the limit, with a rounded figure', () => {
    expect(broilers(16_520).map(spellOut)).toMatchObject([
      { severity: 'WARN', message: expect.stringMatching(/^33 kg of birds/), figures: { kgPerM2: 33, usualKgPerM2: 33 } },
    ])
  })
  it('finds nothing at the limit', () => {
    expect(broilers(16_500)).toEqual([])
  })
})

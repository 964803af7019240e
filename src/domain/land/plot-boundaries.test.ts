import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoundaryFact, boundariesByOccurrence } from './plot-boundaries.ts'

const captured = (day: number): BoundaryFact => ({ eventType: 'BOUNDARY_CAPTURED', occurredAt: new Date(Date.UTC(2026, 0, day)).toISOString() })
const created = { eventType: 'CREATED', occurredAt: captured(28).occurredAt }
const edited = (day: number): BoundaryFact => ({ ...captured(day), eventType: 'EDITED' })

describe('boundaries of a plot', () => {
  it('count by occurrence in any order of recording', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 27 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(days, (order) => {
        const inOrder = [...order].sort((a, b) => a - b)
        expect(boundariesByOccurrence([created, ...order.map(captured)])).toEqual([created, ...inOrder.map(captured)])
      }),
    )
  })
  it('of one moment count in the order of recording', () => {
    const [one, other] = [captured(3), { ...captured(3) }]
    expect(boundariesByOccurrence([one, other]).at(-1)).toBe(other)
  })
  it('begin with the registration, and an edit replaces what was recorded before it and nothing that was taken later', () => {
    expect(boundariesByOccurrence([created, captured(1)])).toEqual([created, captured(1)])
    expect(boundariesByOccurrence([created, captured(9), edited(8), captured(7), captured(10)])).toEqual([
      created,
      captured(7),
      captured(9),
      edited(8),
      captured(10),
    ])
  })
})

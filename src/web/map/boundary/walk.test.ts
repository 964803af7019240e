// Only readings good enough make a boundary, and somebody who does not move makes no corners.
import { describe, expect, it } from 'vitest'
import { metreRuler } from '#domain/geo/area.ts'
import { averageFix, circle, countsAsNext, type Fix, gradeFix } from './walk.ts'

const { kx, ky } = metreRuler(22.13)
const fix = (east: number, north: number, accuracyM = 4, at = 0): Fix => ({ position: [75.6 + east / kx, 22.13 + north / ky], accuracyM, at })

describe('gradeFix', () => {
  it('refuses a reading worse than 15 m, or without a usable accuracy', () =>
    expect([15.1, 200, Number.NaN, -1].map(gradeFix)).toEqual(['refused', 'refused', 'refused', 'refused']))
  it('grades the rest at 5, 10 and 15 m', () => expect([0, 5, 5.1, 10, 10.1, 15].map(gradeFix)).toEqual(['good', 'good', 'fair', 'fair', 'weak', 'weak']))
})

describe('countsAsNext', () => {
  it('never counts a refused reading, not even the first', () => expect(countsAsNext(undefined, fix(0, 0, 20))).toBe(false))
  it('does not count standing still, however long', () => expect(countsAsNext(fix(0, 0), fix(0.4, 0.4, 4, 60_000))).toBe(false))
  it('counts five metres on, and a slow step after three seconds', () => {
    expect(countsAsNext(fix(0, 0), fix(5.1, 0, 4, 500))).toBe(true)
    expect(countsAsNext(fix(0, 0), fix(2, 0, 4, 2_900))).toBe(false)
    expect(countsAsNext(fix(0, 0), fix(2, 0, 4, 3_000))).toBe(true)
  })
})

describe('averageFix', () => {
  it('has nothing to give when every reading is too weak', () => expect(averageFix([fix(0, 0, 30), fix(1, 1, 16)])).toBeNull())
  it('weighs good readings more and leaves refused ones out', () => {
    const mean = averageFix([fix(0, 0, 2), fix(10, 0, 10), fix(500, 0, 90)]) as Fix
    const east = (mean.position[0] - 75.6) * kx
    expect(east).toBeGreaterThan(0.2)
    expect(east).toBeLessThan(0.6)
    expect(mean.accuracyM).toBe(2)
  })
})

describe('circle', () => {
  it('is closed and has the asked radius in every direction', () => {
    const ring = circle([75.6, 22.13], 12)
    expect(ring[0]).toEqual(ring.at(-1))
    for (const position of ring) expect(metreRuler(22.13).distance([75.6, 22.13], position)).toBeCloseTo(12, 3)
  })
})

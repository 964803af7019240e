// GPS walks as receivers really give them, made into boundaries or handed back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { polygonOf } from './arbitraries.ts'
import { areaM2, metreRuler } from './area.ts'
import { overlap } from './overlap.ts'
import { type Reading, repairWalk, simplifyBoundary, walkAccuracy } from './simplify.ts'
import { findFlaw, shapeFlaw } from './validity.ts'

const { kx, ky } = metreRuler(22)
const metres = (x: number, y: number): Position => [75 + x / kx, 22 + y / ky]
const field: [number, number][] = [
  [0, 0],
  [120, 10],
  [140, 90],
  [60, 130],
  [-10, 80],
]
const truth = polygonOf([...field, field[0] as [number, number]].map(([x, y]) => metres(x, y)))

/** A walk around the field: a reading every 1.5 m, wandering by up to `wander` m and shaking by up to `shake` m. */
function walk(random: () => number, wander: number, shake: number): Reading[] {
  const readings: Reading[] = []
  let [driftX, driftY] = [0, 0]
  field.forEach(([x, y], side) => {
    const [toX, toY] = field[(side + 1) % field.length] as [number, number]
    const steps = Math.round(Math.hypot(toX - x, toY - y) / 1.5)
    for (let step = 0; step < steps; step++) {
      driftX = driftX * 0.9 + (random() - 0.5) * wander * 0.6
      driftY = driftY * 0.9 + (random() - 0.5) * wander * 0.6
      const along = step / steps
      readings.push({
        position: metres(x + (toX - x) * along + driftX + (random() - 0.5) * shake, y + (toY - y) * along + driftY + (random() - 0.5) * shake),
        accuracyM: 4,
      })
    }
  })
  return readings
}
/** Repeatable noise from one seed (a linear congruential generator). */
function noise(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

describe('repairWalk', () => {
  it('makes a sound boundary close to the field out of walks that cross themselves', () => {
    let tangled = 0
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const readings = walk(noise(seed), 3, 2)
        const raw = readings.map((reading) => reading.position)
        if (shapeFlaw([...raw, raw[0] as Position])) tangled++
        const repaired = repairWalk(readings)
        if ('refused' in repaired) throw new Error(String(repaired.message))
        expect(findFlaw(repaired.polygon.coordinates[0] as Position[])).toBeNull()
        expect(overlap(repaired.polygon, truth).iou).toBeGreaterThan(0.85)
        expect(repaired.polygon.coordinates[0]?.length).toBeLessThan(readings.length / 3)
      }),
      { numRuns: 60 },
    )
    expect(tangled).toBeGreaterThan(40)
  })

  it('leaves readings worse than 15 m out and counts them', () => {
    const readings = walk(noise(7), 1, 0.5).map((reading, i) => (i % 10 === 0 ? { position: metres(400, 400), accuracyM: 40 } : reading))
    const repaired = repairWalk(readings)
    if ('refused' in repaired) throw new Error(String(repaired.message))
    expect(repaired.readingsDropped).toBe(Math.ceil(readings.length / 10))
    expect(overlap(repaired.polygon, truth).iou).toBeGreaterThan(0.9)
  })

  it('refuses a figure of eight instead of guessing (tangled)', () => {
    const eight = [
      [0, 0],
      [60, 60],
      [120, 0],
      [120, 60],
      [60, 0],
      [0, 60],
    ].map(([x, y]): Reading => ({ position: metres(x as number, y as number) }))
    expect(repairWalk(eight)).toMatchObject({ refused: 'tangled' })
  })

  it('refuses a walk on the spot (too_few_readings)', () => {
    expect(repairWalk(Array.from({ length: 50 }, (_, i): Reading => ({ position: metres(i * 0.05, 0), accuracyM: 5 })))).toMatchObject({
      refused: 'too_few_readings',
    })
    expect(repairWalk([])).toMatchObject({ refused: 'too_few_readings' })
  })
})

describe('walkAccuracy', () => {
  it('is good to a median of 10 m, a warning to 15 m, and blocks beyond', () => {
    expect(walkAccuracy([10, 4, 90])).toEqual({ medianM: 10, verdict: 'good' })
    expect(walkAccuracy([10, 12])).toEqual({ medianM: 11, verdict: 'warn' })
    expect(walkAccuracy([15.1])).toEqual({ medianM: 15.1, verdict: 'block' })
    expect(walkAccuracy([])).toBeNull()
  })
})

describe('simplifyBoundary', () => {
  it('brings a circle of 4,000 corners under 1,000 and stays the same plot', () => {
    const ring = Array.from({ length: 4000 }, (_, i) => metres(300 * Math.cos((i / 4000) * 2 * Math.PI), 300 * Math.sin((i / 4000) * 2 * Math.PI)))
    const circle = polygonOf([...ring, ring[0] as Position])
    const lighter = simplifyBoundary(circle, 1000)
    expect(lighter?.corners).toBeLessThanOrEqual(1000)
    expect(lighter?.iou).toBeGreaterThan(0.99)
    expect(areaM2(lighter?.polygon ?? circle)).toBeLessThan(areaM2(circle))
  })
  it.each([
    ['tangled', 900, 5000],
    ['wider than a plot', 90_000, 40],
  ])('makes nothing of a line that is %s (null)', (_, spreadM, corners) => {
    const random = noise(7)
    const anywhere = Array.from({ length: corners }, () => metres(random() * spreadM, random() * spreadM))
    expect(simplifyBoundary(polygonOf([...anywhere, anywhere[0] as Position]), 20)).toBeNull()
  })
})

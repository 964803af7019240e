// Test data: what fast-check draws for geometry. Rings on tiny grids meet every degenerate case; star-shaped rings are
// plots as people walk them, anywhere a programme could work.
import fc from 'fast-check'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { closedRing, type LatticePoint, stepsPerDegree } from './lattice.ts'

export const polygonOf = (...rings: Position[][]): Polygon => ({ type: 'Polygon', coordinates: rings })

/** Any closed line over a grid of 2 to 6 steps, most of them nonsense. */
export const gridRing: fc.Arbitrary<Position[]> = fc
  .integer({ min: 2, max: 6 })
  .chain((size) => fc.array(fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })), { minLength: 3, maxLength: 8 }))
  .map((points) => closedRing(points as unknown as LatticePoint[]))

/** A plot of 4 to 30 corners, 0.05 to 60 ha, that does not cross itself: corners at growing angles around a middle. */
export const plotRing: fc.Arbitrary<Position[]> = fc
  .record({
    middle: fc.tuple(fc.integer({ min: -170, max: 170 }), fc.integer({ min: -60, max: 60 })),
    metres: fc.integer({ min: 25, max: 400 }),
    corners: fc.array(fc.record({ turn: fc.integer({ min: 4, max: 10 }), reach: fc.integer({ min: 60, max: 100 }) }), { minLength: 5, maxLength: 30 }),
  })
  .map(({ middle: [lon, lat], metres, corners }) => {
    const whole = corners.reduce((sum, corner) => sum + corner.turn, 0)
    const perMetre = stepsPerDegree / 111_000
    let angle = 0
    return closedRing(
      corners.map(({ turn, reach }): LatticePoint => {
        angle += (turn / whole) * 2 * Math.PI
        const radius = (metres * reach) / 100
        return [
          Math.round(lon * stepsPerDegree + (Math.cos(angle) * radius * perMetre) / Math.cos((lat * Math.PI) / 180)) + 0,
          Math.round(lat * stepsPerDegree + Math.sin(angle) * radius * perMetre) + 0,
        ]
      }),
    )
  })

/** The same ring from another corner. */
export function startedAt(ring: readonly Position[], corner: number): Position[] {
  const open = ring.slice(0, -1)
  const at = corner % open.length
  const turned = [...open.slice(at), ...open.slice(0, at)]
  return [...turned, turned[0] as Position]
}
export const reversed = (ring: readonly Position[]): Position[] => [...ring].reverse()
export const moved = (ring: readonly Position[], lon: number, lat: number): Position[] => ring.map(([x, y]) => [x + lon, y + lat])

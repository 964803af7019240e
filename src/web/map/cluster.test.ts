// Groups of points on a map: every point once, none too near another group, and apart again when the map is nearer.
import { describe, expect, it } from 'vitest'
import type { Position } from '#domain/kernel/kinds.ts'
import { clustered, pixelsOf } from './cluster.ts'

const near = 44
const points = Array.from({ length: 400 }, (_one, index) => ({
  id: index,
  at: [75 + ((index * 7919) % 400) / 1000, 22 + ((index * 104_729) % 400) / 1000] as Position,
}))

const distance = (one: Position, other: Position, zoom: number): number => {
  const [[x, y], [otherX, otherY]] = [pixelsOf(one, zoom), pixelsOf(other, zoom)]
  return Math.hypot(x - otherX, y - otherY)
}

describe('clustered', () => {
  it('has each point in one group, which begins at least so far from every other', () => {
    for (const zoom of [4, 8, 11.5, 15]) {
      const groups = clustered(points, zoom, near)
      expect(groups.flatMap(({ members }) => members.map(({ id }) => id)).sort((one, other) => one - other)).toEqual(points.map(({ id }) => id))
      const places = groups.map(({ at }) => pixelsOf(at, zoom))
      const apart = places.flatMap(([x, y], index) => places.slice(index + 1).map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)))
      expect(apart.reduce((least, one) => Math.min(least, one), Infinity)).toBeGreaterThanOrEqual(near)
      const within = groups.flatMap(({ members, at }) => members.map((one) => distance(one.at, at, zoom)))
      expect(Math.max(...within)).toBeLessThan(near)
    }
  })
  it('is one group from far away, and a group for each place from near', () => {
    expect(clustered(points, 0, near)).toHaveLength(1)
    expect(clustered(points, 20, near)).toHaveLength(new Set(points.map(({ at }) => at.join())).size)
  })
  it('goes by the places of the map: a degree at the equator at zoom 0 is 512 / 360 pixels', () => {
    expect(pixelsOf([0, 0], 0)).toEqual([256, 256])
    expect(pixelsOf([1, 0], 0)[0] - 256).toBeCloseTo(512 / 360, 9)
    expect(pixelsOf([180, 85.051129], 1)[1]).toBeCloseTo(0, 3)
  })
})

// One fingerprint for all ways of writing the same ring, and another for any other.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { moved, plotRing, polygonOf, reversed, startedAt } from './arbitraries.ts'
import { ringHash, ringText } from './ring-hash.ts'
import { sha256 } from './sha256.ts'

describe('sha256', () => {
  it('is what Node computes, for any text and length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
      { numRuns: 300 },
    )
  })
  it('is right around the block borders', () => {
    for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 10_000])
      expect(sha256('a'.repeat(length))).toBe(createHash('sha256').update('a'.repeat(length)).digest('hex'))
  })
})

describe('ringHash', () => {
  it('is one for all ways of writing a ring: start, direction, noise of a nanodegree, repeated corners', () => {
    fc.assert(
      fc.property(plotRing, fc.nat(40), fc.boolean(), fc.double({ min: -4e-9, max: 4e-9, noNaN: true }), (ring, corner, turn, noise) => {
        const other = startedAt(ring, corner)
        const written = (turn ? reversed(other) : other).flatMap(([lon, lat], i): Position[] =>
          i === 2
            ? [
                [lon, lat],
                [lon, lat],
              ]
            : [[lon + noise, lat - noise]],
        )
        expect(ringHash(polygonOf(written))).toBe(ringHash(polygonOf(ring)))
      }),
    )
  })

  it('survives being written with seven decimals and read again', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const written = ring.map(([lon, lat]): Position => [Number(lon.toFixed(7)), Number(lat.toFixed(7))])
        expect(ringHash(polygonOf(written))).toBe(ringHash(polygonOf(ring)))
      }),
    )
  })

  it('differs when one corner moves by one step', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const other = ring.map(([lon, lat], i): Position => (i === 1 ? [lon + 1e-7, lat] : [lon, lat]))
        expect(ringHash(polygonOf(other))).not.toBe(ringHash(polygonOf(ring)))
        expect(ringHash(polygonOf(moved(ring, 0.001, 0)))).not.toBe(ringHash(polygonOf(ring)))
      }),
    )
  })

  it('hashes exactly the published text', () => {
    const square = polygonOf([
      [75.602, 22.102],
      [75.6, 22.102],
      [75.6, 22.1],
      [75.602, 22.1],
      [75.602, 22.102],
    ])
    expect(ringText(square)).toBe('756000000 221000000,756020000 221000000,756020000 221020000,756000000 221020000')
    expect(ringHash(square)).toBe(
      createHash('sha256')
        .update(`ring/1;${ringText(square)}`)
        .digest('hex'),
    )
  })

  it('sorts holes and starts a ring that visits its smallest corner twice with the smaller continuation', () => {
    const hole = (at: number): Position[] => [
      [at, 0.001],
      [at + 0.001, 0.001],
      [at + 0.001, 0.002],
      [at, 0.001],
    ]
    const outer: Position[] = [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
      [0, 0.01],
      [0, 0],
    ]
    expect(ringText(polygonOf(outer, hole(0.001), hole(0.005)))).toBe(ringText(polygonOf(outer, reversed(hole(0.005)), hole(0.001))))
    const eight: Position[] = [
      [0, 0],
      [0.002, 0],
      [0.002, 0.001],
      [0, 0],
      [0.001, 0.002],
      [0, 0.002],
      [0, 0],
    ]
    expect(ringText(polygonOf(eight))).toBe(ringText(polygonOf(startedAt(eight, 3))))
  })
})

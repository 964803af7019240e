// Whether a new account of a plot's neighbours takes less off its certified ceiling (BR-13).
import { describe, expect, it } from 'vitest'
import { isEased, type Neighbours } from './neighbours.ts'

type One = Neighbours[number]
const near = (side: One['side'], use: One['use'], bufferM: number): One => ({ side, use, bufferM })
const narrow = near('N', 'CONVENTIONAL', 2)

describe('the neighbours of a plot', () => {
  it.each<[string, Neighbours, Neighbours]>([
    ['a wider buffer', [narrow], [near('N', 'CONVENTIONAL', 3)]],
    ['another use', [narrow], [near('N', 'ROAD', 2)]],
    ['another side', [narrow], [near('S', 'CONVENTIONAL', 2)]],
    ['nothing any more', [narrow], []],
    ['a barrier', [narrow], [{ ...narrow, hasBarrier: true }]],
    ['the nearer of two gone', [narrow, near('N', 'CONVENTIONAL', 1)], [narrow]],
  ])('is eased by %s', (_, before, after) => expect(isEased(before, after)).toBe(true))
  it.each<[string, Neighbours, Neighbours]>([
    ['the same', [narrow], [narrow]],
    ['a barrier that is gone', [{ ...narrow, hasBarrier: true }], [narrow]],
    ['a narrower buffer', [narrow], [near('N', 'CONVENTIONAL', 1)]],
    ['one more neighbour', [narrow], [narrow, near('E', 'GM_COTTON', 0)]],
    ['the farther of two gone', [narrow, near('N', 'CONVENTIONAL', 5)], [narrow]],
    ['what nobody knew before', [], [near('N', 'ROAD', 9)]],
  ])('is not eased by %s', (_, before, after) => expect(isEased(before, after)).toBe(false))
})

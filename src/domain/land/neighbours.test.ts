// Whether a new account of what lies beside a plot takes less off its certified ceiling (BR-13).
import { describe, expect, it } from 'vitest'
import { isEased, type Neighbours } from './neighbours.ts'

const beside = (side: string, use: string, bufferM: number) => ({ side, use, bufferM }) as Neighbours[number]
const narrow = beside('N', 'CONVENTIONAL', 2)

describe('what lies beside a plot', () => {
  it.each<[string, Neighbours, Neighbours]>([
    ['a wider buffer', [narrow], [beside('N', 'CONVENTIONAL', 3)]],
    ['another use', [narrow], [beside('N', 'ROAD', 2)]],
    ['another side', [narrow], [beside('S', 'CONVENTIONAL', 2)]],
    ['nothing any more', [narrow], []],
    ['the nearer of two gone', [narrow, beside('N', 'CONVENTIONAL', 1)], [narrow]],
  ])('is eased by %s', (_, before, after) => expect(isEased(before, after)).toBe(true))
  it.each<[string, Neighbours, Neighbours]>([
    ['the same', [narrow], [narrow]],
    ['a narrower buffer', [narrow], [beside('N', 'CONVENTIONAL', 1)]],
    ['one more neighbour', [narrow], [narrow, beside('E', 'GM_COTTON', 0)]],
    ['the farther of two gone', [narrow, beside('N', 'CONVENTIONAL', 5)], [narrow]],
    ['what nobody knew before', [], [beside('N', 'ROAD', 9)]],
  ])('is not eased by %s', (_, before, after) => expect(isEased(before, after)).toBe(false))
})

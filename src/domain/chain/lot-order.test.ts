import { describe, expect, it } from 'vitest'
import { inOrderOfDepth, levelsOfDepth } from './lot-order.ts'

describe('the order of lots by what they are made of', () => {
  it('puts a lot after everything it is made of, by whatever way', () => {
    const edges = [
      { input: 'farm', output: 'b' },
      { input: 'b', output: 'a' },
      { input: 'farm', output: 'c' },
      { input: 'a', output: 'c' },
    ]
    expect(inOrderOfDepth(edges)).toEqual(['b', 'a', 'c'])
  })
  it('ends where lots lead back to themselves', () => {
    expect(
      inOrderOfDepth([
        { input: 'a', output: 'b' },
        { input: 'b', output: 'a' },
      ]).toSorted(),
    ).toEqual(['a', 'b'])
  })
})

describe('the levels of lots', () => {
  it('have whatever a lot is made of in a level before it, and each lot once', () => {
    const edges = [
      ['crop', 'a'],
      ['crop', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['a', 'd'],
    ].map(([input = '', output = '']) => ({ input, output }))
    expect(levelsOfDepth(edges)).toEqual([['a', 'b'], ['c'], ['d']])
    expect(levelsOfDepth([])).toEqual([])
  })
  it('end where a lot is made of itself by some detour', () => {
    const edges = [
      { input: 'a', output: 'b' },
      { input: 'b', output: 'a' },
    ]
    expect(levelsOfDepth(edges).flat().sort()).toEqual(['a', 'b'])
  })
})

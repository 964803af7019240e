import { describe, expect, it } from 'vitest'
import { inOrderOfDepth } from './lot-order.ts'

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

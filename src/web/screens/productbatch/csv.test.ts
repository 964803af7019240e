// A name must not become a formula on somebody's computer.
import { describe, expect, it } from 'vitest'
import { csv } from './csv.ts'

describe('csv', () => {
  it.each(['=1+1', '+91', '-5', '@x', '\tx'])('neutralises %j', (text) => expect(csv([[text]])).toContain(`'${text}`))
  it('leaves numbers as they are', () => expect(csv([[-5, 0.25]])).toBe('\uFEFF-5,0.25\r\n'))
  it('quotes commas, quotes and line breaks', () => expect(csv([['a,b', 'c"d', 'e\nf']])).toBe('\uFEFF"a,b","c""d","e\nf"\r\n'))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmless, unescaped } from './csv.ts'

describe('harmless', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\tx', "'\tx"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x; @SUM(1)', "x; '@SUM(1)"],
    ["x;-1+cmd|' /C calc'!A0", "x;'-1+cmd|' /C calc'!A0"],
    ["'=1", "''=1"],
  ])('leaves nothing of %j that a spreadsheet executes', (text, written) => {
    expect(harmless(text)).toBe(written)
  })
  it.each(['-5', '+5.25', 'a-b', 'Cold; -20 at night', 'x;+5', 'plain', 'a;b', "it's"])('leaves %j as it is', (text) => {
    expect(harmless(text)).toBe(text)
  })
  it('comes back as it was, whatever it was', () => {
    const piece = fc.constantFrom('=', '+', '-', '@', '＝', "'", ';', ' ', '\t', '1', 'a', '|')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect(unescaped(harmless(text))).toBe(text)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

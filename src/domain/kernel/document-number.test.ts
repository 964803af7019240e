import { describe, expect, it } from 'vitest'
import { numberOf } from './document-number.ts'

describe('the number of a paper', () => {
  it('is in Latin capitals where each letter is drawn like one', () => {
    for (const alike of ['АВЕКМНОРСТХ-1', 'ΑΒΕΚΜΗΟΡСΤΧ-1', 'авекмнорстх-1', 'ＡＢＥＫＭＨＯＰＣＴＸ－１']) expect(numberOf(alike)).toBe('ABEKMHOPCTX-1')
    expect(numberOf('ЅІЈԚԜ')).toBe('SIJQW')
  })
  it('stays one of its script where a letter of it is like none', () => {
    expect(numberOf('Жд-1')).toBe('ЖД-1')
    expect(numberOf('ΛΑ 1')).toBe('ΛΑ 1')
    expect(numberOf('खर-१२')).toBe('खर-12')
  })
  it('has the digits of every script as 0 to 9', () => {
    for (const zero of [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xff10, 0x1d7ce])
      expect(numberOf(Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)).join(''))).toBe('0123456789')
  })
  it('has one dash and one space, and nothing that is not seen; marks that turn the direction stay, to be refused', () => {
    for (const dash of ['-', '‐', '‑', '–', '—', '−', '﹣', '－']) expect(numberOf(`A${dash}1`)).toBe('A-1')
    expect(numberOf(' a\u00a0\u2003 1\u200b\u00ad ')).toBe('A 1')
    expect(numberOf('A\u202e1')).toBe('A\u202e1')
  })
  it('is the same when it is written again', () => {
    for (const no of ['BHI-26-0255', 'ЖД-1', 'खर-12', 'A 1']) expect(numberOf(no)).toBe(no)
  })
})

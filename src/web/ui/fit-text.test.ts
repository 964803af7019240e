// Words in drawings: broken where people break them, so that nobody guesses the end of a lot's number.
import { describe, expect, it } from 'vitest'
import { broken, lettersWithin, roomFor, short } from './fit-text.ts'

describe('broken', () => {
  it('keeps in one line what has room', () => {
    expect(broken('KHG-KH25-B10', 12)).toEqual(['KHG-KH25-B10'])
  })
  it('breaks once after a space, comma or hyphen, and loses nothing by it', () => {
    expect(broken('OP1-KH25-KAS-ORG-3', 16)).toEqual(['OP1-KH25-KAS-', 'ORG-3'])
    expect(broken('3,400 kg, 27 Nov 2025', 16)).toEqual(['3,400 kg, 27 Nov'.slice(0, 12), 'Nov 2025'])
  })
  it('cuts only what fits into no two lines', () => {
    expect(broken('OP1-KH25-KAS-ORG-THREE-HUNDRED', 10)).toEqual(['OP1-KH25-', 'KAS-ORG-T…'])
    expect(broken('Unbreakable', 6)).toEqual(['Unbre…'])
  })
})

describe('short', () => {
  it('counts what a reader sees as one letter', () => {
    expect(short('किसान', 3)).toBe('किसान')
    expect(short('किसान', 2)).toBe('कि…')
  })
})

describe('room for words', () => {
  it('is that of what a reader sees as letters, which are wider in Indian scripts', () => {
    expect(roomFor('Waste')).toBe(36)
    expect(roomFor('किसान')).toBe(30)
    expect(lettersWithin('Waste', 36)).toBe(5)
    expect(lettersWithin('किसान', 29)).toBe(2)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soundOf, words } from './search.ts'

describe('words', () => {
  it.each([
    ['Ramesh Patel', ['ramesh', 'patel']],
    ['OP1-000123', ['op1', '000123']],
    ['José Ñandú', ['jose', 'nandu']],
    ['रमेश पटेल', ['रमेश', 'पटेल']],
    ['  ,.;  ', []],
    ["D'Souza", ['d', 'souza']],
    ['a a A', ['a']],
  ])('cuts %j into %j', (text, expected) => expect(words(text)).toEqual(expected))
  it('gives the same words for what a person would call the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')))
      }),
    )
  })
  it('never gives an empty or endless word', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const word of words(text)) expect([word.length > 0, word.length <= 40]).toEqual([true, true])
      }),
    )
  })
})

describe('soundOf', () => {
  it.each([
    ['chouhan', 'chauhan'],
    ['chouhan', 'chohan'],
    ['vishnu', 'wishnu'],
    ['phool', 'fool'],
    ['lakshmi', 'laxmi'],
    ['sharma', 'sarma'],
    ['zafar', 'jafar'],
    ['bhagwan', 'bagvan'],
    ['geeta', 'gita'],
    ['mohammed', 'muhamad'],
    ['qureshi', 'kureshi'],
    ['choudhary', 'chaudhari'],
    ['dhakad', 'dhaakad'],
  ])('hears %s and %s alike', (one, other) => expect(soundOf(one)).toBe(soundOf(other)))
  it.each([
    ['patel', 'patidar'],
    ['ramesh', 'mahesh'],
    ['verma', 'sharma'],
    ['anita', 'sunita'],
    ['gopal', 'kapil'],
  ])('tells %s from %s', (one, other) => expect(soundOf(one)).not.toBe(soundOf(other)))
  it.each(['ab', 'रमेश', '98260', 'op1'])('hears nothing in %s', (word) => expect(soundOf(word)).toBeNull())
})

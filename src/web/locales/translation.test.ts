// t(): the sentence itself, its translation, one and many, and values that are text whatever they look like.
import { afterEach, describe, expect, it } from 'vitest'
import { speak, speech } from './translation.ts'

const t = (sentence: string, values?: Record<string, unknown>) => speech().t(sentence, values)
afterEach(() => speak('en'))

describe('t()', () => {
  it('says a sentence that has no translation as it is', () => {
    speak('hi', { sentences: {} })
    expect([t('Save'), t('constructor'), t('__proto__')]).toEqual(['Save', 'constructor', '__proto__'])
  })
  it('sets values in where the language wants them, and leaves a hole nobody fills', () => {
    speak('hi', { sentences: { '{{shown}} of {{all}}': '{{all}} में से {{shown}}' } })
    expect(t('{{shown}} of {{all}}', { shown: 3, all: 12 })).toBe('12 में से 3')
    expect(t('Hello {{name}}', { other: 1 })).toBe('Hello {{name}}')
    expect(t('Hello {{name}}', { name: null })).toBe('Hello ')
  })
  it('reads nothing in a value: neither a hole, nor a sentence of ours, nor a pattern of replacement', () => {
    for (const name of ['{{other}}', '$t(Save)', '$&', "$'", '<b>x</b>']) expect(t('Hello {{name}}', { name, other: 'x' })).toBe(`Hello ${name}`)
  })
  it('says one thing in the singular where the language has one', () => {
    expect([0, 1, 2].map((count) => t('{{count}} plots', { count }))).toEqual(['0 plots', '1 plot', '2 plots'])
    speak('hi', { sentences: { '{{count}} plots': '{{count}} खेत' } })
    expect(t('{{count}} plots', { count: 1 })).toBe('1 खेत')
  })
  it('hands a sentence of the server to what recognises it, and writes its figures as they are read here', () => {
    speak('hi', { sentences: { kg: 'किलो' }, translate: (text) => text.replace('Lot 7 weighs', 'लॉट 7 का वज़न') })
    expect(t('Lot 7 weighs 1,300 kg')).toBe('लॉट 7 का वज़न 1,300 किलो')
    expect(t('kg')).toBe('किलो')
  })
})

// t(): the sentence itself, its translation, one and many, and values that are text whatever they look like.
import './english-singulars.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { speak, speech } from './translation.ts'

const t = (sentence: string, values?: Record<string, unknown>) => speech().t(sentence, values)
afterEach(() => speak('en'))

describe('t()', () => {
  it('says a sentence that has no translation as it is', () => {
    speak('hi', {})
    expect([t('Save'), t('constructor'), t('__proto__')]).toEqual(['Save', 'constructor', '__proto__'])
  })
  it('sets values in where the language wants them, and leaves a hole nobody fills', () => {
    speak('hi', { '{{shown}} of {{all}}': '{{all}} में से {{shown}}' })
    expect(t('{{shown}} of {{all}}', { shown: 3, all: 12 })).toBe('12 में से 3')
    expect(t('Hello {{name}}', { other: 1 })).toBe('Hello {{name}}')
    expect(t('Hello {{name}}', { name: null })).toBe('Hello ')
  })
  it('reads nothing in a value: neither a hole, nor a sentence of ours, nor a pattern of replacement', () => {
    for (const name of ['{{other}}', '$t(Save)', '$&', "$'", '<b>x</b>']) expect(t('Hello {{name}}', { name, other: 'x' })).toBe(`Hello ${name}`)
  })
  it('says one thing in the singular where the language has one', () => {
    expect([0, 1, 2].map((count) => t('{{count}} plots', { count }))).toEqual(['0 plots', '1 plot', '2 plots'])
    speak('hi', { '{{count}} plots': '{{count}} खेत' })
    expect(t('{{count}} plots', { count: 1 })).toBe('1 खेत')
  })
  it('words a message by its key, with its values as they are written here', () => {
    speak('hi', { kg: 'किलो', 'Lot {{1}} weighs {{2}}.': '{{2}}: लॉट {{1}} का वज़न।' })
    const message = phrase`Lot ${'7'} weighs ${kilograms(112_400)}.`
    const answered = { message: 'Lot 7 weighs 112,400 kg.', words: JSON.parse(JSON.stringify(message)) }
    for (const one of [message, answered]) expect(speech().t(one)).toBe('1,12,400 किलो: लॉट 7 का वज़न।')
    speak('en')
    expect(speech().t(answered)).toBe('Lot 7 weighs 1,12,400 kg.')
  })
  it('shows a sentence that was stored without its key as it was stored', () => {
    speak('hi', { 'No more.': 'और नहीं।' })
    expect(speech().t({ message: 'Lot 7 weighs 12 kg.' })).toBe('Lot 7 weighs 12 kg.')
    expect(speech().t({ message: 'No more.' })).toBe('और नहीं।')
  })
})

// What counts as text: something a person can see, stored as it is seen.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaOf } from './field-schemas.ts'
import { longText, personName, text } from './kinds.ts'

const stored = (value: string, field = text('Name')): string | null => {
  const { success, data } = schemaOf(field).safeParse(value)
  return success ? data : null
}
const unseen = fc.constantFrom(' ', '\t', '\u00a0', '\u0085', '\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\u3164', '\ufe0f', '\ufeff')

describe('text', () => {
  it('is missing when there is nothing to be seen in it, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: unseen, maxLength: 20 }), (blank) => {
        for (const field of [text('Name'), longText('Reason'), personName('Name')]) expect(stored(blank, field)).toBeNull()
      }),
    )
  })
  it.each(['\u202e', '\u202a', '\u2066', '\u2069'])('refuses a mark that turns the direction of writing (%j)', (mark) => {
    expect(stored(`gnp${mark}.exe`)).toBeNull()
    expect(stored(`${mark}Ramesh`)).toBeNull()
  })
  it('is kept composed, without what nobody sees at its ends, and with joiners inside Hindi words', () => {
    expect(stored('\u200b Ramesh\u0085')).toBe('Ramesh')
    expect(stored('e\u0301')).toBe('\u00e9')
    expect(stored('राष्\u200dट्र', personName('Name'))).toBe('राष्\u200dट्र')
    fc.assert(
      fc.property(fc.constantFrom('Ramesh', 'रमेश', '😀 7', '.'), unseen, (word, mark) => void expect(stored(`${word} ${mark} ${word}`)).toContain(word)),
    )
  })
})

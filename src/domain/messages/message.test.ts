// Messages: English exactly as it was worded, the same again after JSON, and in a reader's language with figures as they write them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, localeOf } from './languages.ts'
import { amount, counted, kilograms, listed, onDay, percent, phrase, sentenceOf, sentences, small, spelled, word } from './message.ts'
import { isMessage, type Reader, wordFor } from './wording.ts'

const hindi: Readonly<Record<string, string>> = {
  'Of {{1}} only {{2}} are left.': '{{2}} ही बचा है, {{1}} में से।',
  '{{1}} Give the reason.': '{{1}} कारण लिखें।',
  '{{1}} is {{2}}; it must be {{3}}.': '{{1}} अभी {{2}} है; {{3}} होना चाहिए।',
  Active: 'सक्रिय',
  Draft: 'प्रारूप',
  or: 'या',
  kg: 'किलो',
}
const inHindi: Reader = { locale: 'hi-IN-u-nu-latn', phrase: (key) => (Object.hasOwn(hindi, key) ? hindi[key] : undefined) ?? key }
const inEnglish: Reader = { locale: 'en-IN', phrase: (key) => key }
const left = phrase`Of ${kilograms(112_400.5)} only ${kilograms(120)} are left.`

describe('a message', () => {
  it('is its English sentence wherever a text is wanted', () => {
    expect(String(left)).toBe('Of 112,400.5 kg only 120 kg are left.')
    expect(`${phrase`${left} Give the reason.`}`).toBe('Of 112,400.5 kg only 120 kg are left. Give the reason.')
    expect(
      String(phrase`${percent(0.03456)} and ${percent(0.5, 0)} on ${onDay('2026-03-04T10:00:00Z')}: ${small('Being made')}, ${word('Lint')}, ${1234.5}`),
    ).toBe('3.5 % and 50 % on 2026-03-04: being made, Lint, 1234.5')
    expect(String(phrase`Lots ${listed(['A', 'B', 'C'])} or ${listed([small('Active'), small('Draft')], 'or')}.`)).toBe('Lots A, B, C or active or draft.')
  })
  it('is about one thing where its count is one, in English and in the language of a reader, also after it was stored', () => {
    const bales = (left: number) => phrase`${'LOT-1'} has ${counted(left)} bales left, ${3} are asked.`
    expect(String(bales(1))).toBe('LOT-1 has 1 bale left, 3 are asked.')
    expect(String(bales(2))).toBe('LOT-1 has 2 bales left, 3 are asked.')
    expect(String(phrase`${bales(1)} Give the reason.`)).toBe('LOT-1 has 1 bale left, 3 are asked. Give the reason.')
    const table: Readonly<Record<string, string>> = {
      '{{1}} has {{2}} bales left, {{3}} are asked.': 'Il reste {{2}} balles à {{1}}, {{3}} sont demandées.',
      '{{1}} has {{2}} bales left, {{3}} are asked._one': 'Il reste {{2}} balle à {{1}}, {{3}} sont demandées.',
    }
    const french: Reader = { locale: 'fr', phrase: (key) => table[key] ?? key }
    // French has nought in the singular.
    expect([0, 1, 2].map((left) => wordFor(JSON.parse(JSON.stringify(bales(left))), french).slice(0, 17))).toEqual([
      'Il reste 0 balle ',
      'Il reste 1 balle ',
      'Il reste 2 balles',
    ])
    expect(wordFor(bales(1), inHindi)).toBe('LOT-1 has 1 bales left, 3 are asked.')
  })
  it('has the sentence with numbered gaps as its key', () => {
    expect(left.key).toBe('Of {{1}} only {{2}} are left.')
    expect(isMessage(left) && isMessage(JSON.parse(JSON.stringify(left)))).toBe(true)
  })
  it('cannot be changed', () => {
    expect(Object.isFrozen(left) && Object.isFrozen(left.values)).toBe(true)
  })
  it('is the same again after it was stored or sent, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.double({ noNaN: true, min: 0, max: 1e6 }), (text, number, kg) => {
        const message = phrase`${text} is ${number}; it must be ${listed([kilograms(kg), phrase`${text} Give the reason.`], 'and')}.`
        const { message: english, words } = spelled(message)
        const again = sentenceOf({ message: english, words: JSON.parse(JSON.stringify(words)) })
        expect([String(again), wordFor(again, inHindi)]).toEqual([String(message), wordFor(message, inHindi)])
      }),
    )
  })
  it('without values is its own key, and has none beside it', () => expect(spelled('No more.')).toEqual({ message: 'No more.' }))
  it('of several sentences is each of them', () => {
    expect(String(sentences([left, 'No more.']))).toBe('Of 112,400.5 kg only 120 kg are left. No more.')
    expect(sentences([left])).toBe(left)
  })
})

describe('in the language of a reader', () => {
  it('an amount is grouped and signed as they write it, in its own currency, also after it was stored', () => {
    const due = JSON.parse(JSON.stringify(phrase`To pay: ${amount(1_234_567_00, 'INR')}, ${amount(-50, 'INR')}, ${amount(8_000_05, 'GHS')}.`))
    expect(String(sentenceOf({ message: '', words: due }))).toBe('To pay: ₹1,234,567, -₹0.50, GHS\u00a08,000.05.')
    for (const { locale } of Object.values(languages)) {
      const written = (value: number, currency: string, digits: number) => {
        const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
        return new Intl.NumberFormat(locale, options).format(value)
      }
      const many = locale.startsWith('mr') ? '₹12,34,567' : written(1_234_567, 'INR', 0)
      const expected = [many, written(-0.5, 'INR', 2), written(8_000.05, 'GHS', 2)].join(', ')
      expect(wordFor(due, { locale, phrase: (key) => key })).toBe(`To pay: ${expected}.`)
    }
    expect(['en', 'hi', 'mr', 'gu'].map((one) => wordFor(phrase`${amount(1_234_567_00, 'INR')}`, { locale: localeOf(one), phrase: String }))).toEqual(
      Array(4).fill('₹12,34,567'),
    )
  })
  it('values stand where the language wants them, worded themselves', () => {
    expect(wordFor(left, inHindi)).toBe('120 किलो ही बचा है, 1,12,400.5 किलो में से।')
    expect(wordFor(phrase`${left} Give the reason.`, inHindi)).toBe('120 किलो ही बचा है, 1,12,400.5 किलो में से। कारण लिखें।')
    expect(wordFor(phrase`${'Lot 7'} is ${small('Closed')}; it must be ${listed([small('Active'), small('Draft')], 'or')}.`, inHindi)).toBe(
      'Lot 7 अभी closed है; सक्रिय या प्रारूप होना चाहिए।',
    )
  })
  it('a text is set in as it is: neither a word of ours, nor a gap, nor a pattern of replacement', () => {
    for (const text of ['Active', '{{1}}', '{{2}}', '$&', "$'"]) expect(wordFor(phrase`${text} Give the reason.`, inHindi)).toBe(`${text} कारण लिखें।`)
  })
  it('days and numbers are written as its readers write them, years as they are', () => {
    expect(wordFor(phrase`On ${onDay('2026-03-04')} ${112_400} of ${2026}.`, inEnglish)).toBe('On 4 Mar 2026 1,12,400 of 2026.')
    expect(wordFor(phrase`On ${onDay('not known')}.`, inEnglish)).toBe('On not known.')
  })
  it('a sentence it does not have is said in English', () => expect(wordFor(phrase`Bale ${7} is listed twice.`, inHindi)).toBe('Bale 7 is listed twice.'))
})

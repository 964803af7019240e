// Sentences of the server are found again with any values in them, in words the reader knows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesIn } from '#server/messages/tables.ts'
import { serverMessages } from '../../../tests/web/server-messages.ts'
import { figureWords } from '../engine/figure-words.ts'
import { translatorOf } from './messages.ts'
import { writeFigures } from './write-figures.ts'

const sentences = sentencesIn('hi')
const translate = translatorOf({
  '{{1}} is held back: {{2}}.': '{{1}} रोका गया है: {{2}}।',
  '{{1}} Give the reason.': '{{1}} कारण लिखें।',
  '{{1}} is {{2}}; it must be {{3}}.': '{{1}} अभी {{2}} है; {{3}} होना चाहिए।',
  'Of {{1}} only {{2}} are left.': '{{2}} ही बचा है, {{1}} में से।',
  'no reason given': 'कोई कारण नहीं',
  Active: 'सक्रिय',
  Draft: 'प्रारूप',
  ' or ': ' या ',
})

describe('translatorOf', () => {
  it('leaves what it does not know', () => {
    expect(translate('Something else.')).toBe('Something else.')
    expect(translate('constructor')).toBe('constructor')
  })
  it('sets the values in where the other language wants them', () => {
    expect(translate('Of 400 kg only 120 kg are left.')).toBe('120 kg ही बचा है, 400 kg में से।')
  })
  it('says values that are words or sentences themselves in the other language, too', () => {
    expect(translate('Lot 7 is held back: no reason given.')).toBe('Lot 7 रोका गया है: कोई कारण नहीं।')
    expect(translate('Of 400 kg only 120 kg are left. Give the reason.')).toBe('120 kg ही बचा है, 400 kg में से। कारण लिखें।')
    expect(translate('Lot 7 is closed; it must be active or draft.')).toBe('Lot 7 अभी closed है; सक्रिय या प्रारूप होना चाहिए।')
  })
})

describe('Hindi of what the server says', () => {
  const messages = serverMessages()
  const holed = [...messages.sentences].filter((sentence) => sentence.includes('{{1}}'))
  const inHindi = translatorOf(sentences)

  it('has every sentence, and every word that a sentence chooses from', () => {
    expect(messages.sentences.size).toBeGreaterThan(400)
    const missing = [...messages.sentences, ...messages.choices].filter((words) => !(words in sentences) && !untranslated.has(words))
    expect(missing.sort()).toEqual([])
  })
  it('finds each of them again, whatever stands in it', () => {
    const value = fc.stringMatching(/^[A-Z]{2}-[0-9]{1,5}$/)
    fc.assert(
      fc.property(fc.constantFrom(...holed), fc.array(value, { minLength: 9, maxLength: 9 }), (sentence, values) => {
        const fill = (text: string) => text.replace(/\{\{(\d)\}\}/g, (_, number: string) => values[Number(number) - 1] ?? '')
        expect(inHindi(fill(sentence))).toBe(fill(sentences[sentence] ?? 'no Hindi'))
      }),
      { numRuns: 2000 },
    )
  })
  it('has words for every figure that people are shown, and says which are for programs', () => {
    expect(messages.figures.size).toBeGreaterThan(100)
    expect([...messages.figures].filter((name) => !(name in figureWords) && !forPrograms.has(name)).sort()).toEqual([])
    expect(Object.keys(figureWords).filter((name) => forPrograms.has(name))).toEqual([])
  })
})

/** Chosen from within a sentence, but names rather than words. */
const untranslated = new Set(['string', 'crop'])
/** Codes, states and ids, already part of the sentence they come with; and figures of calculations. */
const forPrograms = new Set([
  'administrators',
  'at',
  'band',
  'findingId',
  'owner',
  'batchId',
  'batchIds',
  'birthDate',
  'buyerId',
  'cause',
  'claim',
  'claims',
  'closedQtyKg',
  'code',
  'corners',
  'count',
  'crop',
  'cropType',
  'cropTypeId',
  'croppingSystems',
  'crops',
  'dependants',
  'difference',
  'entity',
  'event',
  'eventId',
  'eventType',
  'farmerId',
  'farmerStatus',
  'foreign',
  'from',
  'geoHash',
  'gmoStatus',
  'hardMax',
  'inspectionResult',
  'lastBirthOn',
  'hardMin',
  'harvestDays',
  'iou',
  'itemId',
  'kg',
  'lastCleaningAt',
  'lastRunClaim',
  'least',
  'makes',
  'mappedBy',
  'material',
  'max',
  'maxBytes',
  'mean',
  'min',
  'missing',
  'most',
  'overlaps',
  'ownerRole',
  'path',
  'primary',
  'process',
  'product',
  'ratio',
  'receivedAt',
  'referrers',
  'result',
  'retroDocument',
  'row',
  'same',
  'score',
  'season',
  'seasonResult',
  'secondary',
  'seedTreated',
  'seenVersion',
  'session',
  'sex',
  'sigma',
  'sentAt',
  'startedAt',
  'status',
  'subjectId',
  'title',
  'twice',
  'usual',
  'varietyId',
  'version',
  'vertex',
  'withdrawalId',
])

describe('writeFigures', () => {
  it('writes days and grouped numbers as the reader does', () => {
    expect(writeFigures('Outside the season (2026-06-01 to 2027-03-31): 112,400 kg.', 'en')).toBe(
      'Outside the season (1 Jun 2026 to 31 Mar 2027): 1,12,400 kg.',
    )
    expect(writeFigures('2026-03-04', 'hi')).toBe('4 मार्च 2026')
    expect(writeFigures('1,300 kg, 12 kg/ha, kg', 'hi', () => 'किलो')).toBe('1,300 किलो, 12 kg/ha, kg')
  })
  it('leaves codes alone, and days that there are not', () => {
    for (const text of ['SL-2026-03-04-7', 'KK-2026-03-04', 'on 2026-13-44.', 'Lots 1, 2 and 3', 'BR-25']) expect(writeFigures(text, 'en')).toBe(text)
  })
  it('changes no value of a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (value) => {
        const written = writeFigures(`Asks ${value.toLocaleString('en-US')} kg.`, 'en')
        expect(Number(written.replace(/\D/g, ''))).toBe(value)
      }),
    )
  })
})

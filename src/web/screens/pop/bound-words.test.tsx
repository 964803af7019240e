// What a package asks of the figures of a step, and what was recorded outside of it, in words.
import { beforeAll, describe, expect, it } from 'vitest'
import { createFormat } from '#web/format/format.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { speech } from '#web/locales/translation.ts'
import { boundWords, outsideWords } from './bound-words.ts'

const speak = () => ({ t: speech().t, format: createFormat({ language: 'en' }) })
const spraying = { entity: 'crop', eventType: 'PLANT_PROTECTION' }
const watering = { entity: 'croppingsystem', eventType: 'IRRIGATION' }
const plain = (words: string) => words.replace(/\u00a0|\u202f/g, ' ')
beforeAll(() => startLanguages('en'), 120_000)

describe('bounds in words', () => {
  it.each([
    ['Dose per ha: 2 kg to 5 kg', { figure: 'dosePerHa', min: 2, max: 5, unit: 'KG' }, spraying],
    ['Water: at least 30 mm', { figure: 'mm', min: 30 }, watering],
    ['Water: at most 50 mm', { figure: 'mm', max: 50 }, watering],
  ])('%s', (words, bound, of) => {
    expect(plain(boundWords(bound, of, speak()))).toBe(words)
  })
  it('say the value that lies outside, in its own unit, or that there is none', () => {
    const dose = { figure: 'dosePerHa', min: 2, max: 5, unit: 'KG' }
    expect(plain(outsideWords({ ...dose, value: 900, valueUnit: 'G' }, spraying, speak()))).toBe('Dose per ha: 900 g; asked: 2 kg to 5 kg')
    expect(plain(outsideWords({ figure: 'mm', min: 30, value: null, valueUnit: null }, watering, speak()))).toBe('Water: not recorded; asked: at least 30 mm')
  })
})

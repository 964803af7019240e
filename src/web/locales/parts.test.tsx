// The words of a language come in parts, as pages ask for them; a list's own come with the list.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { changeLanguage, fetchWords, startLanguages } from './i18n.ts'
import { speech } from './translation.ts'

const wordsFor = (sentence: string) => speech().t(sentence)
afterAll(() => changeLanguage('en'))
beforeEach(() => startLanguages('hi'))

describe('words of a language', () => {
  it('of the login page are there before the first drawing, others come when they are asked for', async () => {
    expect(wordsFor('Sign in to Farmbook')).toBe('फ़ार्मबुक में साइन इन करें')
    expect([wordsFor('Dashboard'), wordsFor('Name in own script')]).not.toContain('अपनी लिपि में नाम')
    const [lists, own, ...more] = fetchWords('lists', 'farmer')
    expect(more).toEqual([])
    // Who draws asks again and again, and gets the same promises.
    expect(fetchWords('lists', 'farmer')).toEqual([lists, own])
    expect(fetchWords('lists')[0]).toBe(lists)
    await Promise.all([lists, own])
    expect(wordsFor('Name in own script')).toBe('अपनी लिपि में नाम')
    expect(fetchWords('lists', 'farmer')).toEqual([])
  })
  it('of the cells of a list come with the list', async () => {
    await Promise.all(fetchWords('lists', 'nonconformity'))
    expect(speech().t('{{count}} days late', { count: 3 })).toBe('3 दिन देर')
    // A column that a screen adds to its list, and the unit in which the programme reads areas.
    expect(['Certificates expiring', 'acre', 'bigha'].map(wordsFor)).toEqual(['समाप्त होने वाले प्रमाणपत्र', 'एकड़', 'बीघा'])
  })
  it('are all there for a page that speaks of everything, and when somebody chooses the language', async () => {
    await Promise.all(fetchWords())
    expect(fetchWords()).toEqual([])
    await changeLanguage('fr')
    expect(fetchWords()).toEqual([])
    expect(wordsFor('Name in own script')).not.toBe('Name in own script')
    expect(document.cookie).toContain('language=fr')
  })
  it('of English are in the pages', async () => {
    await changeLanguage('en')
    expect(fetchWords('lists', 'farmer')).toEqual([])
    expect(wordsFor('Dashboard')).toBe('Dashboard')
  })
})

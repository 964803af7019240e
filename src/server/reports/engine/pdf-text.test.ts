// Lines of paper: narrow spaces become those that the fonts have, and no line is broken at a space that forbids it.
import { expect, it } from 'vitest'
import { linesOf, runsOf } from './pdf-text.ts'

const measure = ({ text }: { text: string }) => text.length

it('breaks between words, never at a no-break space', () => {
  expect(linesOf('1\u202f217\u00a0kg de coton', 400, 9, measure)).toEqual(['1\u202f217\u00a0kg', 'de coton'])
})

it('sets a narrow no-break space as one that the fonts have', () => {
  expect(runsOf('1\u202f217 kg', 400)).toEqual([{ text: '1\u00a0217 kg', font: 'latin 400' }])
})

it('cuts a text into the fonts of its scripts', () => {
  expect(runsOf('Lot गाठ ગાંસડી', 600).map(({ font }) => font)).toEqual(['latin 600', 'devanagari 600', 'latin 600', 'gujarati 600'])
})

it('breaks a word that is wider than a line after its hyphens, and within it only where a part is wider still', () => {
  expect(linesOf('non-conformity log', 400, 11, measure)).toEqual(['non-', 'conformity', 'log'])
  expect(linesOf('non-conformity', 400, 6, measure)).toEqual(['non-co', 'nformi', 'ty'])
})

// What a step says to each reader, and what a package lacks in a language.
import { describe, expect, it } from 'vitest'
import { languagesOf, stepIn } from './step-texts.ts'

const step = {
  code: 'WEED',
  name: 'Weeding',
  instruction: 'Pull the weeds.',
  audio: ['own'],
  translations: [
    { language: 'hi', name: 'निराई', instruction: 'खरपतवार निकालें।', audio: ['hindi'] },
    { language: 'mr', name: 'खुरपणी' },
    { language: 'gu', instruction: 'નીંદણ કાઢો.' },
  ],
}
describe('a step says', () => {
  it.each([
    ['en', 'Weeding', 'Pull the weeds.', 'own'],
    ['hi', 'निराई', 'खरपतवार निकालें।', 'hindi'],
    // A name alone: the instruction is read and heard as it was written.
    ['mr', 'खुरपणी', 'Pull the weeds.', 'own'],
    // An instruction to read: a recording in another language would say it once more.
    ['gu', 'Weeding', 'નીંદણ કાઢો.', null],
  ])('in %s', (language, name, instruction, audio) => expect(stepIn(language, step)).toEqual({ name, instruction, audio }))
  it('its own words where it is from before there were translations', () =>
    expect(stepIn('hi', { code: 'A', name: 'A' })).toEqual({ name: 'A', instruction: null, audio: null }))
})

describe('a package speaks', () => {
  const among = ['en', 'hi', 'mr', 'gu']
  it('the languages in which anything stands, each with what it lacks', () =>
    expect(languagesOf({ names: null, planEvents: [step, { code: 'SOW', name: 'Sowing' }] }, among)).toEqual([
      { language: 'hi', withoutName: ['SOW'], withoutInstruction: [] },
      { language: 'mr', withoutName: ['SOW'], withoutInstruction: ['WEED'] },
      { language: 'gu', withoutName: ['WEED', 'SOW'], withoutInstruction: [] },
    ]))
  it('one in which only its name stands, and none at all', () => {
    expect(languagesOf({ names: [{ language: 'hi', name: 'अ' }], planEvents: [{ code: 'SOW', name: 'Sowing' }] }, among)).toEqual([
      { language: 'hi', withoutName: ['SOW'], withoutInstruction: [] },
    ])
    expect(languagesOf({ names: [], planEvents: [{ code: 'SOW', name: 'Sowing', translations: null }] }, among)).toEqual([])
  })
})

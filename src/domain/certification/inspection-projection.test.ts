// Answers, findings, score and what is missing of an inspection, by hand-made questions and by drawn orders of answers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersOf, type InspectionAnswer, lackingOf, misfit, proposedResult, type Question, type Sent, scoreOf, verdictOf } from './inspection-projection.ts'

const question = (code: string, ask: Question['ask'], rest: Partial<Question> = {}): Question => ({
  ...{ code, section: 'Field', text: code, help: null, ask, clauseRef: null, severity: 'MAJOR', weight: 1, correctiveDays: 30, photo: 'NONE' },
  ...rest,
})
const yesNo = (right: 'YES' | 'NO'): Question['ask'] => ({ kind: 'YES_NO', right, mayNotApply: true })
const width: Question['ask'] = { kind: 'NUMBER', least: 7, most: 100, unit: 'm', mayNotApply: false }
const store: Question['ask'] = { kind: 'CHOICE', options: ['Apart', 'Shared'], findings: ['Shared'], mayNotApply: true }
const yes: InspectionAnswer = { kind: 'YES_NO', yes: true }
const no: InspectionAnswer = { kind: 'YES_NO', yes: false }

describe('the verdict on an answer', () => {
  it.each([
    ['yes where yes is right', yesNo('YES'), yes, 'MET'],
    ['no where yes is right', yesNo('YES'), no, 'FINDING'],
    ['yes where no is right', yesNo('NO'), yes, 'FINDING'],
    ['the least number', width, { kind: 'NUMBER', number: 7 }, 'MET'],
    ['just below it', width, { kind: 'NUMBER', number: 6.999 }, 'FINDING'],
    ['the greatest number', width, { kind: 'NUMBER', number: 100 }, 'MET'],
    ['just above it', width, { kind: 'NUMBER', number: 100.001 }, 'FINDING'],
    ['a number without bounds', { kind: 'NUMBER', mayNotApply: true }, { kind: 'NUMBER', number: -4 }, 'RECORDED'],
    ['a choice that is a finding', store, { kind: 'CHOICE', option: 'Shared' }, 'FINDING'],
    ['another choice', store, { kind: 'CHOICE', option: 'Apart' }, 'MET'],
    ['words', { kind: 'TEXT', mayNotApply: true }, { kind: 'TEXT', text: 'Urea' }, 'RECORDED'],
    ['what does not apply', yesNo('YES'), { kind: 'NOT_APPLICABLE' }, 'NOT_APPLICABLE'],
  ] as const)('of %s', (_, ask, answer, verdict) => expect(verdictOf({ ask: ask as Question['ask'] }, answer as InspectionAnswer)).toBe(verdict))
})

describe('an answer that is none', () => {
  it('is of another kind, of no choice, or says that a question does not apply which applies to everybody', () => {
    expect(misfit({ ask: width }, yes)).toBe('kind')
    expect(misfit({ ask: store }, { kind: 'CHOICE', option: 'Elsewhere' })).toBe('option')
    expect(misfit({ ask: width }, { kind: 'NOT_APPLICABLE' })).toBe('applies')
    expect(misfit({ ask: store }, { kind: 'NOT_APPLICABLE' })).toBeNull()
  })
})

const questions = [question('A', yesNo('YES'), { weight: 3 }), question('B', width, { photo: 'ON_FINDING' }), question('C', store, { severity: 'CRITICAL' })]
const sent = (code: string, answer: InspectionAnswer | null, rest: Partial<Sent> = {}): Sent => ({ question: code, answer, ...rest })

describe('answers', () => {
  it('are the last of each question, in the order of the questions; one that is emptied is none', () => {
    const lines = answersOf(questions, [sent('C', { kind: 'CHOICE', option: 'Shared' }), sent('A', no), sent('A', yes), sent('C', null)])
    expect(lines.map(({ question: code, isFinding }) => [code, isFinding])).toEqual([['A', false]])
  })
  it('carry the severity of the inspector where it is graver than that of the question, and only where something was found', () => {
    const lines = answersOf(
      questions,
      [sent('A', no, { severity: 'CRITICAL' }), sent('B', { kind: 'NUMBER', number: 8 }, { severity: 'CRITICAL' })],
      () => '2025-09-01',
    )
    expect(lines.map(({ severity, dueOn }) => [severity, dueOn])).toEqual([
      ['CRITICAL', '2025-09-01'],
      [null, null],
    ])
  })
  it('are never milder than the question', () => {
    const graver = questions.map((question) => ({ ...question, severity: 'CRITICAL' as const }))
    for (const severity of ['RECOMMENDATION', 'MINOR', 'MAJOR'] as const) expect(answersOf(graver, [sent('A', no, { severity })])[0]?.severity).toBe('CRITICAL')
  })
  it('do not depend on the order in which different questions were answered', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(['A', 'B', 'C']), fc.shuffledSubarray(['A', 'B', 'C'], { minLength: 3 }), (first, second) => {
        const of = (codes: readonly string[]) => codes.map((code) => sent(code, { kind: 'NOT_APPLICABLE' }))
        expect(answersOf(questions, [...of(first), ...of(second)])).toEqual(answersOf(questions, of(['A', 'B', 'C'])))
      }),
    ))
})

describe('the score', () => {
  it('is the weight of what is met, of what could be judged', () => {
    const lines = answersOf(questions, [sent('A', yes), sent('B', { kind: 'NUMBER', number: 1 }), sent('C', { kind: 'NOT_APPLICABLE' })])
    expect(scoreOf(questions, lines)).toBe(0.75)
  })
  it('is none where nothing could be judged', () => expect(scoreOf(questions, [])).toBeNull())
  it('lies between 0 and 1, and is 1 when nothing is found', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.boolean()), { minLength: 1, maxLength: 40 }), (requested) => {
        const all = requested.map(([weight], at) => question(`Q${at}`, yesNo('YES'), { weight }))
        const lines = answersOf(
          all,
          requested.map(([, isMet], at) => sent(`Q${at}`, isMet ? yes : no)),
        )
        const score = scoreOf(all, lines) ?? -1
        const sum = (of: (isMet: boolean) => boolean) => requested.reduce((total, [weight, isMet]) => total + (of(isMet) ? weight : 0), 0)
        // Rounded to five decimals: half of the last one off at most, and what binary fractions add.
        expect(Math.abs(score - sum((isMet) => isMet) / sum(() => true))).toBeLessThanOrEqual(0.000_005 + 1e-9)
        expect(score === 1).toBe(requested.every(([, isMet]) => isMet))
      }),
    ))
})

describe('what is missing', () => {
  it('is each answer, the photo of a finding, and a word to it', () => {
    const lines = answersOf(questions, [sent('A', yes), sent('B', { kind: 'NUMBER', number: 2 })])
    expect(lackingOf(questions, lines)).toEqual([
      { question: 'B', what: 'photo' },
      { question: 'B', what: 'note' },
      { question: 'C', what: 'answer' },
    ])
  })
  it('is nothing once they are there', () => {
    const lines = answersOf(questions, [
      sent('A', yes),
      sent('B', { kind: 'NUMBER', number: 2 }, { note: '2 m only', files: ['x'] }),
      sent('C', { kind: 'NOT_APPLICABLE' }),
    ])
    expect(lackingOf(questions, lines)).toEqual([])
  })
})

describe('the result that findings suggest', () => {
  it.each([
    [[], 'APPROVED'],
    [['MINOR'], 'APPROVED'],
    [['MINOR', 'MAJOR'], 'CONDITIONAL'],
    [['MAJOR', 'CRITICAL'], 'REJECTED'],
  ] as const)('of %j is %s', (found, result) => expect(proposedResult(found.map((severity) => ({ severity })))).toBe(result))
})

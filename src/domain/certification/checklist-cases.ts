// What a question of a checklist asks for and what may be answered, by the kind of the question (domain dictionary 5.2,
// CHECKLIST_QUESTION). Which answers are a finding is part of the question, so that two inspectors judge the same answer alike.
import { choice, flag, longText, optional, quantity, text, words } from '../kernel/kinds.ts'

const kinds = { YES_NO: 'Yes or no', NUMBER: 'A number', CHOICE: 'One of several', TEXT: 'Words' } as const
const mayNotApply = flag('May not apply', { initial: true })
const figure = (label: string) => optional(quantity(label, '', { min: -1_000_000, max: 1_000_000, decimals: 3 }))

export const questionParts = {
  on: 'kind',
  choice: choice('Answered with', kinds),
  cases: {
    YES_NO: { right: choice('Right answer', { YES: 'Yes', NO: 'No' }, { initial: 'YES' }), mayNotApply },
    NUMBER: { unit: optional(text('Unit', { max: 20 })), least: figure('At least'), most: figure('At most'), mayNotApply },
    CHOICE: {
      options: words('Choices', { min: 2, max: 12 }),
      findings: words('Of these, findings', { max: 12, help: 'A choice named here opens a non-conformity.' }),
      mayNotApply,
    },
    TEXT: { mayNotApply },
  },
} as const

export const inspectionAnswerParts = {
  on: 'kind',
  choice: choice('Kind', { ...kinds, NOT_APPLICABLE: 'Does not apply' }),
  cases: {
    YES_NO: { yes: flag('Yes or no') },
    NUMBER: { number: quantity('Number', '', { min: -1_000_000, max: 1_000_000, decimals: 3 }) },
    CHOICE: { option: text('Choice', { max: 60 }) },
    TEXT: { text: longText('Text', { max: 1000 }) },
    NOT_APPLICABLE: {},
  },
} as const

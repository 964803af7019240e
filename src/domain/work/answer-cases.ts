// An answer of a submission as the phone took it, by the kind of its question. A boundary or a list is text, as JSON.
import { choice, date, flag, longText, optional, quantity, text } from '../kernel/kinds.ts'

export const answerParts = {
  on: 'kind',
  choice: choice('Kind', { TEXT: 'Text', NUMBER: 'Number', CHOICE: 'Choice', YES_NO: 'Yes or no', DATE: 'Date' }),
  cases: {
    TEXT: { text: longText('Text', { max: 20_000 }) },
    NUMBER: {
      number: quantity('Number', '', { min: -1_000_000_000, max: 1_000_000_000, decimals: 6 }),
      unit: optional(text('Unit', { max: 20 })),
    },
    CHOICE: { code: text('Code', { max: 80 }) },
    YES_NO: { yes: flag('Yes or no') },
    DATE: { date: date('Date') },
  },
} as const

/** Answers were texts, and are so in events recorded before. */
export const answerOfBefore = ({ value, ...line }: Readonly<Record<string, unknown>>) => ({
  ...line,
  value: typeof value === 'string' ? { kind: 'TEXT', text: value } : value,
})

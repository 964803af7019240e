// Answers to the questions of a checklist, as they are sent and as they are shown: the same for inspections of farmers and audits of companies.
import { attachments, choice, date, flag, lines, longText, optional, rows, text, variant } from '../kernel/kinds.ts'
import { severities } from '../kernel/terms.ts'
import { inspectionAnswerParts } from './checklist-cases.ts'

/** Projected from what was sent: one of each question. */
export const answerLines = lines(
  'Answers',
  {
    question: text('Question', { max: 40 }),
    answer: variant('Answer', inspectionAnswerParts),
    isFinding: flag('Finding'),
    severity: optional(choice('Severity', severities)),
    dueOn: optional(date('To be corrected by')),
    note: optional(longText('Note', { max: 500 })),
    files: attachments(),
  },
  { max: 200 },
)
/** One without an answer empties the question. */
export const sentAnswers = rows(
  'Answers',
  {
    question: text('Question', { max: 40 }),
    answer: optional(variant('Answer', inspectionAnswerParts)),
    severity: optional(choice('Severity', severities)),
    note: optional(longText('Note', { max: 500 })),
    files: attachments(),
  },
  { min: 1, max: 200 },
)

// Hand-made screens and parts of submission. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { waitingStates } from './waiting-states.ts'

const SubmissionOverview = part(() => import('./submission-overview.tsx'), 'SubmissionOverview')
const SubmissionWords = part(() => import('./worded.tsx'), 'SubmissionWords')

export const slots: Slots = {
  submission: {
    overview: SubmissionOverview,
    eventWords: part(() => import('./worded.tsx'), 'SubmissionEventWords'),
    shows: { answers: SubmissionWords, autoChecks: SubmissionWords, resultType: SubmissionWords, targetType: SubmissionWords },
    suggestedEvent: (submission) => (submission.may.includes('APPROVED') ? 'APPROVED' : undefined),
    hasInlineActions: true,
    sort: '-capturedAt',
    views: () => [
      { name: /* i18n */ 'Waiting', search: { 'filter[status]': waitingStates.join(',') } },
      { name: /* i18n */ 'Returned', search: { 'filter[status]': 'RETURNED' } },
    ],
  },
}

// Hand-made screens and parts of submission. Fetched when first shown.

import { waitingStates } from '#domain/work/waiting.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'
import { submissionTitle } from './title.ts'

const SubmissionOverview = part(() => import('./submission-overview.tsx'), 'SubmissionOverview')
const SubmissionWords = part(() => import('./worded.tsx'), 'SubmissionWords')

const listParts = () => import('./list-parts.tsx')
const AgeCell = part(listParts, 'AgeCell')
const SenderCell = part(listParts, 'SenderCell')
const SubmissionCard = part(listParts, 'SubmissionCard')
const VillageCell = part(listParts, 'VillageCell')
const VillagesFrame = part(listParts, 'VillagesFrame')

export const slots: Slots = {
  submission: {
    overview: SubmissionOverview,
    title: submissionTitle,
    reads: ['formCode', 'targetType', 'targetId', 'farmerId', 'receivedAt'],
    listWrapper: VillagesFrame,
    card: SubmissionCard,
    columns: {
      custom: [
        { id: 'sender', label: 'Sender', minWidth: 116, part: SenderCell },
        { id: 'village', label: 'Village', part: VillageCell },
        { id: 'age', label: 'Age', align: 'right', part: AgeCell },
      ],
      standard: ['receivedAt', 'sender', 'village', 'findings', 'status', 'age'],
    },
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

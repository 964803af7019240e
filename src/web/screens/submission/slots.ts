// Hand-made screens and parts of submission. Fetched when first shown.

import { findEntity } from '#domain/entities.ts'
import { kindOf } from '#domain/work/submitted.ts'
import { part } from '#web/engine/part.ts'
import type { EntitySlots, Slots } from '#web/engine/slots.ts'
import { waitingStates } from './waiting-states.ts'

const SubmissionOverview = part(() => import('./submission-overview.tsx'), 'SubmissionOverview')
const SubmissionWords = part(() => import('./worded.tsx'), 'SubmissionWords')

/** Its form, and the record that it is about: by name where this reader may open that, else by kind. Nothing more of a record yet to be made. */
const title: EntitySlots['title'] = ({ title: form, formCode, targetType, targetId }, { t, refs }) => {
  if (typeof targetId !== 'string') return form
  const kind = findEntity(kindOf(String(formCode), targetType) ?? '')
  const record = refs?.[targetId]?.title ?? (kind && t(kind.label))
  return record ? `${form}, ${record}` : form
}

export const slots: Slots = {
  submission: {
    overview: SubmissionOverview,
    title,
    reads: ['formCode', 'targetType', 'targetId'],
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

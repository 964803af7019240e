// What happens in a recall (BR-27): the trace, the answers of whoever holds the goods, and its two decisions. It is contained when every holder
// has answered, and closed by somebody else than the person who opened it (BR-24).
import type { Events } from '../kernel/entity.ts'
import { attachments, choice, derived, flag, integer, kilograms, longText, optional, reference, references, text } from '../kernel/kinds.ts'

const open = ['OPEN', 'CONTAINED'] as const
const leaders = ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'] as const
const holders = ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const
/** What one holder has is not shown to another (docs/decisions/0069-recalls.md); each reads the own part where the goods are. */
export const readableBy = ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'] as const
const holder = optional(reference('Holder', 'processor', { help: 'Empty: the operator.', readableBy }))

/** What the trace found, in kilograms and numbers, by the names of the columns. */
const figures = {
  lotsCount: derived(integer('Lots', { max: 1_000_000 })),
  holdersCount: derived(integer('Holders', { max: 10_000 })),
  processorIds: derived(references('Holders', 'processor', { readableBy })),
  isWithOperator: derived(flag('With the operator')),
  affectedKg: derived(kilograms('Affected', { min: 0 })),
  foundKg: derived(kilograms('Found', { min: 0 })),
  restrictedKg: derived(kilograms('Restricted', { min: 0 })),
  shippedKg: derived(kilograms('Sent out', { min: 0 })),
  traceMs: derived(integer('Trace took', { unit: 'ms', max: 10_000_000 })),
}

export const recallcaseEvents = {
  WIDENED: {
    label: 'More lots found',
    help: 'A fact that was recorded late leads to further lots: they are restricted, too, and their holders are asked.',
    icon: 'add',
    from: open,
    to: 'OPEN',
    system: true,
    fields: { ...figures, causeEventId: derived(text('Cause', { max: 36 })) },
  },
  ACKNOWLEDGED: {
    label: 'Acknowledge',
    help: 'Whoever holds the goods has read the recall and looks for them.',
    icon: 'visibility',
    from: open,
    roles: holders,
    fields: { processorId: holder, note: optional(longText('Note', { max: 500, readableBy })) },
  },
  ANSWERED: {
    label: 'Answer',
    help: 'What the holder has found of the goods. A later answer takes the place of the one before.',
    icon: 'how_to_reg',
    from: open,
    roles: holders,
    fields: {
      processorId: holder,
      locatedKg: kilograms('Located', { min: 0, readableBy, help: 'Set apart where it is.' }),
      returnedKg: kilograms('Returned', { min: 0, readableBy, help: 'Sent back.' }),
      note: optional(longText('Note', { max: 500, readableBy })),
      files: attachments({ readableBy }),
    },
  },
  REMINDED: {
    label: 'Ask again',
    help: 'Those who have not answered are asked again.',
    icon: 'flag',
    from: open,
    roles: leaders,
    fields: { note: optional(longText('Note', { max: 500 })) },
  },
  CONTAINED: {
    label: 'Contained',
    help: 'Every holder has answered.',
    icon: 'lock',
    from: ['OPEN'],
    to: 'CONTAINED',
    right: 'approve',
    roles: leaders,
    needs: [
      {
        why: 'Not every holder has answered yet: ask again those who have not.',
        on: ['holdersCount', 'answersCount'],
        fails: ({ holdersCount, answersCount }) => Number(answersCount ?? 0) < Number(holdersCount ?? 0),
      },
    ],
    fields: { note: optional(longText('Note', { max: 500 })) },
  },
  CLOSED: {
    label: 'Close',
    help: 'By somebody else than the person who opened it. What becomes of the lots is decided here; a hold of its own stays on a lot.',
    icon: 'done_all',
    from: ['CONTAINED'],
    to: 'CLOSED',
    right: 'approve',
    roles: leaders,
    excludesActorOf: ['created'],
    fields: {
      reason: longText('Reason', { max: 1000 }),
      outcome: choice('What becomes of the lots', { RELEASE: 'They are released', HOLD: 'They stay held back', DISPOSE: 'They are disposed of' }),
      evidence: optional(text('How they are disposed of, and the evidence', { max: 200 })),
      files: attachments(),
    },
  },
} as const satisfies Events

// A pattern in the records that honest ones rarely show (BR-32), found by the product and looked at by a person. It accuses nobody: what it rests on stands in it,
// and it is closed with the reason. The same pattern is opened again by evidence that was not there when it was closed, and by nothing else.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, integer, longText, optional, point, quantity, reference, references, rows, text, time } from '../kernel/kinds.ts'

export const anomalyKinds = {
  ROUND_WEIGHTS: 'Round weights',
  SAME_WEIGHT: 'The same weight for many farmers',
  FAST_TICKETS: 'Tickets too fast for one scale',
  BEFORE_PICKING: 'Delivered before a picking is possible',
  YIELD_CLONES: 'Equal yields in a village',
  GPS_STACK: 'Many boundaries from one spot',
  COPIED_BOUNDARY: 'Copied boundary',
  GHOST_FARMER: 'Farmer known by deliveries alone',
} as const
export type AnomalyKind = keyof typeof anomalyKinds

/** Of one finding; of more the first are listed, and the number of all says how many there are. */
export const mostEvidence = 200

const readers = ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'] as const

export const anomaly = entity('anomaly', {
  label: 'Anomaly',
  plural: 'Anomalies',
  group: 'Work',
  about: 'Unlikely patterns in tickets, yields and boundaries, with what they rest on, and what came of looking at them.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'ANO',
  readOnly: true,
  fields: {
    kind: derived(choice('Pattern', anomalyKinds, { filter: true })),
    subjectKey: derived(text('Found as', { max: 200 })),
    processingSystemId: derived(reference('Centre', 'processingsystem')),
    village: derived(text('Village', { max: 60, filter: true })),
    farmerId: derived(reference('Farmer', 'farmer')),
    measure: derived(quantity('Found', '', { max: 100_000_000, decimals: 4 })),
    threshold: derived(quantity('Threshold', '', { max: 100_000_000, decimals: 4 })),
    evidenceCount: derived(integer('Pieces of evidence', { max: 1_000_000, sort: true })),
    firstOn: derived(date('From')),
    lastOn: derived(date('Until', { sort: true })),
    recorderIds: derived(references('Recorded by', 'user')),
    evidence: derived(
      rows(
        'Evidence',
        {
          entity: choice('Kind', { productbatch: 'Product batch', crop: 'Crop', landparcel: 'Land parcel', farmer: 'Farmer' }),
          recordId: text('Record', { max: 36 }),
          eventId: optional(text('Event', { max: 36 })),
          farmerId: optional(reference('Farmer', 'farmer')),
          at: optional(time('When')),
          value: optional(quantity('Figure', '', { max: 100_000_000, decimals: 3 })),
          place: optional(point('Place', { personal: true })),
        },
        { max: mostEvidence },
      ),
    ),
    closedReason: derived(text('Closed because', { max: 40 })),
  },
  unique: [['operatorId', 'kind', 'subjectKey']],
  // In English, for exports and searches; screens say the pattern in the reader's language.
  title: (row) => (row.kind ? anomalyKinds[row.kind] : 'Anomaly'),
  subtitle: ['processingSystemId', 'village', 'farmerId'],
  list: ['kind', 'processingSystemId', 'village', 'farmerId', 'evidenceCount', 'lastOn', 'status'],
  form: {},
  states: {
    OPEN: { label: 'To be looked at', tone: 'pending' },
    CLOSED: { label: 'Closed', tone: 'success' },
    CLEARED: { label: 'No longer there', tone: 'neutral' },
  },
  events: {
    EVIDENCE_ADDED: {
      label: 'More evidence',
      fields: { evidenceCount: integer('Pieces of evidence', { max: 1_000_000 }) },
      from: ['OPEN'],
      system: true,
      icon: 'warning',
    },
    CLOSED: {
      label: 'Close',
      help: 'By somebody who recorded none of it. It opens again by new evidence alone.',
      fields: {
        reason: choice('What came of it', {
          EXPLAINED: 'Explained: it happened as recorded',
          CORRECTED: 'The records were corrected',
          ACTED_ON: 'Acted on: non-conformity or sanction',
        }),
        note: longText('Explanation', { max: 1000 }),
      },
      from: ['OPEN'],
      to: 'CLOSED',
      right: 'approve',
      needs: [
        {
          on: ['recorderIds'],
          why: 'You recorded some of this yourself. Somebody else looks at it.',
          fails: ({ recorderIds }, { id }) => Array.isArray(recorderIds) && recorderIds.includes(id),
        },
      ],
      icon: 'done_all',
    },
    REOPENED: {
      label: 'Opened by new evidence',
      fields: { evidenceCount: integer('Pieces of evidence', { max: 1_000_000 }) },
      from: ['CLOSED', 'CLEARED'],
      to: 'OPEN',
      system: true,
      icon: 'warning',
    },
    CLEARED: { label: 'No longer there', fields: {}, from: ['OPEN'], to: 'CLEARED', system: true, icon: 'done_all' },
    COMMENT: { label: 'Comment', fields: { text: longText('Comment', { max: 1000 }) }, roles: readers, icon: 'feedback' },
  },
})

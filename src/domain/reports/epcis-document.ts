// R27: what happened to goods as events of GS1 EPCIS 2.0 (domain dictionary 14.1), for buyers and certification bodies that read that standard.
import { choice, flag, optional, reference, text, time } from '../kernel/kinds.ts'
import { epcisNames } from './epcis/names.ts'
import { pastDay } from './parameters.ts'
import { report } from './report.ts'

/** More events than this are several documents. */
export const mostEvents = 5000

export const epcisDocumentReport = report('epcis-document', {
  code: 'R27',
  title: 'EPCIS document',
  about:
    'What happened to the goods of a lot, of a transaction certificate, or of a facility in a season, as a GS1 EPCIS 2.0 document (JSON-LD). Growers and plots are pseudonyms in it; it has only what you may see. Choose one of the three.',
  group: 'Certificates',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    lot: optional(reference('Lot', 'productbatch')),
    certificate: optional(reference('Transaction certificate', 'transactioncertificate')),
    facility: optional(reference('Facility', 'processingsystem', { help: 'With its season.' })),
    season: optional(reference('Season', 'season')),
    ...pastDay,
  },
  columns: {
    at: time('Time'),
    event: choice('Event', epcisNames),
    type: text('Type', { max: 40 }),
    step: text('Step', { max: 120 }),
    what: text('What', { max: 400 }),
    where: text('Where', { max: 161 }),
    isTakenBack: flag('Taken back'),
    eventId: text('Event id', { max: 120 }),
  },
  formats: ['json'],
  isLinkedData: true,
})

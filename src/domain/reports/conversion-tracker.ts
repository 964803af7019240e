// R04: how far each plot has come on its way to organic, what it becomes next and when, and what stands in its way.
import { choice, choices, date, flag, hectares, integer, optional, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { landparcel } from '../land/landparcel.ts'
import { claim, countedOn, pastDay, village } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const conversionBlockers = {
  NOT_ENTERED: 'Not in the scheme',
  START_UNCONFIRMED: 'Start to be confirmed by the certification body',
  MONTHS_UNCONFIRMED: 'Recognised months to be confirmed',
  NO_BOUNDARY: 'Without a boundary',
  DISPUTED: 'Boundary disputed',
  LEASE_ENDS: 'Lease ends before it is organic',
  FINDING: 'Open finding',
} as const

export const conversionTracker = report('conversion-tracker', {
  code: 'R04',
  title: 'Conversion tracker',
  about:
    'Plots by the day from which conversion counts, the full months since, what they are on the day asked for and become next, for annual crops (BR-04). Months recognised before count once they are confirmed.',
  group: 'Farm',
  on: 'landparcel',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    ...countedOn,
    village,
    claim,
    nextBefore: optional(date('Next step on or before')),
    blocked: optional(flag('Only what something stands in the way of')),
    ...pastDay,
  },
  columns: {
    code: text('Code'),
    parcel: text('Land parcel', { max: 161 }),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    areaHa: hectares('Area', { min: 0 }),
    countsFrom: date('Conversion counts from'),
    months: integer('Months in conversion'),
    claim: choice('Organic status', claims),
    next: choice('Next', claims),
    nextOn: date('Next step on'),
    daysLeft: integer('Days left', { unit: 'days' }),
    blockers: choices('What stands in the way', conversionBlockers, { min: 0 }),
    status: choice('Status', statesOf(landparcel)),
  },
  totals: ['areaHa'],
  charts: [
    { title: 'Area by organic status', by: 'claim', sum: 'areaHa' },
    { title: 'Area by next step', by: 'next', sum: 'areaHa' },
  ],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

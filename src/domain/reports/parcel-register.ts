// R03: which plots there are, how they were mapped and what they are worth today.
import { choice, choices, date, hectares, integer, optional, polygon, quantity, share, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { landparcel } from '../land/landparcel.ts'
import { boundaryMethods, tenures } from '../land/landparcel-events.ts'
import { claim, pastDay, village } from './parameters.ts'
import { columnOf, report, statesOf } from './report.ts'

export const parcelRegister = report('parcel-register', {
  code: 'R03',
  title: 'Parcel register',
  about: 'Every plot that is not retired with its declared and mapped area, how it was mapped, its organic status today and its lease.',
  group: 'Farm',
  on: 'landparcel',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    village,
    claim,
    method: optional(choices('How it was mapped', boundaryMethods)),
    status: optional(choices('Status', statesOf(landparcel))),
    ...pastDay,
  },
  columns: {
    code: text('Code'),
    name: text('Name'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    tenure: choice('Tenure', tenures),
    surveyNo: columnOf(landparcel, 'surveyNo'),
    declaredHa: hectares('Declared area'),
    mappedHa: hectares('Mapped area', { min: 0 }),
    difference: share('Against declared', { min: -10, max: 10 }),
    method: choice('How it was mapped', boundaryMethods),
    accuracyM: quantity('GPS accuracy', 'm', { decimals: 1 }),
    claim: choice('Organic status', claims),
    months: integer('Months in conversion'),
    leaseTo: date('Lease to'),
    status: choice('Status', statesOf(landparcel)),
    boundary: polygon('Boundary'),
  },
  totals: ['declaredHa', 'mappedHa'],
  charts: [{ title: 'Declared area by organic status', by: 'claim', sum: 'declaredHa' }],
  formats: ['xlsx', 'csv', 'pdf', 'geojson', 'json'],
})

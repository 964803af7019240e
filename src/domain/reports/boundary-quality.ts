// R05: how good the boundaries are: what is found on them, whom they overlap, how exactly and how long ago they were taken.
import { choice, choices, flag, hectares, integer, optional, polygon, quantity, share, text } from '../kernel/kinds.ts'
import { landparcel } from '../land/landparcel.ts'
import { boundaryMethods } from '../land/landparcel-events.ts'
import { pastDay, village } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const boundaryQuality = report('boundary-quality', {
  code: 'R05',
  title: 'Quality of boundaries',
  about:
    'Every plot in use with the open findings of its boundary (BR-01, BR-02, BR-03), the plots it shares ground with, the accuracy of the receiver and the age of the measurement.',
  group: 'Farm',
  on: 'landparcel',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    village,
    method: optional(choices('How it was mapped', boundaryMethods)),
    status: optional(choices('Status', statesOf(landparcel))),
    findings: optional(flag('Only with findings')),
    unmapped: optional(flag('Only without a boundary')),
    ...pastDay,
  },
  columns: {
    code: text('Code'),
    parcel: text('Land parcel', { max: 161 }),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    declaredHa: hectares('Declared area'),
    mappedHa: hectares('Mapped area', { min: 0 }),
    difference: share('Against declared', { min: -10, max: 10 }),
    rules: text('Findings', { max: 60 }),
    findings: integer('Open findings'),
    partners: text('Shares ground with', { max: 500 }),
    overlapShare: share('Largest share'),
    overlapM2: quantity('Shared ground', 'm²', { decimals: 0 }),
    method: choice('How it was mapped', boundaryMethods),
    accuracyM: quantity('GPS accuracy', 'm', { decimals: 1 }),
    vertices: integer('Corners'),
    ageDays: integer('Age', { unit: 'days' }),
    version: integer('Version'),
    status: choice('Status', statesOf(landparcel)),
    boundary: polygon('Boundary'),
  },
  totals: ['declaredHa', 'mappedHa', 'findings'],
  charts: [
    { title: 'Findings by village', by: 'village', sum: 'findings' },
    { title: 'Mapped area by method', by: 'method', sum: 'mappedHa' },
  ],
  formats: ['xlsx', 'csv', 'geojson', 'json'],
})

// R02: a version of the approved farmer list, row by row as it was signed.

import { choice, date, hectares, integer, kilograms, optional, reference, text } from '../kernel/kinds.ts'
import { claims, seasonResults } from '../kernel/terms.ts'
import { approvedlist } from '../people/approvedlist.ts'
import { pastDay, season } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const approvedFarmerList = report('approved-farmer-list', {
  code: 'R02',
  title: 'Approved farmer list',
  about:
    'Farmers whose goods are sold under a scheme in a season, with plots, claim and estimate, as signed, and the internal inspections of the season that were recorded before the list was drawn up. Without a version: the lists that were in force on the day.',
  group: 'Certificates',
  on: 'approvedlist',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    listId: optional(reference('Version', 'approvedlist')),
    scheme: optional(reference('Scheme', 'scheme')),
    season,
    inForceOn: optional(date('In force on')),
    ...pastDay,
  },
  initial: (today) => ({ inForceOn: today }),
  columns: {
    season: text('Season'),
    scheme: text('Scheme', { max: 161 }),
    version: integer('Version'),
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    inspectedOn: text('Inspected on', { max: 200 }),
    inspectors: text('Inspector', { max: 400, namesPerson: true }),
    result: choice('Result', seasonResults),
    conditions: text('Conditions', { max: 500 }),
    parcel: text('Land parcel', { max: 161 }),
    crop: text('Crop', { max: 161 }),
    areaHa: hectares('Area', { min: 0 }),
    claim: choice('Claim', claims),
    estimatedKg: kilograms('Estimate', { min: 0 }),
    asOf: date('As of'),
    inForceFrom: date('In force from'),
    status: choice('Status', statesOf(approvedlist)),
    hash: text('Fingerprint of the list', { max: 64 }),
  },
  totals: ['areaHa', 'estimatedKg'],
  isInHectares: true,
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

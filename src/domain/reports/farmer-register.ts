// R01: who is a member of the group.

import { choice, choices, date, hectares, integer, optional, text } from '../kernel/kinds.ts'
import { seasonResults } from '../kernel/terms.ts'
import { farmer, genders } from '../people/farmer.ts'
import { pastDay, season, village } from './parameters.ts'
import { columnOf, report, statesOf } from './report.ts'

export const farmerRegister = report('farmer-register', {
  code: 'R01',
  title: 'Farmer register',
  about: 'Every member with village, holding and plots, and how the committee decided on them in a season.',
  group: 'Farm',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, gender: optional(choices('Gender', genders)), status: optional(choices('Status', statesOf(farmer))), ...pastDay },
  columns: {
    memberNo: text('Member no.'),
    name: text('Name', { max: 161, namesPerson: true }),
    localName: columnOf(farmer, 'localName'),
    relationName: columnOf(farmer, 'relationName'),
    gender: choice('Gender', genders),
    village: text('Village'),
    phone: columnOf(farmer, 'phone'),
    holdingHa: hectares('Total holding'),
    plots: integer('Plots'),
    joinedOn: date('Joined on'),
    status: choice('Status', statesOf(farmer)),
    result: choice('Approved farmer list', seasonResults),
  },
  totals: ['holdingHa', 'plots'],
  charts: [{ title: 'Holding by village', by: 'village', sum: 'holdingHa' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

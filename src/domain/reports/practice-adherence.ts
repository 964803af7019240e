// R07: how each crop follows its package of practices.
import { crop } from '../cropping/crop.ts'
import { choice, choices, flag, hectares, integer, optional, quantity, reference, share, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { claim, pastDay, season, village } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const practiceAdherence = report('practice-adherence', {
  code: 'R07',
  title: 'Adherence to the package of practices',
  about:
    'Of each crop: how many steps of its package are planned, were done in time, late or missed, its points (BR-17) and its open non-conformities. Steps of its cropping system count for it; what was left out or does not apply does not count.',
  group: 'Farm',
  on: 'crop',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR', 'READ_ONLY_VIEWER'],
  parameters: {
    season,
    village,
    claim,
    cropType: optional(reference('Crop type', 'croptype')),
    status: optional(choices('Status', statesOf(crop))),
    missed: optional(flag('Only with missed steps')),
    mandatory: optional(flag('Only steps that must be done')),
    ...pastDay,
  },
  initial: () => ({ mandatory: true }),
  columns: {
    crop: text('Crop', { max: 161 }),
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    claim: choice('Claim', claims),
    areaHa: hectares('Area', { min: 0 }),
    pop: text('Package of practices', { max: 161 }),
    planned: integer('Planned'),
    onTime: integer('In time'),
    late: integer('Late'),
    partly: integer('Done in part', { help: 'In its days or outside them, with a figure outside the bounds of the step.' }),
    missed: integer('Missed'),
    open: integer('Still to come'),
    onTimeShare: share('In time, of what was due'),
    score: quantity('Points', '%', { decimals: 1 }),
    openFindings: integer('Open non-conformities'),
  },
  totals: ['areaHa', 'planned', 'onTime', 'late', 'partly', 'missed', 'open', 'openFindings'],
  charts: [
    { title: 'Missed steps by village', by: 'village', sum: 'missed' },
    { title: 'Missed steps by package', by: 'pop', sum: 'missed' },
  ],
  formats: ['xlsx', 'csv', 'json'],
})

// R06: what grows on how much land, by variety and claim.
import { cropRoles } from '../cropping/crop.ts'
import { choice, choices, date, hectares, integer, optional, reference, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { claim, pastDay, season, village } from './parameters.ts'
import { report } from './report.ts'

export const cropAreaStatement = report('crop-area-statement', {
  code: 'R06',
  title: 'Crop area statement',
  about: 'Area, farmers, plots and days of sowing by crop, variety and claim. Crops that were cancelled or failed are left out.',
  group: 'Farm',
  on: 'crop',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR', 'READ_ONLY_VIEWER'],
  parameters: { season, village, claim, cropType: optional(reference('Crop type', 'croptype')), role: optional(choices('Role', cropRoles)), ...pastDay },
  // Intercrops share the land of their main crop: added up, land would count twice.
  initial: () => ({ role: ['MAIN'] }),
  columns: {
    crop: text('Crop'),
    variety: text('Variety'),
    role: choice('Role', cropRoles),
    claim: choice('Claim', claims),
    areaHa: hectares('Area', { min: 0 }),
    sownHa: hectares('Of it sown', { min: 0 }),
    farmers: integer('Farmers'),
    plots: integer('Plots'),
    sownFrom: date('Sown from'),
    sownTo: date('Sown to'),
  },
  totals: ['areaHa', 'sownHa'],
  charts: [{ title: 'Area by claim', by: 'claim', sum: 'areaHa' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

// R12: what was estimated, picked and bought of each crop.
import { choice, hectares, integer, kilograms, optional, reference, share, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { claim, pastDay, season, village } from './parameters.ts'
import { report } from './report.ts'

export const estimateToPurchase = report('estimate-to-purchase', {
  code: 'R12',
  title: 'Estimate, harvest and purchase',
  about: 'Ceiling, approved estimate, harvest and purchases of each crop side by side, with their ratios and the rules of open findings.',
  group: 'Trade and stock',
  on: 'crop',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, claim, cropType: optional(reference('Crop type', 'croptype')), ...pastDay },
  columns: {
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    crop: text('Crop'),
    variety: text('Variety'),
    claim: choice('Claim', claims),
    areaHa: hectares('Area', { min: 0 }),
    capKg: kilograms('Yield ceiling', { min: 0 }),
    estimatedKg: kilograms('Estimate', { min: 0 }),
    harvestedKg: kilograms('Harvested', { min: 0 }),
    purchasedKg: kilograms('Purchased', { min: 0 }),
    harvestedShare: share('Harvested of the estimate', { max: 100 }),
    purchasedShare: share('Purchased of the harvest', { max: 100 }),
    leftKg: kilograms('Left to sell', { min: 0 }),
    findings: integer('Open findings'),
    rules: text('Rules'),
  },
  totals: ['areaHa', 'capKg', 'estimatedKg', 'harvestedKg', 'purchasedKg', 'leftKg', 'findings'],
  charts: [{ title: 'Harvest by village', by: 'village', sum: 'harvestedKg' }],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})

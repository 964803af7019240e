// R09: seed lots, from whom, with which proof, how much came and how much was sown.
import { hectares, integer, kilograms, optional, reference, text } from '../kernel/kinds.ts'
import { pastDay, season, village } from './parameters.ts'
import { report } from './report.ts'

export const seedRegister = report('seed-register', {
  code: 'R09',
  title: 'Seed register',
  about:
    'Each lot of seed by crop and variety: supplier, proof that it is not genetically modified, what was handed out of it to these farmers, what they received and what they sowed.',
  group: 'Farm',
  on: 'crop',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, cropType: optional(reference('Crop type', 'croptype')), ...pastDay },
  columns: {
    seedLot: text('Seed lot'),
    crop: text('Crop'),
    variety: text('Variety'),
    supplier: text('Supplier', { max: 400 }),
    proof: text('Proof of non-GM seed', { max: 400 }),
    issuedKg: kilograms('Handed out', { min: 0 }),
    receivedKg: kilograms('Received', { min: 0 }),
    sownKg: kilograms('Sown', { min: 0 }),
    sownHa: hectares('Area sown', { min: 0 }),
    farmers: integer('Farmers'),
    withoutProof: integer('Sowings without proof'),
  },
  totals: ['issuedKg', 'receivedKg', 'sownKg', 'sownHa', 'withoutProof'],
  charts: [{ title: 'Seed sown by variety', by: 'variety', sum: 'sownKg' }],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})

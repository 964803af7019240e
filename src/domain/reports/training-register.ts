// R24: trainings of the operator, and how many women came.
import { date, integer, quantity, share, text } from '../kernel/kinds.ts'
import { pastDay, period } from './parameters.ts'
import { report } from './report.ts'

export const trainingRegister = report('training-register', {
  code: 'R24',
  title: 'Training and outreach',
  about:
    'Every training of an operator: topic, hours, how many of its farmers came and how many of them are women. Whose gender is not disclosed counts among the farmers only.',
  group: 'Inspections',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { ...period, ...pastDay },
  columns: {
    operator: text('Operator', { max: 161 }),
    on: date('Date'),
    topic: text('Topic', { max: 200 }),
    hours: quantity('Hours', 'h', { decimals: 2 }),
    farmers: integer('Farmers'),
    women: integer('Women'),
    womenShare: share('Share of women'),
    farmerHours: quantity('Hours of farmers', 'h', { decimals: 2 }),
  },
  totals: ['hours', 'farmers', 'women', 'farmerHours'],
  charts: [{ title: 'Hours of farmers by topic', by: 'topic', sum: 'farmerHours' }],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})

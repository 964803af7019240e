// R08: what was applied, how much of it, where, and whether a harvest came too early after it.
import { applicationFields } from '../kernel/field-work.ts'
import { choice, choices, date, hectares, integer, optional, quantity, reference, text } from '../kernel/kinds.ts'
import { inputCategories, inputPermissions } from '../kernel/terms.ts'
import { pastDay, period, season, village } from './parameters.ts'
import { report } from './report.ts'

export const inputUse = report('input-use', {
  code: 'R08',
  title: 'Input use',
  about:
    'What was applied to crops and cropping systems: quantity, area, farmers and doses of each input, and how many harvests came within its waiting period. An application to a cropping system without its area counts the area of the system.',
  group: 'Farm',
  on: 'croppingsystem',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    season,
    village,
    permission: optional(choices('Permission', inputPermissions)),
    item: optional(reference('Input', 'inputitem')),
    ...period,
    ...pastDay,
  },
  columns: {
    item: text('Input'),
    category: choice('Category', inputCategories),
    permission: choice('Permission', inputPermissions),
    unit: applicationFields.unit,
    applications: integer('Applications'),
    total: quantity('Total used', 'unit', { decimals: 3 }),
    areaHa: hectares('Area treated', { min: 0 }),
    farmers: integer('Farmers'),
    doseMin: quantity('Lowest dose', 'per ha', { decimals: 3 }),
    doseMean: quantity('Mean dose', 'per ha', { decimals: 3 }),
    doseMax: quantity('Highest dose', 'per ha', { decimals: 3 }),
    firstOn: date('First on'),
    lastOn: date('Last on'),
    earlyHarvests: integer('Harvests within the waiting period'),
  },
  totals: ['applications', 'earlyHarvests'],
  charts: [{ title: 'Area treated by input', by: 'item', sum: 'areaHa' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

// R25: how the internal control works, inspector by inspector.
import { choices, date, integer, quantity, share, text } from '../kernel/kinds.ts'
import { pastDay, period, season } from './parameters.ts'
import { report } from './report.ts'

export const inspectionSigns = {
  ALL_PASSED: 'Nothing found on 20 farms or more',
  HURRIED: 'Less than 15 minutes a farm',
  OVERLOOKED: 'Others found what was overlooked on every fifth farm or more',
  NOT_THERE: 'Position recorded on less than half of the farms',
} as const

export const inspectionPerformance = report('inspection-performance', {
  code: 'R25',
  title: 'Internal control, inspector by inspector',
  about:
    'Farms inspected, how many did not pass, how often another inspector later found what had been overlooked, the usual time from one farm to the next on a day, and whether the position was recorded. Signs ask for a look; they prove nothing.',
  group: 'Inspections',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, ...period, ...pastDay },
  columns: {
    inspector: text('Inspector', { max: 161, namesPerson: true }),
    inspections: integer('Inspections'),
    farms: integer('Farms'),
    days: integer('Days'),
    notPassed: integer('Not passed'),
    notPassedShare: share('Not passed, of inspections'),
    again: integer('Looked at again by others'),
    overlooked: integer('Overlooked'),
    overlookedShare: share('Overlooked, of those'),
    minutes: quantity('Minutes for a farm, median', 'min', { decimals: 0 }),
    withPosition: share('Position recorded'),
    withPhoto: share('With a photo'),
    first: date('First on'),
    last: date('Last on'),
    signs: choices('Signs', inspectionSigns, { min: 0 }),
  },
  totals: ['inspections', 'farms', 'notPassed', 'again', 'overlooked'],
  charts: [{ title: 'Farms by inspector', by: 'inspector', sum: 'farms' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})

// R30: what is still open before a season is closed (BR-28).
import { closingSteps } from '../cropping/season-closing.ts'
import { choice, flag, integer, kilograms, text } from '../kernel/kinds.ts'
import { pastDay, season } from './parameters.ts'
import { report } from './report.ts'

export const seasonClosing = report('season-closing', {
  code: 'R30',
  title: 'Closing of a season',
  about:
    'What is to be done before a season is closed (BR-28): each step with how many records it has, how many are still open, and their kilograms. The PDF is the sheet that the manager, the inspector and the certification body sign.',
  group: 'Records',
  on: 'season',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, ...pastDay },
  columns: {
    season: text('Season'),
    step: choice('Step', closingSteps),
    isNeeded: flag('Needed for the closing'),
    records: integer('Records'),
    open: integer('Open'),
    openKg: kilograms('Open weight', { min: 0 }),
    isDone: flag('Done'),
  },
  totals: ['open'],
  signedBy: ['Manager of the operator', 'Internal inspector', 'Certification body'],
  formats: ['pdf', 'xlsx', 'json'],
})

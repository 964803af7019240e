// A growing season of the programme: sowings, purchases and approvals belong to one (domain dictionary 2.1).
// Once closed, nothing may be recorded inside it (BR-25, BR-28).
import { entity } from '../kernel/entity.ts'
import { choice, date, longText, optional, quantity, text, words } from '../kernel/kinds.ts'
import { seasonKinds } from '../kernel/terms.ts'

export const season = entity('season', {
  label: 'Season',
  plural: 'Seasons',
  group: 'Settings',
  about: 'Growing seasons of the programme. A closed season takes no more records.',
  belongsTo: {},
  codePrefix: 'SEA',
  fields: {
    name: text('Name', { max: 40, search: true, sort: true }),
    kind: choice('Kind', seasonKinds, { filter: true }),
    startDate: date('First day', { sort: true }),
    endDate: date('Last day', { sort: true }),
    yieldFactor: quantity('Yield factor', '×', {
      min: 0.5,
      max: 1.2,
      decimals: 2,
      initial: 1,
      help: 'Lowers or raises every yield ceiling of the season, after drought or flood (BR-06).',
    }),
  },
  unique: [['name']],
  title: (row) => row.name,
  subtitle: ['startDate', 'endDate'],
  list: ['code', 'kind', 'startDate', 'endDate', 'status'],
  form: { Season: ['name', 'kind', 'startDate', 'endDate', 'yieldFactor'] },
  // Its days and its yield factor decide what was counted and certified in it.
  editableIn: ['OPEN'],
  states: { OPEN: { label: 'Open', tone: 'success' }, CLOSED: { label: 'Closed', tone: 'neutral' } },
  events: {
    ONSET_DECLARED: {
      label: 'Declare the onset of the monsoon',
      help: 'Planned sowings of rain-fed crops that are not sown yet move by as many days as rain came late or early.',
      fields: {
        onsetOn: date('Rain came on'),
        expectedOn: date('Expected on'),
        villages: words('Villages', { max: 60, help: 'Empty: everywhere.' }),
        note: optional(longText('Note', { max: 500 })),
      },
      from: ['OPEN'],
      right: 'approve',
      icon: 'water_drop',
    },
    SEASON_CLOSED: {
      label: 'Close season',
      help: 'Nothing more can be recorded in this season.',
      fields: {},
      from: ['OPEN'],
      to: 'CLOSED',
      right: 'approve',
      icon: 'lock',
    },
    SEASON_REOPENED: {
      label: 'Reopen season',
      fields: { reason: text('Reason', { max: 200 }) },
      from: ['CLOSED'],
      to: 'OPEN',
      right: 'approve',
      icon: 'lock_open',
    },
  },
  checks: [{ path: 'endDate', code: 'min', message: 'The last day comes after the first.', fails: (row) => row.endDate <= row.startDate }],
})

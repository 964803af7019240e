// A village of the programme's list (domain dictionary 2.1, location tree): the code of an official directory or the programme's own, and where it lies.
// Members and landowners take their place from it.
import { entity } from '../kernel/entity.ts'
import { country, optional, point, text } from '../kernel/kinds.ts'

export const village = entity('village', {
  label: 'Village',
  plural: 'Villages',
  group: 'Settings',
  about: 'Villages of the programme by their codes, with block, district and state: members take their place from them.',
  belongsTo: {},
  codePrefix: 'VIL',
  ownCode: { label: 'Code of the village', help: 'Of the Local Government Directory (LGD), or one of your own.' },
  fields: {
    name: text('Name', { max: 60, search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 80, search: true })),
    block: text('Block', { max: 60, filter: true }),
    district: text('District', { max: 60, filter: true }),
    state: text('State', { max: 60 }),
    country: country('Country', { initial: 'IN' }),
    point: optional(point('Point')),
  },
  title: (row) => row.name,
  subtitle: ['block', 'district'],
  list: ['code', 'localName', 'block', 'district', 'state', 'status'],
  form: { Village: ['name', 'localName', 'block', 'district', 'state', 'country', 'point'] },
  states: { ACTIVE: { label: 'In use', tone: 'success' }, RETIRED: { label: 'No longer used', tone: 'neutral' } },
  events: {
    RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve' },
    REINSTATED: { label: 'Use again', fields: {}, from: ['RETIRED'], to: 'ACTIVE', right: 'approve' },
  },
})

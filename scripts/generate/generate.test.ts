import { describe, expect, it } from 'vitest'
import { entity } from '#domain/kernel/entity.ts'
import { choice, derived, integer, kilograms, optional, reference, text } from '#domain/kernel/kinds.ts'
import { dataModel } from './data-model.ts'
import { permissions } from './permissions.ts'

const cow = entity('cow', {
  label: 'Cow',
  plural: 'Cows',
  group: 'Livestock',
  about: 'One animal.',
  belongsTo: { operator: 'operatorId' },
  codePrefix: 'COW',
  fields: {
    earTag: text('Ear tag', { max: 20 }),
    breed: optional(choice('Breed', { GIR: 'Gir', SAHIWAL: 'Sahiwal' })),
    dam: optional(reference('Dam', 'cow')),
    lactations: derived(integer('Lactations', { max: 20 })),
  },
  title: (row) => row.earTag,
  list: ['earTag'],
  form: {},
  states: { IN_HERD: { label: 'In herd', tone: 'success' }, SOLD: { label: 'Sold', tone: 'neutral' } },
  final: ['SOLD'],
  events: {
    MILKING: { label: 'Milking', fields: { milk: kilograms('Milk') } },
    SALE: { label: 'Sale', fields: {}, from: ['IN_HERD'], to: 'SOLD', right: 'approve', roles: ['OPERATOR_MANAGER'], excludesActorOf: ['created'] },
  },
})

describe('dataModel', () => {
  const text = dataModel([cow])

  it('draws every reference', () => {
    expect(text).toContain('  cow }o--o| cow : dam')
  })
  it('tells required, optional and derived fields apart, with their values', () => {
    expect(text).toContain('| **`earTag`** | Ear tag | text | at most 20 |')
    expect(text).toContain('| `breed` | Breed | choice | `GIR` Gir · `SAHIWAL` Sahiwal |')
    expect(text).toContain('| *`lactations`* | Lactations | integer | 0 to 20 |')
  })
  it('says when an event may happen and where it leads', () => {
    expect(text).toContain('| `MILKING` | Milking | any open state | **`milk`** quantity, kg |')
    expect(text).toContain('| `SALE` | Sale | any open state → `SOLD` |')
  })
})

describe('permissions', () => {
  const text = permissions([cow], { cow: { ADMIN: 'LVC t', FIELD_OFFICER: 'LV a (m)' } })

  it('has one row for each entity and an empty cell where nothing is allowed', () => {
    expect(text).toContain('| `cow` | LVC t |  | LV a (m) |')
  })
  it('names the events that ask for more than the ordinary right', () => {
    expect(text).toContain('| `cow` | `SALE` | Sale | OPERATOR_MANAGER | `created` |')
    expect(text).not.toContain('`MILKING`')
  })
})

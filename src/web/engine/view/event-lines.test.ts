// The facts of an event in one line.
import { expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { collective } from '#domain/people/collective.ts'
import { createFormat } from '#web/format/format.ts'
import { formatFacts } from './event-lines.tsx'

const tools = {
  t: ((words: string, { count }: { count?: number } = {}) => words.replace('{{count}}', String(count))) as never,
  format: createFormat({ language: 'en' }),
  refs: {},
}
const { INTERNAL_INSPECTION, TRAINING_ATTENDED } = entityOf('farmer').events
const id = '01a21b29-bbec-79aa-992d-449d16da4002'

it('leaves out ids of events and records that are no links', () => {
  expect(formatFacts(INTERNAL_INSPECTION.fields as Fields, { round: 1, result: 'APPROVED', inspectionId: id }, tools)).toMatch(/^Round 1 · Approved$/)
  expect(formatFacts(TRAINING_ATTENDED.fields as Fields, { topic: 'Neem', hours: 3, causeEventId: id }, tools)).toBe('Topic Neem · Hours 3 h')
})

it('names of many records in a line the first', () => {
  const refs = Object.fromEntries(
    ['Asha', 'Bina', 'Chanda', 'Devi', 'Esha', 'Farida'].map((title, place) => [`m${place}`, { entity: 'farmer', title, code: '' }]),
  )
  const { TRAINING } = collective.events
  const facts = (farmerIds: string[]) => formatFacts(TRAINING.fields as Fields, { topic: 'Neem', hours: 3, farmerIds }, { ...tools, refs })
  expect(facts(Object.keys(refs))).toBe('Topic Neem · Hours 3 h · Farmers Asha, Bina, Chanda, and Devi … 2 more')
  expect(facts(['m0', 'm1', 'm2', 'm3'])).toBe('Topic Neem · Hours 3 h · Farmers Asha, Bina, Chanda, and Devi')
})

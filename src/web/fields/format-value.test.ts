import { describe, expect, it } from 'vitest'
import type { Field } from '#domain/kernel/field.ts'
import { integer, reference } from '#domain/kernel/kinds.ts'
import { user } from '#domain/people/user.ts'
import { createFormat } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { formatValue } from './format-value.ts'

describe('formatValue', () => {
  it('shows a role that was recorded under its former code by its name', () => {
    const speech = { t: ((text: string) => text) as TFunction, format: createFormat({ language: 'en', timezone: 'Asia/Kolkata' }) }
    expect(formatValue(user.fields.heldRoles, ['OPERATOR_MANAGER', 'ADMIN'], speech)).toBe('Operator manager, Administrator')
    expect(formatValue(user.fields.roles.fields?.role as Field, 'OPERATOR_MANAGER', speech)).toBe('Operator manager')
  })
  it('counts days, months and years in the form that the number needs', () => {
    const requested: unknown[] = []
    const t = ((text: string, values?: unknown) => {
      requested.push([text, values])
      return text
    }) as TFunction
    const speech = { t, format: createFormat({ language: 'en', timezone: 'Asia/Kolkata' }) }
    for (const unit of ['days', 'months', 'years']) formatValue(integer('Span', { unit }), 1, speech)
    expect(requested).toEqual(['days', 'months', 'years'].map((unit) => [`{{count}} ${unit}`, { count: 1 }]))
  })
  it('of a record that its reader may not know says what it is', () => {
    const t = ((text: string, values: Record<string, string> = {}) => text.replace('{{what}}', values.what ?? '')) as TFunction
    const speech = { t, format: createFormat({ language: 'en', timezone: 'Asia/Kolkata' }), refs: { a: { entity: 'farmer', title: 'Asha', code: '' } } }
    expect(formatValue(reference('Farmer', 'farmer'), 'a', speech)).toBe('Asha')
    expect(formatValue(reference('Farmer', 'farmer'), 'b', speech)).toBe('Farmer, hidden from you')
    expect(formatValue(reference('Field officer', 'user'), 'b', speech)).toBe('Somebody in the programme')
  })
})

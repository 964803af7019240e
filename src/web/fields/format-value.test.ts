import { describe, expect, it } from 'vitest'
import type { Field } from '#domain/kernel/field.ts'
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
})

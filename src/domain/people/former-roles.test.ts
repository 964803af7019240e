import { describe, expect, it } from 'vitest'
import { currentCode } from '../kernel/field.ts'
import { schemaOf } from '../kernel/field-schemas.ts'
import { roles } from '../kernel/terms.ts'
import { formerRoles } from './former-roles.ts'
import { user } from './user.ts'

describe('formerRoles', () => {
  it('names each role of today once, and no role is called like a former one', () => {
    expect(Object.values(formerRoles).sort()).toEqual(Object.keys(roles).sort())
    expect(Object.keys(formerRoles).filter((code) => code in roles)).toEqual([])
  })
  it('is refused in what comes in, with the name of today', () => {
    const { success, error } = schemaOf(user.fields.heldRoles).safeParse(['OM'])
    expect([success, error?.issues.map(({ message }) => message)]).toEqual([false, ['“OM” is called OPERATOR_MANAGER now.']])
    expect(schemaOf(user.fields.heldRoles).safeParse(['constructor']).success).toBe(false)
  })
})

describe('currentCode', () => {
  it('reads a recorded code as the one of today, and leaves any other as it is', () => {
    expect(['CB', 'ADMIN', 'constructor', ''].map((code) => currentCode(user.fields.heldRoles, code))).toEqual([
      'CERTIFICATION_BODY_AUDITOR',
      'ADMIN',
      'constructor',
      '',
    ])
    expect(currentCode({}, 'OM')).toBe('OM')
  })
})

// One word for how far a farmer is: an inspector's word must never read as the committee's.
import { describe, expect, it } from 'vitest'
import { approvalOf } from './approval.ts'

describe('approvalOf', () => {
  it('says the membership first: who is no active member is not approved, whatever a committee said', () => {
    expect(approvalOf('SUSPENDED', { isDecided: true, inspected: 'APPROVED', result: 'APPROVED' })).toMatchObject({ label: 'Suspended', tone: 'error' })
    expect(approvalOf('PENDING', null).label).toBe('To approve')
    expect(approvalOf('DRAFT', null).label).toBe('Draft')
  })
  it('waits for the committee after an inspection that went well', () => {
    expect(approvalOf('ACTIVE', { isDecided: false, inspected: 'APPROVED', result: 'NOT_INSPECTED' })).toMatchObject({
      label: 'Committee waits',
      tone: 'pending',
    })
  })
  it('asks for an inspection where there was none', () => {
    expect(approvalOf('ACTIVE', null).label).toBe('To inspect')
    expect(approvalOf('ACTIVE', { isDecided: false, inspected: 'NOT_INSPECTED', result: 'NOT_INSPECTED' }).label).toBe('To inspect')
  })
  it('says what the committee decided, with its tone', () => {
    const decided = (result: 'APPROVED' | 'CONDITIONAL' | 'REJECTED') => approvalOf('ACTIVE', { isDecided: true, inspected: 'APPROVED', result })
    expect([decided('APPROVED').tone, decided('CONDITIONAL').tone, decided('REJECTED').tone]).toEqual(['success', 'pending', 'error'])
  })
})

// The one orange button of a lot is the day's work of whoever looks at it.
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { lotStep } from './lot-step.ts'

const lot = (values: Record<string, unknown>) =>
  ({ status: 'OPEN', unitType: 'HEAP', processorId: null, may: ['PURCHASE', 'CLOSED'], ...values }) as unknown as RecordAnswer

describe('lotStep', () => {
  it('offers the next delivery on an open heap of the operator', () => {
    expect(lotStep(lot({}))).toBe('PURCHASE')
  })
  it('offers no purchase to whom it would be refused, nor at the gin, nor of a farm lot: there the lot moves on', () => {
    expect(lotStep(lot({ may: ['CLOSED'] }))).toBe('CLOSED')
    expect(lotStep(lot({ processorId: 'gin' }))).toBe('CLOSED')
    expect(lotStep(lot({ unitType: 'FARM_LOT' }))).toBe('CLOSED')
  })
  it('moves a closed lot on', () => {
    expect(lotStep(lot({ status: 'CLOSED', may: ['RELEASED', 'SPLIT'] }))).toBe('RELEASED')
  })
})

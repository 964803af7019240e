// What a planned event brings into the form of the event it waits for.
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { isPlannedFor, plannedValues } from './planned.ts'

const plan = (values: Record<string, unknown>) =>
  ({ cropId: 'c', poultryBatchId: null, unit: null, plannedQty: null, itemId: null, ...values }) as unknown as RecordAnswer
const event = (entity: string, type: string) => (entityOf(entity).events as Record<string, EventSpec>)[type] as EventSpec

describe('isPlannedFor', () => {
  it('knows the crop it is for, and no other record', () => {
    expect(isPlannedFor(plan({}), entityOf('crop'), 'c')).toBe(true)
    expect(isPlannedFor(plan({}), entityOf('crop'), 'd')).toBe(false)
    expect(isPlannedFor(plan({}), entityOf('poultrybatch'), 'c')).toBe(false)
    expect(isPlannedFor(plan({}), entityOf('farmer'), 'c')).toBe(false)
  })
})

describe('plannedValues', () => {
  it('brings the input to an event that takes one', () => {
    expect(plannedValues(plan({ itemId: 'neem' }), event('crop', 'PLANT_PROTECTION'))).toMatchObject({ itemId: 'neem' })
    expect(plannedValues(plan({ itemId: 'neem' }), event('crop', 'HARVEST'))).toEqual({})
  })
  it('brings the quantity where one field alone is measured so', () => {
    expect(plannedValues(plan({ unit: 'kg', plannedQty: 40 }), event('poultrybatch', 'FEEDING'))).toEqual({ kg: 40 })
    expect(plannedValues(plan({ unit: 'L', plannedQty: 40 }), event('poultrybatch', 'FEEDING'))).toEqual({})
    expect(plannedValues(plan({ unit: 'cm', plannedQty: 60 }), event('crop', 'SOWING'))).toEqual({})
  })
})

// A choice of events that puts "Pause" before the milking is no help at five in the morning.
import { describe, expect, it } from 'vitest'
import { productionsystem } from '#domain/husbandry/productionsystem.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { firstEvent } from './first-event.ts'

const dairy = { status: 'ACTIVE', may: ['PAUSED', 'HERD_MILKING'] } as unknown as RecordAnswer
const today = '2026-11-22'

describe('firstEvent', () => {
  it('never answers what may not be recorded now, and then nothing else either', () => {
    expect(firstEvent(productionsystem, dairy, { defaultEvent: () => 'TANK_WASH' }, today)).toBeUndefined()
    expect(firstEvent(productionsystem, dairy, { defaultEvent: () => undefined }, today)).toBeUndefined()
  })
  it('puts the reasoned step before the usual one, and either before the step into the next state', () => {
    expect(firstEvent(productionsystem, dairy, {}, today)).toBe('PAUSED')
    expect(firstEvent(productionsystem, dairy, { defaultEvent: () => 'HERD_MILKING' }, today)).toBe('HERD_MILKING')
    expect(
      firstEvent(productionsystem, dairy, { suggestedEvent: (_, day) => (day === today ? 'PAUSED' : undefined), defaultEvent: () => 'HERD_MILKING' }, today),
    ).toBe('PAUSED')
  })
})

// The days of a package of practices on one line.
import { describe, expect, it } from 'vitest'
import { daysOf, marksOn, type PopStep, spanOf } from './pop-timeline.ts'

const step = (values: Partial<PopStep>): PopStep => ({ code: 'A', name: 'A', eventType: 'SAMPLING', offsetDays: 0, ...values })

describe('spanOf', () => {
  it('begins with the preparation before day nought and ends with the package', () => {
    expect(spanOf([step({ offsetDays: -45 })], [{ name: 'Growing', fromDay: 0, toDay: 300 }], 300)).toEqual({ from: -45, to: 300 })
    expect(spanOf([], [], 42)).toEqual({ from: 0, to: 42 })
  })
})
describe('daysOf', () => {
  it('is one day, or each of the days on which the step comes again', () => {
    expect(daysOf(step({ offsetDays: 6 }), [])).toEqual([6])
    expect(daysOf(step({ offsetDays: 7, repeatEveryDays: 7, repeatUntilDay: 35 }), [])).toEqual([7, 14, 21, 28, 35])
  })
  it('counts from the step that it names', () => {
    const first = step({ code: 'FIRST', offsetDays: 10 })
    expect(daysOf(step({ anchorCode: 'FIRST', offsetDays: 4 }), [first])).toEqual([14])
  })
  it('thins a daily step out, from its first day', () => {
    const days = daysOf(step({ offsetDays: 130, repeatEveryDays: 1, repeatUntilDay: 504 }), [])
    expect(days.length).toBeLessThanOrEqual(40)
    expect(days[0]).toBe(130)
  })
})
describe('marksOn', () => {
  it('names round days, never more than fit', () => {
    expect(marksOn({ from: -45, to: 300 }, 6)).toEqual([0, 60, 120, 180, 240, 300])
    expect(marksOn({ from: 0, to: 42 }, 6)).toEqual([0, 7, 14, 21, 28, 35, 42])
  })
})

// What is dragged must be what is stored.
import { describe, expect, it } from 'vitest'
import { movedBy, stepsIn } from './step-moves.ts'

describe('moving a step', () => {
  const step = { offsetDays: 20, windowBefore: 4, windowAfter: 7 }
  it('moves its day, or an end of its window, by days', () => {
    expect(movedBy(step, 3, 'day')).toEqual({ offsetDays: 23 })
    expect(movedBy(step, -2, 'before')).toEqual({ windowBefore: 6 })
    expect(movedBy(step, 5, 'after')).toEqual({ windowAfter: 12 })
  })
  it('stays within the bounds of the fields', () => {
    expect(movedBy(step, 900, 'day')).toEqual({ offsetDays: 400 })
    expect(movedBy(step, -900, 'day')).toEqual({ offsetDays: -120 })
    expect(movedBy(step, 90, 'before')).toEqual({ windowBefore: 0 })
    expect(movedBy(step, 90, 'after')).toEqual({ windowAfter: 60 })
  })
  it('reads numbers from the texts of a form', () => {
    expect(stepsIn([{ code: 'A', offsetDays: '12', windowBefore: '', repeatEveryDays: '', repeatCount: null }])).toMatchObject([
      { code: 'A', offsetDays: 12, windowBefore: 0, windowAfter: 0, repeatEveryDays: null, anchor: 'SOWING', mandatory: true },
    ])
    expect(stepsIn(undefined)).toEqual([])
  })
})

// What is dragged must be what is stored.
import { describe, expect, it } from 'vitest'
import { movedBy, stepsIn } from './step-moves.ts'

describe('moving a step', () => {
  const bounds = { min: -120, max: 400 }
  const step = { offsetDays: 20, windowBefore: 4, windowAfter: 7 }
  it('moves its day, or an end of its window, by days', () => {
    expect(movedBy(step, 3, 'day', bounds)).toEqual({ offsetDays: 23 })
    expect(movedBy(step, -2, 'before', bounds)).toEqual({ windowBefore: 6 })
    expect(movedBy(step, 5, 'after', bounds)).toEqual({ windowAfter: 12 })
  })
  it('stays within the bounds of the fields', () => {
    expect(movedBy(step, 900, 'day', bounds)).toEqual({ offsetDays: 400 })
    expect(movedBy(step, -900, 'day', bounds)).toEqual({ offsetDays: -120 })
    expect(movedBy(step, 90, 'before', bounds)).toEqual({ windowBefore: 0 })
    expect(movedBy(step, 90, 'after', bounds)).toEqual({ windowAfter: 60 })
  })
  it('reads numbers from the texts of a form', () => {
    expect(stepsIn([{ code: 'A', offsetDays: '12', windowBefore: '', repeatEveryDays: '', repeatCount: null }])).toMatchObject([
      { code: 'A', offsetDays: 12, windowBefore: 0, windowAfter: 0, repeatEveryDays: null, anchor: 'SOWING', mandatory: true },
    ])
    expect(stepsIn(undefined)).toEqual([])
  })
  it('of a flock are counted from the anchor of the package, or from another step, and repeated until a day or the end', () => {
    const whole = { anchor: 'PLACEMENT', durationDays: '42' }
    const steps = stepsIn(
      [
        { code: 'WEIGH', offsetDays: '7', repeatEveryDays: '7', repeatUntilDay: '21' },
        { code: 'DAY', offsetDays: '0', repeatEveryDays: 1, repeatUntilDay: '' },
        { code: 'LITTER', offsetDays: 3, anchorCode: 'WEIGH' },
      ],
      whole,
    )
    expect(steps).toMatchObject([
      { anchor: 'PLACEMENT', anchorCode: null, repeatCount: 3 },
      { anchor: 'PLACEMENT', repeatCount: 43 },
      { anchor: 'PREVIOUS', anchorCode: 'WEIGH', repeatCount: null },
    ])
  })
})

// A step drawn on the wrong day would be done on the wrong day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, calendarsOf, type PopStep, ticksOf } from './pop-calendar.ts'

const step = (code: string, more: Partial<PopStep> = {}): PopStep => ({
  code,
  name: code,
  eventType: 'SCOUTING',
  anchor: 'SOWING',
  offsetDays: 0,
  windowBefore: 0,
  windowAfter: 0,
  mandatory: true,
  ...more,
})

describe('calendarsOf', () => {
  it('stands a step where what it is counted from leads, through several steps', () => {
    const [calendar] = calendarsOf([
      step('C', { anchor: 'PREVIOUS', anchorCode: 'B', offsetDays: 5 }),
      step('B', { anchor: 'PREVIOUS', anchorCode: 'A', offsetDays: 8 }),
      step('A', { offsetDays: 12 }),
    ])
    expect(calendar?.rows.map(({ step: { code }, occurrences }) => [code, occurrences[0]?.day])).toEqual([
      ['A', 12],
      ['B', 20],
      ['C', 25],
    ])
  })
  it('repeats a step with its window each time, and reaches to the end of the last', () => {
    const [calendar] = calendarsOf([step('S', { offsetDays: 30, windowBefore: 3, windowAfter: 4, repeatEveryDays: 10, repeatCount: 3 })])
    expect(calendar?.rows[0]?.occurrences).toEqual([
      { day: 30, from: 27, to: 34 },
      { day: 40, from: 37, to: 44 },
      { day: 50, from: 47, to: 54 },
    ])
    expect(calendar).toMatchObject({ from: 0, to: 54 })
  })
  it('keeps what is counted from the first picking apart from the days after sowing, which come first', () => {
    const calendars = calendarsOf([step('PICK', { anchor: 'FIRST_HARVEST', windowBefore: 10 }), step('SOW')])
    expect(calendars.map(({ anchor, rows }) => [anchor, rows.length])).toEqual([
      ['SOWING', 1],
      ['FIRST_HARVEST', 1],
    ])
    expect(calendars[1]?.from).toBe(-10)
  })
  it('ends in spite of steps that are counted from one another in a circle, or from one that is not there', () => {
    const calendars = calendarsOf([
      step('A', { anchor: 'PREVIOUS', anchorCode: 'B', offsetDays: 1 }),
      step('B', { anchor: 'PREVIOUS', anchorCode: 'A', offsetDays: 2 }),
      step('C', { anchor: 'PREVIOUS', anchorCode: 'Z', offsetDays: 3 }),
    ])
    expect(calendars.flatMap(({ rows }) => rows)).toHaveLength(3)
  })
  it('loses no step and draws none outside its calendar', () => {
    const steps = fc.uniqueArray(
      fc.record({
        code: fc.string({ minLength: 1, maxLength: 4 }),
        anchor: fc.constantFrom('SOWING', 'FLOWERING', 'PREVIOUS'),
        anchorCode: fc.string({ minLength: 1, maxLength: 4 }),
        offsetDays: fc.integer({ min: -120, max: 400 }),
        windowBefore: fc.nat(60),
        windowAfter: fc.nat(60),
        repeatEveryDays: fc.option(fc.integer({ min: 1, max: 60 })),
        repeatCount: fc.option(fc.integer({ min: 1, max: 30 })),
      }),
      { selector: ({ code }) => code, maxLength: 20 },
    )
    fc.assert(
      fc.property(steps, (drawn) => {
        const calendars = calendarsOf(drawn.map((one) => step(one.code, one)))
        expect(calendars.flatMap(({ rows }) => rows)).toHaveLength(drawn.length)
        for (const { rows, from, to } of calendars)
          for (const { occurrences } of rows)
            expect(occurrences.every((one) => from <= one.from && one.from <= one.day && one.day <= one.to && one.to <= to)).toBe(true)
      }),
    )
  })
})

describe('ticksOf', () => {
  it('names nought and no more days than there is room for', () => {
    const ticks = ticksOf({ from: -55, to: 220 }, 600)
    expect(ticks).toContain(0)
    expect(ticks.length).toBeLessThanOrEqual(11)
    expect(ticks.every((day) => day >= -55 && day <= 220)).toBe(true)
  })
})

describe('bandsOf', () => {
  it('makes one line of windows that touch, and leaves days between the others', () => {
    const at = (from: number, to = from) => ({ day: from, from, to })
    expect(bandsOf([at(1), at(2), at(3, 5), at(7, 9), at(8), at(30)])).toEqual([
      { from: 1, to: 5 },
      { from: 7, to: 9 },
      { from: 30, to: 30 },
    ])
    expect(bandsOf([])).toEqual([])
  })
})

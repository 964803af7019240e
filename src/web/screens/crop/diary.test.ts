// A diary that puts a picking in the wrong week is worse than none.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { cropStages } from './crop-stages.ts'
import { diaryOf, isOn, monthsOn, placeOf } from './diary.ts'

const event = (eventType: string, day: string, status: 'RECORDED' | 'VOIDED' = 'RECORDED') => ({
  event: { id: `${eventType}${day}`, eventType, occurredAt: `${day}T04:00:00Z`, status },
  day,
  words: '',
})
const base = { plannedSowing: '2025-06-20', today: '2025-11-18', isOver: false, expected: ['HARVEST', 'CROP_CLOSE'], waiting: null }

describe('diaryOf', () => {
  it('leaves out what was taken back', () =>
    expect(diaryOf({ ...base, events: [event('SCOUTING', '2025-07-20', 'VOIDED')] }).rows.map((row) => row.key)).toEqual(['HARVEST', 'CROP_CLOSE']))
  it('orders rows as the season went, and keeps a row for what is still to come', () => {
    const diary = diaryOf({
      ...base,
      events: [event('HARVEST', '2025-10-24'), event('SOWING', '2025-06-24'), event('SCOUTING', '2025-07-20'), event('SCOUTING', '2025-07-30')],
    })
    expect(diary.rows.map((row) => [row.key, row.marks.length])).toEqual([
      ['SOWING', 1],
      ['SCOUTING', 2],
      ['HARVEST', 1],
      ['CROP_CLOSE', 0],
    ])
  })
  it('shows the waiting period on the row of plant protection', () => {
    const diary = diaryOf({ ...base, events: [event('PLANT_PROTECTION', '2025-11-11')], waiting: { from: '2025-11-11', to: '2025-11-14' } })
    expect(diary.rows[0]?.bars).toEqual([{ from: '2025-11-11', to: '2025-11-14', words: '' }])
  })
  it('ends with the last event once the crop is over', () => {
    const diary = diaryOf({ ...base, today: '2026-11-18', isOver: true, events: [event('HARVEST', '2025-10-24')] })
    expect(isOn(diary, '2025-10-24')).toBe(true)
    expect(isOn(diary, '2026-11-18')).toBe(false)
  })
  it('ends with the last event after half a year of silence', () => {
    const events = [event('HARVEST', '2025-10-24')]
    expect(isOn(diaryOf({ ...base, today: '2026-05-01', events }), '2026-05-01')).toBe(true)
    expect(isOn(diaryOf({ ...base, today: '2026-06-01', events }), '2026-06-01')).toBe(false)
  })
  it('holds every mark inside the axis, and today when somebody still writes the axis', () => {
    const day = fc.integer({ min: 0, max: 500 }).map((days) => new Date(Date.UTC(2025, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.array(day, { maxLength: 20 }), day, day, (days, plannedSowing, today) => {
        const diary = diaryOf({ ...base, plannedSowing, today, events: days.map((on) => event('SCOUTING', on)) })
        const last = [...days, plannedSowing].sort().at(-1) ?? plannedSowing
        const isSilent = Date.parse(today) - Date.parse(last) > 200 * 86_400_000
        for (const on of [...days, plannedSowing, ...(isSilent ? [] : [today])]) {
          expect(placeOf(diary, on)).toBeGreaterThan(0)
          expect(placeOf(diary, on)).toBeLessThan(1)
        }
        expect(monthsOn(diary).every((first) => first.endsWith('-01') && first >= diary.from && first <= diary.to)).toBe(true)
      }),
    )
  })
})

describe('cropStages', () => {
  const crop = (status: string, more: Record<string, unknown> = {}) => cropStages({ status, plannedSowing: '2025-06-20', ...more } as unknown as RecordAnswer)
  const progressOf = (status: string, more = {}) => crop(status, more).stages.map((stage) => stage.progress)
  it('has the present stage between what is done and what is to come', () =>
    expect(progressOf('HARVESTING')).toEqual(['done', 'done', 'done', 'now', 'todo', 'todo']))
  it('is all done when closed', () => expect(progressOf('CLOSED')).toEqual(['done', 'done', 'done', 'done', 'done', 'done']))
  it('stops where a crop failed', () => {
    expect(crop('FAILED', { sowingDate: '2025-06-24' }).ended).toBe('FAILED')
    expect(progressOf('FAILED', { sowingDate: '2025-06-24' })).toEqual(['done', 'done', 'todo', 'todo', 'todo', 'todo'])
  })
})

// From when to when the milk of a tank may not leave it (B8).
import { describe, expect, it } from 'vitest'
import { dispatchedWhileRestricted, isTankRestricted, tankRestrictions } from './milk-tank.ts'
import type { HistoryEvent } from './replay.ts'

const on = (day: number, eventType: string, data: Record<string, unknown> = {}, unitId = 'tank'): HistoryEvent => {
  const date = `2025-03-${String(day).padStart(2, '0')}`
  return { id: `${eventType} ${day}`, eventType, day: date, occurredAt: `${date}T06:00:00.000Z`, data: { unitId, ...data } }
}
const noon = (day: number) => `2025-03-${String(day).padStart(2, '0')}T12:00:00.000Z`

describe('tankRestrictions', () => {
  it.each(['POS', 'DOUBTFUL'])('begin with a test that is %s and end with a negative one, in the order of happening', (antibiotic) => {
    const all = tankRestrictions([on(5, 'TANK_TEST', { antibiotic: 'NEG' }), on(3, 'TANK_TEST', { antibiotic })], 'tank')
    expect([2, 4, 6].map((day) => isTankRestricted(all, noon(day)))).toEqual([false, true, false])
  })
  it('end when the tank is washed, and are of this tank only', () => {
    const all = [on(3, 'TANK_TEST', { antibiotic: 'POS' }), on(4, 'TANK_WASH', {}, 'other'), on(6, 'TANK_WASH')]
    expect(tankRestrictions(all, 'tank')).toMatchObject([{ until: '2025-03-06T06:00:00.000Z' }])
    expect(tankRestrictions(all, 'other')).toEqual([])
  })
  it('add up what had left meanwhile', () => {
    const dispatched = [on(2, 'MILK_DISPATCH', { litres: 10 }), on(4, 'MILK_DISPATCH', { litres: 30 }), on(5, 'MILK_DISPATCH', { litres: 5 }, 'other')]
    expect(dispatchedWhileRestricted([...dispatched, on(3, 'TANK_TEST', { antibiotic: 'POS' })], 'tank')).toBe(30)
  })
})

import { describe, expect, it } from 'vitest'
import { mixingFindings } from './mixing-findings.ts'

const filling = (eventId: string, day: number, claim: 'ORGANIC' | 'IC2' | 'IC1') => ({
  eventId,
  at: `2025-11-${String(day).padStart(2, '0')}T10:00:00Z`,
  claim,
})

describe('findings of mixed claims (BR-11)', () => {
  it('stand on the events that brought another claim than was there, whatever the order of recording', () => {
    const organic = filling('o', 3, 'ORGANIC')
    const converting = filling('c', 2, 'IC2')
    for (const fillings of [
      [organic, converting],
      [converting, organic],
    ])
      expect(mixingFindings(fillings)).toMatchObject([{ eventId: 'o', ruleId: 'BR-11', severity: 'WARN', figures: { claims: ['IC2', 'ORGANIC'] } }])
  })
  it('are none where all is of one claim, and count what is in the lot by its lowest', () => {
    expect(mixingFindings([filling('a', 1, 'IC2'), filling('b', 2, 'IC2')])).toEqual([])
    const later = mixingFindings([filling('a', 1, 'ORGANIC'), filling('b', 2, 'IC2'), filling('c', 3, 'IC2'), filling('d', 4, 'ORGANIC')])
    expect(later.map(({ eventId }) => eventId)).toEqual(['b', 'd'])
  })
})

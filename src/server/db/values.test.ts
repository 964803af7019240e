import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoMoment } from './values.ts'

describe('isoMoment', () => {
  it('says the same moment as Date does, whatever digits PostgreSQL writes', () => {
    const digits = fc.constantFrom('', '.1', '.12', '.123', '.1239', '.123999', '.000001')
    const date = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true })
    fc.assert(
      fc.property(date, digits, (moment, fraction) => {
        const plain = moment.toISOString().slice(0, 19)
        expect(isoMoment(`${plain.replace('T', ' ')}${fraction}+00`)).toBe(new Date(`${plain}${fraction}Z`).toISOString())
      }),
    )
  })
  it.each([
    ['2026-01-15 12:00:00+05:30', '2026-01-15T06:30:00.000Z'],
    ['2026-01-15 12:00:00.5-03', '2026-01-15T15:00:00.500Z'],
    ['infinity', 'infinity'],
  ])('reads %s', (text, moment) => expect(isoMoment(text)).toBe(moment))
})

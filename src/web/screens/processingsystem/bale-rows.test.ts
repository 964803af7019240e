// Bales are numbered once and for good, and weigh what the lint weighed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import { type BaleRow, nextNo, numbered, readBales } from './bale-rows.ts'

const bale = (no: string, kg: string): BaleRow => ({ no, kg, moisture: '', stapleMm: '', mic: '' })
const read = (rows: BaleRow[], lintKg: string, { onHandKg = 1000, reason = '' } = {}) => readBales(rows, lintKg, onHandKg, reason, defaultTolerances)

describe('nextNo', () => {
  it.each([
    ['KHG-25-0099', 'KHG-25-0100'],
    ['B9', 'B10'],
    ['12a', '13a'],
    ['99', '100'],
    ['', ''],
    ['Bale', 'Bale-2'],
    ['7-00000000000000000009', '7-00000000000000000010'],
  ])('after %j comes %j', (no, next) => expect(nextNo(no)).toBe(next))
  it('never gives a number twice', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12 }).filter((text) => text.trim() !== ''),
        fc.integer({ min: 2, max: 40 }),
        (first, count) => {
          const numbers = numbered(first, count).map(({ no }) => no)
          expect(new Set(numbers).size).toBe(count)
        },
      ),
    )
  })
})

describe('readBales', () => {
  it('refuses a bale too light, too heavy, unreadable', () => {
    expect(read([bale('1', '139.9'), bale('2', '230.1'), bale('3', '17o'), bale('4', '170')], '500').troubles.map(({ kg }) => kg)).toEqual([
      'light',
      'heavy',
      'unreadable',
      null,
    ])
  })
  it('refuses a number given twice or not at all', () => {
    expect(read([bale('B1', '170'), bale(' B1 ', '171'), bale('', '170')], '511').troubles.map(({ no }) => no)).toEqual([null, 'twice', 'missing'])
  })
  it('refuses more lint than there is (BR-09)', () => {
    expect(read([bale('1', '170')], '170', { onHandKg: 150 }).blocks[0]).toMatchObject({ ruleId: 'BR-09', figures: { askedKg: 170, onHandKg: 150 } })
  })
  it('refuses bales that weigh 3 per cent more than their lint, whatever the reason', () => {
    expect(read([bale('1', '206')], '200', { reason: 'damp' }).blocks).toHaveLength(1)
  })
  it('asks why at 1.7 per cent more, and is content with a reason', () => {
    expect(read([bale('1', '203.4')], '200')).toMatchObject({ needsReason: true, blocks: [{ ruleId: 'BR-10' }] })
    expect(read([bale('1', '203.4')], '200', { reason: 'damp' })).toMatchObject({ needsReason: true, blocks: [] })
  })
  it('counts only rows with a weight, to the gram, and says what stays loose', () => {
    expect(read([bale('1', '170.1'), bale('2', '170.2'), bale('3', '')], '340.3')).toMatchObject({
      count: 2,
      totalKg: 340.3,
      meanKg: 170.2,
      looseKg: 659.7,
      blocks: [],
      needsReason: false,
    })
  })
})

// Cells: generous with how people write, exact in what it means, and the same again after an export.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spellOut } from '#domain/messages/message.ts'
import type { Field } from '../kernel/field.ts'
import { choices, date, flag, hectares, integer, kilograms, money, phone, point, polygon, reference, rows, share, text, time, words } from '../kernel/kinds.ts'
import { readNumber } from '../kernel/read-number.ts'
import { landparcel } from '../land/landparcel.ts'
import { farmer } from '../people/farmer.ts'
import { user } from '../people/user.ts'
import { readDay, readMoment } from './cell-time.ts'
import { readCell, writeCell } from './cells.ts'
import { csvLine, harmless } from './csv.ts'

const zone = 'Asia/Kolkata'
const read = (field: Field, cell: string): unknown => {
  const reading = readCell('x', field, cell, zone, 'x')
  return 'problem' in reading ? reading.problem.code : reading.value
}
const nobody = (id: string) => id

describe('readCell', () => {
  it.each([
    ['abc', 'type'],
    ['NaN', 'type'],
    ['Infinity', 'type'],
    ['1,2,3', 'type'],
    ['1e999', 'type'],
    ['', 'type'],
  ])('refuses %j as a weight (%s)', (cell, code) => {
    expect(read(kilograms('kg'), cell)).toBe(code)
  })
  it.each([
    ['2025-02-30', 'format'],
    ['31/13/2025', 'format'],
    ['yesterday', 'format'],
    ['2025', 'format'],
  ])('refuses %j as a day (%s)', (cell, code) => {
    expect(read(date('d'), cell)).toBe(code)
  })
  it('refuses the former code of a choice, with the name it has now', () => {
    const reading = readCell('role', user.fields.roles.fields?.role as Field, 'om', zone, 'role')
    expect('problem' in reading && spellOut(reading.problem)).toMatchObject({ code: 'choice', message: '“om” is called OPERATOR_MANAGER now.' })
  })
  it('refuses a choice that is none, naming those that are', () => {
    const reading = readCell('gender', farmer.fields.gender, 'X', zone, 'gender')
    expect('problem' in reading && spellOut(reading.problem)).toMatchObject({
      code: 'choice',
      message: expect.stringMatching(/^One of: F \(Woman\), M \(Man\), OTHER \(/),
    })
  })
  it('refuses a boundary that is a line, and JSON that is none', () => {
    expect(read(polygon('b'), 'LINESTRING (75 22, 76 22)')).toBe('geometry_type')
    expect(read(rows('r', { a: text('A') }), '[{')).toBe('format')
  })
  it.each([
    ['1,23,456.5', 123456.5],
    ['1,234', 1234],
    [' 12 ', 12],
    ['.5', 0.5],
    ['1 000', 1000],
    ['-3', -3],
  ])('reads %j as %d', (cell, value) => {
    expect(readNumber(cell)).toBe(value)
  })
  it('reads percentages, yes and no in both languages, labels, and rupees as paise', () => {
    expect([
      read(share('s'), '35 %'),
      read(share('s'), '0.35'),
      read(flag('f'), 'Yes'),
      read(flag('f'), 'नहीं'),
      read(farmer.fields.gender, 'female'),
      read(money('m'), '72.50'),
    ]).toEqual([0.35, 0.35, true, false, 'F', 7250])
  })
  it('reads a telephone number that a spreadsheet took its plus from', () => {
    expect(read(phone('p'), '919826012345')).toBe('+919826012345')
  })
  it('reads days as India writes them and times where the programme works', () => {
    expect([
      readDay('15/06/2025'),
      readDay('5-6-2025'),
      readMoment('2025-06-15 14:30', zone),
      readMoment('15/06/2025', zone),
      readMoment('2025-06-15T09:00:00Z', zone),
      readMoment('2025-06-15T09:00+0530', zone),
    ]).toEqual(['2025-06-15', '2025-06-05', '2025-06-15T14:30:00+05:30', '2025-06-15T12:00:00+05:30', '2025-06-15T09:00:00Z', '2025-06-15T09:00:00+05:30'])
    expect(readMoment('2025-07-01 08:00', 'Europe/Berlin')).toBe('2025-07-01T08:00:00+02:00')
    expect(readMoment('2025-01-01 08:00', 'America/New_York')).toBe('2025-01-01T08:00:00-05:00')
  })
  it('keeps the name of another record as a lookup, also inside rows', () => {
    expect(readCell('seasonId', reference('Season', 'season'), 'KH-2025', zone, 'season')).toMatchObject({
      lookups: [{ path: ['seasonId'], lookup: { target: 'season', text: 'KH-2025' }, column: 'season' }],
    })
    expect(
      readCell('inputs', rows('In', { batchId: reference('Lot', 'productbatch'), kg: kilograms('kg') }), '[{"batchId":"L-1","kg":5}]', zone, 'inputs'),
    ).toMatchObject({ lookups: [{ path: ['inputs', 0, 'batchId'], lookup: { target: 'productbatch', text: 'L-1' } }] })
  })
})

describe('writeCell', () => {
  const same = (field: Field, value: unknown) => {
    expect(read(field, writeCell(field, value, nobody))).toEqual(value)
  }
  it('is undone by readCell, for any value of the kinds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (grams) => {
        same(kilograms('kg'), grams / 1000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (paise) => {
        same(money('m'), paise)
      }),
    )
    fc.assert(
      fc.property(fc.boolean(), (value) => {
        same(flag('f'), value)
      }),
    )
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-02'), max: new Date('2100-12-30'), noInvalidDate: true }), (day) => {
        same(date('d'), day.toISOString().slice(0, 10))
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (parts) => {
        same(share('s'), parts / 100_000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), (value) => {
        same(integer('i', { min: -50 }), value)
      }),
    )
  })
  it('is undone for lists, places and moments', () => {
    same(words('w'), ['Kasrawad', 'Balsamud'])
    same(choices('c', { A: 'First', B: 'Second' }), ['A', 'B'])
    same(point('p'), { type: 'Point', coordinates: [75.6000001, 22.1] })
    same(polygon('b'), {
      type: 'Polygon',
      coordinates: [
        [
          [75.6, 22.1],
          [75.601, 22.1],
          [75.601, 22.1010001],
          [75.6, 22.1],
        ],
      ],
    })
    same(time('t'), '2025-06-15T14:30:00+05:30')
    same(hectares('a'), 1.2345)
  })
  it('writes nothing for what is not there', () => {
    expect([writeCell(landparcel.fields.boundary, null, nobody), writeCell(text('t'), undefined, nobody)]).toEqual(['', ''])
  })
})

describe('harmless', () => {
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")'])('puts an apostrophe before %j', (cell) => {
    expect(harmless(cell)).toBe(`'${cell}`)
  })
  it.each(['-5', '+91', '-0.5', 'a=b', '', "O'Neil"])('leaves %j alone', (cell) => {
    expect(harmless(cell)).toBe(cell)
  })
  // That it comes back as it was, csv.test.ts shows.
  it('leaves no exported line that begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (cell) => {
        expect(csvLine([cell])).not.toMatch(/^"?[=@\t]/)
      }),
    )
  })
})

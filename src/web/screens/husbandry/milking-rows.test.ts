// Which rows of a herd's milking are sent, and what is marked while it is typed.
import { describe, expect, it } from 'vitest'
import { firstRows, isOdd, milkSums, sentMilking } from './milking-rows.ts'

const row = (animalId: string, kg: string, destination = 'MilkTank', entity: 'cow' | 'goat' = 'cow') => ({ entity, animalId, kg, destination, remark: null })
const sent = (id: string, kg: string, field = 'cowId') => ({ [field]: id, kg, destination: 'MilkTank', remark: null })

describe('firstRows', () => {
  it('sends the milk of a treated cow and of one that has just calved elsewhere than into the tank', () => {
    const restricted = new Map([
      ['ill', { until: null, isBirth: false }],
      ['fresh', { until: '2025-06-01', isBirth: true }],
    ])
    expect(
      firstRows(
        ['well', 'ill', 'fresh'].map((id) => ({ id, entity: 'cow' as const })),
        restricted,
      ).map(({ destination }) => destination),
    ).toEqual(['MilkTank', 'Treatment', 'Colostrum'])
  })
})
describe('sentMilking', () => {
  it('leaves out who was not milked, and knows which row of the form each sent one is', () => {
    const { formValues, rows } = sentMilking({ session: 'AM', rows: [row('a', ''), row('b', '4,5'), row('c', ' '), row('d', '0', 'MilkTank', 'goat')] })
    expect(formValues.rows).toEqual([sent('b', '4.5'), sent('d', '0', 'goatId')])
    expect(rows).toEqual({ rows: [1, 3] })
  })
})
describe('milkSums', () => {
  it('adds up who was milked, and what goes into the tank', () => {
    expect(milkSums([row('a', '4.25'), row('b', '3.1', 'Treatment'), row('c', ''), row('d', 'x')])).toEqual({ animals: 2, kg: 7.35, tankKg: 4.25 })
  })
})
describe('isOdd', () => {
  it('marks a figure far from the last milking, and nothing that cannot be compared', () => {
    expect([isOdd('45', 4.5), isOdd('2', 4.5), isOdd('4', 4.5), isOdd('', 4.5), isOdd('4', null)]).toEqual([true, true, false, false, false])
  })
})

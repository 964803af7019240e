// What came from a phone is never dropped, and a difference is shown only where there is one.
import { describe, expect, it } from 'vitest'
import { meaningOf, readAnswers } from './read-answers.ts'

const stored = { declaredAreaHa: 1.4, waterRegime: 'RAINFED', name: 'Nala Khet', boundary: null }

describe('readAnswers', () => {
  it('sets each answer beside the field it is meant for, and marks what differs by value, not by spelling', () => {
    const answers = [
      { field: 'declaredAreaHa', value: '1.40' },
      { field: 'waterRegime', value: 'IRRIGATED' },
      { field: 'name', value: 'Nala Khet' },
    ]
    const read = readAnswers(answers, meaningOf('PARCEL_BOUNDARY', 'landparcel', answers), stored)
    expect(read.map(({ field, now, proposed, isChanged }) => [field.label, now, proposed, isChanged])).toEqual([
      ['Declared area', 1.4, 1.4, false],
      ['Water', 'RAINFED', 'IRRIGATED', true],
      ['Name', 'Nala Khet', 'Nala Khet', false],
    ])
  })
  it('keeps what fits no field, and what cannot be read as its field, as it was sent', () => {
    const answers = [
      { field: 'boundary', value: '{"type":"Polyg' },
      { field: 'declaredAreaHa', value: 'about two' },
      { field: 'Remark', value: 'The nala cut the edge.' },
      { field: 'Empty' },
    ]
    const read = readAnswers(answers, meaningOf('PARCEL_BOUNDARY', 'landparcel', answers), stored)
    expect(read.map(({ isKnown, proposed, isChanged }) => [isKnown, proposed, isChanged])).toEqual([
      [true, '{"type":"Polyg', true],
      [true, 'about two', true],
      [false, 'The nala cut the edge.', false],
      [false, undefined, false],
    ])
  })
  it('reads the answers of an event as that event’s fields, and compares them with nothing', () => {
    const answers = [
      { field: 'eventType', value: 'HARVEST' },
      { field: 'kg', value: '410' },
    ]
    const meaning = meaningOf('CROP_EVENT', 'crop', answers)
    const read = readAnswers(answers, meaning, { kg: 1 })
    expect(meaning?.event?.label).toBe('Harvest')
    expect(read).toMatchObject([{ isKnown: true, proposed: 410, isChanged: false }])
    expect(read[0]).not.toHaveProperty('now')
  })
  it('knows no meaning of a complaint, and of a kind of record that is none', () => {
    expect(meaningOf('GRIEVANCE', null, [])).toBeNull()
    expect(meaningOf('CROP_EVENT', 'nothing', [])).toBeNull()
  })
})

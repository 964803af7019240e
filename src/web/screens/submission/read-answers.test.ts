// What came from a phone is never dropped, and a difference is shown only where there is one.
import { describe, expect, it } from 'vitest'
import { type Answer, meaningOf, readAnswers } from './read-answers.ts'

const words = (text: string): Answer['value'] => ({ kind: 'TEXT', text })

const stored = { declaredAreaHa: 1.4, waterRegime: 'RAINFED', name: 'Nala Khet', boundary: null }

describe('readAnswers', () => {
  it('sets each answer beside the field it is meant for, and marks what differs by value, not by spelling', () => {
    const answers = [
      { field: 'declaredAreaHa', value: words('1.40') },
      { field: 'waterRegime', value: words('IRRIGATED') },
      { field: 'name', value: words('Nala Khet') },
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
      { field: 'boundary', value: words('{"type":"Polyg') },
      { field: 'declaredAreaHa', value: words('about two') },
      { field: 'Remark', value: words('The nala cut the edge.') },
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
      { field: 'eventType', value: words('HARVEST') },
      { field: 'kg', value: words('410') },
    ]
    const meaning = meaningOf('CROP_EVENT', 'crop', answers)
    const read = readAnswers(answers, meaning, { kg: 1 })
    expect(meaning?.event?.label).toBe('Harvest')
    expect(read).toMatchObject([{ isKnown: true, proposed: 410, isChanged: false }])
    expect(read[0]).not.toHaveProperty('now')
  })
  it('takes an answer in the kind of its question, also where the phone’s word is no field', () => {
    const answers: Answer[] = [
      { field: 'declaredAreaHa', value: { kind: 'NUMBER', number: 1.4, unit: 'ha' } },
      { field: 'waterRegime', value: { kind: 'CHOICE', code: 'RAINFED' } },
      { field: 'Well depth', value: { kind: 'NUMBER', number: 12.5, unit: 'm' } },
      { field: 'Shared', value: { kind: 'YES_NO', yes: false } },
      { field: 'Dug on', value: { kind: 'DATE', date: '2019-04-01' } },
    ]
    const read = readAnswers(answers, meaningOf('PARCEL_BOUNDARY', 'landparcel', answers), stored)
    expect(read.map(({ field: { kind, label, unit }, proposed, isChanged }) => [kind, label, unit, proposed, isChanged])).toEqual([
      ['quantity', 'Declared area', 'ha', 1.4, false],
      ['choice', 'Water', undefined, 'RAINFED', false],
      ['quantity', 'Well depth', 'm', 12.5, false],
      ['flag', 'Shared', undefined, false, false],
      ['date', 'Dug on', undefined, '2019-04-01', false],
    ])
  })
  it('reads a complaint as one about its farmer, and knows no meaning of a kind of record that is none', () => {
    expect(meaningOf('GRIEVANCE', null, [])?.event?.label).toBe('Complaint')
    expect(meaningOf('CROP_EVENT', 'nothing', [])).toBeNull()
  })
})

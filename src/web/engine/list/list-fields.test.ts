// A list asks for what its columns show and what hand-made cells say they read, also where that is no column by itself; never for what no list carries.
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { listFields } from './list-fields.ts'

const scheme = entityOf('scheme')
describe('listFields', () => {
  it('has the columns and the line under the name, and no column that is no field', () => {
    expect(listFields(scheme, ['type', 'code', 'operators'], { reads: [] })).toEqual(expect.arrayContaining(['abbreviation', 'code', 'type', 'versionName']))
    expect(listFields(scheme, ['operators'], { reads: [] })).not.toContain('operators')
  })
  it('has a picture that a cell reads, and not the papers that no list carries', () => {
    const wanted = listFields(scheme, ['type'], { reads: ['logo', 'documents', 'unheard'] })
    expect(wanted).toContain('logo')
    expect(wanted).not.toContain('documents')
    expect(wanted).not.toContain('unheard')
  })
  it('is everything where a hand-made part has not said what it reads', () => {
    expect(listFields(scheme, ['type'], { title: ({ title }) => title })).toBeUndefined()
  })
})

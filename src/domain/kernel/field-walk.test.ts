// Which kind of file a field takes: known by the field that names it alone, because an awaited file is remembered by that.
import { describe, expect, it } from 'vitest'
import { entities } from '../entities.ts'
import type { Field, Fields } from './field.ts'
import { fileTarget } from './field-kinds.ts'
import { mediaWithin } from './field-walk.ts'

const inside = (field: Field): readonly Field[] => [field, ...Object.values(field.fields ?? {}).flatMap(inside)]
const all = entities.flatMap(({ name, fields, events }) =>
  [fields, ...Object.values(events).map((event) => event.fields)].map((of): [string, Fields] => [name, of]),
)

describe('the kind of file that a field takes', () => {
  it('is the same at every depth of it', () => {
    const mixed = all.flatMap(([name, fields]) =>
      Object.entries(fields).flatMap(([key, field]) => {
        const medias = new Set(inside(field).flatMap(({ target, media }) => (target === fileTarget ? [media] : [])))
        return medias.size > 1 ? [`${name} ${key}`] : []
      }),
    )
    expect(mixed).toEqual([])
  })
  it('is that of the spoken instructions in the steps of packages, and of no other field', () => {
    const heard = all.flatMap(([name, fields]) => Object.entries(fields).flatMap(([key, field]) => (mediaWithin(field) === 'audio' ? [`${name} ${key}`] : [])))
    expect([...new Set(heard)].sort()).toEqual(['aquapop planEvents', 'planevent audio', 'pop planEvents', 'poultrypop planEvents'])
  })
})

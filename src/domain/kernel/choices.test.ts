// What may be chosen is said by its labels, which a reader has in their language: key and values travel, and the values are labels.
import { describe, expect, it } from 'vitest'
import { sentenceOf, spellOut } from '#domain/messages/message.ts'
import { wordFor } from '#domain/messages/wording.ts'
import { shape } from './field-schemas.ts'
import { choice, choices } from './kinds.ts'
import { Problem } from './problems.ts'
import { parse } from './schemas.ts'

const schema = shape({
  soil: choice('Soil', { BLACK: 'Black', RED: ['Red', 'neutral'] }),
  water: choices('Water', { RAINFED: 'Rainfed' }, { min: 0 }),
  many: choice('Many', Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`V${at}`, `Value ${at}`]))),
})
const refusals = (value: object) => {
  try {
    parse(schema, value)
  } catch (problem) {
    if (problem instanceof Problem) return (problem.details.fields ?? []).map(spellOut)
  }
  return []
}

describe('a value that is no choice', () => {
  it('is answered with the labels, in the language of the reader', () => {
    const [soil, water, many] = refusals({ soil: 'GREEN', water: ['SEA'], many: 'V99' })
    expect(soil).toMatchObject({ path: 'soil', code: 'choice', message: 'One of: Black, Red.' })
    expect(water).toMatchObject({ path: 'water.0', code: 'choice', message: 'One of: Rainfed.' })
    expect(many).toMatchObject({ code: 'choice', message: 'Not one of the choices.' })
    const table: Record<string, string> = { 'One of: {{1}}.': 'Uno de: {{1}}.', Black: 'Negro', Red: 'Rojo' }
    const sentence = sentenceOf(soil ?? { message: '' })
    expect(typeof sentence === 'string' ? sentence : wordFor(sentence, { locale: 'es', phrase: (key) => table[key] ?? key })).toBe('Uno de: Negro, Rojo.')
  })
  it('is asked for where it is missing', () => {
    expect(refusals({ water: [] })).toMatchObject([
      { path: 'soil', code: 'required' },
      { path: 'many', code: 'required' },
    ])
  })
})

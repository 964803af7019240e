// Whatever is sent to whatever entity: what is wrong with it is said in our words.
import { describe, expect, it } from 'vitest'
import { entities } from '../entities.ts'
import type { EventSpec } from './entity.ts'
import { Problem } from './problems.ts'
import { eventDataSchema, inputSchema, parse, patchSchema } from './schemas.ts'

/** How the library begins and what only its sentences hold. */
const raw = /^(Invalid|Too (small|big)|Unrecognized|Expected)|\bexpected (string|number|int|boolean|array|object|one of)|received/
const garbage = [
  undefined,
  null,
  '',
  ' ',
  'x'.repeat(3000),
  7,
  -7,
  7.5,
  Number.NaN,
  1e15,
  true,
  [],
  [7],
  Array.from({ length: 60 }, () => 'x'),
  {},
  { x: 1 },
  [{}],
  '2026-99-99',
  'nobody@',
]
const messagesOf = (work: () => unknown): string[] => {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof Problem) return (error.details.fields ?? []).map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
}

describe('parse', () => {
  it.each(entities.map((entity) => [entity.name, entity] as const))('refuses %s in no words of a library', (_name, entity) => {
    const names = [...Object.keys(entity.fields), 'id', 'code', 'tags', 'operatorId']
    const schemas = [inputSchema(entity), patchSchema(entity), ...(Object.values(entity.events) as EventSpec[]).map(eventDataSchema)]
    const messages = schemas.flatMap((schema) =>
      garbage.flatMap((value) => messagesOf(() => parse(schema, Object.fromEntries([...names, ...Object.keys(schema.shape)].map((name) => [name, value]))))),
    )
    expect(messages.length).toBeGreaterThan(100)
    expect(messages.filter((one) => raw.test(one.slice(one.indexOf(': ') + 2)))).toEqual([])
  })
})

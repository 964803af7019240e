// A list is written from the texts of the database without records; an answer built from records must be the same JSON, for every entity and for
// readers whose view is masked, whole or narrowed to some fields.
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { answerOfPage, answerOfTextPage } from '#server/store/answer.ts'
import { listAsText, listRecords } from '#server/store/list.ts'
import { listQuery, selectableNames } from '#server/store/list-query.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const seeds = seedsOf(world)
  for (const entity of entities) {
    await seeds.make(entity)
    // As full as it goes, and once with nothing that may be left out.
    await seeds.make(entity, { full: true }).catch(() => {})
  }
}, 120_000)

const queries = (entity: (typeof entities)[number]): string[] => [
  '',
  'sort=title&limit=1&count=true',
  ...[0, 1, 2].map(
    (rest) =>
      `fields=${selectableNames(entity)
        .filter((_, index) => index % 3 === rest)
        .join()}`,
  ),
  `fields=${selectableNames(entity).join()}`,
]

describe.each(entities.map((entity) => [entity.name, entity] as const))('a list of %s', (name, entity) => {
  it.each(['ada', 'pooja', 'ines'])('says to %s as text what its records say', async (person) => {
    for (const text of queries(entity)) {
      const query = listQuery(entity, new URLSearchParams(text))
      const built = await world.scoped(person, async (scope) => answerOfPage(scope, entity, await listRecords(scope, entity, query))).catch((error) => error)
      const written = await world
        .scoped(person, async (scope) => answerOfTextPage(scope, entity, await listAsText(scope, entity, query)))
        .catch((error) => error)
      if (built instanceof Error) expect([name, text, written.message]).toEqual([name, text, built.message])
      else {
        expect([text, JSON.parse(written)]).toEqual([text, JSON.parse(JSON.stringify(built))])
        if (person === 'ada') expect(built.items.length).toBeGreaterThan(0)
      }
    }
  })
})

describe('the fields of entities', () => {
  it('have values of every type that is read from the texts of the database', () => {
    const types = new Set(entities.flatMap(({ fields }) => Object.values(fields as Fields).map(({ column }) => column)))
    expect([...types].sort()).toEqual(['boolean', 'date', 'integer', 'jsonb', 'numeric', 'text', 'text[]', 'timestamptz', 'uuid', 'uuid[]'])
  })
})

// Every declared order of a list is read from an index, in both directions and from the middle on, and every declared filter
// narrows by one: a list of a million rows costs what a list of a hundred does. Asked of the planner, with everything forbidden
// that would read the whole table or sort it. What has no index of its own is listed here; numbers with decimals are read in order
// but not from the middle on, because PostgreSQL uses no index for their comparison under row security (sortKey).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { columnOf } from '#server/store/columns.ts'
import { questions } from '#server/store/list.ts'
import { filterableNames, listQuery, sortableNames } from '#server/store/list-query.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Filter?: string; 'Index Cond'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

async function planOf(entity: AnyEntity, parameters: Record<string, string>, forbidden: readonly string[]): Promise<Plan[]> {
  return world.scoped('ada', async (scope) => {
    for (const one of forbidden) await sql.raw(`set local enable_${one} = off`).execute(scope.db)
    const { page, total } = questions(scope, entity, listQuery(entity, new URLSearchParams(parameters)), sql`r.id`)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${total[0] ?? page}`.execute(scope.db)
    return nodes((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
  })
}

const somewhere = '0192f0c1-0000-7000-8000-000000000000'
const values: Readonly<Record<string, string>> = {
  text: 'a',
  'text[]': 'a',
  integer: '1',
  numeric: '1',
  boolean: 'true',
  date: '2024-01-01',
  timestamptz: '2024-01-01T00:00:00Z',
  uuid: somewhere,
  'uuid[]': somewhere,
}
const valueOfField = (entity: AnyEntity, name: string): string => {
  const choices = (entity.fields[name] as Field | undefined)?.choices
  return name === 'status' ? entity.startState : (choices?.[0]?.value ?? values[columnOf(entity, name)?.type ?? ''] ?? '')
}
const cursorOf = (sort: string, value: string): string => {
  const signature = sort.startsWith('-') ? `${sort},-id` : `${sort},id`
  return Buffer.from(JSON.stringify([signature, value, somewhere])).toString('base64url')
}

describe.each(entities.map((entity) => [entity.name, entity] as const))('a list of %s', (name, entity) => {
  it('is read in every declared order from an index', async () => {
    for (const field of sortableNames(entity))
      for (const sort of [field, `-${field}`])
        for (const parameters of [{ sort }, { sort, cursor: cursorOf(sort, valueOfField(entity, field)) }]) {
          const plan = await planOf(entity, parameters, ['seqscan', 'bitmapscan', 'sort'])
          // Incremental: an index gives the order of the code, and equal codes there are none to be sorted by id.
          const types = plan.map((node) => node['Node Type'])
          expect([name, sort, types.filter((type) => type === 'Sort' || type === 'Seq Scan')]).toEqual([name, sort, []])
          const column = columnOf(entity, field)?.column ?? ''
          if ('cursor' in parameters && columnOf(entity, field)?.type !== 'numeric')
            expect([name, sort, plan.map((node) => node['Index Cond']).join(' ')]).toEqual([name, sort, expect.stringContaining(column)])
        }
  })
  it('is narrowed by an index for every declared filter', async () => {
    const declared = filterableNames(entity).filter((field) => {
      const spec = entity.fields[field] as Field | undefined
      return spec
        ? (spec.filter || spec.sort || spec.kind === 'reference') && !spec.column.endsWith('[]') && !isOfToday(name, field)
        : indexedCommon.includes(field)
    })
    for (const field of declared) {
      const plan = await planOf(entity, { [`filter[${field}]`]: valueOfField(entity, field), count: 'true' }, ['seqscan', 'bitmapscan'])
      const conditions = plan.map((node) => node['Index Cond'] ?? '').join(' ')
      const hasIndex = await isLed(entity, columnOf(entity, field)?.column ?? '')
      expect([name, field, conditions.includes(columnOf(entity, field)?.column ?? '') || hasIndex]).toEqual([name, field, true])
    }
  })
})

describe('an identifier in another system', () => {
  it('is compared column by column with what one index begins with, joined to nothing, in every list', async () => {
    const { rows } = await world.scoped('ada', ({ db }) =>
      sql<{
        definition: string
      }>`select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'external_id'::regclass and indisprimary`.execute(db),
    )
    expect(rows[0]?.definition).toContain('(tenant_id, entity, system, value_key)')
    for (const entity of entities) {
      const plan = await planOf(entity, { 'filter[externalId]': 'TRACENET:mp/2024/77', count: 'true' }, ['seqscan', 'bitmapscan'])
      const read = plan.filter((node) => node['Relation Name'] === 'external_id')
      const compared = read.map((node) => `${node['Index Cond'] ?? ''} ${node.Filter ?? ''}`)
      const isCompared = (text: string) => ["entity = '", "system = 'TRACENET'", "value_key = 'MP/2024/77'"].every((part) => text.includes(part))
      expect([entity.name, read.length > 0, compared.filter((text) => !isCompared(text))]).toEqual([entity.name, true, []])
      expect([entity.name, plan.map((node) => node['Node Type']).filter((type) => /Join|Nested Loop|Seq Scan/.test(type))]).toEqual([entity.name, []])
    }
  })
})

/** Common columns with an index; `createdBy`, `source` and `tags` are looked for beside something else that has one. */
const indexedCommon = ['id', 'status', 'code', 'createdAt', 'updatedAt']
/** What a plot is worth today follows from five columns and the day; such lists are narrowed by operator, village or block. */
const isOfToday = (entity: string, field: string): boolean => `${entity}.${field}` === 'landparcel.organicStatus'

/**
 * Whether an index begins with the tenant and this column, or with what the column is sorted by, which its filter names too. On
 * a table without rows the planner finds any index as good as another.
 */
async function isLed(entity: AnyEntity, column: string): Promise<boolean> {
  return world.scoped('ada', async ({ db }) => {
    const { rows } = await sql<{ key: string }>`
      select pg_get_indexdef(i.indexrelid, 2, true) as key from pg_index as i
      where i.indrelid = ${`"${entity.name}"`}::regclass and pg_get_indexdef(i.indexrelid, 1, true) = 'tenant_id'`.execute(db)
    const keys = rows.map(({ key }) =>
      key
        .replaceAll('"', '')
        .replace(/[\s()]+/g, ' ')
        .trim(),
    )
    return keys.some((key) => key === column || key.startsWith(`CASE WHEN ${column} IS NULL`))
  })
}

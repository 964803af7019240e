// Who sees what is decided by one predicate, judged over a record and compiled to SQL for lists. The two are compared over the
// whole cast, every entity and every right, and over random people and records.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Action, accessScopes, type Role, scopeIncludes, type User } from '#domain/access.ts'
import { entities, entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { ownershipFields } from '#domain/kernel/ownership.ts'
import { roles } from '#domain/kernel/terms.ts'
import { anyTable } from '#server/db/any-table.ts'
import { withinAccessScope } from '#server/store/access-scope.ts'
import { columnOf, ownColumnsOf, toRow } from '#server/store/columns.ts'
import { createBySystem } from '#server/store/create.ts'
import { seedOf } from '../harness/seed.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

let world: World
let people: User[]
/** Every entity three times: two villages of OP1, one of OP2, two processors. Made without rules, for only their places matter. */
beforeAll(async () => {
  world = await openWorld({ behaviours: {} })
  const { OP1, OP2 } = world.places.cotton
  const processors = Object.values(world.places.cotton)
    .filter(({ code }) => code.includes('GIN'))
    .map(({ id }) => id)
  await world.scoped('ada', async (scope) => {
    for (const [operator, village, processor] of [
      [OP1, 'Kasrawad', processors[0]],
      [OP1, 'Bhikangaon', null],
      [OP2, 'Maheshwar', processors[1] ?? null],
    ] as const) {
      const made = new Map([
        ['collective', operator?.id as string],
        ['processor', processor ?? (processors[0] as string)],
      ])
      for (const entity of inOrder()) {
        const places = {
          ...('village' in entity.fields ? { village } : {}),
          ...('processorId' in entity.fields ? { processorId: entity.fields.processorId?.required ? (processor ?? processors[0]) : processor } : {}),
          ...('collectiveId' in entity.fields ? { collectiveId: processor ? null : operator?.id } : {}),
          ...('operatorIds' in entity.fields ? { operatorIds: [operator?.id] } : {}),
        }
        const refer = (target: string) => made.get(target) ?? fail(target)
        const operatorId = operator?.id as string
        // Where a reference takes only some records (fish live in a pond), one of those is made for it.
        const wanted = new Map<string, Record<string, unknown>>()
        sampleOf(entity, {
          refer: (target, values = {}) => {
            if (Object.keys(values).length) wanted.set(target, values)
            return refer(target)
          },
        })
        const fitting = new Map(made)
        for (const [target, values] of wanted) {
          const other = entityOf(target)
          const body = { ...sampleOf(other, { refer, values }), operatorId: other.owner !== 'tenant' ? operatorId : null }
          fitting.set(target, (await createBySystem(scope, other, body)).row.id)
        }
        const values = {
          ...sampleOf(entity, { refer: (target) => fitting.get(target) ?? refer(target) }),
          ...places,
          operatorId: entity.owner !== 'tenant' ? operatorId : null,
        }
        made.set(entity.name, (await createBySystem(scope, entity, values)).row.id)
      }
    }
  })
  const { omar, fatima } = world.people
  people = [
    ...Object.values(world.people),
    { ...(fatima as User), id: crypto.randomUUID(), grants: [{ role: 'FIELD_OFFICER', operatorIds: [OP1?.id as string], villages: ['Kasrawad'] }] },
    {
      ...(omar as User),
      id: crypto.randomUUID(),
      grants: [
        { role: 'OPERATOR_MANAGER', operatorIds: [OP1?.id as string, OP2?.id as string] },
        { role: 'PROCESSOR_USER', processorIds: processors },
      ],
    },
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'READ_ONLY_VIEWER', operatorIds: [OP2?.id as string] }] },
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'BRAND_VIEWER', operatorIds: [OP1?.id as string] }] },
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'BRAND_VIEWER', processorIds: processors }] },
    {
      ...(omar as User),
      id: crypto.randomUUID(),
      grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', processorIds: processors, certificationBodyIds: [await idOf('certificationbody')] }],
    },
    ...['INTERNAL_INSPECTOR', 'PURCHASE_OFFICER'].map((role) => ({
      ...(omar as User),
      id: crypto.randomUUID(),
      grants: [{ role: role as Role, operatorIds: [OP1?.id as string] }],
    })),
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'FARMER' }], farmerId: await idOf('farmer') },
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'FARMER' }], farmerId: null },
    { ...(omar as User), id: crypto.randomUUID(), grants: [{ role: 'FIELD_OFFICER', operatorIds: [] }] },
    { ...(omar as User), id: crypto.randomUUID(), grants: [] },
  ]
})
const idOf = (entity: string) =>
  world.scoped(
    'ada',
    async (scope) => (await anyTable(scope.db).selectFrom(entity).select('id').where('tenant_id', '=', scope.tenant.id).executeTakeFirstOrThrow()).id as string,
  )
const fail = (target: string): never => {
  throw new Error(`There is no ${target} yet`)
}

/** What a record must refer to comes before it; operators and processors are in the world already. */
function inOrder(): AnyEntity[] {
  const done = new Set(['collective', 'processor'])
  const waiting = entities.filter(({ name }) => !done.has(name))
  const order: AnyEntity[] = []
  while (waiting.length) {
    const next = waiting.findIndex((entity) => referred(entity).every((target) => done.has(target)))
    const [entity] = waiting.splice(Math.max(0, next), 1)
    if (!entity || next < 0) throw new Error('Required references go in a circle')
    done.add(entity.name)
    order.push(entity)
  }
  return order
}

/** What a sample of this entity refers to: required references, and one of several that a check asks for. */
function referred(entity: AnyEntity): string[] {
  const targets = new Set<string>()
  sampleOf(entity, {
    refer: (target) => {
      targets.add(target)
      return crypto.randomUUID()
    },
  })
  targets.delete(entity.name)
  return [...targets]
}

const actions: Action[] = ['L', 'V', 'C', 'E', 'A', 'R', 'X', 'I']

describe.each(entities.map((entity) => [entity.name, entity] as const))('who reaches a %s', (name, entity) => {
  it.each(actions)('is decided alike by scopeIncludes() and by the filter of lists, for %s', async (action) => {
    await world.scoped('ada', async (scope) => {
      const rows = (
        await sql<
          Record<string, unknown>
        >`select ${sql.join(ownColumnsOf(entity).map(({ column }) => sql.ref(column)))} from ${sql.table(name)} where tenant_id = ${scope.tenant.id}`.execute(
          scope.db,
        )
      ).rows.map((row) => toRow(entity, row))
      expect(rows.length).toBeGreaterThan(0)
      for (const user of people) {
        const covered = rows.filter((row: Row) => accessScopes(user, name, action).some((one) => scopeIncludes(one, user, entity, row))).map(({ id }) => id)
        const found = await sql<{
          id: string
        }>`select r.id from ${sql.table(name)} as r where r.tenant_id = ${scope.tenant.id} and ${withinAccessScope({ ...scope, user }, entity, action)}`.execute(
          scope.db,
        )
        expect([user.name, user.grants, found.rows.map(({ id }) => id).sort()]).toEqual([user.name, user.grants, covered.sort()])
      }
    })
  })
})

/** Random numbers that a seed repeats (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

describe('random people and records', () => {
  const seed = seedOf(20_261_122)
  const roll = dice(seed)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  const some = <T>(list: readonly T[]): T[] => list.filter(() => roll(3) === 0)
  // Few values, so that people and records meet: the same ids stand for operators, processors, farmers and users.
  const ids = Array.from({ length: 5 }, (_, index) => `0192f0c1-0000-7000-8000-00000000000${index}`)
  const villages = ['Kasrawad', 'Bhikangaon', 'kasrawad', 'Mañdleshwar', '']
  const person = (): User => ({
    id: pick(ids),
    name: 'Anybody',
    email: null,
    farmerId: pick([...ids, null]),
    grants: Array.from({ length: roll(4) }, () => ({
      role: pick(Object.keys(roles) as Role[]),
      ...(roll(4) ? { operatorIds: some(ids) } : {}),
      ...(roll(4) ? { processorIds: some(ids) } : {}),
      ...(roll(4) ? { certificationBodyIds: some(ids) } : {}),
      ...(roll(2) ? { villages: some(villages) } : {}),
    })),
  })
  const randomValue = (entity: AnyEntity, name: string): unknown => {
    const type = columnOf(entity, name)?.type ?? ''
    if (name === 'id') return pick(ids)
    if (type.endsWith('[]')) return roll(4) ? some(ids) : null
    if (type === 'uuid') return roll(4) ? pick(ids) : null
    if (name === 'status') return pick(Object.keys(entity.states))
    const { choices } = (entity.fields[name] ?? {}) as Field
    return roll(5) ? pick(choices?.map(({ value }) => value) ?? villages) : null
  }

  it.each(entities.map((entity) => [entity.name, entity] as const))(`are decided alike, of a %s (SEED=${seed})`, async (_, entity) => {
    const names = [...new Set(['id', 'operatorId', 'createdBy', 'status', ...ownershipFields(entity.belongsTo)])]
    const rows = Array.from({ length: 60 }, (_unused, index) => ({
      ...Object.fromEntries(names.map((name) => [name, randomValue(entity, name)])),
      code: String(index),
    }))
    const stored = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(entity, name)?.column ?? name, value])))
    await world.scoped('ada', async (scope) => {
      for (let index = 0; index < 40; index++) {
        const user = person()
        const action = pick(actions)
        const found = await sql<{
          code: string
        }>`select r.code from jsonb_populate_recordset(null::${sql.table(entity.name)}, ${JSON.stringify(stored)}::jsonb) as r where ${withinAccessScope({ user }, entity, action)}`.execute(
          scope.db,
        )
        const judged = rows.filter((row) => accessScopes(user, entity.name, action).some((one) => scopeIncludes(one, user, entity, row as unknown as Row)))
        expect([seed, user, action, found.rows.map(({ code }) => code)]).toEqual([seed, user, action, judged.map(({ code }) => code)])
      }
    })
  })
})

describe('the comparison', () => {
  it('has people who see some records of others and not all of them', async () => {
    await world.scoped('ada', async (scope) => {
      const seen = await Promise.all(
        ['omar', 'leela', 'ada'].map(
          async (key) =>
            (
              await sql<{
                n: number
              }>`select count(*) as n from farmer as r where r.tenant_id = ${scope.tenant.id} and ${withinAccessScope({ ...scope, user: world.people[key] as User }, entityOf('farmer'), 'L')}`.execute(
                scope.db,
              )
            ).rows[0]?.n ?? 0,
        ),
      )
      expect(seen[0]).toBeGreaterThan(0)
      expect(seen[1]).toBeGreaterThan(0)
      expect(seen[2]).toBeGreaterThan((seen[0] as number) + (seen[1] as number) - 1)
    })
  })
})

// A transaction does not read again what it holds. Whatever it does, and whatever of it is undone again, the answers
// must be those of the database itself.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { isPossible } from '#domain/kernel/history.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { anyTable } from '#server/db/any-table.ts'
import type { Scope } from '#server/scope.ts'
import { attempt } from '#server/store/attempt.ts'
import { columnsOf, toRow } from '#server/store/columns.ts'
import { createBySystem } from '#server/store/create.ts'
import { changeBySystem } from '#server/store/edit.ts'
import { findRecord, recordsById } from '#server/store/get.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import { referenceProblems } from '#server/store/references.ts'
import { retireRecord } from '#server/store/retire.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

/** One whose records are cached with their lock, one of the shared lists, and one whose numbers the database rounds. */
const kinds: readonly { entity: AnyEntity; changes(n: number): Record<string, unknown> }[] = [
  { entity: entityOf('landowner'), changes: (n) => ({ relationName: `Ram ${'a'.repeat(n % 9)}`, consentOn: n % 2 ? '2026-01-31' : null }) },
  { entity: entityOf('inputitem'), changes: (n) => ({ phiDays: n % 40, maxKgPerHaYear: n / 7 }) },
  { entity: entityOf('processingsystem'), changes: (n) => ({ lastRunAt: `2026-01-0${(n % 9) + 1}T08:00:00+05:30`, capacityKgPerDay: n / 3 + 1 }) },
]
let world: World
beforeAll(async () => {
  world = await openWorld({ behaviours: {} })
})

type Step =
  | { do: 'read' | 'lock' | 'look up' | 'change' | 'end' | 'retire'; at: number; n: number }
  | { do: 'create'; kind: number }
  | { do: 'try'; steps: Step[]; fails: boolean }

const { step } = fc.letrec<{ step: Step }>((tie) => {
  const one = fc.record({
    do: fc.constantFrom('read', 'lock', 'look up', 'change', 'change', 'end', 'retire'),
    at: fc.nat(20),
    n: fc.nat(9999),
  }) as fc.Arbitrary<Step>
  const create = fc.record({ do: fc.constant('create' as const), kind: fc.nat(2) })
  const tried = fc.record({ do: fc.constant('try' as const), steps: fc.array(tie('step'), { maxLength: 6 }), fails: fc.boolean() })
  return { step: fc.oneof({ weight: 8, arbitrary: one }, { weight: 2, arbitrary: create }, { weight: 2, arbitrary: tried }) }
})

type Made = { entity: AnyEntity; id: string }

/** What the database says of a record, asked without the store. */
async function truth({ db, tenant }: Scope, { entity, id }: Made): Promise<Row | undefined> {
  const found = await anyTable(db)
    .selectFrom(entity.name)
    .select(columnsOf(entity).map(({ column }) => column))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found && toRow(entity, found)
}

async function carryOut(scope: Scope, made: Made[], steps: readonly Step[], isTried: boolean): Promise<void> {
  for (const one of steps) {
    if (one.do === 'create') {
      const { entity } = kinds[one.kind] as (typeof kinds)[number]
      const { OP1 } = world.places.cotton
      const pointing = Object.entries(entity.fields as Fields).flatMap(([name, { kind }]) =>
        /^reference/.test(kind) ? [[name, kind === 'reference' ? null : []]] : [],
      )
      const values = { ...sampleOf(entity), ...Object.fromEntries(pointing), ...('collectiveId' in entity.fields ? { collectiveId: OP1?.id } : {}) }
      const operatorId = entity.owner !== 'tenant' ? (OP1?.id as string) : null
      made.push({ entity, id: (await createBySystem(scope, entity, { ...values, operatorId })).row.id })
    } else if (one.do === 'try') {
      // Attempts do not nest.
      if (isTried) continue
      const before = made.length
      await attempt(scope.db, async () => {
        await carryOut(scope, made, one.steps, true)
        if (one.fails) throw new Undone()
      }).catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
        made.length = before
      })
    } else if (made.length) await act(scope, made[one.at % made.length] as Made, one)
  }
}

async function act(scope: Scope, subject: Made, { do: what, n }: Exclude<Step, { do: 'create' | 'try' }>): Promise<void> {
  const { entity, id } = subject
  const expected = await truth(scope, subject)
  if (what === 'look up') {
    const problems = await referenceProblems(scope, [{ path: 'x', target: entity.name, id }], null)
    expect(problems.map(({ code }) => code)).toEqual(expected ? [] : ['missing'])
    return
  }
  if (what === 'read') {
    expect(await findRecord(scope, entity, id)).toEqual(expected)
    return
  }
  const [row] = await recordsById(scope, entity, [id], { lock: true })
  expect(row).toEqual(expected)
  if (!row) return
  const now = await (what === 'change'
    ? changeBySystem(scope, entity, row, { tags: [`t${n}`], ...kinds.find((one) => one.entity === entity)?.changes(n) })
    : row)
  if (what === 'end')
    await recordBySystem(scope, entity, id, { eventType: endOf(entity, now.status), occurredAt: scope.now.toISOString(), data: { reason: 'Tried' } })
  // What something was recorded of is refused, before anything is written.
  if (what === 'retire' && now.status === entity.startState)
    await retireRecord(scope, entity, id).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'REFERENCED') throw error
    })
  const after = await truth(scope, subject)
  expect(await recordsById(scope, entity, [id, id], { lock: n % 2 === 0 })).toEqual(after ? [after] : [])
}

/** An event that is possible now and changes the status, else the first that is possible. */
const endOf = (entity: AnyEntity, status: string): string =>
  Object.entries(entity.events as Record<string, EventSpec>).find(([, spec]) => isPossible(entity, spec, status) && spec.to)?.[0] ?? ''

class Undone extends Error {}

class RollBack extends Error {}

describe('a transaction that holds records', () => {
  it('answers as the database does, whatever it writes and whatever of it is undone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const work = world.scoped('ada', async (scope) => {
          await carryOut(scope, [], [{ do: 'create', kind: 0 }, { do: 'create', kind: 1 }, { do: 'create', kind: 2 }, ...steps], false)
          throw new RollBack()
        })
        await expect(work).rejects.toThrow(RollBack)
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('hands out copies: what a caller does with one is not in the next', async () => {
    await world.scoped('ada', async (scope) => {
      const entity = entityOf('inputitem')
      const { row } = await createBySystem(scope, entity, { ...sampleOf(entity), operatorId: null })
      const [first] = await recordsById(scope, entity, [row.id], { lock: true })
      Object.assign(first as Row, { title: 'Something else' })
      expect((await recordsById(scope, entity, [row.id]))[0]?.title).toBe(row.title)
    })
  })

  // With one connection nobody else can write meanwhile.
  it.runIf(process.env.TEST_DATABASE_URL)('reads a shared list anew when it is to be locked, because others may have changed it', async () => {
    const entity = entityOf('inputitem')
    const { row } = await world.scoped('ada', (scope) => createBySystem(scope, entity, { ...sampleOf(entity), operatorId: null }))
    // Waited for outside the transaction, because one opened inside of another is refused.
    const { promise: isRead, resolve: announce } = Promise.withResolvers<void>()
    const changed = isRead.then(() => world.scoped('ada', (other) => changeBySystem(other, entity, row, { phiDays: 17 })))
    await world.scoped('ada', async (scope) => {
      const [before] = await recordsById(scope, entity, [row.id])
      announce()
      await changed
      expect((await recordsById(scope, entity, [row.id]))[0]?.phiDays).toBe(before?.phiDays)
      expect((await recordsById(scope, entity, [row.id], { lock: true }))[0]?.phiDays).toBe(17)
    })
  })
})

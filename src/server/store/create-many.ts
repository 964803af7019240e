// Making many records of one entity in one set: the same rights, schema, references and rules as one by one, but what they
// need is read at once, and record, search words and event are written in one statement each, whatever their number.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import type { PreparedMany, Scope } from '../scope.ts'
import { attachFiles } from './attach-files.ts'
import { codesFor } from './codes.ts'
import { ownColumnsOf } from './columns.ts'
import { createdEvent, refuseMaking, refuseOutOfScope, rowOf, type Written } from './create.ts'
import { writeExternalIdsOfNew } from './external-ids.ts'
import { readFills } from './filled.ts'
import { saveFlagsOfNew } from './flags.ts'
import { keysOf } from './keys.ts'
import { insertLines } from './lines.ts'
import { notifyOfEvents } from './notify.ts'
import { placesFor } from './plan-limits.ts'
import { referenceJudge, referencesIn } from './references.ts'
import { writeTokensOfNew } from './search.ts'
import { changeOf, eventOf, failedChecks, refuseAll, titleOf } from './write.ts'

/** Whether records of this entity can be made in sets: whatever its behaviour prepares, it can prepare for many. */
export const canCreateMany = (scope: Scope, entity: AnyEntity): boolean => {
  const behaviour = scope.behaviours[entity.name]
  return !behaviour?.prepare || behaviour.prepareMany !== undefined
}

export type Made = Written | { error: unknown }

/**
 * For each body, in their order, what was written or why not. What is refused has written nothing; what the database itself
 * refuses (two people at the same moment) fails the whole set, which must stand behind a savepoint. Undefined: this set must be made one by one.
 */
export async function createMany(scope: Scope, entity: AnyEntity, bodies: readonly unknown[]): Promise<Made[] | undefined> {
  refuseMaking(scope, entity)
  const behaviour = scope.behaviours[entity.name]
  const fills = await readFills(scope, entity, bodies)
  const requested = bodies.map((body) => attempted(() => changeOf(null, rowOf(scope, entity, fills.complete(body)))))
  const drafts = requested.flatMap(({ value }) => value ?? [])
  const places = await placesFor(scope, entity)
  const judge = await referenceJudge(
    scope,
    drafts.flatMap(({ after }) => referencesIn(entity.fields, after)),
  )
  const prepared = await behaviour?.prepareMany?.(scope, drafts)
  if (prepared === null) return undefined
  // Codes are known before rules are judged, because what a rule finds is named by its code. Those of refused rows go to the next ones.
  const codes = await codesFor(scope, entity, drafts.filter(({ after }) => !after.code).length)
  const judged = requested.map(({ value: change, error }) => {
    if (!change) return { error }
    return attempted(() => {
      const { after } = change
      const isNumbered = !after.code
      after.code ||= codes.next()
      refuseAll([...failedChecks(entity, after, null), ...fills.problems(after), ...judge(referencesIn(entity.fields, after), after.operatorId)])
      prepared?.prepare(change)
      refuseOutOfScope(scope, entity, after)
      places?.take()
      if (isNumbered) codes.take()
      after.title = titleOf(entity, after)
      prepared?.accept(change)
      return change
    })
  })
  const accepted = judged.flatMap(({ value }) => value ?? [])
  codes.giveBack()
  if (accepted.length) await writeAll(scope, entity, accepted, prepared)
  return judged.map(({ value, error }) => (value ? { row: value.after, findings: value.findings } : { error }))
}

type Draft = ReturnType<typeof changeOf>

/** Records as they shall be stored, with search words and the event that each begins with. */
export function insertRecords(scope: Scope, entity: AnyEntity, rows: readonly Row[]): void {
  insertAll(
    scope,
    entity.name,
    rows.map((row) => ({ tenant_id: scope.tenant.id, ...storedOf(entity, row), ...keysOf(scope.behaviours, entity, row) })),
  )
  insertLines(scope, entity, rows)
  writeTokensOfNew(scope, entity, rows)
  writeExternalIdsOfNew(scope, entity, rows)
  const events = rows.map((row) => eventOf(scope, entity, row, ...createdEvent(scope, entity, row)))
  insertAll(
    scope,
    'event',
    events.map(({ row }) => row),
  )
  for (const { event } of events) attachFiles(scope, entity, event)
  notifyOfEvents(
    scope,
    entity,
    events.map(({ event, row }) => ({
      ...event,
      subject: { id: event.subjectId, operatorId: row.operator_id },
      statusAfter: row.status_after,
      causeEventId: null,
    })),
  )
}

async function writeAll(scope: Scope, entity: AnyEntity, drafts: readonly Draft[], prepared: PreparedMany | undefined): Promise<void> {
  insertRecords(
    scope,
    entity,
    drafts.map(({ after }) => after),
  )
  if (prepared?.written) await prepared.written(drafts)
  else for (const change of drafts) await scope.behaviours[entity.name]?.written?.(scope, change)
  saveFlagsOfNew(
    scope,
    entity,
    drafts.map(({ after, findings }) => ({ id: after.id, findings })),
  )
}

const storedOf = (entity: AnyEntity, row: Row): Record<string, unknown> =>
  Object.fromEntries(ownColumnsOf(entity).map(({ name, column }) => [column, row[name] ?? null]))

/** All rows as one parameter: the statement has the same text for two rows and for five hundred. Every row has the same columns. */
export function insertAll({ db }: Pick<Scope, 'db'>, table: string, rows: readonly Record<string, unknown>[]): void {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(columnName(column))))
  sendWithNext(
    db,
    sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`,
  )
}

function attempted<T>(work: () => T): { value?: T; error?: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

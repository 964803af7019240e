// R29. One row for each event, and for an edit one for each field that it changed. An administrator sees the programme; others what
// belongs to their operators, of the kinds of records that they may view, without the fields that are hidden from them there.
// Of a past day: what had been recorded by then, voided where that was known.
import { type RawBuilder, sql } from 'kysely'
import { accessScopes, fieldsHiddenFrom, type User } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { voidedWithItsCause } from '#domain/kernel/void-note.ts'
import { auditLog } from '#domain/reports/audit-log.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../../scope.ts'
import type { Condition } from '../../store/condition.ts'
import { among, inPeriod } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'

/** Long texts and polygons are cut: the record's own history has all of them. */
const longestValue = 500

const isAdministrator = ({ grants }: User): boolean => grants.some(({ role }) => role === 'ADMIN')
/** Kinds whose records all belong to an operator, and that the person may view there. */
const visibleKinds = (user: User): AnyEntity[] =>
  entities.filter((entity: AnyEntity) => entity.owner !== 'tenant' && accessScopes(user, entity.name, 'V').some(({ kind }) => kind !== 's' && kind !== 'i'))

/** Kinds of which the person sees their own records alone. */
const ownKinds = (user: User): string[] =>
  entities.filter((entity: AnyEntity) => accessScopes(user, entity.name, 'V').every(({ kind }) => kind === 's')).map(({ name }) => name)

function reach(scope: Scope): Condition[] {
  const { user, operator } = scope
  const ofAddress = operator ? [sql<boolean>`r.operator_id = ${operator.id}::uuid`] : []
  // What is somebody's own (their inbox) is nobody else's, an administrator's neither.
  if (isAdministrator(user)) return [...ofAddress, sql<boolean>`r.subject_type <> all(${ownKinds(user)}::text[])`]
  const operators = accessScopes(user, 'auditlog', 'V').flatMap(({ grant }) => grant.operatorIds ?? [])
  const kinds = visibleKinds(user).map(({ name }) => name)
  const isReached = sql<boolean>`(r.operator_id = any(${operators}::uuid[]) or ${isOfOwnBody(scope)})`
  return [...ofAddress, isReached, sql<boolean>`(r.subject_type = any(${kinds}::text[]) or ${isTakenOut})`]
}

/** What is a company's has no operator: its certification body sees it (docs/decisions/0150). */
function isOfOwnBody({ user, tenant }: Scope): RawBuilder<boolean> {
  const bodies = accessScopes(user, 'auditlog', 'V').flatMap(({ grant }) => grant.certificationBodyIds ?? [])
  const kinds = entities.flatMap(({ name, belongsTo }: AnyEntity) =>
    belongsTo.ofCompany
      ? [
          // Read first, so that their events come from the index of a record’s own.
          sql<boolean>`(r.operator_id is null and r.subject_type = ${sql.lit(name)} and r.subject_id = any(array(select o.id from ${sql.table(name)} as o
            where o.tenant_id = ${tenant.id} and o.${sql.ref(columnName(belongsTo.ofCompany.body))} = any(${bodies}::uuid[]))))`,
        ]
      : [],
  )
  return bodies.length && kinds.length ? sql<boolean>`(${sql.join(kinds, sql` or `)})` : sql<boolean>`false`
}

/** Personal data of an operator that somebody took out (BR-35): in the history of that person, and for the operator’s people to see. */
const isTakenOut = sql<boolean>`(r.subject_type = 'user' and r.event_type = 'PERSONAL_DATA_EXPORTED')`
const ofTakenOut = (value: RawBuilder<unknown>) => sql`case when ${isTakenOut} then ${value} end`

/** `entity.field` of what this person is not shown. */
const hidden = (user: User): string[] =>
  entities.flatMap((entity: AnyEntity) => fieldsHiddenFrom(entity, accessScopes(user, entity.name, 'V', 'L')).map((name) => `${entity.name}.${name}`))

/** Its note is the product’s own: a status, and no reason that somebody gave. */
const isWithCause = sql<boolean>`(r.void_note is not distinct from ${voidedWithItsCause})`

/** What a record is called; its table is looked into by its kind, one row at a time. */
const nameOf = ({ tenant }: Scope): RawBuilder<unknown> =>
  sql`case r.subject_type ${sql.join(
    entities.map(
      ({ name }) => sql`when ${sql.lit(name)} then (select t.title from ${sql.table(name)} as t where t.tenant_id = ${tenant.id} and t.id = r.subject_id)`,
    ),
    sql` `,
  )} end`

export const query = reportQuery(auditLog, {
  from: ({ scope }) => ({ table: sql`event as r`, reach: reach(scope) }),
  joins: ({ scope: { tenant } }) => sql`
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = r.recorded_by
    left join lateral jsonb_each(case when r.event_type = 'EDITED' and jsonb_typeof(r.data->'changes') = 'object' then r.data->'changes' else '{}'::jsonb end) as change on true`,
  where: ({ scope, values }) => {
    const { past } = onPastDay(scope, values)
    return [
      ...inPeriod(sql`r.recorded_at`, scope, values),
      among(sql`r.subject_type`, values.entity),
      past ? sql`r.recorded_at <= ${past.knownBy}::timestamptz and r.occurred_at <= ${past.occurredBy}::timestamptz` : null,
    ]
  },
  columns: ({ scope, values }) => {
    const { past } = onPastDay(scope, values)
    const isVoidKnown = past ? sql`r.voided_at <= ${past.knownBy}::timestamptz` : sql`true`
    const isHidden = sql`(r.subject_type || '.' || change.key) = any(${hidden(scope.user)}::text[])`
    const value = (side: 'from' | 'to') => sql`case when not ${isHidden} then left(change.value->>${sql.lit(side)}, ${sql.lit(longestValue)}) end`
    return {
      at: sql`r.recorded_at`,
      who: sql`u.title`,
      source: sql`r.source`,
      entity: sql`r.subject_type`,
      record: nameOf(scope),
      event: sql`r.event_type`,
      occurredAt: sql`r.occurred_at`,
      field: sql`coalesce(change.key, ${ofTakenOut(sql`r.data->>'what'`)})`,
      before: value('from'),
      after: sql`coalesce(${value('to')}, ${ofTakenOut(sql`left(concat_ws('; ', r.data->>'format', r.data->>'rows', r.data->>'columns', r.data->>'filter'), ${sql.lit(longestValue)})`)})`,
      status: sql`case when r.status <> 'RECORDED' and ${isVoidKnown} then case when ${isWithCause} then 'WITH_CAUSE' else r.status end else 'RECORDED' end`,
      reason: sql`coalesce(case when ${isVoidKnown} and not ${isWithCause} then r.void_note end, r.data->>'reason', r.late_reason, ${ofTakenOut(sql`concat_ws(': ', r.data->>'purpose', r.data->>'note')`)})`,
    }
  },
  order: sql`r.recorded_at desc, r.id desc, change.key`,
})

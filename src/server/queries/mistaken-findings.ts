// Non-conformities that were opened by an event which was taken back since, and that are closed with it: what they say was never so. Where people have gone on with one
// (a sanction, a second finding of the same), it is a fact of its own.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** Condition: that the non-conformity of this alias is none of those. */
export const isNoMistake = ({ tenant }: Scope, alias: string): RawBuilder<boolean> => sql<boolean>`not (${sql.ref(`${alias}.status`)} = 'CLOSED' and exists (
  select from event as made join event as cause on cause.tenant_id = ${tenant.id} and cause.id = made.cause_event_id and cause.status <> 'RECORDED'
  where made.tenant_id = ${tenant.id} and made.subject_type = 'nonconformity' and made.subject_id = ${sql.ref(`${alias}.id`)} and made.event_type = 'CREATED'))`

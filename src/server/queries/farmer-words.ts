// When a farmer spoke about a ticket (BR-08), as SQL. What is attested was spoken in a call, and a code says what the farmer was asked when it was sent: both come in
// the order of words where that was asked for, however much later it is attested or entered, so that a dispute dated between the two comes after it, whichever
// arrived first.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'

/** A call is typed by whoever attests it: what is no id names none. */
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * Joins to the word `s` the question `as` that it answers: of an attestation the one whose call it attests, of a code the last one by code; nothing to other words,
 * nor where the word is dated before the question.
 */
export const callOf = (scope: Pick<Scope, 'tenant' | 'past'>, s: string, as: string): RawBuilder<unknown> => sql`
  left join lateral (
    select q.occurred_at, q.subject_version from delivery as d
    join outbox as o on o.tenant_id = ${scope.tenant.id} and o.id = d.source_id
    join event as q on q.tenant_id = ${scope.tenant.id} and q.id = o.event_id and q.event_type = 'PURCHASE_ASKED'
    where ${sql.ref(`${s}.event_type`)} = 'PURCHASE_ATTESTED' and d.tenant_id = ${scope.tenant.id} and d.id = case when ${sql.ref(`${s}.event_type`)} = 'PURCHASE_ATTESTED' and ${sql.ref(`${s}.data`)}->>'callId' ~* ${uuid} then (${sql.ref(`${s}.data`)}->>'callId')::uuid end
      and q.occurred_at <= ${sql.ref(`${s}.occurred_at`)}
    union all
    (select q.occurred_at, q.subject_version from event as q
    where ${sql.ref(`${s}.event_type`)} = 'PURCHASE_CONFIRMED' and q.tenant_id = ${scope.tenant.id} and q.subject_type = 'productbatch' and q.subject_id = ${sql.ref(`${s}.subject_id`)}
      and q.event_type = 'PURCHASE_ASKED' and ${eventsThen(scope, 'q')} and q.data->>'by' = 'SMS' and q.data->>'purchaseEventId' = ${sql.ref(`${s}.data`)}->>'purchaseEventId'
      and q.occurred_at <= ${sql.ref(`${s}.occurred_at`)} and q.subject_version < ${sql.ref(`${s}.subject_version`)}
    order by q.occurred_at desc, q.subject_version desc limit 1)
  ) as ${sql.ref(as)} on true`
export const spokenAt = (s: string, as: string): RawBuilder<string> => sql`coalesce(${sql.ref(`${as}.occurred_at`)}, ${sql.ref(`${s}.occurred_at`)})`
export const spokenVersion = (s: string, as: string): RawBuilder<number> =>
  sql`coalesce(${sql.ref(`${as}.subject_version`)}, ${sql.ref(`${s}.subject_version`)})`

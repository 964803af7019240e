// Holds of lots for a positive test of what they were made of (BR-15), for a transaction certificate of it that was withdrawn (5.5) or a recall that was closed
// (BR-27): of the lots that its goods had gone into when that was recorded, and of those of which that was recorded later. Voiding the cause lifts them, and so
// does voiding that those goods came in, where nobody has released the lot since.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { lotTests, type TestKind } from '#domain/kernel/lot-tests.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { type Reason, spelledReason } from '#domain/messages/spelled-row.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { recordBySystem } from '../store/record-event.ts'
import { voidCausedOn } from '../store/void-event.ts'
import { positiveTestsOf } from './lot-tests.ts'
import { stepLedger } from './step-ledger.ts'

const productbatch = entityOf('productbatch')

/** `title`: of the lot or the crop that was tested. */
type Positive = { eventId: string; kind: TestKind; reportNo: string; title: string }
type Cause = Reason & { eventId: string; ref: string }
const forTest = ({ eventId, kind, reportNo, title }: Positive): Cause => ({
  eventId,
  ...spelledReason(phrase`${word(lotTests[kind])} test of ${title} positive, report ${reportNo}`),
  ref: 'BR-15',
})
const forWithdrawal = (title: string): Reason => spelledReason(phrase`Transaction certificate ${title} withdrawn`)

/** Holds every lot with goods that was made of this lot, or of this crop. */
export const holdMadeOf = (scope: Scope, sourceId: string, positive: Positive): Promise<void> =>
  holdAll(
    scope,
    sql`select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${sourceId}::uuid and l.voided_at is null`,
    forTest(positive),
  )

/** Holds every lot with goods that left by these dispatches, or was made of them, wherever it is. `title`: of the withdrawn certificate. */
export const holdDispatched = (scope: Scope, dispatches: readonly string[], { eventId, title }: { eventId: string; title: string }): Promise<void> =>
  holdAll(
    scope,
    sql`select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.event_id = any(${[...dispatches]}::uuid[]) and l.voided_at is null`,
    { eventId, ...forWithdrawal(title), ref: 'BR-12' },
  )

/**
 * Holds these lots (SQL of their ids) and what was made of them. Somebody may use one at this moment, and what becomes of it is seen once that lot is locked: they are
 * looked for again until none is new.
 */
async function holdAll(scope: Scope, first: RawBuilder<unknown>, cause: Cause): Promise<void> {
  const done = new Set<string>()
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with recursive made (id) as (
        ${first}
        union select l.output_id from made join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = made.id and l.voided_at is null
      ) select id from made`.execute(scope.db)
    const found = rows.flatMap(({ id }) => (done.has(id) ? [] : id))
    if (found.length === 0) return
    await hold(scope, found, cause)
    for (const id of found) done.add(id)
  }
}

async function hold(scope: Scope, lotIds: readonly string[], { eventId, reason, words, ref }: Cause): Promise<void> {
  const restricted = await restrictedBy(scope, lotIds, eventId)
  for (const lot of await recordsById(scope, productbatch, [...lotIds].sort(), { lock: true })) {
    if (!lot.onHandKg || lot.status === 'DISPOSED' || lot.status === 'VOIDED' || restricted.has(lot.id)) continue
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'QUARANTINE',
      occurredAt: scope.now.toISOString(),
      data: { reason, words, ref, causeEventId: eventId },
    })
  }
}

/** Those of these lots that this cause restricts already, by a hold that no negative test has lifted. */
async function restrictedBy({ db, tenant }: Scope, lotIds: readonly string[], causeId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select q.subject_id as id from event as q
    where q.tenant_id = ${tenant.id} and q.cause_event_id = ${causeId}::uuid and q.subject_type = 'productbatch' and q.subject_id = any(${[...lotIds]}::uuid[])
      and q.event_type = 'QUARANTINE' and q.status = 'RECORDED' and not exists (select from event as f where f.tenant_id = ${tenant.id} and f.subject_type = 'productbatch'
        and f.subject_id = q.subject_id and f.event_type = 'HOLD_LIFTED' and f.status = 'RECORDED' and f.data->>'holdEventId' = q.id::text)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A positive result, or a hold for that of a source or for a withdrawn certificate. */
export const isRestrictedForTest = ({ eventType, data }: HistoryEvent): boolean =>
  eventType === 'LAB_RESULT' ? data.result === 'POSITIVE' : eventType === 'QUARANTINE' && !!data.causeEventId

/** `cropId`: of the crop that was tested; `restriction`: that of a hold of a source, with its words; `certificate`: title of a withdrawn one. */
type LateHold = Positive & {
  lotId: string
  cropId: string | null
  restriction: string | null
  words: string | null
  certificate: string | null
  ref: string | null
}
/** Whether a lot gave by this link after it was released as conventional: what a positive field says of those goods, somebody has decided. */
const leftAsConventional = ({
  tenant,
}: Scope) => sql<boolean>`exists (select from event as r where r.tenant_id = ${tenant.id} and r.subject_type = 'productbatch'
  and r.subject_id = l.input_id and r.event_type = 'RELEASE' and r.status = 'RECORDED' and (r.data->>'downgrade')::boolean and r.occurred_at <= l.at)`
/**
 * Lots into which goods came by a link of this step that were taken, at whatever depth, before a positive result or a withdrawal that is recorded: they,
 * and the lots made of them, are restricted as if that had been known when it came; and so is what was sent under a certificate that is withdrawn, although no lot on its way
 * had goods when it was. Of a crop that is positive everything is restricted, whenever it was picked, but for what left a lot that had been released as conventional.
 */
export async function holdFilledLate(scope: Scope, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return
  const { tenant } = scope
  // `lot_id`: which of these lots a cause is above; what is below that one is restricted for it, and not what is below another of them.
  const query = sql<LateHold>`with recursive above (lot_id, id, taken_at, event_id, was_conventional) as (
        select l.output_id, l.input_id, l.at, l.event_id, ${leftAsConventional(scope)} from lot_link as l
        where l.tenant_id = ${tenant.id} and l.output_id = any(${[...lotIds]}::uuid[]) and l.voided_at is null
        union select above.lot_id, l.input_id, l.at, l.event_id, above.was_conventional or ${leftAsConventional(scope)} from above
          join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null
      ), positive as (
        select distinct above.lot_id, e.id, e.data, b.batch_no, null::uuid as crop_id, null as restriction, null as words, null as certificate, null as ref from above
        join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = above.id and e.event_type = 'LAB_RESULT'
          and e.status = 'RECORDED' and e.data->>'result' = 'POSITIVE' and e.occurred_at >= above.taken_at
        join productbatch as b on b.tenant_id = ${tenant.id} and b.id = above.id
        union select above.lot_id, e.id, e.data, c.title, c.id, null, null, null, null from above
        join crop as c on c.tenant_id = ${tenant.id} and c.id = above.id and not above.was_conventional
        join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = c.id and e.event_type = 'LAB_RESULT'
          and e.status = 'RECORDED' and e.data->>'result' = 'POSITIVE'
        union select above.lot_id, w.id, w.data, null, null, h.data->>'reason', h.data->>'words', null, h.data->>'ref' from above
        join event as h on h.tenant_id = ${tenant.id} and h.subject_type = 'productbatch' and h.subject_id = above.id and h.event_type = 'QUARANTINE'
          and h.status = 'RECORDED' and h.occurred_at >= above.taken_at
        join event as w on w.tenant_id = ${tenant.id} and w.id = h.cause_event_id and w.subject_type in ('transactioncertificate', 'recallcase') and w.status = 'RECORDED'
        union select above.lot_id, w.id, w.data, null, null, null, null, t.title, 'BR-12' from above
        join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = above.event_id
        join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = s.certificate_id and t.status = 'WITHDRAWN'
        join event as w on w.tenant_id = ${tenant.id} and w.subject_type = 'transactioncertificate' and w.subject_id = t.id and w.event_type = 'WITHDRAWN' and w.status = 'RECORDED'
      ), made (cause_id, is_of_crop, id) as (
        select positive.id, positive.crop_id is not null, positive.lot_id from positive
        union select made.cause_id, made.is_of_crop, l.output_id from made
          join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.id and l.voided_at is null and not (made.is_of_crop and ${leftAsConventional(scope)})
      )
      select distinct made.id as "lotId", p.id as "eventId", p.data->>'kind' as kind, p.data->>'reportNo' as "reportNo", p.batch_no as title, p.crop_id as "cropId", p.restriction, p.words, p.certificate, p.ref
      from made join positive as p on p.id = made.cause_id
      where not exists (select from event as q where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch' and q.subject_id = made.id
        and q.event_type = 'QUARANTINE' and q.status = 'RECORDED' and q.cause_event_id = p.id)
      order by 1, 2`
  // What is made of one of them at this moment is seen once that is locked.
  const seen = new Set<string>()
  for (;;) {
    const [rows = []] = await queryAll(scope.db, query)
    const tested = rows.flatMap(({ cropId }) => cropId ?? [])
    const positive = tested.length ? await positiveTestsOf(scope, [...new Set(tested)]) : undefined
    const isInForce = ({ cropId, kind }: LateHold) => cropId === null || positive?.get(cropId)?.has(kind) === true
    const fresh = rows.filter((row) => !seen.has(`${row.lotId} ${row.eventId}`) && isInForce(row))
    if (fresh.length === 0) return
    for (const { lotId, cropId: _, restriction, words, certificate, ref, ...positive } of fresh) {
      seen.add(`${lotId} ${positive.eventId}`)
      const own = certificate !== null ? forWithdrawal(certificate) : restriction !== null ? { reason: restriction, words } : null
      await hold(scope, [lotId], own ? { eventId: positive.eventId, ...own, ref: ref ?? 'BR-12' } : forTest(positive))
    }
  }
}

type Lifted = { lotId: string; causeId: string }
/** Of these lots, from which goods were taken back, and of what was made of them: lifts the holds for goods that are in them no more. */
export async function liftHoldsOfOthers(scope: Scope, lotIds: readonly string[]): Promise<void> {
  const { tenant } = scope
  const [rows = []] = await queryAll(
    scope.db,
    sql<Lifted>`with recursive made (id) as (
        select unnest(${[...lotIds]}::uuid[])
        union select l.output_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.id and l.voided_at is null
      ), hold as (
        select q.subject_id as lot_id, q.cause_event_id, c.subject_type, c.subject_id from made
        join event as q on q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch' and q.subject_id = made.id and q.event_type = 'QUARANTINE' and q.status = 'RECORDED'
        join event as c on c.tenant_id = ${tenant.id} and c.id = q.cause_event_id and c.event_type in ('LAB_RESULT', 'WITHDRAWN')
        where not exists (select from event as r where r.tenant_id = ${tenant.id} and r.subject_type = 'productbatch' and r.subject_id = made.id
          and r.event_type = 'RELEASE' and r.status = 'RECORDED' and r.subject_version > q.subject_version)
      ), above (lot_id, id) as (
        select lot_id, lot_id from hold
        union select above.lot_id, l.input_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null
      )
      select h.lot_id as "lotId", h.cause_event_id as "causeId" from hold as h where case when h.subject_type in ('productbatch', 'crop') then not exists (select from above where above.lot_id = h.lot_id and above.id = h.subject_id)
        else exists (select from transactioncertificate as t cross join jsonb_array_elements(t.shipments) as s
            where t.tenant_id = ${tenant.id} and t.id = h.subject_id and s->>'dispatchId' is not null)
          and not exists (select from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null
            join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = h.subject_id
            cross join jsonb_array_elements(t.shipments) as s
            where above.lot_id = h.lot_id and l.event_id = (s->>'dispatchId')::uuid) end
      order by 1, 2`,
  )
  for (const { lotId, causeId } of rows) {
    const [lot] = await recordsById(scope, productbatch, [lotId], { lock: true })
    stepLedger(scope).readings.delete(lotId)
    if (lot) await voidCausedOn(scope, productbatch, lot, causeId, { eventType: 'QUARANTINE' })
  }
}

// Operators and companies as they were at a moment: who was suspended or gone by then neither buys nor sends certified goods (domain dictionary 4.1, 5.4; docs/decisions/0138).
// What came before goes on, and so do receipts, counts, holds, recalls and voids.
import { type RawBuilder, sql } from 'kysely'
import { isOutOfTrade, type Party, partyMoves, partyStatusAt } from '#domain/certification/party-then.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { readEvent } from '../store/events.ts'
import { isUuid } from '../store/get.ts'
import type { Holder } from './scope-cover.ts'

/** As a column (jsonb): the party of the row `p` of this kind. */
export const partyColumn = ({ tenant }: Pick<Scope, 'tenant'>, kind: Holder['kind'], p: string): RawBuilder<Party> => sql<Party>`jsonb_build_object(
  'title', ${sql.ref(`${p}.title`)}, 'status', ${sql.ref(`${p}.status`)}, 'createdAt', to_json(${sql.ref(`${p}.created_at`)})#>>'{}',
  'events', coalesce((select jsonb_agg(jsonb_build_object('eventType', v.event_type, 'at', to_json(v.occurred_at)#>>'{}') order by v.occurred_at, v.subject_version)
    from event as v where v.tenant_id = ${tenant.id} and v.subject_type = ${kind} and v.subject_id = ${sql.ref(`${p}.id`)} and v.status = 'RECORDED'
      and v.event_type = any(${[...partyMoves]}::text[])), '[]'::jsonb))`

/** As a relation: the id and the party of each. */
const partyRows = (scope: Scope, holders: readonly Holder[]): RawBuilder<{ id: string; party: Party }> => {
  const idsOf = (kind: Holder['kind']) => [...new Set(holders.flatMap((one) => (one.kind === kind ? one.id : [])))]
  const from = (kind: Holder['kind']) => sql`select p.id, ${partyColumn(scope, kind, 'p')} as party from ${sql.table(kind)} as p
    where p.tenant_id = ${scope.tenant.id} and p.id = any(${idsOf(kind)}::uuid[])`
  return sql<{ id: string; party: Party }>`${from('collective')} union all ${from('processor')}`
}
/** The name of the lock of a party, for whoever waits for it. */
export const partyLock = (id: string): string => `party ${id.toLowerCase()}`
/**
 * Whoever trades shares the lock of each party, after the goods are locked and before it reads what the parties are; whoever suspends, reinstates or ends one has it alone, before
 * any record is locked (`lockPartyFirst`). One of the two then sees what the other has recorded. Findings of certificates are locked after it.
 */
export const sharedParties = ({ tenant }: Pick<Scope, 'tenant'>, holders: readonly Holder[]): RawBuilder<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${tenant.id}::integer, hashtext(name))
    from (select unnest(${[...new Set(holders.map(({ id }) => partyLock(id)))]}::text[]) as name order by 1) as one`
/**
 * Before anything is locked for a correction of a ticket or a dispatch of this lot: it takes back what the other was found to be, which whoever records a suspension may be about to take back as well.
 * That one has the lock of the party first.
 */
export async function lockPartiesOfCorrected(
  { db, tenant }: Scope,
  lotId: string,
  event: { eventType: unknown; supersedesEventId?: unknown } | { eventId: string },
): Promise<void> {
  if ('eventId' in event || !(event.eventType === 'PURCHASE' || event.eventType === 'DISPATCH')) return
  const { supersedesEventId: id } = event
  if (typeof id !== 'string' || !isUuid(id)) return
  await sql`select pg_advisory_xact_lock_shared(${tenant.id}::integer, hashtext(name)) from (
    select distinct 'party ' || lower(party.id) as name from productbatch as b
      left join event as e on e.tenant_id = ${tenant.id} and e.id = ${id}::uuid and e.subject_type = 'productbatch' and e.subject_id = b.id
      cross join lateral (values (b.operator_id::text), (b.processor_id::text), (e.data->>'buyerId')) as party (id)
      where b.tenant_id = ${tenant.id} and b.id = ${lotId}::uuid and party.id is not null order by 1) as one`.execute(db)
}
/**
 * Before anything is locked for a picking of this crop, or to take one back: the certificates of the group say which schemes its lot shares, and what is recorded of one has the lock alone
 * (`lockHolderFirst`). Whoever comes second then reads what the other has recorded.
 */
export async function shareHolderOfPicked(
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  cropId: string,
  event: { eventType: unknown } | { eventId: string },
): Promise<void> {
  const isPicking =
    'eventId' in event
      ? sql`exists (select from event as e where e.tenant_id = ${tenant.id} and e.id = ${event.eventId}::uuid and e.subject_id = c.id and e.event_type = 'HARVEST')`
      : event.eventType === 'HARVEST'
        ? sql`true`
        : null
  if (isPicking)
    await sql`select pg_advisory_xact_lock_shared(${tenant.id}::integer, hashtext('party ' || c.operator_id)) from crop as c
      where c.tenant_id = ${tenant.id} and c.id = ${cropId}::uuid and ${isPicking}`.execute(db)
}
const partyAlone = ({ tenant }: Pick<Scope, 'tenant'>, id: string) => sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext(${partyLock(id)}))`
export const lockParty = async (scope: Pick<Scope, 'db' | 'tenant'>, id: string): Promise<void> => void (await partyAlone(scope, id).execute(scope.db))
export async function lockPartyFirst({ db, tenant }: Scope, id: string, event: { eventType: unknown } | { eventId: string }): Promise<void> {
  const lock = partyAlone({ tenant }, id)
  const moves: readonly unknown[] = partyMoves
  if ('eventId' in event)
    await sql`${lock} from event as e where e.tenant_id = ${tenant.id} and e.id = ${event.eventId}::uuid and e.subject_id = ${id}::uuid
      and e.event_type = any(${[...partyMoves]}::text[])`.execute(db)
  else if (moves.includes(event.eventType)) await lock.execute(db)
}
/** The same for whoever holds this scope certificate: whatever is recorded of it may suspend a company, or end that, and decides what a group trades under a claim. */
export async function lockHolderFirst({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, certificateId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('party ' || coalesce(s.processor_id, s.collective_id)::text)) from scopecertificate as s
    where s.tenant_id = ${tenant.id} and s.id = ${certificateId}::uuid`.execute(db)
}
/** As `partiesOf`, and none of them is suspended, reinstated or ended before this transaction is over. */
export async function partiesInTrade(scope: Scope, holders: readonly Holder[]): Promise<Map<string, Party>> {
  const [, rows] = await queryAll(scope.db, sharedParties(scope, holders), partyRows(scope, holders))
  return new Map(rows.map(({ id, party }) => [id, party]))
}
/** By their ids, in one statement. */
export async function partiesOf(scope: Scope, holders: readonly Holder[]): Promise<Map<string, Party>> {
  const { rows } = await partyRows(scope, holders).execute(scope.db)
  return new Map(rows.map(({ id, party }) => [id, party]))
}
/** As a column of another statement (jsonb): parties by their ids. */
export const partiesColumn = (scope: Scope, holders: readonly Holder[]): RawBuilder<Record<string, Party>> =>
  sql`(select coalesce(jsonb_object_agg(x.id, x.party), '{}'::jsonb) from (${partyRows(scope, holders)}) as x)`

/** Why a party did not trade at a moment; null: it did. */
export function whyOutOfTrade(party: Party | undefined, at: string, statusAt = partyStatusAt): Sentence | null {
  const status = party && statusAt(party, at)
  if (!status || !isOutOfTrade(status)) return null
  return status === 'SUSPENDED' ? phrase`${party.title} was suspended at that time.` : phrase`${party.title} had left the programme by that time.`
}

/**
 * Throws RULE_BLOCKED 5.4 or 4.1 where one of them did not trade at the moment. `corrected`: the moment of the same trade as it was recorded before; whoever did not trade then
 * either was found not to (docs/decisions/0138).
 */
export function refuseOutOfTrade(parties: ReadonlyMap<string, Party>, holders: readonly Holder[], at: string, corrected: string | null = null): void {
  for (const { kind, id } of holders) {
    const party = parties.get(id)
    const why = whyOutOfTrade(party, at)
    if (why && party && !(corrected && whyOutOfTrade(party, corrected)))
      throw ruleBlocked(kind === 'collective' ? '5.4' : '4.1', why, { status: partyStatusAt(party, at) })
  }
}

/** Left for good, whatever the moment is: it has no stock any more, and gets none (4.1). */
export const hasLeft = (party: Party | undefined): boolean => party?.status === 'EXITED' || party?.status === 'WITHDRAWN'
export function refuseLeft(parties: ReadonlyMap<string, Party>, holders: readonly Holder[]): void {
  for (const { kind, id } of holders) {
    const party = parties.get(id)
    if (party && hasLeft(party))
      throw ruleBlocked(kind === 'collective' ? '5.4' : '4.1', phrase`${party.title} has left the programme.`, { status: party.status })
  }
}

/** The moment of what an event corrects, where that was the same trade (`isSame`); null: it corrects none, or is another trade. */
export async function sameTradeBefore(
  scope: Scope,
  entity: AnyEntity,
  { subjectId, supersedesEventId }: { subjectId: string; supersedesEventId: string | null },
  isSame: (data: Record<string, unknown>) => boolean,
): Promise<string | null> {
  const corrected = supersedesEventId ? await readEvent(scope, entity, subjectId, supersedesEventId) : undefined
  return corrected && isSame(corrected.data) ? new Date(corrected.occurred_at).toISOString() : null
}

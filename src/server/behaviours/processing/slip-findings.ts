// That nobody has confirmed a ticket (BR-08), where that shows only later: its announced photo does not come in time, or is one that has signed another ticket, or the
// ticket is from before signatures asked for their slip. Opened by the clock, when the photo comes, or when another ticket
// of the same photo is recorded before it after all; settled by the photo that signs it, at once where the ticket that it signed is taken back.
import { sql } from 'kysely'
import { onPaper, unconfirmed } from '#domain/chain/purchase.ts'
import { entityOf } from '#domain/entities.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { firstRecordAt } from '../../queries/first-record.ts'
import { awaitsSlip, isSignedBySlip, sharersOf, slipOfAnother } from '../../queries/signed-slips.ts'
import type { Scope } from '../../scope.ts'
import { closeFlag, flagsOfRules, saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { byPerson } from '../../store/project-flags.ts'

const productbatch = entityOf('productbatch')
type Within = Pick<Scope, 'tenant' | 'now'>

/** As SQL of a PURCHASE `e`: the farmer has confirmed it by code or in a call. */
const isSpoken = (
  within: Within,
) => sql<boolean>`exists (select from event as s where s.tenant_id = ${within.tenant.id} and s.subject_type = 'productbatch' and s.subject_id = e.subject_id and s.status = 'RECORDED'
    and s.event_type in ('PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED') and s.data->>'purchaseEventId' = e.id::text)`
/** As SQL of a PURCHASE `e`: neither the farmer's code nor a call, no slip of its own, and no book from before the programme. */
const lacksWord = (within: Within) => sql<boolean>`(e.status = 'RECORDED' and not coalesce(${isSignedBySlip(within, 'e')}, false)
  and not (e.source = 'IMPORT' and e.data->>'farmerConfirmation' is not null and coalesce(e.occurred_at < (${firstRecordAt(within)}), false))
  and not ${isSpoken(within)})`
/** The farmer's time is over (`purchaseConfirmation`), and no finding says so: what was settled by a word or slip that does not count any more says nothing. */
const isLate = ({
  tenant,
  now,
}: Within) => sql<boolean>`(e.recorded_at < ${now}::timestamptz - make_interval(hours => ${tolerancesOf(tenant.config.tolerances).purchaseConfirmation}::integer)
  and not exists (select from flag as f where f.tenant_id = ${tenant.id} and f.event_id = e.id and f.rule_id = 'BR-08' and f.severity = 'REVIEW'
    and f.aspect is null and f.closed_reason is distinct from 'SETTLED'))`

type After = { after: string | null; limit: number }
const after = (id: string | null) => sql`(${id}::uuid is null or e.id > ${id}::uuid)`
/** Tickets whose announced slip is late. */
export async function ticketsAwaited({ db, ...within }: Within & Pick<Scope, 'db'>, page: After): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct e.id from awaited_file as a join event as e on e.tenant_id = ${within.tenant.id} and e.id = a.source_id and e.event_type = 'PURCHASE'
    where a.tenant_id = ${within.tenant.id} and a.field = 'signedSlip' and ${isLate(within)} and ${lacksWord(within)} and ${after(page.after)} order by e.id limit ${page.limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
/** Of open seasons: tickets that nobody confirmed in time without a finding, and those with one that a slip signs by now. */
export async function ticketsOfOpenSeasons({ db, ...within }: Within & Pick<Scope, 'db'>, page: After): Promise<string[]> {
  const { tenant } = within
  const { rows } = await sql<{
    id: string
  }>`select e.id from season as s join productbatch as b on b.tenant_id = ${tenant.id} and b.season_id = s.id and b.unit_type <> 'FARM_LOT'
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    where s.tenant_id = ${tenant.id} and s.status = 'OPEN' and ${after(page.after)} and (${isLate(within)} and ${lacksWord(within)} or ${isSignedBySlip(within, 'e')} and exists (
      select from flag as f where f.tenant_id = ${tenant.id} and f.event_id = e.id and f.rule_id = 'BR-08' and f.severity = 'REVIEW' and f.figures ? 'netKg' and f.closed_at is null))
    order by e.id limit ${page.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

type TicketRow = { lotId: string; netKg: number; isAwaited: boolean; slipOf: string | null; lacksWord: boolean; isSpoken: boolean; isSigned: boolean }
/** Brings the finding of a ticket to what its slip is worth now. Nothing of what a person has decided is opened again. `isOver`: the farmer's time is over. */
export async function judgeSlip(scope: Scope, ticketId: string, { isOver }: { isOver: boolean }): Promise<void> {
  const { db, tenant } = scope
  const { rows: lots } = await sql<{
    id: string
  }>`select e.subject_id as id from event as e where e.tenant_id = ${tenant.id} and e.id = ${ticketId}::uuid`.execute(db)
  await recordsById(
    scope,
    productbatch,
    lots.map(({ id }) => id),
    { lock: true },
  )
  const { rows } =
    await sql<TicketRow>`select e.subject_id as "lotId", (e.data->>'netKg')::numeric as "netKg", ${awaitsSlip(scope, 'e')} as "isAwaited", ${slipOfAnother(scope, 'e')} as "slipOf",
      ${lacksWord(scope)} as "lacksWord", ${isSpoken(scope)} as "isSpoken", ${isSignedBySlip(scope, 'e')} as "isSigned"
    from event as e where e.tenant_id = ${tenant.id} and e.id = ${ticketId}::uuid and e.event_type = 'PURCHASE' and e.status = 'RECORDED'`.execute(db)
  const [ticket] = rows
  if (!ticket) return
  const all = await flagsOfRules(scope, productbatch, ticket.lotId, ['BR-08'], [ticketId])
  const known = all.filter(({ severity, aspect }) => severity === 'REVIEW' && !aspect)
  const open = known.find(({ closedAt }) => closedAt === null)
  const ofSlip = all.filter(({ aspect }) => aspect === 'SLIP')
  if (ticket.isSigned) {
    if (open?.figures && 'netKg' in open.figures) await closeFlag(scope, open.id, 'SETTLED', 'Confirmed by the farmer')
    if (!ticket.isSpoken && !ofSlip.some(({ closedAt, closedReason }) => closedAt === null || byPerson.includes(closedReason)))
      await saveFlags(scope, productbatch, ticket.lotId, [onPaper(ticket.netKg, tolerancesOf(tenant.config.tolerances).slipReview)], { eventId: ticketId })
    return
  }
  for (const { id, closedAt } of ofSlip) if (closedAt === null) await closeFlag(scope, id, 'OBSOLETE', 'No longer holds')
  const isDecided = known.some(({ closedAt, closedReason }) => closedAt !== null && closedReason !== 'SETTLED')
  if (!ticket.lacksWord || (isDecided && !open)) return
  if (open || isOver || ticket.slipOf !== null) await saveFlags(scope, productbatch, ticket.lotId, [unconfirmed(ticket.netKg, ticket)], { eventId: ticketId })
}

/** A file has come: the tickets that it was announced for are judged. */
export async function judgeSlipsOf(scope: Scope, fileId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select u.source_id as id from file_use as u where u.tenant_id = ${scope.tenant.id} and u.file_id = ${fileId}::uuid
    and u.field = 'signedSlip' and u.event_type = 'PURCHASE' order by u.source_id`.execute(scope.db)
  for (const { id } of rows) {
    await judgeSlip(scope, id, { isOver: false })
    await judgeSharers(scope, id)
  }
}

/** A ticket was taken back, corrected or got its photo: those with the same photo are judged, for the next one may be signed by it, or this one before them. */
export async function judgeSharers(scope: Scope, ticketId: string): Promise<void> {
  const { rows } = await sharersOf(scope, ticketId).execute(scope.db)
  for (const { id } of rows.toSorted((one, other) => (one.lot + one.id < other.lot + other.id ? -1 : 1))) await judgeSlip(scope, id, { isOver: false })
}

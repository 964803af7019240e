// What judging and projecting lots needs of the database, for several of them in one message: their movements from the first moment
// that the step changes, the events that move their states, what they were made of, and whether goods of them went on.
import { sql } from 'kysely'
import { physicalAccounts, toGrams } from '#domain/chain/ledger.ts'
import type { Moment } from '#domain/chain/lot-balance.ts'
import type { LotSource } from '#domain/chain/lot-projection.ts'
import { type SchemeCertificate, schemesOn } from '#domain/chain/lot-schemes.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { historiesOf, historyQuery } from '../store/history.ts'
import { linksThen } from '../store/past.ts'
import { schemeCertificates } from './scheme-certificates.ts'

/** `isOwn`: by an event of the lot itself, which fills it. */
export type LotLink = LotSource & { sourceId: string; eventId: string; at: string; isOwn: boolean }
/**
 * `hasLoss`: something was lost at one of its moments. `isCounted`: its stock was counted. `closedPlace`: where it lies, if that was given up. `isDoubted`: a certificate of its
 * group goes beyond what the group had bought (T08).
 */
export type LotReading = {
  moments: Moment[]
  hasLoss: boolean
  history: HistoryEvent[]
  links: LotLink[]
  hasGivenAway: boolean
  isCropClosed: boolean
  isCounted: boolean
  closedPlace: string | null
  isDoubted: boolean
}

/** `since`: from when their movements are wanted (ISO 8601); null: none. */
export async function readLots(scope: Scope, lots: readonly { id: string; since: string | null }[]): Promise<Map<string, LotReading>> {
  const ids = lots.map(({ id }) => id)
  const timed = lots.filter(({ since }) => since !== null)
  const [histories = [], links = [], facts = [], moments = []] = await queryAll(
    scope.db,
    historyQuery(scope, entityOf('productbatch'), ids),
    linksQuery(scope, ids),
    factsQuery(scope, ids),
    ...(timed.length
      ? [
          // What was taken back moved nothing at its moment, and is not named for it.
          sql<MomentRow>`select each."lotId", each.at, sum(each.kg) as kg, coalesce(array_agg(each."eventId") filter (where each.kg <> 0), '{}') as "eventIds",
              bool_or(each."hasLoss") as "hasLoss" from (
              select e.batch_id as "lotId", e.at, e.event_id::text as "eventId", sum(e.delta_kg) as kg, bool_or(e.account = 'LOSS') as "hasLoss"
              from unnest(${timed.map(({ id }) => id)}::uuid[], ${timed.map(({ since }) => since)}::timestamptz[]) as lot (id, since)
              join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = lot.id and e.at >= lot.since and e.account = any(${[...physicalAccounts]}::text[])
              group by e.batch_id, e.at, e.event_id) as each
            group by each."lotId", each.at order by each."lotId", each.at`,
        ]
      : []),
  )
  const [byHistory, byLinks, byFacts] = [historiesOf(histories), linksOf(scope, links), factsOf(facts)]
  const byMoments = Map.groupBy(moments, ({ lotId }) => lotId)
  return new Map(
    ids.map((id) => [
      id,
      {
        history: byHistory.get(id) ?? [],
        links: byLinks.get(id) ?? [],
        hasGivenAway: byFacts.get(id)?.hasGivenAway === true,
        isCropClosed: byFacts.get(id)?.isCropClosed === true,
        isCounted: byFacts.get(id)?.isCounted === true,
        closedPlace: byFacts.get(id)?.closedPlace ?? null,
        isDoubted: byFacts.get(id)?.isDoubted === true,
        hasLoss: (byMoments.get(id) ?? []).some((moment) => moment.hasLoss),
        moments: (byMoments.get(id) ?? []).map(({ at, kg, eventIds }) => ({ at: iso(at), grams: toGrams(Number(kg)), eventIds })),
      },
    ]),
  )
}
type MomentRow = { lotId: string; at: string; kg: number; eventIds: string[]; hasLoss: boolean }
const iso = (at: string): string => new Date(at).toISOString()

export const linksQuery = (scope: Scope, ids: readonly string[]) => sql<LinkRow>`
  select l.output_id as "lotId", l.event_id as "eventId", l.at, l.input_id as "sourceId", l.input_kind as kind, l.claim as "linkClaim", coalesce(b.claim_status, c.claim_status) as claim,
    b.scheme_ids as schemes, case when l.input_kind = 'crop' then ${schemeCertificates(scope, sql`c.operator_id`)} end as certificates,
    coalesce(b.gmo_status, c.gmo_status) as gmo, coalesce(b.harvest_from, c.harvest_start) as "harvestFrom", coalesce(b.harvest_to, c.harvest_end) as "harvestTo",
    v.subject_id = l.output_id as "isOwn"
  from lot_link as l join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id
  left join productbatch as b on l.input_kind = 'productbatch' and b.tenant_id = ${scope.tenant.id} and b.id = l.input_id
  left join crop as c on l.input_kind = 'crop' and c.tenant_id = ${scope.tenant.id} and c.id = l.input_id
  where l.tenant_id = ${scope.tenant.id} and l.output_id = any(${[...ids]}::uuid[]) and ${linksThen(scope)}`
type LinkRow = Omit<LotLink, 'day'> & { lotId: string; certificates: SchemeCertificate[] | null }
export const linksOf = (scope: Scope, rows: readonly LinkRow[]): Map<string, LotLink[]> =>
  Map.groupBy(
    rows.map(({ certificates, ...link }) => {
      const day = localDay(scope, link.at)
      return { ...link, day, schemes: certificates ? schemesOn(certificates, day) : link.schemes }
    }),
    ({ lotId }) => lotId,
  )

export const factsQuery = (scope: Scope, ids: readonly string[]) => sql<FactsRow>`
  select b.id as "lotId",
    exists (select 1 from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = b.id and ${linksThen(scope)}) as "hasGivenAway",
    exists (select 1 from crop as c where c.tenant_id = ${scope.tenant.id} and c.id = b.crop_id and c.status = 'CLOSED') as "isCropClosed",
    exists (select 1 from event as a where a.tenant_id = ${scope.tenant.id} and a.subject_type = 'productbatch' and a.subject_id = b.id and a.event_type = 'STOCK_COUNTED'
      and a.status = 'RECORDED') as "isCounted",
    (select f.id from processingsystem as f where f.tenant_id = ${scope.tenant.id} and f.id = b.processing_system_id and f.status = 'DECOMMISSIONED') as "closedPlace",
    b.processor_id is null and exists (select from flag as d join transactioncertificate as t on t.tenant_id = ${scope.tenant.id} and t.id = d.subject_id and t.collective_id = b.operator_id
      where d.tenant_id = ${scope.tenant.id} and d.rule_id = 'T08' and d.closed_at is null) as "isDoubted"
  from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.id = any(${[...ids]}::uuid[])`
/** Opened empty, so that the first goods say when it was produced. */
export const isCollected = (unitType: string, history: readonly HistoryEvent[]): boolean =>
  unitType !== 'FARM_LOT' && (history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? 'OPEN') === 'OPEN'
type FactsRow = Pick<LotReading, 'hasGivenAway' | 'isCropClosed' | 'isCounted' | 'closedPlace' | 'isDoubted'> & { lotId: string }
export const factsOf = (rows: readonly FactsRow[]): Map<string, FactsRow> => new Map(rows.map((row) => [row.lotId, row]))

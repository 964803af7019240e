// The projection of a lot, fed from the database: its balance as the step leaves it, what it was made of as that is now, its units.
import { sql } from 'kysely'
import { z } from 'zod'
import { type Balance, balanceOf, toGrams } from '#domain/chain/ledger.ts'
import { type LotColumns, type LotSource, type LotUnit, lotColumns, unitsLeft } from '#domain/chain/lot-projection.ts'
import type { LotState } from '#domain/chain/lot-states.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { together } from '#server/db/connection.ts'
import type { AsOf, Scope } from '../scope.ts'
import { isBeforeReplacement } from '../store/step.ts'
import { entriesThen, linksThen } from './as-of.ts'
import { judgeLots } from './judge-lots.ts'
import { factsOf, factsQuery, type LotLink, linksOf, linksQuery } from './lot-readings.ts'
import { testsAt } from './lot-tests.ts'
import type { Lot } from './lots.ts'
import { balanceInStep, beforeStep, markProjected, readingInStep } from './step-ledger.ts'

/** The columns of a lot as its history, its movements and its sources say. What the step has posted is judged before it is written into a lot. */
export async function projectLot(scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState, asOf?: AsOf): Promise<Partial<Lot>> {
  const isFinal = !asOf && !isBeforeReplacement(scope)
  if (isFinal) await judgeLots(scope)
  const { links, hasGivenAway, isCropClosed, past }: Facts = (isFinal ? readingInStep(scope, lot) : undefined) ?? (await readLot(scope, lot, asOf))
  const balance = past ?? balanceInStep(scope, lot)
  const row = beforeStep(scope, lot)
  const columns: LotColumns = lotColumns({
    state,
    sources: links,
    balance,
    row: {
      claimStatus: row.claimStatus,
      gmoStatus: row.gmoStatus,
      producedOn: lot.producedOn,
      harvestFrom: lot.harvestFrom,
      harvestTo: lot.harvestTo,
    },
    hasGivenAway,
    isCollected: lot.unitType !== 'FARM_LOT' && startOf(history) === 'OPEN',
    isCropClosed,
  })
  if (isFinal) markProjected(scope, lot)
  const at = (eventType: string) => history.findLast((event) => event.eventType === eventType)
  const [received, revoked] = [at('RECEIVED'), at('QR_REVOKED')]
  const initial = unitsAtStart(history)
  return {
    ...columns,
    receivedAt: received ? iso(received.occurredAt) : null,
    qrRevokedAt: revoked ? iso(revoked.recordedAt) : null,
    ...(initial.length ? { units: await unitsOf(scope, lot.id, initial, balance, asOf) } : {}),
  }
}

const iso = (at: string): string => new Date(at).toISOString()
const startOf = (history: readonly HistoryEvent[]): string => history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? 'OPEN'
/** The units in the data of CREATED. */
const createdWith = z.object({
  changes: z.object({ units: z.object({ to: z.array(z.object({ unitNo: z.string(), kg: z.number() })).nullish() }).optional() }).optional(),
})
function unitsAtStart(history: readonly HistoryEvent[]): LotUnit[] {
  const created = history.find(({ eventType }) => eventType === 'CREATED')
  return created ? (createdWith.parse(created.data).changes?.units?.to ?? []) : []
}

type Facts = { links: readonly LotSource[]; hasGivenAway: boolean; isCropClosed: boolean; past?: Balance }
/** What it was made of, what was made of it and whether its crop is closed; its balance, where the past is asked for. */
async function readLot(scope: Scope, lot: Lot, asOf?: AsOf): Promise<Facts> {
  const [links = [], facts = [], past] = await together(
    scope.db,
    linksQuery(scope, [lot.id], linksThen(asOf)),
    factsQuery(scope, [lot.id], linksThen(asOf)),
    ...(asOf
      ? [
          sql<{ account: string; kg: number }>`select e.account, sum(e.delta_kg) as kg from ledger_entry as e
            where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lot.id}::uuid and ${entriesThen(asOf)} group by e.account`,
        ]
      : []),
  )
  const { hasGivenAway, isCropClosed } = factsOf(facts).get(lot.id) ?? {}
  return {
    links: await linksAsOf(scope, linksOf(scope, links).get(lot.id) ?? [], asOf),
    hasGivenAway: hasGivenAway === true,
    isCropClosed: isCropClosed === true,
    ...(past ? { past: balanceOf(past.map(({ account, kg }) => ({ account, grams: toGrams(Number(kg)) }))) } : {}),
  }
}

/** Their sources as they were: of lots what their tests said then. */
async function linksAsOf(scope: Scope, links: readonly LotLink[], asOf?: AsOf): Promise<readonly LotLink[]> {
  if (!asOf) return links
  const lots = links.flatMap(({ kind, sourceId }) => (kind === 'productbatch' ? [sourceId] : []))
  const tests = await testsAt(scope, [...new Set(lots)], asOf)
  return links.map((link) => ({ ...link, gmo: tests.get(link.sourceId)?.GMO ?? null }))
}

async function unitsOf(scope: Scope, lotId: string, initial: readonly LotUnit[], { onHand }: Balance, asOf?: AsOf): Promise<LotUnit[]> {
  const [parts = [], [runs] = []] = await together(
    scope.db,
    sql<{ unitNo: string }>`select unit.value->>'unitNo' as "unitNo" from lot_link as l
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id and v.event_type in ('SPLIT', 'DISPATCH')
    join event as c on c.tenant_id = ${scope.tenant.id} and c.subject_type = 'productbatch' and c.subject_id = l.output_id and c.event_type = 'CREATED'
    cross join jsonb_array_elements(case when jsonb_typeof(c.data->'changes'->'units'->'to') = 'array' then c.data->'changes'->'units'->'to' else '[]'::jsonb end) as unit
    where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and ${linksThen(asOf)}`,
    sql<{
      kg: number
    }>`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account = 'CONSUMED' and ${entriesThen(asOf)}`,
  )
  return unitsLeft(initial, new Set(parts.map(({ unitNo }) => unitNo)), toGrams(runs?.kg ?? 0), onHand)
}

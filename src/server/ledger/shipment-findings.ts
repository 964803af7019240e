// Shipments of a holder are judged again by the scope certificates of their day, and by what the parties were, when something is recorded about one of these, or taken back:
// a suspension that is known late finds what was sent in its days, and one that did not occur finds nothing any more (BR-12). What was sent without
// a certificate was found when it was sent: that is for the body to decide, and not settled by a paper that came later (docs/decisions/0018); what a person has decided of it stays decided while the same is missing.
import { sql } from 'kysely'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { flagsOfRules } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'
import { bringFlags, isDecided } from '../store/project-flags.ts'
import { partiesOf } from './party-then.ts'
import { type Holder, holderOf } from './scope-cover.ts'
import { type CoverOn, coverOnce, foundLater, isFoundLater, partyFindings, scopeFindings } from './scope-findings.ts'

const productbatch = entityOf('productbatch')
type Certificate = Pick<Stored<Declarations['scopecertificate']>, 'collectiveId' | 'processorId' | 'validTo'>
type Shipment = { eventId: string; lotId: string; buyerId: string; occurredAt: string }

/** Brings the findings of everything that its holder sent or bought from `from` (YYYY-MM-DD) to the certificate's last day to what holds now. */
export async function judgeShipments(scope: Scope, certificate: Certificate, from: string): Promise<void> {
  const shipments = await shipmentsOf(scope, certificate, from)
  if (shipments.length === 0) return
  const lots = new Map((await recordsById(scope, productbatch, [...new Set(shipments.map(({ lotId }) => lotId))])).map((lot) => [lot.id, lot]))
  const buyers = new Map(
    (await recordsById(scope, entityOf('processor'), [...new Set(shipments.map(({ buyerId }) => buyerId))])).map((buyer) => [buyer.id, buyer]),
  )
  const cover: CoverOn = coverOnce(scope)
  const parties = await partiesOf(scope, [...[...lots.values()].map(holderOf), ...[...buyers.keys()].map((id): Holder => ({ kind: 'processor', id }))])
  const known = Map.groupBy(await flagsOfRules(scope, productbatch, [...lots.keys()], ['BR-12']), ({ eventId }) => eventId)
  for (const { eventId, lotId, buyerId, occurredAt } of shipments) {
    const [lot, buyer] = [lots.get(lotId), buyers.get(buyerId)]
    if (!lot || !buyer) continue
    const ofEvent = known.get(eventId) ?? []
    const wasFoundThen = ofEvent.some((flag) => !flag.closedAt && !isFoundLater(flag))
    const foundThen = ofEvent.filter((flag) => !isFoundLater(flag))
    const missing = wasFoundThen ? [] : (await scopeFindings(scope, lot, buyer, occurredAt, cover)).filter((one) => !isDecided(foundThen, { ...one, eventId }))
    const findings = [...partyFindings(scope, lot, buyerId, occurredAt, parties), ...missing.map(foundLater)]
    await bringFlags(
      scope,
      productbatch,
      lotId,
      wasFoundThen ? ofEvent.filter(isFoundLater) : ofEvent,
      findings.map((finding) => ({ ...finding, eventId })),
    )
  }
}

async function shipmentsOf({ db, tenant }: Scope, { collectiveId, processorId, validTo }: Certificate, from: string): Promise<Shipment[]> {
  const isHolders = collectiveId
    ? sql`b.operator_id = ${collectiveId}::uuid and b.processor_id is null`
    : sql`(b.processor_id = ${processorId}::uuid or e.data->>'buyerId' = ${processorId})`
  const day = sql`(e.occurred_at at time zone ${tenant.timezone})::date`
  const { rows } = await sql<Shipment>`
    select e.id as "eventId", b.id as "lotId", e.data->>'buyerId' as "buyerId", to_json(e.occurred_at)#>>'{}' as "occurredAt"
    from event as e join productbatch as b on b.tenant_id = ${tenant.id} and b.id = e.subject_id
    where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.event_type = 'DISPATCH' and e.status = 'RECORDED'
      and ${day} between ${from}::date and ${validTo}::date and ${isHolders} order by e.occurred_at, e.id`.execute(db)
  return rows
}

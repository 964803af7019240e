// The facts of a public page (domain dictionary 13.1), worked out anew at each call. The answer is built field by
// field from the allow-list type and can hold nothing else: no person, polygon, price of one farmer, or internal id.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isCertified } from '#domain/chain/claim.ts'
import { originSquare } from '#domain/chain/origin-square.ts'
import { type ClaimState, type JourneyStep, leastFarmers, type PublicPage } from '#domain/chain/public-page.ts'
import { sharesBack } from '#domain/chain/trace-graph.ts'
import { entityOf } from '#domain/entities.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { isFinalBuyer, scopeCover } from '../store/scope-cover.ts'
import { edgesAbove, type LotEdge, type Within } from './lot-graph.ts'
import { eventsOf, type FieldFacts, fieldsOf, isAnyOnHold, type Step, spraysOn } from './public-origin.ts'

const tokenPattern = /^[\w-]{22}$/

/** The page of a token; null for one that nobody made, that was withdrawn, or whose lot was never filled: nobody can see which. */
export async function publicPageOf(within: Within, kind: 'crop' | 'batch', token: string): Promise<PublicPage | null> {
  if (!tokenPattern.test(token)) return null
  return kind === 'batch' ? pageOfLot(within, token) : pageOfCrop(within, token)
}

/** What is printed on the lot's label beside the code; null for a crop, which has no number people write. */
export async function lotNoOf({ db, tenant }: Pick<Within, 'db' | 'tenant'>, kind: 'crop' | 'batch', token: string): Promise<string | null> {
  if (kind === 'crop' || !tokenPattern.test(token)) return null
  const { rows } = await sql<{
    batchNo: string | null
  }>`select b.batch_no as "batchNo" from productbatch as b where b.tenant_id = ${tenant.id} and b.qr_token = ${token} and b.deleted_at is null`.execute(db)
  return rows[0]?.batchNo ?? null
}

type LotRow = {
  id: string
  operatorId: string
  processorId: string | null
  product: string
  status: string
  claim: Claim | null
  units: unknown[] | null
  kg: number
  gmo: PublicPage['checks']['gmo']
  season: string | null
  harvestFrom: string | null
}

async function pageOfLot(within: Within, token: string): Promise<PublicPage | null> {
  const { db, tenant } = within
  const { rows } = await sql<LotRow>`
    select b.id, b.operator_id as "operatorId", b.processor_id as "processorId", p.name as product, b.status, b.claim_status as claim, b.units, b.closed_qty_kg as kg, b.gmo_status as gmo, s.name as season, b.harvest_from as "harvestFrom"
    from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id left join season as s on s.tenant_id = ${tenant.id} and s.id = b.season_id
    where b.tenant_id = ${tenant.id} and b.qr_token = ${token} and b.qr_revoked_at is null and b.deleted_at is null and b.status <> 'VOIDED'`.execute(db)
  const lot = rows[0]
  if (!lot?.kg) return null
  const edges = await edgesAbove(within, [lot.id])
  const shares = sharesBack(lot.id, edges)
  const cropIds = [...new Set(edges.filter(({ fromKind }) => fromKind === 'crop').map(({ from }) => from))]
  const fields = await fieldsOf(within, cropIds)
  const { steps, proof } = await eventsOf(within, edges, cropIds)
  const isOnHold = await isAnyOnHold(within, lotsOf(lot.id, edges))
  return {
    kind: 'batch',
    product: lot.product,
    variety: onlyOne(fields.map(({ varietyName }) => varietyName)),
    units: lot.units?.length || null,
    stages: null,
    ...(await groupOf(within, lot.operatorId, lot.claim ?? 'CONVENTIONAL', {
      isOnHold,
      isCovered:
        !(await isAnyShipmentUndecided(
          within,
          edges.flatMap(({ eventId }) => eventId ?? []),
        )) &&
        (!lot.processorId || (await isProcessorCovered(within, lot.processorId))),
    })),
    season: lot.season,
    harvestYear: lot.harvestFrom ? Number(lot.harvestFrom.slice(0, 4)) : null,
    ...squareOf(fields, (field) => shares.get(field.cropId) ?? 0),
    ...peopleOf(currencyOf(within), fields, steps),
    checks: await checksOf(within, fields, lot.gmo),
    journey: journeyOf(steps, fields),
    proof: proofOf(proof),
    checkedAt: within.now.toISOString(),
  }
}

async function pageOfCrop(within: Within, token: string): Promise<PublicPage | null> {
  const { db, tenant } = within
  const { rows } = await sql<{
    id: string
    operatorId: string
    name: string
    variety: string
    status: string
    claim: Claim | null
    season: string
    sowingDate: string | null
    germinationDate: string | null
    harvestStart: string | null
    harvestEnd: string | null
  }>`
    select c.id, c.operator_id as "operatorId", c.crop_name as name, c.variety_name as variety, c.status, c.claim_status as claim, s.name as season, c.sowing_date as "sowingDate", c.germination_date as "germinationDate", c.harvest_start as "harvestStart", c.harvest_end as "harvestEnd"
    from crop as c left join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id
    where c.tenant_id = ${tenant.id} and c.qr_token = ${token} and c.qr_revoked_at is null and c.deleted_at is null and c.status <> 'CANCELLED'`.execute(db)
  const crop = rows[0]
  if (!crop) return null
  const { rows: picks } = await sql<LotEdge>`
    select l.input_id as "from", l.output_id as "to", l.kg, l.input_kind as "fromKind", l.output_kind as "toKind", l.event_id as "eventId", 'HARVEST' as "eventType" from lot_link as l
    where l.tenant_id = ${tenant.id} and l.input_id = ${crop.id}::uuid and l.voided_at is null`.execute(db)
  const fields = await fieldsOf(within, [crop.id])
  const { steps, proof } = await eventsOf(within, picks, [crop.id])
  // BR-04: before the committee has approved the farmer for the season, nothing is claimed.
  const isApproved = fields.some(({ result }) => result === 'APPROVED' || result === 'CONDITIONAL')
  const month = (day: string | null) => day?.slice(0, 7) ?? null
  const reached = Object.keys(entityOf('crop').states).indexOf(crop.status)
  const stage = (state: string, day: string | null) => ({
    label: entityOf('crop').states[state]?.label ?? state,
    month: month(day),
    isReached: day !== null || (reached >= Object.keys(entityOf('crop').states).indexOf(state) && crop.status !== 'FAILED'),
  })
  return {
    kind: 'crop',
    product: crop.name,
    variety: crop.variety,
    units: null,
    season: crop.season,
    harvestYear: crop.harvestStart ? Number(crop.harvestStart.slice(0, 4)) : null,
    stages: [
      stage('SOWN', crop.sowingDate),
      stage('GROWING', crop.germinationDate),
      stage('HARVESTING', crop.harvestStart),
      stage('HARVESTED', ['HARVESTED', 'CLOSED'].includes(crop.status) ? crop.harvestEnd : null),
    ],
    ...(await groupOf(within, crop.operatorId, (isApproved && crop.claim) || 'CONVENTIONAL', {
      isOnHold: await isAnyOnHold(
        within,
        picks.map(({ to }) => to),
      ),
      isCovered: true,
    })),
    ...squareOf(fields, () => 1),
    ...peopleOf(currencyOf(within), fields, []),
    checks: await checksOf(within, fields, null),
    journey: journeyOf(steps, fields),
    proof: proofOf(proof),
    checkedAt: within.now.toISOString(),
  }
}

const lotsOf = (root: string, edges: readonly LotEdge[]): string[] => [
  ...new Set([root, ...edges.filter(({ fromKind }) => fromKind === 'productbatch').map(({ from }) => from)]),
]
const onlyOne = (values: readonly (string | null)[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)

/**
 * The group, its certificate and what may be said of the claim today: a suspended group or a restricted lot shows red; without a valid
 * scope certificate of the group, or of whoever has the goods now (`isCovered`), nothing is claimed.
 */
async function groupOf(
  within: Within,
  operatorId: string,
  claim: Claim,
  { isOnHold, isCovered }: { isOnHold: boolean; isCovered: boolean },
): Promise<Pick<PublicPage, 'programme' | 'group' | 'claim' | 'claimState' | 'certificate' | 'place'>> {
  const { db, tenant } = within
  const { rows } = await sql<{
    title: string
    status: string
    district: string
    state: string
    country: string
  }>`
    select o.title, o.status, o.district, o.state, o.country from collective as o where o.tenant_id = ${tenant.id} and o.id = ${operatorId}::uuid`.execute(db)
  const group = rows[0]
  const cover = await scopeCover(within, { kind: 'collective', id: operatorId }, dayOf(within))
  const certificate = cover ? { scheme: cover.scheme.replace('_', '-'), body: cover.body, number: cover.scNo, validTo: cover.validTo, isValid: true } : null
  const claimState: ClaimState =
    isOnHold || (group?.status === 'SUSPENDED' && isCertified(claim))
      ? 'onHold'
      : isCertified(claim) && certificate && isCovered && group?.status === 'ACTIVE'
        ? 'valid'
        : 'none'
  return {
    programme: tenant.name,
    group: group?.title ?? '',
    claim: claimState === 'valid' ? claim : 'CONVENTIONAL',
    claimState,
    certificate: claimState === 'valid' ? certificate : null,
    place: { district: group?.district ?? '', state: group?.state ?? '', country: group?.country ?? tenant.country },
  }
}

/** The day it is where the programme works. */
const dayOf = ({ tenant, now }: Within): string => new Intl.DateTimeFormat('en-CA', { timeZone: tenant.timezone }).format(now)

async function isProcessorCovered(within: Within, processorId: string): Promise<boolean> {
  const { rows } = await sql<{ types: string[] }>`
    select p.types from processor as p where p.tenant_id = ${within.tenant.id} and p.id = ${processorId}::uuid`.execute(within.db)
  return isFinalBuyer(rows[0]?.types) || (await scopeCover(within, { kind: 'processor', id: processorId }, dayOf(within))) !== null
}

/** Whether one of these shipments has an open finding to be decided about its scope certificates (BR-12). */
async function isAnyShipmentUndecided({ db, tenant }: Within, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ undecided: boolean }>`
    select exists (select 1 from flag as f where f.tenant_id = ${tenant.id} and f.rule_id = 'BR-12' and f.severity = 'REVIEW' and f.closed_at is null
      and f.event_id = any(${[...new Set(eventIds)]}::uuid[])) as undecided`.execute(db)
  return rows[0]?.undecided ?? false
}

/** Weighed by what each field gave, so that no other square holds more of the goods. */
function squareOf(fields: readonly FieldFacts[], weight: (field: FieldFacts) => number): Pick<PublicPage, 'square' | 'squareShare'> {
  const origin = originSquare(fields.map((field) => ({ lon: field.lon, lat: field.lat, weight: weight(field) })))
  return { square: origin?.square ?? null, squareShare: origin ? Math.round(origin.share * 100) / 100 : null }
}

/** ISO 4217, as the programme's settings say. */
const currencyOf = ({ tenant }: Within): string => (/^[A-Z]{3}$/.test(String(tenant.config.currency)) ? String(tenant.config.currency) : 'INR')

/** BR-35: nothing about fewer than ten farmers, neither their number nor a mean over them. */
function peopleOf(currency: string, fields: readonly FieldFacts[], steps: readonly Step[]): Pick<PublicPage, 'farmers' | 'impact'> {
  const farmers = new Set(fields.map(({ farmerId }) => farmerId)).size
  if (farmers < leastFarmers) return { farmers: null, impact: null }
  const tickets = steps.filter((step) => step.eventType === 'PURCHASE' && step.netKg)
  const kg = tickets.reduce((sum, ticket) => sum + (ticket.netKg ?? 0), 0)
  const premium = tickets.reduce((sum, ticket) => sum + (ticket.netKg ?? 0) * (ticket.premiumPerKg ?? 0), 0)
  const organicHa = fields.filter(({ claim }) => claim === 'ORGANIC').reduce((sum, { areaHa }) => sum + areaHa, 0)
  return {
    farmers,
    impact: { premiumPerKg: kg && premium ? Math.round(premium / kg) : null, currency, organicHa: organicHa ? Math.round(organicHa) : null },
  }
}

/** Counts of what was checked. Only passed inspections are counted; sanctions and findings are nobody's business here. */
async function checksOf(within: Within, fields: readonly FieldFacts[], gmo: PublicPage['checks']['gmo']): Promise<PublicPage['checks']> {
  if (fields.length === 0) return { inspections: null, gmo, syntheticSprays: null, plantSprays: null }
  const { synthetic, plant } = await spraysOn(
    within,
    fields.map(({ cropId }) => cropId),
  )
  const perFarmer = new Map(fields.map(({ farmerId, inspections, result }) => [farmerId, result === 'APPROVED' || result === 'CONDITIONAL' ? inspections : 0]))
  return {
    inspections: [...perFarmer.values()].reduce((sum, count) => sum + count, 0),
    gmo,
    syntheticSprays: synthetic,
    plantSprays: Math.round(plant / fields.length),
  }
}

const stepOf = ({ eventType, process }: Step, isCotton: boolean): JourneyStep['step'] | null => {
  switch (eventType) {
    case 'SOWING':
      return 'SOWN'
    case 'HARVEST':
      return isCotton ? 'PICKED' : 'HARVESTED'
    case 'PURCHASE':
      return 'WEIGHED'
    case 'HEAP_BUILT':
    case 'MERGE':
      return 'HEAPED'
    case 'PROCESS_RUN':
      return process === 'GINNING' ? 'GINNED' : 'PROCESSED'
    case 'BALE_PRESSED':
      return 'BALED'
    case 'DISPATCH':
      return 'SHIPPED'
    default:
      return null
  }
}
/** One line per step and district, with its first and last month, in the order in which they began. */
function journeyOf(steps: readonly Step[], fields: readonly FieldFacts[]): JourneyStep[] {
  const isCotton = fields.every(({ cropName }) => /cotton/i.test(cropName ?? ''))
  const home = onlyOne(fields.map(({ district }) => district))
  const lines = new Map<string, JourneyStep>()
  for (const step of steps) {
    const name = stepOf(step, isCotton)
    if (!name) continue
    const district = name === 'SOWN' || name === 'PICKED' || name === 'HARVESTED' ? home : step.district
    const known = lines.get(`${name} ${district}`)
    if (!known) lines.set(`${name} ${district}`, { step: name, district, from: step.month, to: null })
    else if (step.month !== known.from) known.to = step.month
  }
  return [...lines.values()]
}

const proofOf = ({ events, intact, hashes }: { events: number; intact: boolean; hashes: string[] }): PublicPage['proof'] => ({
  events,
  intact,
  hash: hashes.length
    ? createHash('sha256')
        .update([...hashes].sort().join(''))
        .digest('hex')
    : null,
})

// The facts of a public page (domain dictionary 13.1), worked out anew at each call. The answer is built field by
// field from the allow-list type and can hold nothing else: no person, polygon, price of one farmer, or internal id.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isCertified } from '#domain/chain/claim.ts'
import { originSquare } from '#domain/chain/origin-square.ts'
import { leastFarmers, schemeLogoAddress } from '#domain/chain/public-page.ts'
import type { ClaimState, JourneyStep, PublicPage } from '#domain/chain/public-page-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { type Composition, labelOf, organicShareOf } from '#domain/kernel/composition.ts'
import { stateLabel } from '#domain/kernel/entity.ts'
import type { Claim, Process } from '#domain/kernel/terms.ts'
import { organisationOf, type PublicPageSettings } from '#domain/tenancy/organisation.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import { queryAll, queryAllAndCommit } from '#server/db/connection.ts'
import { sharesQuery } from '../ledger/organic-shares.ts'
import { coverAmong, coversOf, isFinalBuyer, type ScopeCover } from '../ledger/scope-cover.ts'
import { eventsToVerify, unverified, verify } from '../store/verified-events.ts'
import type { Within } from './lot-graph.ts'
import { type FieldFacts, fieldsOf, type Spray, type Step, sourceOfCrop, sourceOfLot, spraysOn, type WayRow, type WayState, wayOf } from './public-origin.ts'

const tokenPattern = /^[\w-]{22}$/

/** The page of a token; null for one that nobody made, that was withdrawn, or whose lot was never filled: nobody can see which. */
export async function publicPageOf(within: Within, kind: 'crop' | 'batch', token: string): Promise<PublicPage | null> {
  if (!tokenPattern.test(token)) return null
  const page = kind === 'batch' ? await pageOfLot(within, token) : await pageOfCrop(within, token)
  return page && asShown(page, organisationOf(within.tenant.config))
}

/** Without what the programme leaves out of its public pages (6.6): it is not answered, so that nobody finds it behind the page. */
function asShown(page: PublicPage, { showSeason, showDistrict }: PublicPageSettings): PublicPage {
  return {
    ...page,
    ...(showSeason ? {} : { season: null, harvestYear: null }),
    ...(showDistrict
      ? {}
      : {
          place: { ...page.place, district: null },
          square: null,
          squareShare: null,
          journey: inAnyDistrict(page.journey),
        }),
  }
}

/** What is printed on the lot's label beside the code; null for a crop, which has no number people write. */
export async function lotNoOf({ db, tenant }: Pick<Within, 'db' | 'tenant'>, kind: 'crop' | 'batch', token: string): Promise<string | null> {
  if (kind === 'crop' || !tokenPattern.test(token)) return null
  const { rows } = await sql<{
    batchNo: string | null
  }>`select b.batch_no as "batchNo" from productbatch as b where b.tenant_id = ${tenant.id} and b.qr_token = ${token} and b.deleted_at is null`.execute(db)
  return rows[0]?.batchNo ?? null
}

/** Each step once: as many lines as districts would say how many there are. */
function inAnyDistrict(journey: readonly JourneyStep[]): JourneyStep[] {
  const lines = new Map<string, JourneyStep>()
  for (const { step, from, to } of journey) {
    const known = lines.get(step)
    const last = [known?.to ?? from, to ?? from].sort()[1] ?? from
    const first = known?.from ?? from
    lines.set(step, { step, district: null, from: first, to: last === first ? null : last })
  }
  return [...lines.values()]
}

/** The group that a page names, as columns of `o`. */
type GroupRow = { operatorId: string; group: string | null; groupStatus: string | null; district: string | null; state: string | null; country: string | null }
const groupColumns = sql`o.id as "operatorId", o.title as "group", o.status as "groupStatus", o.district, o.state, o.country`

type LotRow = GroupRow & {
  processorId: string | null
  processorTypes: string[] | null
  processorStatus: string | null
  product: string
  claim: Claim | null
  composition: Composition
  unitType: string
  units: unknown[] | null
  kg: number
  gmo: PublicPage['checks']['gmo']
  season: string | null
  harvestFrom: string | null
}

const bales = ['BALE', 'BALE_LOT']

/** Two messages: what is found by the code, then certificates and the events that have not been hashed yet. */
async function pageOfLot(within: Within, token: string): Promise<PublicPage | null> {
  const { db, tenant } = within
  const source = sourceOfLot(within, token)
  const [[lot], fields, found, sprays, [ofLot]] = await queryAll(
    db,
    sql<LotRow>`
      select ${groupColumns}, b.processor_id as "processorId", y.types as "processorTypes", y.status as "processorStatus", p.name as product, p.composition, b.claim_status as claim, b.unit_type as "unitType", b.units, b.closed_qty_kg as kg, b.gmo_status as gmo, s.name as season, b.harvest_from as "harvestFrom"
      from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id join collective as o on o.tenant_id = ${tenant.id} and o.id = b.operator_id
      left join season as s on s.tenant_id = ${tenant.id} and s.id = b.season_id left join processor as y on y.tenant_id = ${tenant.id} and y.id = b.processor_id
      where b.tenant_id = ${tenant.id} and b.qr_token = ${token} and b.qr_revoked_at is null and b.deleted_at is null and b.status <> 'VOIDED'`,
    fieldsOf(within, source),
    wayOf(within, source),
    spraysOn(within, source),
    sharesQuery(within, sql`array(select b.id from productbatch as b where b.tenant_id = ${tenant.id} and b.qr_token = ${token})`),
  )
  if (!lot?.kg) return null
  const way = wayIn(found)
  const isMany = farmersOf(fields) >= leastFarmers
  const [groupCovers, processorCovers, unread] = await queryAllAndCommit(
    db,
    coversOf(within, { kind: 'collective', id: lot.operatorId }, dayOf(within)),
    coversOf(within, { kind: 'processor', id: lot.processorId ?? lot.operatorId }, dayOf(within)),
    eventsToVerify(within, unverified(within, way.steps)),
  )
  const organicShare = Number(ofLot?.share ?? organicShareOf(lot.composition))
  const isProcessorCovered = !lot.processorId || isFinalBuyer(lot.processorTypes) || coverAmong(processorCovers, dayOf(within)) !== null
  return {
    kind: 'batch',
    product: lot.product,
    variety: onlyOne(fields.map(({ varietyName }) => varietyName)),
    // The page counts in bales.
    units: isMany ? (bales.includes(lot.unitType) && lot.units?.length) || null : null,
    stages: null,
    organicShare,
    ...groupOf(within, lot, lot.claim ?? 'CONVENTIONAL', {
      isOnHold: way.isOnHold || (lot.processorStatus === 'SUSPENDED' && isCertified(lot.claim ?? 'CONVENTIONAL')),
      isCovered: !way.isUndecided && isProcessorCovered && labelOf(organicShare) !== null,
      cover: coverAmong(groupCovers, dayOf(within)),
    }),
    season: lot.season,
    harvestYear: lot.harvestFrom ? Number(lot.harvestFrom.slice(0, 4)) : null,
    ...squareOf(fields, isMany),
    ...peopleOf(currencyOf(within.tenant.config), fields, way.steps),
    checks: checksOf(fields, sprays, lot.gmo, isMany),
    journey: journeyOf(way.steps, fields),
    proof: proofOf(way.steps, verify(within, unread), isMany),
    checkedAt: within.now.toISOString(),
  }
}

type PageCrop = GroupRow & {
  name: string
  variety: string
  status: string
  claim: Claim | null
  season: string
  sowingDate: string | null
  germinationDate: string | null
  harvestStart: string | null
  harvestEnd: string | null
}

async function pageOfCrop(within: Within, token: string): Promise<PublicPage | null> {
  const { db, tenant } = within
  const source = sourceOfCrop(within, token)
  const [[crop], fields, found, sprays] = await queryAll(
    db,
    sql<PageCrop>`
      select ${groupColumns}, c.crop_name as name, c.variety_name as variety, c.status, c.claim_status as claim, s.name as season, c.sowing_date as "sowingDate", c.germination_date as "germinationDate", c.harvest_start as "harvestStart", c.harvest_end as "harvestEnd"
      from crop as c join collective as o on o.tenant_id = ${tenant.id} and o.id = c.operator_id left join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id
      where c.tenant_id = ${tenant.id} and c.qr_token = ${token} and c.qr_revoked_at is null and c.deleted_at is null and c.status <> 'CANCELLED'`,
    fieldsOf(within, source),
    wayOf(within, source),
    spraysOn(within, source),
  )
  if (!crop) return null
  const way = wayIn(found)
  const [certificates, unread] = await queryAllAndCommit(
    db,
    coversOf(within, { kind: 'collective', id: crop.operatorId }, dayOf(within)),
    eventsToVerify(within, unverified(within, way.steps)),
  )
  // BR-04: before the committee has approved the farmer for the season, nothing is claimed.
  const isApproved = fields.some(({ result }) => result === 'APPROVED' || result === 'CONDITIONAL')
  return {
    kind: 'crop',
    product: crop.name,
    variety: crop.variety,
    units: null,
    season: crop.season,
    harvestYear: crop.harvestStart ? Number(crop.harvestStart.slice(0, 4)) : null,
    stages: stagesOf(crop),
    organicShare: 1,
    ...groupOf(within, crop, (isApproved && crop.claim) || 'CONVENTIONAL', {
      isOnHold: way.isOnHold,
      isCovered: true,
      cover: coverAmong(certificates, dayOf(within)),
    }),
    ...squareOf(fields, true),
    ...peopleOf(currencyOf(within.tenant.config), fields, []),
    // Of one crop, which is nobody's sum: the allow-list has what was done on it (13.1).
    checks: checksOf(fields, sprays, null, true),
    journey: journeyOf(way.steps, fields),
    proof: proofOf(way.steps, verify(within, unread), true),
    checkedAt: within.now.toISOString(),
  }
}

function stagesOf(crop: PageCrop): PublicPage['stages'] {
  const states = Object.keys(entityOf('crop').states)
  const reached = states.indexOf(crop.status)
  const stage = (state: string, day: string | null) => ({
    label: stateLabel(entityOf('crop'), state),
    month: day?.slice(0, 7) ?? null,
    isReached: day !== null || (reached >= states.indexOf(state) && crop.status !== 'FAILED'),
  })
  return [
    stage('SOWN', crop.sowingDate),
    stage('GROWING', crop.germinationDate),
    stage('HARVESTING', crop.harvestStart),
    stage('HARVESTED', ['HARVESTED', 'CLOSED'].includes(crop.status) ? crop.harvestEnd : null),
  ]
}

function wayIn(rows: readonly (WayState & (WayRow | { id: null }))[]): WayState & { steps: WayRow[] } {
  const [first] = rows
  return {
    isOnHold: first?.isOnHold ?? false,
    isUndecided: first?.isUndecided ?? false,
    steps: rows.flatMap((row) => (row.id === null ? [] : [row])),
  }
}
const onlyOne = (values: readonly (string | null)[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)

/**
 * The group, its certificate and what may be said of the claim today: a suspended group or a restricted lot shows red; without a valid
 * scope certificate of the group, or of whoever has the goods now (`isCovered`), nothing is claimed.
 */
function groupOf(
  { tenant }: Within,
  { group, groupStatus, district, state, country }: GroupRow,
  claim: Claim,
  { isOnHold, isCovered, cover }: { isOnHold: boolean; isCovered: boolean; cover: ScopeCover | null },
): Pick<PublicPage, 'programme' | 'group' | 'publicText' | 'claim' | 'claimState' | 'certificate' | 'place'> {
  const certificate = cover
    ? {
        scheme: cover.scheme.replace('_', '-'),
        logo: cover.logo && schemeLogoAddress(cover.logo),
        body: cover.body,
        number: cover.scNo,
        validTo: cover.validTo,
        isValid: true,
      }
    : null
  const claimState: ClaimState =
    isOnHold || (groupStatus === 'SUSPENDED' && isCertified(claim))
      ? 'onHold'
      : isCertified(claim) && certificate && isCovered && groupStatus === 'ACTIVE'
        ? 'valid'
        : 'none'
  return {
    programme: tenant.name,
    group: group ?? '',
    publicText: organisationOf(tenant.config).publicText,
    claim: claimState === 'valid' ? claim : 'CONVENTIONAL',
    claimState,
    certificate: claimState === 'valid' ? certificate : null,
    place: { district: district ?? '', state: state ?? '', country: country ?? tenant.country },
  }
}

/** The day it is where the programme works. */
const dayOf = ({ tenant, now }: Within): string => new Intl.DateTimeFormat('en-CA', { timeZone: tenant.timezone }).format(now)

/** Weighed by what each field gave, so that no other square holds more of the goods. That all of it comes from there is no share of anybody. */
function squareOf(fields: readonly FieldFacts[], isMany: boolean): Pick<PublicPage, 'square' | 'squareShare'> {
  const origin = originSquare(fields.map(({ lon, lat, weight }) => ({ lon, lat, weight })))
  const share = origin ? Math.round(origin.share * 100) / 100 : null
  return { square: origin?.square ?? null, squareShare: isMany || share === 1 ? share : null }
}

const farmersOf = (some: readonly { farmerId: string | null }[]): number => new Set(some.flatMap(({ farmerId }) => farmerId ?? [])).size

/** BR-35: nothing about fewer than ten farmers, neither their number nor a sum or mean over them, or over those among them whom a figure is about. */
function peopleOf(currency: string, fields: readonly FieldFacts[], steps: readonly Step[]): Pick<PublicPage, 'farmers' | 'impact'> {
  const farmers = farmersOf(fields)
  if (farmers < leastFarmers) return { farmers: null, impact: null }
  const farmerOf = new Map(fields.map(({ cropId, farmerId }) => [cropId, farmerId]))
  const bought = steps.filter((step) => step.eventType === 'PURCHASE' && step.netKg)
  const tickets = farmersOf(bought.map(({ cropId }) => ({ farmerId: farmerOf.get(cropId ?? '') ?? null }))) < leastFarmers ? [] : bought
  const kg = tickets.reduce((sum, ticket) => sum + (ticket.netKg ?? 0), 0)
  const premium = tickets.reduce((sum, ticket) => sum + (ticket.netKg ?? 0) * (ticket.premiumPerKg ?? 0), 0)
  const organic = fields.filter(({ claim }) => claim === 'ORGANIC')
  const organicHa = farmersOf(organic) < leastFarmers ? 0 : organic.reduce((sum, { areaHa }) => sum + areaHa, 0)
  return {
    farmers,
    impact: { premiumPerKg: kg && premium ? Math.round(premium / kg) : null, currency, organicHa: organicHa ? Math.round(organicHa) : null },
  }
}

/** Counts of what was checked. Only passed inspections are counted; sanctions and findings are nobody's business here. */
function checksOf(fields: readonly FieldFacts[], sprays: readonly Spray[], gmo: PublicPage['checks']['gmo'], isCounted: boolean): PublicPage['checks'] {
  if (fields.length === 0 || !isCounted) return { inspections: null, gmo, syntheticSprays: null, plantSprays: null, isCounted }
  const count = (...categories: string[]) => sprays.filter(({ category }) => categories.includes(category)).reduce((sum, { n }) => sum + n, 0)
  const perFarmer = new Map(fields.map(({ farmerId, inspections, result }) => [farmerId, result === 'APPROVED' || result === 'CONDITIONAL' ? inspections : 0]))
  return {
    inspections: [...perFarmer.values()].reduce((sum, count) => sum + count, 0),
    gmo,
    isCounted,
    syntheticSprays: count('SYNTH_PESTICIDE', 'SYNTH_FERTILISER', 'HERBICIDE'),
    plantSprays: Math.round(count('BOTANICAL', 'BIOCONTROL', 'BIOFERTILISER') / fields.length),
  }
}

const runSteps: Partial<Record<Process, JourneyStep['step']>> = {
  GINNING: 'GINNED',
  SPINNING_CARDED: 'SPUN',
  SPINNING_COMBED: 'SPUN',
  KNITTING: 'KNITTED',
  WEAVING: 'WOVEN',
  DYEING_FINISHING: 'DYED',
  CMT: 'SEWN',
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
      return runSteps[process as Process] ?? 'PROCESSED'
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

/** Whether every fingerprint still fits its record, and one fingerprint of all. */
const proofOf = (steps: readonly WayRow[], intact: boolean, isCounted: boolean): PublicPage['proof'] => ({
  events: isCounted ? steps.length : null,
  intact,
  hash: steps.length
    ? createHash('sha256')
        .update(
          steps
            .map(({ hash }) => hash)
            .sort()
            .join(''),
        )
        .digest('hex')
    : null,
})

// The claim of a crop in a scope of the past. What its plot, its system and its own events lead to, unless it stayed below that: a
// claim that fell when goods had left the farm lot never rises (BR-11). That depends on what was known when, and is stored in no event:
// it is worked out from one moment of recording to the next.
import { sql } from 'kysely'
import { claimRank, lowestClaim } from '#domain/chain/claim.ts'
import { claimAfterSale } from '#domain/chain/crop-claim.ts'
import { inForce, type KnownClaim, type Span } from '#domain/chain/lowered-claims.ts'
import { entityOf } from '#domain/entities.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { Past, Scope } from '../../scope.ts'
import { stateAfter } from '../../store/as-of.ts'
import { eventsByRecord } from '../../store/events-then.ts'
import { recordsById } from '../../store/get.ts'
import { statesOf } from '../../store/history.ts'
import { momentsRead, readHistories } from '../../store/past-histories.ts'
import { readForPast } from '../../store/read-for-past.ts'
import { derivedClaim } from './crop-claim-derived.ts'
import { type Crop, type CropState, cropStateOf } from './crop-state.ts'
import { testsOfField } from './field-tests.ts'

const [crop, system, landparcel] = [entityOf('crop'), entityOf('croppingsystem'), entityOf('landparcel')]
type PastScope = Scope & { past: Past }
/** What left the farm lot of a crop. `at`: when it did; `from`, `until`: while it was known. */
type Departure = Span & { at: number }

/** Reads what the claims of these crops were made of, at every moment, in a few messages for all of them; answers what left their farm lots. */
async function readCrops(scope: PastScope, crops: readonly Crop[]): Promise<Map<string, Departure[]>> {
  const ids = crops.map(({ id }) => id)
  const systems = crops.map(({ croppingSystemId }) => croppingSystemId)
  await readHistories(scope, [
    [crop, ids],
    [system, systems],
    [landparcel, crops.map(({ parcelId }) => parcelId)],
    // Their village (store/grower-then.ts).
    [entityOf('farmer'), crops.map(({ farmerId }) => farmerId)],
  ])
  await recordsById(scope, system, [...new Set(systems)])
  await recordsById(scope, entityOf('croptype'), [...new Set(crops.map(({ cropTypeId }) => cropTypeId))])
  await readItems(scope, crops)
  const { rows } = await sql<{ cropId: string; at: string; recordedAt: string; voidedAt: string | null }>`
    select b.crop_id as "cropId", l.at, l.recorded_at as "recordedAt", l.voided_at as "voidedAt" from productbatch as b
    join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = b.id
    where b.tenant_id = ${scope.tenant.id} and b.crop_id = any(${ids}::uuid[]) and b.unit_type = 'FARM_LOT'
      and l.recorded_at <= ${scope.past.knownBy}::timestamptz order by l.recorded_at`.execute(scope.db)
  const departures = rows.map(({ cropId, at, recordedAt, voidedAt }) => ({
    cropId,
    at: Date.parse(at),
    from: Date.parse(recordedAt),
    until: voidedAt === null ? null : Date.parse(voidedAt),
  }))
  return Map.groupBy(departures, ({ cropId }) => cropId)
}

/** The inputs that their events name, and what the list said of each. */
async function readItems(scope: PastScope, crops: readonly Crop[]): Promise<void> {
  const whole = knownAt(scope, Date.parse(scope.past.knownBy))
  const ids = new Set<string>()
  for (const { id, croppingSystemId } of crops)
    for (const [entity, subject] of [[crop, id] as const, [system, croppingSystemId] as const])
      for (const { data } of (await eventsByRecord(whole, entity, [subject])).get(subject) ?? []) if (typeof data.itemId === 'string') ids.add(data.itemId)
  await recordsById(scope, entityOf('inputitem'), [...ids])
  await readHistories(scope, [[entityOf('inputitem'), [...ids]]])
}

/** All that was known at a moment, without a day: no fact is left out because it lies ahead. */
const knownAt = (scope: PastScope, moment: number): PastScope => ({
  ...scope,
  past: { occurredBy: '9999-12-31T00:00:00.000Z', knownBy: new Date(moment).toISOString(), isKnownNow: false },
})

const departuresRead = readForPast<readonly Departure[]>()
/** Reads for many what the claim of each follows from. */
export async function readClaimsAhead(scope: PastScope, crops: readonly Crop[]): Promise<void> {
  const departures = await readCrops(scope, crops)
  departuresRead.set(scope, new Map(crops.map(({ id }) => [id, departures.get(id) ?? []])))
}

/** The claim in a scope of the past of a crop that was folded to `state`. */
export async function claimThen(scope: PastScope, { id }: Crop, state: CropState): Promise<Claim | null> {
  const [row] = await recordsById(scope, crop, [id])
  if (!row) return null
  return (await claimIn(scope, row, state, departuresRead.get(scope, id) ?? (await readCrops(scope, [row])).get(id) ?? [])).claim
}

/** `claims`: from when each was known. */
type Claimed = { claim: Claim | null; claims: KnownClaim[] }
async function claimIn(scope: PastScope, row: Crop, state: CropState, departures: readonly Departure[]): Promise<Claimed> {
  const { past } = scope
  const derived = await derivedClaim(scope, row, state)
  const [occurredBy, knownBy] = [Date.parse(past.occurredBy), Date.parse(past.knownBy)]
  const whole = await claimOfAll(scope, row, knownBy)
  const claims = past.isKnownNow ? [{ from: 0, claim: row.claimStatus }] : await claimsUpTo(scope, row, departures, whole)
  const lowered = claims.at(-1)?.claim ?? null
  const isLowered = lowered !== null && whole !== null && claimRank[lowered] < claimRank[whole]
  const hasLeft = departures.some((one) => inForce(one, knownBy) && one.at <= occurredBy)
  return { claim: isLowered && hasLeft && derived ? lowestClaim([derived, lowered]) : derived, claims }
}

const claimOfAll = async (scope: PastScope, row: Crop, moment: number): Promise<Claim | null> => {
  const then = knownAt(scope, moment)
  return derivedClaim(then, row, await cropStateOf(then, row))
}

/** As it stood in the record from the first departure of goods on; before, it is what everything known leads to. */
async function claimsUpTo(scope: PastScope, row: Crop, departures: readonly Departure[], whole: Claim | null): Promise<KnownClaim[]> {
  const first = departures[0]?.from
  if (first === undefined) return [{ from: 0, claim: whole }]
  const recorded = momentsRead(scope, [
    [crop, [row.id]],
    [system, [row.croppingSystemId]],
    [landparcel, [row.parcelId]],
  ])
  // With the last departure that is taken back a claim may rise again, without an event of the crop.
  const takenBack = departures.flatMap(({ until }) => (until !== null && until <= Date.parse(scope.past.knownBy) ? [until] : []))
  const claims: KnownClaim[] = []
  const moments = new Set([first, ...[...recorded, ...takenBack].filter((one) => one > first)])
  for (const moment of [...moments].sort((one, other) => one - other)) {
    const derived = await claimOfAll(scope, row, moment)
    const known = claims.at(-1)?.claim ?? null
    const claim = claimAfterSale(
      derived,
      known,
      departures.some((one) => inForce(one, moment)),
    )
    if (claims.length === 0 || claim !== known) claims.push({ from: moment, claim })
  }
  return claims
}

/** Columns of crops that the pasts of lots and plots read. */
export async function cropColumnsThen(scope: PastScope, crops: readonly Crop[]) {
  const departures = await readCrops(scope, crops)
  const columns = new Map<
    string,
    Pick<Crop, 'claimStatus' | 'gmoStatus' | 'sowingDate' | 'harvestStart' | 'harvestEnd'> & { status: string; claims: KnownClaim[] }
  >()
  for (const row of crops) {
    const [created, ...rest] = (await eventsByRecord(scope, crop, [row.id])).get(row.id) ?? []
    if (!created) continue
    const machine = statesOf(scope, crop)
    const state = await cropStateOf(scope, row)
    const { claim: claimStatus, claims } = await claimIn(scope, row, state, departures.get(row.id) ?? [])
    columns.set(row.id, {
      status: machine.statusOf(stateAfter(crop, machine, [created, ...rest])),
      claimStatus,
      gmoStatus: testsOfField(state.facts).gmoStatus,
      sowingDate: state.sowingDate,
      harvestStart: state.harvestStart,
      harvestEnd: state.harvestEnd,
      claims,
    })
  }
  return columns
}

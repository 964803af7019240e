// What is planned as a crop fits its cropping system (BR-03) and its season, and takes from them what it is shown with. One crop, or
// many of a file at once: what the rules need is then read for all of them together.
import { isDeepStrictEqual } from 'node:util'
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { proofNames, statesProof } from '#domain/kernel/gm-proof.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { onDay, phrase, word } from '#domain/messages/message.ts'
import { cropsFit, hasShare } from '#domain/rules/areas.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { newQrToken, referred } from '../../ledger/lots.ts'
import type { Change, PreparedMany, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { amongIds, recordMap, recordsById } from '../../store/get.ts'
import { duplicateOf } from '../../store/violations.ts'
import { checkOpen, isNear, openSeason, sharedSeasons, tolerances } from '../open-season.ts'
import { refuseUnfit } from './crop-package.ts'
import { placesOf, regionsOfNorms } from './crop-places.ts'
import { settlePlans } from './crop-plans.ts'
import { chemicalSeed, refuseGm } from './crop-rules.ts'
import { type Crop, capIn } from './crop-state.ts'
import { parallelFinding } from './parallel-crops.ts'
import type { Package } from './plan-basis.ts'

const crop = entityOf('crop')
const croppingsystem = entityOf('croppingsystem')
const season = entityOf('season')
const variety = entityOf('variety')
const croptype = entityOf('croptype')
const pop = entityOf('pop')
const schemepop = entityOf('schemepop')
type SchemePop = Stored<typeof schemepop>
type CropChange = Change<typeof crop>
type System = Stored<typeof croppingsystem>

/** Another crop of the same system. */
type Neighbour = Pick<Crop, 'role' | 'areaHa' | 'areaShare' | 'cropTypeId' | 'varietyId' | 'status'>
/** A crop of the same kind by the same grower in the same season. */
type Kin = { code: string; managedOrganically: boolean }
/** What the rules look at beside the crop. */
type CropContext = {
  system: System
  season: Stored<typeof season>
  variety: Stored<typeof variety>
  cropType: Stored<typeof croptype>
  neighbours: readonly Neighbour[]
  kin: readonly Kin[]
  /** The package that it shall follow. */
  pop: Package | undefined
  /** Names of where it stands, as far as its package or its yield norms ask. */
  places: readonly string[]
  /** Rules of schemes by id, with those that it names. */
  schemePops: ReadonlyMap<string, Pick<SchemePop, 'cropTypeId'>>
}

export async function prepareCrop(scope: Scope, change: CropChange): Promise<void> {
  const { before, after } = change
  if (before) await refuseOtherProof(scope, before, after)
  // Of an edit it is locked already.
  if (!before) await lockPlots(scope, [after.croppingSystemId])
  const [found] = await recordsById(scope, croppingsystem, [after.croppingSystemId], { lock: true })
  const system = plannable(after, found)
  const followed = before || !after.popId ? undefined : (await recordsById(scope, pop, [after.popId]))[0]
  const cropType = await referred(scope, 'croptype', after.cropTypeId, 'cropTypeId')
  plan(scope, change, {
    system,
    season: await openSeason(scope, system.seasonId),
    variety: await referred(scope, 'variety', after.varietyId, 'varietyId'),
    cropType,
    neighbours: (await neighboursIn(scope, [system.id], after.id)).get(system.id) ?? [],
    kin: (await kinOf(scope, [{ system, cropTypeId: after.cropTypeId }], after.id)).get(kinKey(system, after)) ?? [],
    pop: followed,
    places: (await placesOf(scope, [system], [followed, regionsOfNorms(cropType)])).get(system.id) ?? [],
    schemePops: await namedRules(scope, after.schemePopIds ?? []),
  })
}

/** What a sowing states of its proof is what the crop has (crop-columns.ts): an edit would be lost with the next event. */
async function refuseOtherProof(scope: Scope, before: Crop, after: Crop): Promise<void> {
  const changed = proofNames.find((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null))
  if (!changed || !before.sowingDate) return
  const last = (await eventsOf(scope, crop, before.id, ['SOWING', 'RESOWING'])).at(-1)
  if (last && statesProof(last.data)) throw fieldProblem(changed, 'rule', 'The sowing states the proof of its seed: correct the sowing.')
}

export async function prepareCrops(scope: Scope, drafts: readonly CropChange[]): Promise<PreparedMany<typeof crop>> {
  const rows = drafts.map(({ after }) => after)
  const read = <K extends keyof Crop>(field: K): Crop[K][] => rows.map((row) => row[field])
  const ids = read('croppingSystemId')
  await lockPlots(scope, ids)
  const systems = await recordMap(scope, croppingsystem, ids, { lock: true })
  const seasons = await sharedSeasons(
    scope,
    [...systems.values()].map(({ seasonId }) => seasonId),
  )
  const varieties = await recordMap(scope, variety, read('varietyId'))
  const cropTypes = await recordMap(scope, croptype, read('cropTypeId'))
  const neighbours = await neighboursIn(scope, [...systems.keys()])
  const wanted = rows.flatMap(({ croppingSystemId, cropTypeId }) => {
    const system = systems.get(croppingSystemId)
    return system ? [{ system, cropTypeId }] : []
  })
  const kin = await kinOf(scope, wanted)
  const followed = read('popId')
  const packages = followed.some((id) => id !== null) ? await recordMap(scope, pop, followed) : new Map<string, Package>()
  const placed = await placesOf(scope, [...systems.values()], [...packages.values(), ...[...cropTypes.values()].map(regionsOfNorms)])
  const schemePops = await namedRules(
    scope,
    rows.flatMap(({ schemePopIds }) => schemePopIds ?? []),
  )
  return {
    prepare(change) {
      const { after } = change
      const system = plannable(after, systems.get(after.croppingSystemId))
      const [ofVariety, cropType] = [varieties.get(after.varietyId), cropTypes.get(after.cropTypeId)]
      if (!ofVariety) throw fieldProblem('varietyId', 'missing', 'There is no such variety.')
      if (!cropType) throw fieldProblem('cropTypeId', 'missing', 'There is no such crop type.')
      plan(scope, change, {
        system,
        season: checkOpen(seasons.get(system.seasonId)),
        variety: ofVariety,
        cropType,
        neighbours: neighbours.get(system.id) ?? [],
        kin: kin.get(kinKey(system, after)) ?? [],
        pop: packages.get(after.popId ?? ''),
        places: placed.get(system.id) ?? [],
        schemePops,
      })
    },
    accept({ after }) {
      const system = systems.get(after.croppingSystemId)
      if (!system) return
      put(neighbours, system.id, after)
      put(kin, kinKey(system, after), { code: after.code, managedOrganically: system.managedOrganically })
    },
    async written(changes) {
      await settlePlans(
        scope,
        changes.flatMap(({ after }) => (after.popId ? after.id : [])),
      )
    },
  }
}
const put = <T>(map: Map<string, T[]>, key: string, value: T): void => void map.set(key, [...(map.get(key) ?? []), value])

/** The plots of these systems, before the systems: a crop names its plot, and whoever changes a plan has locked both in this order. */
async function lockPlots(scope: Scope, systemIds: readonly string[]): Promise<void> {
  await scope.db
    .selectFrom('landparcel')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', 'in', (of) =>
      of
        .selectFrom('croppingsystem')
        .select('parcel_id')
        .where('tenant_id', '=', scope.tenant.id)
        .where('id', '=', amongIds([...new Set(systemIds)])),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A cropping system in which something may be planned. */
function plannable(after: Crop, system: System | undefined): System {
  if (!system || system.operatorId !== after.operatorId) throw fieldProblem('croppingSystemId', 'missing', 'There is no such cropping system.')
  if (!['PLANNED', 'ACTIVE'].includes(system.status)) throw fieldProblem('croppingSystemId', 'rule', 'This cropping system has ended.')
  return system
}

function plan(
  scope: Scope,
  { before, after, flag }: CropChange,
  { system, season, variety, cropType, neighbours, kin, pop: followed, places, schemePops }: CropContext,
): void {
  if (variety.cropTypeId !== cropType.id) throw fieldProblem('varietyId', 'rule', phrase`${word(variety.title)} is not a variety of ${word(cropType.title)}.`)
  const isForAnother = (id: string): boolean => (schemePops.get(id)?.cropTypeId ?? cropType.id) !== cropType.id
  if (after.schemePopIds?.some(isForAnother)) throw fieldProblem('schemePopIds', 'rule', 'These rules are for another crop.')
  const days = tolerances(scope).sowingOutsideSeason
  if (cropType.lifecycle !== 'PERENNIAL' && !isNear(season, after.plannedSowing, days))
    throw fieldProblem('plannedSowing', 'rule', phrase`Outside the season (${onDay(season.startDate)} to ${onDay(season.endDate)}) by more than ${days} days.`)
  // Another variety is a request, which the store asks for (`certified`) and somebody else approves: it moves neither the ceiling nor the claim.
  const isByRequest = scope.sentIn?.isApprovedByAnother ?? !canOn(scope.user, crop, 'A', after)
  const stands = isByRequest ? (['areaHa', 'role'] as const) : (['areaHa', 'varietyId', 'role'] as const)
  if (before && before.status !== 'PLANNED' && stands.some((field) => before[field] !== after[field])) {
    throw new Problem('STATE_CONFLICT', { message: 'Area, variety and role stand once the crop is sown. Take the sowing back to correct them.' })
  }
  if (before && before.status !== 'PLANNED' && before.varietyId !== variety.id) refuseGm(system, variety)
  if (system.managedOrganically && after.seedTreated === 'CHEMICAL') throw chemicalSeed('seedTreated')
  // The same crop entered twice is reported as that, not as ground that is too small for two.
  if (neighbours.some((one) => one.cropTypeId === after.cropTypeId && one.varietyId === after.varietyId && one.role === after.role))
    throw duplicateOf(crop, ['croppingSystemId', 'cropTypeId', 'varietyId', 'role'])
  checkShare(before, after, system)
  assertPasses(cropsFit(system, [...neighbours.filter(isThere), after]))
  Object.assign(after, {
    farmerId: system.farmerId,
    parcelId: system.parcelId,
    seasonId: system.seasonId,
    village: system.village,
    cropName: cropType.name,
    varietyName: variety.name,
  })
  if (!before && after.popId) {
    // What is entered after it was sown is judged by the day of its sowing.
    const today = localDay(scope)
    refuseUnfit('popId', followed, after, system, { season, day: after.plannedSowing < today ? after.plannedSowing : today, places })
    after.popVersion = followed?.versionNo ?? null
  }
  if (!before) Object.assign(after, { qrToken: newQrToken(), harvestedKg: 0, purchasedKg: 0, retainedKg: 0, remainingSellableKg: 0 })
  if (!before || before.status === 'PLANNED') {
    after.places = places.length > 0 ? [...places] : null
    after.yieldCapKg = capIn({ cropType, season, waterRegime: system.waterRegime, places }, after.areaHa)
  }
  if (after.yieldCapKg === null)
    flag({ ruleId: 'BR-06', severity: 'WARN', message: 'The programme has no yield norm for this crop and water; its ceiling is open.' })
  const [other] = kin.filter(({ managedOrganically }) => managedOrganically !== system.managedOrganically).sort((one, two) => (one.code < two.code ? -1 : 1))
  if (other) flag(parallelFinding(other.code))
}

const isThere = ({ status }: Neighbour): boolean => status !== 'CANCELLED' && status !== 'FAILED'

/** BR-03: a crop whose cancellation or loss was a mistake stands beside what was entered meanwhile. */
export async function refuseWithoutRoom(scope: Scope, row: Crop): Promise<void> {
  const [system] = await recordsById(scope, croppingsystem, [row.croppingSystemId], { lock: true })
  if (!system) return
  if (system.status === 'CANCELLED') throw new Problem('STATE_CONFLICT', { message: 'This cropping system has ended.' })
  const neighbours = (await neighboursIn(scope, [system.id], row.id)).get(system.id) ?? []
  assertPasses(cropsFit(system, [...neighbours.filter(isThere), row]))
}

/** BR-03: of what grows mixed each crop says its share of the ground, and nothing else has one. One from before there were shares gets it with its next change. */
function checkShare(before: Crop | null, after: Crop, system: System): void {
  if (system.systemType === 'MIXED' && hasShare(after)) {
    if (after.areaShare === null) throw fieldProblem('areaShare', 'required', 'Of crops that grow mixed each has its share of the area.')
  } else if (after.areaShare !== null && after.areaShare !== before?.areaShare)
    throw fieldProblem('areaShare', 'rule', 'Only main crops, intercrops, borders and trap crops of a mixed cropping system have a share.')
  if (before && before.areaShare !== null && before.areaShare !== after.areaShare && (before.harvestedKg ?? 0) > 0)
    throw fieldProblem('areaShare', 'rule', 'The share stands once something of the crop was picked.')
}

/** For which crop they are: of rules that name none, that of the package that they are for. */
const namedRules = async (scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Pick<SchemePop, 'cropTypeId'>>> => {
  if (ids.length === 0) return new Map()
  const versions = await recordMap(scope, schemepop, ids)
  const followed = [...versions.values()].flatMap(({ cropTypeId, popId }) => (cropTypeId === null && popId !== null ? popId : []))
  const packages = followed.length > 0 ? await recordMap(scope, pop, followed) : new Map<string, Package>()
  return new Map([...versions].map(([id, { cropTypeId, popId }]) => [id, { cropTypeId: cropTypeId ?? packages.get(popId ?? '')?.cropTypeId ?? null }]))
}

/** The crops of these systems, by system. */
async function neighboursIn(scope: Scope, systemIds: readonly string[], exceptId?: string): Promise<Map<string, Neighbour[]>> {
  if (systemIds.length === 0) return new Map()
  let query = scope.db
    .selectFrom('crop')
    .select(['cropping_system_id', 'role', 'area_ha', 'area_share', 'crop_type_id', 'variety_id', 'status'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('cropping_system_id', '=', amongIds(systemIds))
    .where('deleted_at', 'is', null)
  if (exceptId) query = query.where('id', '!=', exceptId)
  const found = new Map<string, Neighbour[]>()
  for (const row of await query.execute())
    put(found, row.cropping_system_id, {
      ...{ role: row.role, areaHa: row.area_ha, areaShare: row.area_share, cropTypeId: row.crop_type_id, varietyId: row.variety_id, status: row.status },
    })
  return found
}

const kinKey = ({ farmerId, seasonId }: Pick<System, 'farmerId' | 'seasonId'>, { cropTypeId }: Pick<Crop, 'cropTypeId'>): string =>
  [farmerId, seasonId, cropTypeId].join(' ')

/** BR-05: the same crop both ways by one farmer in one season needs separate storage and the manager's plan. */
async function kinOf(scope: Scope, of: readonly { system: System; cropTypeId: string }[], exceptId?: string): Promise<Map<string, Kin[]>> {
  const farmerIds = [...new Set(of.flatMap(({ system }) => system.farmerId ?? []))]
  if (farmerIds.length === 0) return new Map()
  let query = scope.db
    .selectFrom('crop')
    .innerJoin('croppingsystem', (join) => join.onRef('croppingsystem.id', '=', 'crop.cropping_system_id').on('croppingsystem.tenant_id', '=', scope.tenant.id))
    .select(['crop.code', 'crop.farmer_id', 'crop.season_id', 'crop.crop_type_id', 'croppingsystem.managed_organically'])
    .where('crop.tenant_id', '=', scope.tenant.id)
    .where('crop.farmer_id', '=', amongIds(farmerIds))
    .where('crop.season_id', '=', amongIds([...new Set(of.map(({ system }) => system.seasonId))]))
    .where('crop.crop_type_id', '=', amongIds([...new Set(of.map(({ cropTypeId }) => cropTypeId))]))
    .where('crop.status', 'not in', ['CANCELLED', 'FAILED'])
    .where('crop.deleted_at', 'is', null)
  if (exceptId) query = query.where('crop.id', '!=', exceptId)
  const found = new Map<string, Kin[]>()
  for (const row of await query.execute())
    put(found, [row.farmer_id, row.season_id, row.crop_type_id].join(' '), { code: row.code, managedOrganically: row.managed_organically })
  return found
}

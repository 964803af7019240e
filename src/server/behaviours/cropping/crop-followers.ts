// Many crops that follow a package at once (domain dictionary 5.1): what it would move on each, and doing it, in a few statements whatever
// their number. The same event as for one crop, checked as for one.
import { sql } from 'kysely'
import { canOn, canRecord } from '#domain/access.ts'
import { cropPlan } from '#domain/cropping/crop-plan.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { eventSpecOf } from '#domain/kernel/entity.ts'
import { isPossible } from '#domain/kernel/history.ts'
import type { PackagePreview } from '#domain/kernel/package-answers.ts'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import { planChange } from '#domain/kernel/plan-change.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { ofOperator, withinAccessScope } from '../../store/access-scope.ts'
import { getRecord, recordMap, recordsById } from '../../store/get.ts'
import { inStep } from '../../store/step.ts'
import { updateMany } from '../../store/write-many.ts'
import { afterCursor, inOrder, type Looked, type Placed, pageOf, previewOf, withWords } from '../package-followers.ts'
import { versionChanges } from '../package-versions.ts'
import { unfitBecause } from './crop-package.ts'
import { placesOf } from './crop-places.ts'
import { settlePlans } from './crop-plans.ts'
import type { Crop } from './crop-state.ts'
import { type Package, planBasis } from './plan-basis.ts'

const crop = entityOf('crop')
const pop = entityOf('pop')
const assigned = eventSpecOf(crop, 'PACKAGE_ASSIGNED')

/** Crops within reach that a package is made for, or just these, each that it is not made for with the reason. Throws NOT_FOUND. */
export async function previewPackage(scope: Scope, popId: string, looked: Looked): Promise<PackagePreview> {
  const followed = await getRecord(scope, pop, popId)
  const { ids, next: nextPage } = pageOf(await candidates(scope, followed, looked))
  const crops = await recordsById(scope, crop, ids)
  const whys = await obstacles(scope, followed, crops, true)
  const [before, after] = [await planBasis(scope, crops), await planBasis(scope, crops, { as: followed })]
  const packages = await recordMap(
    scope,
    pop,
    crops.map((one) => one.popId),
  )
  const farmers = await recordMap(
    scope,
    entityOf('farmer'),
    crops.map(({ farmerId }) => farmerId),
  )
  const [old, next] = [before, after].map((bases) => new Map(bases.map(({ crop: { id }, input }) => [id, cropPlan(input)])))
  const changeOf = ({ id }: { id: string }) => planChange(old?.get(id) ?? [], next?.get(id) ?? [], followed.id, localDay(scope))
  const versions = await versionChanges(scope, 'pop', followed)
  return { ...previewOf(crops, nextPage, { followed, packages, farmers, whys, changeOf }), versions }
}

/** These crops follow the package from now on. All of them or none. Throws NOT_FOUND, VALIDATION naming the first that cannot. */
export const assignPackage = (scope: Scope, popId: string, cropIds: readonly string[]): Promise<{ count: number }> =>
  inStep(scope, async () => {
    const followed = await getRecord(scope, pop, popId)
    const wanted = [...new Set(cropIds)].sort()
    const seen = await recordsById(scope, crop, wanted)
    // In the order in which everybody locks: the ground before what grows on it.
    await recordsById(scope, entityOf('croppingsystem'), [...new Set(seen.map(({ croppingSystemId }) => croppingSystemId))].sort(), { lock: true })
    const crops = await recordsById(scope, crop, wanted, { lock: true })
    if (crops.length < wanted.length || crops.some((one) => !canOn(scope.user, crop, 'V', one) || (scope.operator && one.operatorId !== scope.operator.id)))
      throw fieldProblem('ids', 'missing', 'One of these crops is not there, or it is not yours to see.')
    const whys = await obstacles(scope, followed, crops, false)
    const [first] = whys
    const named = first && crops.find(({ id }) => id === first[0])
    if (first && named) throw fieldProblem('ids', 'rule', phrase`Crop ${named.code}: ${first[1]}`)
    const occurredAt = scope.now.toISOString()
    const changes = crops
      .filter((one) => one.popId !== followed.id)
      .map((before) => ({
        before,
        after: { ...before, popId: followed.id, popVersion: followed.versionNo },
        event: { eventType: 'PACKAGE_ASSIGNED', occurredAt, data: { popId: followed.id } },
      }))
    updateMany(scope, crop, changes, ['popId', 'popVersion'])
    await settlePlans(
      scope,
      changes.map(({ before }) => before.id),
    )
    return { count: changes.length }
  })

/**
 * Ids in their order: these, or those of its crop type that grow or are planned in an open season, within reach. Those that it is not made for come after those that might follow it, and those that
 * follow it already last: however many there are, the ones to choose from are among the first. One more than are answered.
 */
async function candidates(
  scope: Scope,
  { id, cropTypeId, collectiveId, varietyIds, waterRegimes, season }: Package,
  { ids, q, cursor }: Looked,
): Promise<Placed[]> {
  const isMadeFor = sql`((cardinality(${[...varietyIds]}::uuid[]) = 0 or r.variety_id = any(${[...varietyIds]}::uuid[]))
    and w.water_regime = any(${[...waterRegimes]}::text[]) and (${season}::text is null or s.kind = ${season}::text))`
  const which = ids
    ? sql`r.id = any(${[...ids]}::uuid[])`
    : sql`s.status = 'OPEN' and r.crop_type_id = ${cropTypeId}::uuid and r.status = any(${[...(assigned?.from ?? [])]}::text[])
      and (${collectiveId}::uuid is null or r.operator_id = ${collectiveId}::uuid)`
  const { rows } =
    await sql<Placed>`select o.* from (select r.id, r.pop_id is not distinct from ${id}::uuid as follows, ${isMadeFor} is not true as "isUnfit", r.village
      from crop as r left join season as s on s.tenant_id = r.tenant_id and s.id = r.season_id
      left join croppingsystem as w on w.tenant_id = r.tenant_id and w.id = r.cropping_system_id
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${withinAccessScope(scope, crop, 'V')} and ${ofOperator(scope, crop)} and ${which}
      and ${withWords(scope, crop, q)}) as o
    where ${afterCursor(cursor)} order by ${inOrder} limit ${mostFollowersAtOnce + 1}`.execute(scope.db)
  return rows
}

/** Why a crop cannot follow it, by crop. `isDraftToo`: as if it were published already. */
async function obstacles(scope: Scope, followed: Package, crops: readonly Crop[], isDraftToo: boolean): Promise<Map<string, Sentence>> {
  const systems = await recordMap(
    scope,
    entityOf('croppingsystem'),
    crops.map(({ croppingSystemId }) => croppingSystemId),
  )
  const seasons = await recordMap(
    scope,
    entityOf('season'),
    crops.map(({ seasonId }) => seasonId),
  )
  const judged: Package = isDraftToo && followed.status === 'DRAFT' ? { ...followed, status: 'PUBLISHED' } : followed
  const day = localDay(scope)
  const placed = await placesOf(scope, [...systems.values()], [judged])
  return new Map(
    crops.flatMap((one) => {
      const system = systems.get(one.croppingSystemId)
      const season = seasons.get(one.seasonId ?? '')
      const why = whyNot(scope, judged, one) ?? (system ? unfitBecause(judged, one, system, { season, day, places: placed.get(system.id) ?? [] }) : null)
      const closed = season?.status === 'OPEN' ? null : 'Its season is closed.'
      return why || closed ? [[one.id, why ?? closed ?? ''] as const] : []
    }),
  )
}
function whyNot(scope: Scope, { collectiveId }: Package, one: Crop): Sentence | null {
  if (!assigned || !canRecord(scope.user, crop, assigned, one)) return 'Your role may not record this here.'
  if (!isPossible(crop, assigned, one.status)) return 'This crop has ended.'
  return collectiveId && collectiveId !== one.operatorId ? 'This package is of another operator.' : null
}

// Many flocks or ponds that follow a package at once (animal 9.3): what it would move on each, and doing it, in a few statements whatever their
// number. An edit of each, as by hand: the same rights, the same refusals.
import { sql } from 'kysely'
import { canOn, isEditable } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { animalPlan } from '#domain/husbandry/animal-plan.ts'
import type { Stock } from '#domain/husbandry/living.ts'
import { flockMisfit, pondMisfit } from '#domain/husbandry/stock-package-fit.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Stored } from '#domain/kernel/entity.ts'
import type { PackagePreview } from '#domain/kernel/package-answers.ts'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import { planChange } from '#domain/kernel/plan-change.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { isOfOperator, ofOperator, withinAccessScope } from '../../store/access-scope.ts'
import { getRecord, recordMap } from '../../store/get.ts'
import { inStep } from '../../store/step.ts'
import { updateMany } from '../../store/write-many.ts'
import { placesOf } from '../cropping/crop-places.ts'
import { afterCursor, inOrder, type Looked, type Placed, pageOf, previewOf, withWords } from '../package-followers.ts'
import { unpublishedBecause, versionChanges } from '../package-versions.ts'
import { type StockKind, type StockPlanBasis, stockPlanBasis, stocksById } from './animal-plan-basis.ts'
import { settleAnimalPlans } from './animal-plans.ts'

const entities = {
  poultrybatch: { stock: entityOf('poultrybatch'), package: entityOf('poultrypop') },
  aquacrop: { stock: entityOf('aquacrop'), package: entityOf('aquapop') },
} as const
type Package = Stored<(typeof entities)[StockKind]['package']>

/** Flocks or ponds within reach that a package is made for, or just these, each that it is not made for with the reason. Throws NOT_FOUND. */
export const previewStocks = (scope: Scope, kind: StockKind, packageId: string, looked: Looked): Promise<PackagePreview> =>
  inStep(scope, async () => {
    const entity: AnyEntity = entities[kind].stock
    const followed = await packageOf(scope, kind, packageId)
    const { ids, next: nextPage } = pageOf(await candidates(scope, kind, followed, looked))
    const stocks = await stocksById(scope, kind, ids)
    const plansOf = (bases: readonly StockPlanBasis[]) => new Map(bases.map(({ stock, input }) => [stock.id, animalPlan(input)]))
    const old = plansOf(await stockPlanBasis(scope, kind, stocks))
    const next = plansOf(await stockPlanBasis(scope, kind, stocks, { as: followed }))
    const judged: Package = followed.status === 'DRAFT' ? { ...followed, status: 'PUBLISHED' } : followed
    const packages = await recordMap(
      scope,
      entities[kind].package,
      stocks.map(({ popId }) => popId),
    )
    const farmers = await recordMap(
      scope,
      entityOf('farmer'),
      stocks.map(({ farmerId }) => farmerId),
    )
    const places = await placesOf(scope, stocks, [judged])
    const whys = new Map(
      stocks.flatMap((stock) => {
        const why = whyNot(scope, entity, judged, stock, places.get(stock.id))
        return why === null ? [] : [[stock.id, why] as const]
      }),
    )
    const changeOf = ({ id }: { id: string }) => planChange(old.get(id) ?? [], next.get(id) ?? [], followed.id, localDay(scope))
    const versions = await versionChanges(scope, kind === 'poultrybatch' ? 'poultrypop' : 'aquapop', followed)
    return { ...previewOf(stocks, nextPage, { followed, packages, farmers, whys, changeOf }), versions }
  })

/** These follow the package from now on. All of them or none. Throws NOT_FOUND, VALIDATION naming the first that cannot. */
export const assignStocks = (scope: Scope, kind: StockKind, packageId: string, ids: readonly string[]): Promise<{ count: number }> =>
  inStep(scope, async () => {
    const entity: AnyEntity = entities[kind].stock
    const followed = await packageOf(scope, kind, packageId)
    const wanted = [...new Set(ids)].sort()
    const stocks = await stocksById(scope, kind, wanted)
    if (stocks.length < wanted.length || stocks.some((one) => !canOn(scope.user, entity, 'V', one) || !isOfOperator(scope, entity, one)))
      throw fieldProblem('ids', 'missing', 'One of these is not there, or it is not yours to see.')
    const places = await placesOf(scope, stocks, [followed])
    for (const stock of stocks) {
      const why = whyNot(scope, entity, followed, stock, places.get(stock.id))
      if (why !== null) throw fieldProblem('ids', 'rule', phrase`${stock.code}: ${why}`)
    }
    const occurredAt = scope.now.toISOString()
    const { id: popId, versionNo: popVersion } = followed
    const changes = stocks
      .filter((one) => one.popId !== popId)
      .map((before) => ({
        before,
        after: { ...before, popId, popVersion },
        event: {
          eventType: 'EDITED',
          occurredAt,
          data: { changes: { popId: { from: before.popId, to: popId }, popVersion: { from: before.popVersion, to: popVersion } } },
        },
      }))
    updateMany<AnyEntity>(scope, entity, changes, ['popId', 'popVersion'])
    await settleAnimalPlans(
      scope,
      kind,
      changes.map(({ before }) => before.id),
    )
    return { count: changes.length }
  })

const packageOf = (scope: Scope, kind: StockKind, id: string): Promise<Package> =>
  kind === 'poultrybatch' ? getRecord(scope, entityOf('poultrypop'), id) : getRecord(scope, entityOf('aquapop'), id)

/** Ids in their order: these, or those of its birds or species that live or are to come, within reach; those that follow it already come last. One more than are answered. */
async function candidates(scope: Scope, kind: StockKind, followed: Package, { ids, q, cursor }: Looked): Promise<Placed[]> {
  const entity = entities[kind].stock
  const fits =
    'birdType' in followed
      ? sql`r.bird_type = ${followed.birdType} and (${followed.strainId}::uuid is null or r.strain_id = ${followed.strainId}::uuid)`
      : sql`(${followed.speciesGroup} = 'OTHER' or r.species_group in (${followed.speciesGroup}, 'OTHER'))`
  const which = ids
    ? sql`r.id = any(${[...ids]}::uuid[])`
    : sql`r.status <> all(${[...(entity.final ?? [])]}::text[]) and (${followed.collectiveId}::uuid is null or r.operator_id = ${followed.collectiveId}::uuid) and ${fits}`
  const { rows } =
    await sql<Placed>`select o.* from (select r.id, r.pop_id is not distinct from ${followed.id}::uuid as follows, false as "isUnfit", r.village from ${sql.table(kind)} as r
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${withinAccessScope(scope, entity, 'V')} and ${ofOperator(scope, entity)} and ${which}
      and ${withWords(scope, entity, q)}) as o
    where ${afterCursor(cursor)} order by ${inOrder} limit ${mostFollowersAtOnce + 1}`.execute(scope.db)
  return rows
}

function whyNot({ user }: Scope, entity: AnyEntity, followed: Package, stock: Stock, places: readonly string[] = []): Sentence | null {
  if (!canOn(user, entity, 'E', stock)) return 'Your role may not change this.'
  if (!isEditable(entity, stock.status)) return 'This has ended.'
  if (followed.collectiveId && followed.collectiveId !== stock.operatorId) return 'This package is of another operator.'
  const unpublished = unpublishedBecause(followed)
  if (unpublished) return unpublished
  if ('birdType' in followed) return 'birdType' in stock ? flockMisfit(followed, stock, places) : 'This package is for other birds.'
  return 'species' in stock ? pondMisfit(followed, stock, places) : 'This package is for other species.'
}

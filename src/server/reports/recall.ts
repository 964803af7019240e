// Where the goods of a recall are, or would have to be sought if a lot or plot were recalled (BR-27): lots, holders with their answers, certificates. A
// person of a processor sees what that processor holds; other holders are counted.

import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import type { RecallReach } from '#domain/chain/recall-answer.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { answersOf, type RecallAnswer } from '#domain/processing/recallcase-projection.ts'
import { queryAll } from '#server/db/connection.ts'
import { liveStates } from '../ledger/certificate-queries.ts'
import { lotWithUnit, type RecallStart, type RecallTrace, traceRecall } from '../ledger/recall-trace.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { getRecord } from '../store/get.ts'
import { historiesOf, historyQuery } from '../store/history.ts'

const [recallcase, productbatch, landparcel] = [entityOf('recallcase'), entityOf('productbatch'), entityOf('landparcel')]
type Recall = Stored<Declarations['recallcase']>

/** Throws NOT_FOUND. */
export async function reachOfRecall(scope: Scope, id: string): Promise<RecallReach> {
  const recall = await getRecord(scope, recallcase, id)
  const histories = historiesOf(await historyQuery(scope, recallcase, [recall.id]).execute())
  return reachOf(scope, recall, { recall, answers: answersOf(histories.get(recall.id) ?? []) })
}
/** If it were recalled; writes nothing. Throws NOT_FOUND, VALIDATION for a unit that the lot never had. */
export async function whatIfLot(scope: Scope, id: string, unitNo: string | null): Promise<RecallReach> {
  const lot = await getRecord(scope, productbatch, id)
  if (unitNo !== null && !(await lotWithUnit(scope, lot.id, unitNo))) throw fieldProblem('unitNo', 'rule', 'This lot has no unit of this number.')
  return reachOf(scope, { batchId: lot.id, unitNo, parcelId: null })
}
export async function whatIfParcel(scope: Scope, id: string): Promise<RecallReach> {
  const parcel = await getRecord(scope, landparcel, id)
  return reachOf(scope, { batchId: null, parcelId: parcel.id })
}

/** `known`: of a case, which may be answered. */
async function reachOf(scope: Scope, start: RecallStart, known?: { recall: Recall; answers: readonly RecallAnswer[] }): Promise<RecallReach> {
  const trace = await traceRecall(scope, start)
  const ids = trace.lots.map(({ id }) => id)
  const processorIds = [
    ...new Set([...trace.lots.flatMap(({ processorId }) => processorId ?? []), ...(known?.answers ?? []).flatMap(({ processorId }) => processorId ?? [])]),
  ]
  const operatorId = trace.lots[0]?.operatorId ?? known?.recall.operatorId ?? null
  const [names = [], open = [], certificates = [], [from] = []] = await queryAll(
    scope.db,
    sql<{ id: string; title: string }>`select p.id, p.title from processor as p where p.tenant_id = ${scope.tenant.id} and p.id = any(${processorIds}::uuid[])
      union all select o.id, o.title from collective as o where o.tenant_id = ${scope.tenant.id} and o.id = ${operatorId}::uuid`,
    sql<{
      id: string
    }>`select r.id from productbatch as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[]) and (${withinAccessScope(scope, productbatch, 'V')}) is true`,
    certificatesOf(scope, ids),
    start.parcelId
      ? sql<{ id: string; title: string }>`select r.id, r.title from landparcel as r where r.tenant_id = ${scope.tenant.id} and r.id = ${start.parcelId}::uuid`
      : sql<{
          id: string
          title: string
        }>`select r.id, r.title from productbatch as r where r.tenant_id = ${scope.tenant.id} and r.id = ${start.batchId}::uuid`,
  )
  const nameOf = new Map(names.map(({ id, title }) => [id, title]))
  const isOpen = new Set(open.map(({ id }) => id))
  const own = ownHolders(scope)
  const isSeen = (processorId: string | null): boolean => own === null || (processorId !== null && own.has(processorId))
  const items = trace.lots.filter(({ processorId, id }) => isSeen(processorId) || isOpen.has(id))
  const listed = new Set(items.map(({ id }) => id))
  const holders = holdersOf(scope, trace, known)
  return {
    start: { kind: start.parcelId ? 'landparcel' : 'productbatch', id: from?.id ?? '', title: from?.title ?? '', kg: trace.startKg },
    lots: trace.sums.lots,
    affectedKg: trace.sums.affectedKg,
    foundKg: trace.sums.foundKg,
    restrictedKg: trace.sums.restrictedKg,
    lostKg: trace.sums.lostKg,
    shippedKg: trace.sums.shippedKg,
    travellingKg: trace.sums.travellingKg,
    tookMs: trace.tookMs,
    holders: holders
      .filter(({ processorId }) => isSeen(processorId))
      .map((holder) => ({ ...holder, name: nameOf.get(holder.processorId ?? operatorId ?? '') ?? '' })),
    otherHolders: holders.filter(({ processorId }) => !isSeen(processorId)).length,
    items: items.map(({ productId: _, operatorId: operator, onHandKg, ...lot }) => ({
      ...lot,
      kg: onHandKg,
      holder: nameOf.get(lot.processorId ?? operator) ?? '',
      isOpen: isOpen.has(lot.id),
    })),
    links: trace.links.filter(({ from: source, to }) => listed.has(source) && listed.has(to)),
    certificates,
  }
}

const ofHolders: ReadonlySet<string> = new Set(['PROCESSOR_USER', 'BRAND_VIEWER'])
/** Those of processors alone see what these hold; null: the reader sees every holder. */
function ownHolders({ user }: Scope): ReadonlySet<string> | null {
  if (user.grants.some((grant) => !ofHolders.has(grant.role) && can({ ...user, grants: [grant] }, 'recallcase', 'V'))) return null
  return new Set(user.grants.flatMap(({ processorIds }) => processorIds ?? []))
}

/** Holders of now, and those who have answered although nothing is with them any more. */
function holdersOf(scope: Scope, { sums }: RecallTrace, known: { recall: Recall; answers: readonly RecallAnswer[] } | undefined) {
  const answers = known?.answers ?? []
  const nothing = { lots: 0, kg: 0, restrictedKg: 0, travellingKg: 0, lostKg: 0 }
  const gone = answers.filter(({ processorId }) => !sums.holders.some((holder) => holder.processorId === processorId))
  return [...sums.holders, ...gone.map(({ processorId }) => ({ processorId, ...nothing }))].map((holder) => {
    const answer = answers.find(({ processorId }) => processorId === holder.processorId)
    return {
      ...holder,
      acknowledgedAt: answer?.acknowledgedAt ?? null,
      answeredAt: answer?.answeredAt ?? null,
      locatedKg: answer?.locatedKg ?? 0,
      returnedKg: answer?.returnedKg ?? 0,
      note: answer?.note ?? null,
      mayAnswer: known ? known.recall.status !== 'CLOSED' && speaksFor(scope, known.recall.operatorId, holder.processorId) : false,
    }
  })
}

export const speaksFor = ({ user }: Pick<Scope, 'user'>, operatorId: string, processorId: string | null): boolean =>
  user.grants.some(
    ({ role, operatorIds, processorIds }) =>
      role === 'ADMIN' ||
      (processorId
        ? role === 'PROCESSOR_USER' && processorIds?.includes(processorId)
        : (role === 'OPERATOR_MANAGER' || role === 'PURCHASE_OFFICER') && operatorIds?.includes(operatorId)),
  )

/** Live certificates whose lines name one of the lots, or by whose dispatches one was sent. */
const certificatesOf = (scope: Scope, lotIds: readonly string[]) => sql<{ id: string; title: string; status: string }>`
  select r.id, r.title, r.status from transactioncertificate as r
  where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.status = any(${[...liveStates]}::text[]) and (${withinAccessScope(scope, entityOf('transactioncertificate'), 'V')}) is true
    and exists (select from transactioncertificate_lines as l where l.tenant_id = ${scope.tenant.id} and l.parent_id = r.id and l.batch_id = any(${[...lotIds]}::uuid[]))
  order by r.issued_at desc nulls last, r.id limit 200`

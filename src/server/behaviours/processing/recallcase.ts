// A recall (BR-27): what it restricts, who answers for whom, and what becomes of the lots when it is closed. A drill restricts nothing.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { toGrams } from '#domain/chain/ledger.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, listed, phrase } from '#domain/messages/message.ts'
import { type Reason, spelledReason } from '#domain/messages/spelled-row.ts'
import { effectivenessOf, gram, recallColumns } from '#domain/processing/recallcase-projection.ts'
import { exceeds } from '#domain/rules/exceeds.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { lotWithUnit, traceFigures, traceLocked, traceRecall } from '../../ledger/recall-trace.ts'
import { defineBehaviour, type EventBehaviour, type EventChange, type Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'

const [recallcase, productbatch, landparcel] = [entityOf('recallcase'), entityOf('productbatch'), entityOf('landparcel')]
type Kind = Declarations['recallcase']
type Recall = Stored<Kind>
type Lot = Stored<Declarations['productbatch']>
type On<K extends keyof Kind['events'] & string> = EventBehaviour<Kind, K>

const reasonOf = ({ code, reason }: Recall): Reason => spelledReason(phrase`Recall ${code}: ${reason}`)

/** The unit and the result of a test are those of the lot; the plot is one of the operator. */
async function prepare(scope: Scope, { before, after }: { before: Recall | null; after: Recall }): Promise<void> {
  if (before) return
  if (after.parcelId) {
    const [parcel] = await recordsById(scope, landparcel, [after.parcelId])
    // Whoever has a part of a plot's goods begins at that part.
    if (!parcel || !canOn(scope.user, landparcel, 'L', parcel)) throw fieldProblem('parcelId', 'missing', 'There is no such plot.')
    if (parcel.operatorId !== after.operatorId) throw fieldProblem('parcelId', 'rule', 'This plot is of another operator.')
  }
  const [lot] = after.batchId ? await recordsById(scope, productbatch, [after.batchId]) : []
  // Whoever has a part of the goods only begins at that part.
  if (lot && !canOn(scope.user, productbatch, 'V', lot)) throw fieldProblem('batchId', 'missing', 'There is no such lot.')
  if (lot && lot.operatorId !== after.operatorId) throw fieldProblem('batchId', 'rule', 'This lot is of another operator.')
  if (lot && after.unitNo && !(await lotWithUnit(scope, lot.id, after.unitNo)))
    throw fieldProblem('unitNo', 'rule', phrase`${lot.title} has no unit of this number.`)
  if (lot && after.testEventId && !(await isTestOf(scope, lot.id, after.testEventId)))
    throw fieldProblem('testEventId', 'rule', 'This is no result of a test of that lot.')
  // The trace is part of opening it: its lots are locked, and nothing leaves them before they are restricted.
  const figures = traceFigures(await traceLocked(scope, after), after.isDrill)
  const at = scope.now.toISOString()
  // Whoever opens it for the own processor sees it, also when nothing is there any more.
  const processorIds = [...new Set([...figures.processorIds, ...(lot?.processorId ? [lot.processorId] : [])])].sort()
  Object.assign(after, {
    ...figures,
    processorIds,
    openedAt: at,
    tracedAt: at,
    answersCount: 0,
    locatedKg: 0,
    returnedKg: 0,
    effectiveness: figures.affectedKg > 0 ? 0 : null,
  })
}
async function isTestOf({ db, tenant }: Scope, lotId: string, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', eventId)
    .where('subject_type', '=', 'productbatch')
    .where('subject_id', '=', lotId)
    .where('event_type', '=', 'LAB_RESULT')
    .where('status', '=', 'RECORDED')
    .executeTakeFirst()
  return found !== undefined
}

/** Restricts every lot with the goods that this case has not yet recalled. */
async function recallAll(scope: Scope, subject: Recall, eventId: string): Promise<void> {
  if (subject.isDrill) return
  const { lots } = await traceLocked(scope, subject)
  const known = new Set((await recalledBy(scope, subject.id)).map(({ id }) => id))
  for (const { id, status } of lots)
    if (!known.has(id) && status !== 'DISPOSED')
      await recordBySystem(scope, productbatch, id, {
        eventType: 'RECALL',
        occurredAt: scope.now.toISOString(),
        data: { caseId: subject.id, ...reasonOf(subject), causeEventId: eventId },
      })
}

/** Lots that the case has recalled, locked in the order of their ids. */
async function recalledBy(scope: Scope, caseId: string): Promise<Lot[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct e.subject_id as id from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch'
    and e.event_type = 'RECALL' and e.status = 'RECORDED' and e.cause_event_id in (select t.id from event as t
      where t.tenant_id = ${scope.tenant.id} and t.subject_type = 'recallcase' and t.subject_id = ${caseId}::uuid and t.event_type in ('CREATED', 'WIDENED'))`.execute(
    scope.db,
  )
  return recordsById(scope, productbatch, rows.map(({ id }) => id).sort(), { lock: true })
}

/** Whom a person answers for: a processor that they work for, or the operator. Throws FORBIDDEN. */
function checkHolder(scope: Scope, { operatorId, processorIds }: Recall, processorId: string | null | undefined): void {
  if (processorId && !processorIds?.includes(processorId)) throw fieldProblem('data.processorId', 'rule', 'This processor has nothing of these goods.')
  const speaks = scope.user.grants.some(
    ({ role, operatorIds, processorIds: own }) =>
      role === 'ADMIN' ||
      (processorId
        ? role === 'PROCESSOR_USER' && own?.includes(processorId)
        : (role === 'OPERATOR_MANAGER' || role === 'PURCHASE_OFFICER') && operatorIds?.includes(operatorId)),
  )
  if (!speaks) throw new Problem('FORBIDDEN', { message: 'A holder answers for itself.' })
}
const acknowledged: On<'ACKNOWLEDGED'> = { check: async (scope, { subject, event }) => checkHolder(scope, subject, event.data.processorId) }

const answered: On<'ANSWERED'> = {
  check: async (scope, { subject, event }) => checkHolder(scope, subject, event.data.processorId),
  async apply(scope, { subject, event, flag }) {
    const { locatedKg, returnedKg, processorId = null } = event.data
    const answeredKg = gram(locatedKg + returnedKg)
    const { sums } = await traceRecall(scope, subject)
    const mostKg = Math.max(sums.affectedKg, subject.affectedKg ?? 0)
    if (answeredKg > mostKg)
      throw ruleBlocked('BR-27', phrase`${kilograms(answeredKg)} are more than the ${kilograms(mostKg)} of the whole recall.`, {
        answeredKg,
        affectedKg: mostKg,
      })
    const bookKg = sums.holders.find((holder) => holder.processorId === processorId)?.kg ?? 0
    if (exceeds(Math.abs(toGrams(bookKg) - toGrams(answeredKg)), toGrams(bookKg), tolerancesOf(scope.tenant.config.tolerances).recallAnswer))
      flag({
        ruleId: 'BR-27',
        severity: 'WARN',
        message: phrase`A holder has found ${kilograms(answeredKg)}; by the books it is ${kilograms(bookKg)}.`,
        figures: { answeredKg, bookKg, processorId },
      })
  },
}

async function nameOf(scope: Scope, { operatorId }: Recall, processorId: string | null): Promise<string> {
  const [holder] = processorId ? await recordsById(scope, entityOf('processor'), [processorId]) : await recordsById(scope, entityOf('collective'), [operatorId])
  return holder?.title ?? ''
}

/** Contained: whoever has some of it has answered. */
const contained: On<'CONTAINED'> = {
  async check(scope, { subject }) {
    const { sums } = await traceRecall(scope, subject)
    const heard = new Set<string | null>(await answeredBy(scope, subject.id))
    const silent = sums.holders.filter(({ processorId }) => !heard.has(processorId))
    if (silent.length === 0) return
    const names = await Promise.all(silent.slice(0, 5).map(({ processorId }) => nameOf(scope, subject, processorId)))
    throw ruleBlocked('BR-27', phrase`Not every holder has answered: ${listed(names, 'and')}.`, {
      holders: silent.length,
      kg: gram(silent.reduce((sum, { kg }) => sum + kg, 0)),
    })
  },
}
async function answeredBy({ db, tenant }: Scope, caseId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{
    processorId: string | null
  }>`select distinct e.data->>'processorId' as "processorId" from event as e where e.tenant_id = ${tenant.id}
    and e.subject_type = 'recallcase' and e.subject_id = ${caseId}::uuid and e.event_type = 'ANSWERED' and e.status = 'RECORDED'`.execute(db)
  return rows.map(({ processorId }) => processorId)
}

/** What becomes of the lots: the recall ends on all of them; before that they are restricted by a hold, where they are not to be used. */
const closed: On<'CLOSED'> = {
  isFinal: true,
  async check(_scope, { subject, event }) {
    const { outcome, evidence } = event.data
    if (subject.isDrill && outcome !== 'RELEASE') throw fieldProblem('data.outcome', 'rule', 'A drill has restricted nothing.')
    if (outcome === 'DISPOSE' && !evidence) throw fieldProblem('data.evidence', 'required', 'Say how they are disposed of.')
  },
  async apply(scope, { subject, event }) {
    if (subject.isDrill) return noteDrill(scope, subject, event)
    const { outcome, evidence, reason } = event.data
    const at = { occurredAt: scope.now.toISOString() }
    for (const { id, status, onHandKg } of await recalledBy(scope, subject.id)) {
      if (status === 'DISPOSED' || status === 'VOIDED') continue
      const record = (eventType: string, data: Record<string, unknown>) => recordBySystem(scope, productbatch, id, { eventType, ...at, data })
      // Empty lots too: goods of theirs may come back when what took them is voided.
      const isWithheld = outcome !== 'RELEASE'
      if (isWithheld) await record('QUARANTINE', { ...reasonOf(subject), ref: 'BR-27', causeEventId: event.id })
      await record('RECALL_ENDED', { caseId: subject.id, causeEventId: event.id })
      if (onHandKg && outcome === 'DISPOSE') await record('DISPOSAL', { method: reason.slice(0, 120), evidence: evidence ?? '' })
    }
  },
}
/** The figures of a drill are those of the operator's quality management, too (dictionary 5.4). */
async function noteDrill(scope: Scope, subject: Recall, event: EventChange<Kind>['event']): Promise<void> {
  const from = Date.parse(subject.openedAt ?? subject.createdAt)
  const until = Date.parse(subject.answeredAt ?? subject.containedAt ?? event.occurredAt)
  await recordBySystem(scope, entityOf('collective'), subject.operatorId, {
    eventType: 'MOCK_RECALL',
    occurredAt: event.occurredAt,
    data: {
      caseId: subject.id,
      minutes: Math.max(0, Math.round((until - from) / 60_000)),
      foundShare: subject.effectiveness ?? effectivenessOf([], subject.affectedKg ?? 0) ?? 0,
    },
    causeEventId: event.id,
  })
}

export const recallcaseBehaviour = defineBehaviour(recallcase, {
  prepare,
  async written(scope, { before, after }) {
    if (before || after.isDrill) return
    const created = await scope.db
      .selectFrom('event')
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('subject_type', '=', 'recallcase')
      .where('subject_id', '=', after.id)
      .where('event_type', '=', 'CREATED')
      .executeTakeFirstOrThrow()
    await recallAll(scope, after, created.id)
  },
  project: async (_scope, subject, history) => recallColumns(history, subject.openedAt ?? subject.createdAt),
  events: {
    WIDENED: { apply: (scope, { subject, event }) => recallAll(scope, subject, event.id) },
    ACKNOWLEDGED: acknowledged,
    ANSWERED: answered,
    REMINDED: {},
    CONTAINED: contained,
    CLOSED: closed,
  },
})

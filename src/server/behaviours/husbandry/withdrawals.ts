// Withdrawals of any animal, flock or pond (animal 10.1). Their records follow from the history: after each event that may
// withdraw a product they are worked out again, and what differs is made, changed or voided, also where the stock went by
// transfer. Asked before something is milked into the tank, caught, harvested or slaughtered.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { speciesGroup } from '#domain/husbandry/water-bounds.ts'
import {
  courseOf,
  inherited,
  joined,
  type Medicine,
  type ProjectedWithdrawal,
  projectWithdrawals,
  withdrawingEvents,
} from '#domain/husbandry/withdrawal-projection.ts'
import { usageOf, usedWhileWithdrawn } from '#domain/husbandry/withdrawn-use.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { flockEvents, historyOf, type OpenWithdrawal, openWithdrawalsOf, pondEvents, warmthOf, withdrawalColumns } from '../../store/husbandry-events.ts'
import { recordBySystem } from '../../store/record-event.ts'

const withdrawal = entityOf('withdrawal')
/** The field that says whose withdrawal it is. */
const subjectField: Readonly<Record<string, string>> = {
  cow: 'cowId',
  goat: 'goatId',
  sheep: 'sheepId',
  poultrybatch: 'poultryBatchId',
  aquacrop: 'aquaCropId',
}
/** What a late treatment is checked against. */
const usingEvents = ['MILKING', 'SLAUGHTER', 'DEPARTURE', 'SHEARING', 'CATCH', 'PARTIAL_HARVEST', 'FINAL_HARVEST', 'EGG_COLLECTION', 'DAILY_RECORD']
export const withdrawing: ReadonlySet<string> = new Set(withdrawingEvents)

/** Species as the labels of medicines name it. */
function labelSpecies(entity: AnyEntity, subject: Row): string {
  if (entity.name === 'poultrybatch') return 'POULTRY'
  if (entity.name !== 'aquacrop') return subject.species as string
  return speciesGroup(subject.species as { stage: string }[]) === 'SHRIMP' ? 'SHRIMP' : 'FISH'
}

/** Dates and prescription of a treatment. Throws VALIDATION. */
export async function checkTreatment(scope: Scope, subject: Row, event: RecordedEvent): Promise<void> {
  const { data } = event
  const begins = (data.startDate as string | undefined) ?? localDay(scope, event.occurredAt)
  if (typeof data.endDate === 'string' && data.endDate < begins) throw fieldProblem('data.endDate', 'min', 'The last day comes after the first.')
  if (typeof data.expiry === 'string' && data.expiry < courseOf(event, scope.tenant.timezone).lastDay)
    throw fieldProblem('data.expiry', 'min', 'The medicine was given after the day until which it may be used.')
  const [medicine] = await recordsById(scope, entityOf('medicine'), [data.medicineId as string])
  if (!medicine?.prescriptionOnly || data.prescribedBy) return
  const [system] = await recordsById(scope, entityOf('productionsystem'), [subject.productionSystemId as string])
  if (!system?.vetName) throw fieldProblem('data.prescribedBy', 'required', 'This medicine is given on prescription: say who prescribed it.')
}

/** AH-09. Throws RULE_BLOCKED when the event uses a product that is withdrawn at its time; what happens all the same is for review. */
export async function checkUse(scope: Scope, entity: AnyEntity, subject: Row, event: RecordedEvent, flag: EventChange['flag']): Promise<void> {
  const use = usageOf(event, scope.tenant.timezone)
  if (!use) return
  const withdrawal = (await openWithdrawalsOf(scope, entity.name, [subject.id], use.at)).find(({ product }) => use.products.includes(product))
  if (!withdrawal) return
  if (use.isRefused) throw refusal(scope, subject, withdrawal, use.path)
  flag({
    ruleId: 'AH-09',
    severity: 'REVIEW',
    message: `Eggs of ${subject.title} are under a withdrawal: they may not be eaten or sold.`,
    figures: figuresOf(scope, withdrawal),
  })
}

const labels: Readonly<Record<string, string>> = { MEAT: 'Meat', MILK: 'Milk', EGGS: 'Eggs', FIBRE: 'Fibre', OTHER: 'Products' }
const figuresOf = (scope: Scope, { id, product, until, degreeDaysRequired }: OpenWithdrawal): Record<string, unknown> => ({
  withdrawalId: id,
  product: labels[product],
  ...(until ? { until: localDay(scope, until) } : { degreeDays: degreeDaysRequired }),
})
function refusal(scope: Scope, subject: Row, withdrawal: OpenWithdrawal, path: string | undefined) {
  const words = labels[withdrawal.product] ?? withdrawal.product
  return ruleBlocked(
    'AH-09',
    withdrawal.until
      ? `${words} of ${subject.title} is held back until ${localDay(scope, withdrawal.until)}.`
      : `${words} of ${subject.title} is held back until ${withdrawal.degreeDaysRequired} degree-days have passed.`,
    { ...figuresOf(scope, withdrawal), ...(path ? { path } : {}) },
  )
}

const stockFacts = (scope: Scope, entity: AnyEntity, id: string): Promise<HistoryEvent[]> =>
  (entity.name === 'poultrybatch' ? flockEvents : pondEvents)(scope, [id]).then((history) => history.get(id) ?? [])
const isStock = (entity: AnyEntity): boolean => entity.name === 'poultrybatch' || entity.name === 'aquacrop'

/** The withdrawals that the history of a subject says, with those of the stocks it came from. `path`: stocks on the way here. */
async function projected(scope: Scope, entity: AnyEntity, subject: Row, path: readonly string[] = []): Promise<ProjectedWithdrawal[]> {
  const history = isStock(entity) ? await stockFacts(scope, entity, subject.id) : await historyOf(scope, entity.name, subject.id, withdrawingEvents)
  const ids = history.flatMap(({ eventType, data }) => (withdrawing.has(eventType) ? (((data.medicineId ?? data.product) as string | undefined) ?? []) : []))
  const medicines = new Map(
    (
      await recordsById(
        scope,
        entityOf('medicine'),
        [...new Set(ids)].filter((id) => id.length === 36),
      )
    ).map((row) => [row.id, row as Medicine]),
  )
  const own = projectWithdrawals(history, {
    species: labelSpecies(entity, subject),
    zone: scope.tenant.timezone,
    medicines,
    settings: husbandrySettings(scope.tenant.config),
  })
  const received: ProjectedWithdrawal[] = []
  for (const { eventType, occurredAt, data } of history) {
    const fromId = data.fromId as string
    if (eventType !== 'TRANSFER_IN' || path.includes(fromId)) continue
    const [from] = await recordsById(scope, entity, [fromId])
    if (!from) continue
    const theirs = await projected(scope, entity, from, [...path, subject.id])
    const warmth = await warmthOf(scope, theirs.some(({ degreeDaysRequired }) => degreeDaysRequired !== null) ? [fromId] : [])
    received.push(...inherited(theirs, occurredAt, (one) => warmth(fromId, one.lastDoseAt ?? one.startAt, occurredAt)))
  }
  return joined([...own, ...received])
}

async function rowsOf(scope: Scope, entity: AnyEntity, subjectId: string): Promise<Row[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawal where tenant_id = ${scope.tenant.id} and ${sql.ref(withdrawalColumns[entity.name] as string)} = ${subjectId}::uuid
      and status <> 'VOIDED' and deleted_at is null`.execute(scope.db)
  return recordsById(
    scope,
    withdrawal,
    rows.map(({ id }) => id),
    { lock: true },
  )
}

const followed = ['startAt', 'lastDoseAt', 'statutoryEndAt', 'effectiveEndAt', 'degreeDaysRequired'] as const
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other))

/**
 * Brings the records of a subject's withdrawals to what its history says, and those of the stocks that received from it.
 * What was used meanwhile is a finding (10.1.6): `flag` takes that of the subject, receivers get theirs.
 */
export async function followWithdrawals(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  event: RecordedEvent,
  flag: EventChange['flag'] | null,
  seen: ReadonlySet<string> = new Set(),
): Promise<void> {
  const rows = new Map((await rowsOf(scope, entity, subject.id)).map((row) => [`${row.treatmentEventId} ${row.product}`, row]))
  const expected = await projected(scope, entity, subject)
  const changed: ProjectedWithdrawal[] = []
  for (const one of expected) {
    const key = `${one.eventId} ${one.product}`
    const known = rows.get(key)
    rows.delete(key)
    if (known && followed.every((field) => isSame(known[field] ?? null, one[field]))) continue
    changed.push(one)
    const isOver = await isPast(scope, subject, one)
    const { eventId, ...values } = one
    if (known) {
      const row = await changeBySystem(scope, withdrawal, known, Object.fromEntries(followed.map((field) => [field, one[field]])))
      if (isOver !== (row.status === 'ENDED')) await turn(scope, row.id, isOver ? 'ENDED' : 'REOPENED', scope.now.toISOString(), event.id)
    } else
      await createBySystem<AnyEntity>(scope, withdrawal, {
        ...values,
        operatorId: subject.operatorId,
        [subjectField[entity.name] as string]: subject.id,
        farmerId: subject.farmerId,
        village: subject.village,
        treatmentEventId: eventId,
        schemeFactor: 1,
        status: isOver ? 'ENDED' : 'ACTIVE',
      })
  }
  for (const row of rows.values()) await turn(scope, row.id, 'VOIDED', scope.now.toISOString(), event.id)
  if (changed.length > 0) await checkPastUse(scope, entity, subject, changed, event, flag)
  if (isStock(entity) && (changed.length > 0 || rows.size > 0)) await followReceivers(scope, entity, subject, event, new Set([...seen, subject.id]))
}

const turn = (scope: Scope, id: string, eventType: string, occurredAt: string, causeEventId: string | null) =>
  recordBySystem(scope, withdrawal, id, { eventType, occurredAt, data: causeEventId ? { causeEventId } : {} })

async function isPast(
  scope: Scope,
  subject: Row,
  one: Pick<ProjectedWithdrawal, 'startAt' | 'lastDoseAt' | 'effectiveEndAt' | 'degreeDaysRequired'>,
): Promise<boolean> {
  const now = scope.now.toISOString()
  if (one.effectiveEndAt !== null && Date.parse(one.effectiveEndAt) > scope.now.getTime()) return false
  if (one.degreeDaysRequired === null) return true
  return (await warmthOf(scope, [subject.id]))(subject.id, one.lastDoseAt ?? one.startAt, now) >= one.degreeDaysRequired
}

async function followReceivers(scope: Scope, entity: AnyEntity, subject: Row, event: RecordedEvent, seen: ReadonlySet<string>): Promise<void> {
  const transfers = await historyOf(scope, entity.name, subject.id, ['TRANSFER'])
  const ids = new Set(transfers.map(({ data }) => (data.toBatchId ?? data.toCropId) as string))
  for (const receiver of await recordsById(
    scope,
    entity,
    [...ids].filter((id) => !seen.has(id)),
  ))
    await followWithdrawals(scope, entity, receiver, event, null, seen)
}

/** 10.1.6: what was milked, laid, caught, harvested or slaughtered before the treatment was entered. Milk went into the tank of the dairy, which is reported too. */
async function checkPastUse(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  changed: readonly ProjectedWithdrawal[],
  event: RecordedEvent,
  flag: EventChange['flag'] | null,
): Promise<void> {
  const from = changed.map(({ startAt }) => startAt).sort()[0] as string
  const ends = changed.map(({ effectiveEndAt, degreeDaysRequired }) => (degreeDaysRequired === null ? effectiveEndAt : null))
  const history = isStock(entity)
    ? await stockFacts(scope, entity, subject.id)
    : await historyOf(scope, entity.name, subject.id, usingEvents, { from, to: ends.includes(null) ? null : (ends.sort().at(-1) ?? null) })
  const warmth = await warmthOf(scope, changed.some(({ degreeDaysRequired }) => degreeDaysRequired !== null) ? [subject.id] : [])
  const finding = usedWhileWithdrawn(changed, history, scope.tenant.timezone, (one, at) => warmth(subject.id, one.lastDoseAt ?? one.startAt, at))
  if (!finding) return
  if (flag) flag(finding)
  else await saveFlags(scope, entity, subject.id, [finding], { eventId: event.id })
  if (!isStock(entity) && history.some(({ eventType }) => eventType === 'MILKING'))
    await saveFlags(scope, entityOf('productionsystem'), subject.productionSystemId as string, [finding], { eventId: event.id })
}

/** At most so many are ended along with one write; a job ends the rest. */
const endedAtOnce = 50

/** Withdrawals of an operator that the clock has ended since are recorded as over. Those counted in degree-days end with a reading of the water. */
export async function endWithdrawals(scope: Scope, operatorId: string | null, pond: Row | null = null): Promise<void> {
  const { rows } = await sql<{ id: string; until: string | null }>`
    select id, effective_end_at as until from withdrawal where tenant_id = ${scope.tenant.id} and operator_id = ${operatorId}::uuid and status = 'ACTIVE'
      and deleted_at is null and degree_days_required is null and effective_end_at <= ${scope.now.toISOString()}::timestamptz
    order by effective_end_at limit ${endedAtOnce} for update skip locked`.execute(scope.db)
  for (const { id, until } of rows) await turn(scope, id, 'ENDED', until ?? scope.now.toISOString(), null)
  if (!pond) return
  for (const row of await rowsOf(scope, entityOf('aquacrop'), pond.id))
    if (row.status === 'ACTIVE' && row.degreeDaysRequired !== null && (await isPast(scope, pond, row as unknown as ProjectedWithdrawal)))
      await turn(scope, row.id, 'ENDED', scope.now.toISOString(), null)
}

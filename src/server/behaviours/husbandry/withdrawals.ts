// Withdrawals of any animal, flock or pond (animal 10.1). Their records follow from the history: after each event that may
// withdraw a product they are worked out again, and what differs is made, changed or voided, also where the stock went by
// transfer. Asked before something is milked into the tank, caught, harvested or slaughtered.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import type { Restriction } from '#domain/husbandry/husbandry-cards.ts'
import type { Living, LivingEntity, StockEntity } from '#domain/husbandry/living.ts'
import { type HistoryEvent, receiverIn, textIn } from '#domain/husbandry/replay.ts'
import { speciesGroup } from '#domain/husbandry/water-bounds.ts'
import {
  courseOf,
  inherited,
  isInForce,
  joined,
  type ProjectedWithdrawal,
  projectWithdrawals,
  withdrawingEvents,
} from '#domain/husbandry/withdrawal-projection.ts'
import { findingsOfUse, usageOf } from '#domain/husbandry/withdrawn-use.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase, word } from '#domain/messages/message.ts'
import { columnName } from '#server/db/names.ts'
import { flockEvents, historyOf, type OpenWithdrawal, openWithdrawalsOf, pondEvents, usesDuring, warmthOf } from '../../queries/husbandry-events.ts'
import type { FactsTime, Past, Scope } from '../../scope.ts'
import { namedIn } from '../../store/as-of.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { findRecord, recordsById } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { findInTanks } from './milk-in-tank.ts'
import { bringFindings } from './replay-judge.ts'

const withdrawal = entityOf('withdrawal')
type Withdrawal = Stored<typeof withdrawal>
/** The field that says whose withdrawal it is. */
const subjectField: Readonly<Record<string, string>> = {
  cow: 'cowId',
  goat: 'goatId',
  sheep: 'sheepId',
  poultrybatch: 'poultryBatchId',
  aquacrop: 'aquaCropId',
}
function subjectFieldOf({ name }: LivingEntity): string {
  const field = subjectField[name]
  if (!field) throw new Error(`A withdrawal is of no ${name}`)
  return field
}
/** What a late treatment is checked against. */
const usingEvents = ['MILKING', 'SLAUGHTER', 'DEPARTURE', 'SHEARING', 'CATCH', 'PARTIAL_HARVEST', 'FINAL_HARVEST', 'EGG_COLLECTION', 'DAILY_RECORD']
export const withdrawing: ReadonlySet<string> = new Set(withdrawingEvents)

/** Species as the labels of medicines name it. */
function labelSpecies(subject: Living): string {
  if (!('species' in subject)) return 'POULTRY'
  if (typeof subject.species === 'string') return subject.species
  return speciesGroup(subject.species) === 'SHRIMP' ? 'SHRIMP' : 'FISH'
}

/** What a treatment of any of them says; a flock and a pond name the days of the course. */
type Treatment = { medicineId: string; startDate?: string; endDate?: string; expiry?: string | null | undefined; prescribedBy?: string | null | undefined }

/** Dates and prescription of a treatment. Throws VALIDATION. */
export async function checkTreatment(scope: Scope, { productionSystemId }: Living, event: RecordedEvent<Treatment>): Promise<void> {
  const { data } = event
  const begins = data.startDate ?? localDay(scope, event.occurredAt)
  if (data.endDate && data.endDate < begins) throw fieldProblem('data.endDate', 'min', 'The last day comes after the first.')
  if (data.expiry && data.expiry < courseOf(event, scope.tenant.timezone).lastDay)
    throw fieldProblem('data.expiry', 'min', 'The medicine was given after the day until which it may be used.')
  const [medicine] = await recordsById(scope, entityOf('medicine'), [data.medicineId])
  if (!medicine?.prescriptionOnly || data.prescribedBy) return
  const [system] = productionSystemId ? await recordsById(scope, entityOf('productionsystem'), [productionSystemId]) : []
  if (!system?.vetName) throw fieldProblem('data.prescribedBy', 'required', 'This medicine is given on prescription: say who prescribed it.')
}

/** AH-09. Throws RULE_BLOCKED when the event uses a product that is withdrawn at its time; eggs are laid all the same, and found with the withdrawals. */
export async function checkUse(scope: Scope, entity: LivingEntity, subject: Living, event: RecordedEvent): Promise<void> {
  const use = usageOf(event, scope.tenant.timezone)
  if (!use?.isRefused) return
  const withdrawal = (await openWithdrawalsOf(scope, entity.name, [subject.id], use.at)).find(({ product }) => use.products.includes(product))
  if (withdrawal) throw refusal(scope, subject, withdrawal, use.path)
}

const labels: Readonly<Record<string, string>> = { MEAT: 'Meat', MILK: 'Milk', EGGS: 'Eggs', FIBRE: 'Fibre', OTHER: 'Products' }
const figuresOf = (scope: Scope, { id, product, until, degreeDaysRequired }: OpenWithdrawal): Record<string, unknown> => ({
  withdrawalId: id,
  product: labels[product],
  ...(until ? { until: localDay(scope, until) } : { degreeDays: degreeDaysRequired }),
})
function refusal(scope: Scope, subject: Living, withdrawal: OpenWithdrawal, path: string | undefined) {
  const words = labels[withdrawal.product] ?? withdrawal.product
  return ruleBlocked(
    'AH-09',
    withdrawal.until
      ? phrase`${word(words)} of ${subject.title} is held back until ${onDay(localDay(scope, withdrawal.until))}.`
      : phrase`${word(words)} of ${subject.title} is held back until ${withdrawal.degreeDaysRequired} degree-days have passed.`,
    { ...figuresOf(scope, withdrawal), ...(path ? { path } : {}) },
  )
}

const stockFacts = (scope: Scope, entity: StockEntity, id: string, time?: FactsTime): Promise<HistoryEvent[]> =>
  (entity.name === 'poultrybatch' ? flockEvents : pondEvents)(scope, [id], time).then((history) => history.get(id) ?? [])
/** What was restricted of a subject in a scope of the past, soonest free first: by its history of then, since the records of withdrawals say what is known now. */
export async function restrictionsThen(scope: Scope & { past: Past }, entity: LivingEntity, subject: Living): Promise<Restriction[]> {
  const [all, at] = [await projected(scope, entity, subject), scope.now.toISOString()]
  const warmth = await warmthOf(scope, all.some(({ degreeDaysRequired }) => degreeDaysRequired !== null) ? [subject.id] : [])
  const open = all.filter((one) => isInForce(one, at, () => warmth(subject.id, one.lastDoseAt ?? one.startAt, at)))
  const medicines = await titlesOf(scope, open)
  const ends = ({ until }: Restriction) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))
  return open
    .map(({ eventId, product, effectiveEndAt, degreeDaysRequired, medicineId }) => ({
      id: `${eventId} ${product}`,
      product,
      until: effectiveEndAt !== null && Date.parse(effectiveEndAt) > Date.parse(at) ? effectiveEndAt : null,
      degreeDaysRequired,
      medicine: (medicineId && medicines.get(medicineId)) ?? null,
    }))
    .sort((one, other) => ends(one) - ends(other) || (one.id < other.id ? -1 : 1))
}
const titlesOf = async (scope: Scope, of: readonly ProjectedWithdrawal[]): Promise<Map<string, string>> =>
  new Map((await recordsById(scope, entityOf('medicine'), [...new Set(of.flatMap(({ medicineId }) => medicineId ?? []))])).map(({ id, title }) => [id, title]))

const isStock = (entity: LivingEntity): entity is StockEntity => entity.name === 'poultrybatch' || entity.name === 'aquacrop'

/**
 * The withdrawals that the history of a subject says, with those of the stocks it came from. `path`: stocks on the way here; `at`: when those of the stock that
 * received from it were last worked out, in a scope of the past.
 */
async function projected(scope: Scope, entity: LivingEntity, subject: Living, path: readonly string[] = [], at = ''): Promise<ProjectedWithdrawal[]> {
  const history = isStock(entity) ? await stockFacts(scope, entity, subject.id) : await historyOf(scope, entity.name, subject.id, withdrawingEvents)
  const ids = history.flatMap(({ eventType, data }) => (withdrawing.has(eventType) ? (textIn(data, 'medicineId') ?? textIn(data, 'product') ?? []) : []))
  const known = ids.filter((id) => id.length === 36)
  const workedOutAt = [await lastWorkedOut(scope, entity, subject.id), at].sort().at(-1) ?? ''
  const byLabel = scope.past && workedOutAt ? { ...scope, past: { ...scope.past, occurredBy: workedOutAt, knownBy: workedOutAt } } : scope
  const medicines = new Map((await namedIn(byLabel, entityOf('medicine'), known)).map((row) => [row.id, row]))
  const own = projectWithdrawals(history, {
    species: labelSpecies(subject),
    zone: scope.tenant.timezone,
    medicines,
    settings: husbandrySettings(scope.tenant.config),
  })
  const received: ProjectedWithdrawal[] = []
  for (const { eventType, occurredAt, data } of history) {
    const fromId = textIn(data, 'fromId')
    if (eventType !== 'TRANSFER_IN' || !fromId || path.includes(fromId)) continue
    const [from] = await recordsById(scope, entity, [fromId])
    if (!from) continue
    const theirs = await projected(scope, entity, from, [...path, subject.id], workedOutAt)
    const warmth = await warmthOf(scope, theirs.some(({ degreeDaysRequired }) => degreeDaysRequired !== null) ? [fromId] : [])
    received.push(...inherited(theirs, occurredAt, (one) => warmth(fromId, one.lastDoseAt ?? one.startAt, occurredAt)))
  }
  return joined([...own, ...received])
}

/**
 * When the records of a subject's withdrawals were last brought to its history (followWithdrawals), by what counts in a scope of the past; empty: never. They have the
 * waiting days that the medicine had at that moment: a label that is changed later changes no treatment by itself.
 */
async function lastWorkedOut({ db, tenant, past }: Scope, { name }: LivingEntity, id: string): Promise<string> {
  if (!past) return ''
  const voidedByThen = sql<boolean>`voided_at <= ${past.knownBy}::timestamptz`
  const { rows } = await sql<{ at: string | null }>`
    select max(case when ${voidedByThen} then voided_at else recorded_at end) as at from event
    where tenant_id = ${tenant.id} and subject_type = ${name} and subject_id = ${id}::uuid and recorded_at <= ${past.knownBy}::timestamptz
      and occurred_at <= ${past.occurredBy}::timestamptz
      and (event_type = any(${[...withdrawing, ...(name === 'poultrybatch' || name === 'aquacrop' ? ['WATER_QUALITY', ...usingEvents] : ['UNIT_MOVE'])]}::text[])
        or (event_type = any(${usingEvents}::text[]) and ${voidedByThen}))`.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at).toISOString() : ''
}

async function rowsOf(scope: Scope, entity: LivingEntity, subjectId: string): Promise<Withdrawal[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawal where tenant_id = ${scope.tenant.id} and ${sql.ref(columnName(subjectFieldOf(entity)))} = ${subjectId}::uuid
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
 * Brings the records of a subject's withdrawals to what its history says, those of the stocks that received from it, and the
 * findings of what was used meanwhile (10.1.6).
 */
export async function followWithdrawals(scope: Scope, entity: LivingEntity, subject: Living, seen: ReadonlySet<string> = new Set()): Promise<void> {
  const expected = await projected(scope, entity, subject)
  const known = await rowsOf(scope, entity, subject.id)
  if (expected.length === 0 && known.length === 0) return
  const rows = new Map(known.map((row) => [`${row.treatmentEventId} ${row.product}`, row]))
  let hasChanged = false
  for (const one of expected) {
    const key = `${one.eventId} ${one.product}`
    const row = rows.get(key)
    rows.delete(key)
    hasChanged = (await bring(scope, entity, subject, one, row)) || hasChanged
  }
  for (const row of rows.values()) await turn(scope, row.id, 'VOIDED')
  await findUse(scope, entity, subject, expected)
  if (isStock(entity) && (hasChanged || rows.size > 0)) await followReceivers(scope, entity, subject, new Set([...seen, subject.id]))
}

/** Makes the record of one withdrawal, or brings it up to date. True when anything but its end by the clock has changed. */
async function bring(scope: Scope, entity: LivingEntity, subject: Living, one: ProjectedWithdrawal, row: Withdrawal | undefined): Promise<boolean> {
  const isOver = await isPast(scope, subject, one)
  const { eventId, ...values } = one
  if (!row) {
    await createBySystem<AnyEntity>(scope, withdrawal, {
      ...values,
      operatorId: subject.operatorId,
      [subjectFieldOf(entity)]: subject.id,
      farmerId: subject.farmerId,
      village: subject.village,
      treatmentEventId: eventId,
      schemeFactor: 1,
      status: isOver ? 'ENDED' : 'ACTIVE',
    })
    return true
  }
  const hasChanged = !followed.every((field) => isSame(row[field], one[field]))
  if (hasChanged) await changeBySystem(scope, withdrawal, row, Object.fromEntries(followed.map((field) => [field, one[field]])))
  if (isOver !== (row.status === 'ENDED')) await turn(scope, row.id, isOver ? 'ENDED' : 'REOPENED')
  return hasChanged
}

/** Recorded when it became known, so that the order of occurrence is that of recording. Without a cause: it follows from the whole history. */
const turn = (scope: Scope, id: string, eventType: string, occurredAt: string = scope.now.toISOString()) =>
  recordBySystem(scope, withdrawal, id, { eventType, occurredAt, data: {} })

/** By the clock: ends a withdrawal whose time is over, or for which the water has been warm enough (animal 10.1). Nothing when it still holds. */
export async function endWhenOver(scope: Scope, id: string): Promise<void> {
  const row = await findRecord(scope, withdrawal, id, { lock: true, by: 'any' })
  if (row?.status !== 'ACTIVE' || row.startAt === null) return
  const subject = { id: row.aquaCropId ?? row.poultryBatchId ?? row.cowId ?? row.goatId ?? row.sheepId ?? row.unitId ?? id }
  if (!(await isPast(scope, subject, { ...row, startAt: row.startAt }))) return
  const over = row.degreeDaysRequired === null ? row.effectiveEndAt : null
  await turn(scope, id, 'ENDED', over ? await occurrenceOf(scope, withdrawal, id, over) : scope.now.toISOString())
}

async function isPast(
  scope: Scope,
  subject: Pick<Living, 'id'>,
  one: Pick<ProjectedWithdrawal, 'startAt' | 'lastDoseAt' | 'effectiveEndAt' | 'degreeDaysRequired'>,
): Promise<boolean> {
  const now = scope.now.toISOString()
  if (one.effectiveEndAt !== null && Date.parse(one.effectiveEndAt) > scope.now.getTime()) return false
  if (one.degreeDaysRequired === null) return true
  return (await warmthOf(scope, [subject.id]))(subject.id, one.lastDoseAt ?? one.startAt, now) >= one.degreeDaysRequired
}

async function followReceivers(scope: Scope, entity: StockEntity, subject: Living, seen: ReadonlySet<string>): Promise<void> {
  const transfers = await historyOf(scope, entity.name, subject.id, ['TRANSFER'])
  const ids = new Set(transfers.flatMap(({ data }) => receiverIn(data) ?? []))
  for (const receiver of await recordsById(
    scope,
    entity,
    [...ids].filter((id) => !seen.has(id)),
  ))
    await followWithdrawals(scope, entity, receiver, seen)
}

/** 10.1.6: what was milked, laid, caught, harvested or slaughtered under a withdrawal. Milk went into the tank of a dairy, which is found there too. */
async function findUse(scope: Scope, entity: LivingEntity, subject: Living, withdrawals: readonly ProjectedWithdrawal[]): Promise<void> {
  const history = isStock(entity) ? await stockFacts(scope, entity, subject.id) : await usesDuring(scope, entity.name, subject.id, usingEvents, withdrawals)
  const warmth = await warmthOf(scope, withdrawals.some(({ degreeDaysRequired }) => degreeDaysRequired !== null) ? [subject.id] : [])
  const findingsOf = (events: readonly HistoryEvent[]) =>
    findingsOfUse(withdrawals, events, scope.tenant.timezone, (one, at) => isInForce(one, at, () => warmth(subject.id, one.lastDoseAt ?? one.startAt, at)))
  await bringFindings(scope, entity, subject.id, ['AH-09'], findingsOf(history))
  if (isStock(entity)) return
  const causes = new Set(withdrawals.map(({ eventId }) => eventId))
  const milkings = history.filter((event) => event.eventType === 'MILKING' && findingsOf([event]).length > 0)
  await findInTanks(scope, entity, subject, causes, milkings, findingsOf)
}

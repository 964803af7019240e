// What is held back after a treatment, a vaccination, a birth or a restriction, of any animal, flock or pond (animal 10.1):
// opened with the event, voided with it, and asked before something is milked into the tank, caught, harvested or slaughtered.

import { entityOf } from '#domain/entities.ts'
import { pondProjection } from '#domain/husbandry/pond-projection.ts'
import { colostrumDays, degreeDays, type LabelPeriod, withdrawalTimes } from '#domain/husbandry/withdrawal-times.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { type OpenWithdrawal, openWithdrawalsOf, pondEvents } from '../../store/husbandry-events.ts'
import { recordBySystem } from '../../store/record-event.ts'

const withdrawal = entityOf('withdrawal')
/** The column that says whose withdrawal it is. */
const subjectField: Readonly<Record<string, string>> = {
  cow: 'cowId',
  goat: 'goatId',
  sheep: 'sheepId',
  poultrybatch: 'poultryBatchId',
  aquacrop: 'aquaCropId',
}
/** Events after which something may be held back. */
export const restrictingEvents = ['TREATMENT', 'VACCINATION', 'DRY_OFF', 'RESTRICTION', 'PARTURITION'] as const

/** Species as the labels of medicines name it. Only shrimp are stocked as post-larvae. */
function labelSpecies(entity: AnyEntity, subject: Row): string {
  if (entity.name === 'poultrybatch') return 'POULTRY'
  if (entity.name !== 'aquacrop') return subject.species as string
  return (subject.species as { stage: string }[]).some(({ stage }) => stage === 'PL') ? 'SHRIMP' : 'FISH'
}

/** The moment of the last dose: the latest that is told, and of a course its last day to the end, wherever that is. */
function lastDose({ occurredAt, data }: RecordedEvent): string {
  const doses = ((data.doses ?? []) as { at: string }[]).map(({ at }) => at)
  const course = typeof data.endDate === 'string' ? [`${data.endDate}T23:59:59-12:00`] : []
  return new Date(Math.max(...[occurredAt, ...doses, ...course].map(Date.parse))).toISOString()
}

export async function openWithdrawals(scope: Scope, entity: AnyEntity, subject: Row, event: RecordedEvent): Promise<void> {
  const { eventType, data } = event
  const own = {
    operatorId: subject.operatorId,
    [subjectField[entity.name] as string]: subject.id,
    farmerId: subject.farmerId,
    village: subject.village,
    startAt: event.occurredAt,
    treatmentEventId: event.id,
    schemeFactor: 1,
  }
  const open = async (values: Record<string, unknown> & { effectiveEndAt: string | null }) => {
    const isOver = values.effectiveEndAt !== null && Date.parse(values.effectiveEndAt) <= scope.now.getTime()
    await createBySystem(scope, withdrawal, { ...own, ...values, status: isOver ? 'ENDED' : 'ACTIVE' })
  }
  const until = (product: unknown, end: string) => open({ product, basis: 'TIME', statutoryEndAt: end, effectiveEndAt: end })
  if (eventType === 'RESTRICTION') return until(data.product, data.until as string)
  if (eventType === 'PARTURITION') return until('MILK', new Date(Date.parse(event.occurredAt) + colostrumDays * 86_400_000).toISOString())
  const medicineId = (data.medicineId ?? data.product) as string | null | undefined
  const [medicine] = medicineId ? await recordsById(scope, entityOf('medicine'), [medicineId]) : []
  if (!medicine) return
  const requested = { species: labelSpecies(entity, subject), lastDose: lastDose(event), longerDays: (data.longerWithdrawalDays as number | null) ?? 0 }
  for (const one of withdrawalTimes(medicine.withdrawals as LabelPeriod[], requested)) {
    const common = { product: one.product, basis: one.basis, medicineId }
    if (one.basis === 'TIME') await open({ ...common, statutoryEndAt: one.statutoryEndAt, effectiveEndAt: one.endAt })
    else await open({ ...common, degreeDaysRequired: one.degreeDays, startAt: lastDose(event), effectiveEndAt: null })
  }
}

/** With the event that opened them. One that is over already stays as it was. */
export async function voidWithdrawals(scope: Scope, event: RecordedEvent): Promise<void> {
  const rows = await scope.db
    .selectFrom('withdrawal')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('treatment_event_id', '=', event.id)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of rows)
    await recordBySystem(scope, withdrawal, id, { eventType: 'VOIDED', occurredAt: scope.now.toISOString(), data: { causeEventId: event.id } })
}

const labels: Readonly<Record<string, string>> = { MEAT: 'Meat', MILK: 'Milk', EGGS: 'Eggs', FIBRE: 'Fibre', OTHER: 'Products' }

/** AH-09. Throws RULE_BLOCKED while one of `products` is held back at `at`. */
export async function refuseRestricted(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  { products, at, path }: { products: readonly string[]; at: string; path?: string },
): Promise<void> {
  for (const one of await openWithdrawalsOf(scope, entity.name, [subject.id], at)) {
    if (!products.includes(one.product)) continue
    if (one.until === null && (await isWarmEnough(scope, subject, one, at))) continue
    const words = labels[one.product] ?? one.product
    throw ruleBlocked(
      'AH-09',
      one.until
        ? `${words} of ${subject.title} is held back until ${localDay(scope, one.until)}.`
        : `${words} of ${subject.title} is held back until ${one.degreeDaysRequired} degree-days have passed.`,
      {
        withdrawalId: one.id,
        product: labels[one.product],
        ...(one.until ? { until: localDay(scope, one.until) } : { degreeDays: one.degreeDaysRequired }),
        ...(path ? { path } : {}),
      },
    )
  }
}

async function isWarmEnough(scope: Scope, subject: Row, { startAt, degreeDaysRequired }: OpenWithdrawal, at: string): Promise<boolean> {
  const { water } = pondProjection((await pondEvents(scope, [subject.id])).get(subject.id) ?? [])
  return degreeDays(water, localDay(scope, startAt), localDay(scope, at)) >= (degreeDaysRequired ?? 0)
}

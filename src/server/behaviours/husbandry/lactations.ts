// Lactations follow from births, drying off and leaving (animal 6): after each of these the rows are brought to what the
// animal's story says. What a lactation gave is the milk on record between its days.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { LactationSpan } from '#domain/husbandry/animal-projection.ts'
import { daysBetween } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { evict } from '../../store/record-cache.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { voidCausedOn } from '../../store/void-event.ts'

const lactation = entityOf('lactation')

async function rowsOf(scope: Scope, animal: AnyEntity, subjectId: string): Promise<Row[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lactation where tenant_id = ${scope.tenant.id} and ${sql.ref(`${animal.name}_id`)} = ${subjectId}::uuid and deleted_at is null`.execute(
    scope.db,
  )
  return recordsById(
    scope,
    lactation,
    rows.map(({ id }) => id),
    { lock: true },
  )
}

/** kg on record from one day to another, both included; open to the end when `to` is null. */
async function milkBetween(scope: Scope, animal: AnyEntity, subjectId: string, from: string, to: string | null): Promise<number | null> {
  const day = sql`(occurred_at at time zone ${scope.tenant.timezone})::date`
  const { rows } = await sql<{ kg: number | null }>`
    select sum((data->>'kg')::numeric) as kg from event where tenant_id = ${scope.tenant.id} and subject_type = ${animal.name} and subject_id = ${subjectId}::uuid
      and event_type = 'MILKING' and status = 'RECORDED' and ${day} >= ${from}::date ${to ? sql`and ${day} <= ${to}::date` : sql``}`.execute(scope.db)
  const kg = rows[0]?.kg
  return kg === null || kg === undefined ? null : Math.round(Number(kg) * 10) / 10
}

/** After an event that begins or ends a lactation, or was taken back. */
export async function followLactations(
  scope: Scope,
  animal: AnyEntity,
  subject: Row,
  spans: readonly LactationSpan[],
  event: RecordedEvent,
  isUndone: boolean,
): Promise<void> {
  const rows = await rowsOf(scope, animal, subject.id)
  for (const row of rows) {
    if (isUndone) await voidCausedOn(scope, lactation, row, event.id)
    if (!spans.some(({ beginDate }) => beginDate === row.beginDate)) await takeAway(scope, row)
  }
  const existing = new Map((isUndone ? await rowsOf(scope, animal, subject.id) : rows).map((row) => [row.beginDate, row]))
  for (const { parity, beginDate, endDate, reason } of spans) {
    const known = existing.get(beginDate)
    const values = {
      parity,
      endDate,
      lengthDays: endDate ? daysBetween(beginDate, endDate) : null,
      milkKg: await milkBetween(scope, animal, subject.id, beginDate, endDate),
    }
    const row = known
      ? await changeBySystem(scope, lactation, known, values)
      : (
          await createBySystem(scope, lactation, {
            operatorId: subject.operatorId,
            [`${animal.name}Id`]: subject.id,
            farmerId: subject.farmerId,
            village: subject.village,
            type: 'Normal',
            beginDate,
            ...values,
          })
        ).row
    if (endDate && row.status === 'OPEN')
      await recordBySystem(scope, lactation, row.id, { eventType: 'CLOSED', occurredAt: event.occurredAt, data: { reason, causeEventId: event.id } })
  }
}

/** After a milking: only the lactation it falls into gives more. */
export async function addMilk(scope: Scope, animal: AnyEntity, subject: Row, day: string): Promise<void> {
  const { rows } = await sql<{ id: string; begin_date: string; end_date: string | null }>`
    select id, begin_date, end_date from lactation where tenant_id = ${scope.tenant.id} and ${sql.ref(`${animal.name}_id`)} = ${subject.id}::uuid and deleted_at is null
      and begin_date <= ${day}::date and (end_date is null or end_date >= ${day}::date) limit 1`.execute(scope.db)
  const [found] = rows
  const [row] = found ? await recordsById(scope, lactation, [found.id], { lock: true }) : []
  if (row)
    await changeBySystem(scope, lactation, row, { milkKg: await milkBetween(scope, animal, subject.id, row.beginDate as string, row.endDate as string | null) })
}

/** The birth that began it never happened. */
async function takeAway(scope: Scope, row: Row): Promise<void> {
  await scope.db
    .updateTable('lactation')
    .set({ deleted_at: scope.now.toISOString() })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', row.id)
    .execute()
  evict(scope, lactation, row.id)
}

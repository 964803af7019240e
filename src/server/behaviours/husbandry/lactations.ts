// Lactations follow from births, drying off and leaving (animal 6): after each of these the rows are brought to what the
// animal's projection says. What a lactation gave is the milk on record between its days.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type LactationSpan, milkWindows } from '#domain/husbandry/animal-projection.ts'
import type { AnimalCard } from '#domain/husbandry/husbandry-cards.ts'
import { daysBetween, localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { eventsThen } from '../../store/past.ts'
import { evict } from '../../store/record-cache.ts'
import { recordBySystem } from '../../store/record-event.ts'

type MilkWindow = ReturnType<typeof milkWindows>[number]

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

/** The last lactation of an animal in a scope of the past: the rows say what is known now. `spans`: what its history of then says. */
export async function lastLactationThen(scope: Scope, animal: AnyEntity, subjectId: string, spans: readonly LactationSpan[]): Promise<AnimalCard['lactation']> {
  const last = milkWindows(spans).at(-1)
  if (!last) return null
  const { parity, beginDate, endDate } = last.span
  return { id: beginDate, parity, beginDate, endDate, milkKg: await milkOf(scope, animal, subjectId, last) }
}

/** kg on record of one lactation. Its first and last day belong to it whole, unless another one shares the day: then the moment of birth divides it. */
async function milkOf(scope: Scope, animal: AnyEntity, subjectId: string, { span, from, until }: MilkWindow): Promise<number | null> {
  const day = sql`(occurred_at at time zone ${scope.tenant.timezone})::date`
  const begins = from ? sql`occurred_at >= ${from}::timestamptz` : sql`${day} >= ${span.beginDate}::date`
  const ends = until ? sql`occurred_at < ${until}::timestamptz` : span.endDate ? sql`${day} <= ${span.endDate}::date` : sql`true`
  const { rows } = await sql<{ kg: number | null }>`
    select sum((data->>'kg')::numeric) as kg from event where tenant_id = ${scope.tenant.id} and subject_type = ${animal.name} and subject_id = ${subjectId}::uuid
      and event_type = 'MILKING' and ${eventsThen(scope, 'event')} and ${begins} and ${ends}`.execute(scope.db)
  const kg = rows[0]?.kg
  return kg === null || kg === undefined ? null : Math.round(Number(kg) * 10) / 10
}

/** Brings rows, and their states, to `spans`: what the history of the animal says. */
export async function followLactations(scope: Scope, animal: AnyEntity, subject: Row, spans: readonly LactationSpan[]): Promise<void> {
  const existing = new Map<unknown, Row>()
  for (const row of await rowsOf(scope, animal, subject.id)) {
    if (spans.some(({ beginDate }) => beginDate === row.beginDate)) existing.set(row.beginDate, row)
    else await takeAway(scope, row)
  }
  for (const window of milkWindows(spans)) {
    const { parity, beginDate, endDate, reason } = window.span
    const known = existing.get(beginDate)
    const values = {
      parity,
      endDate,
      lengthDays: endDate ? daysBetween(beginDate, endDate) : null,
      milkKg: await milkOf(scope, animal, subject.id, window),
    }
    const row = known
      ? await changeBySystem(scope, lactation, known, values)
      : (
          await createBySystem<AnyEntity>(scope, lactation, {
            operatorId: subject.operatorId,
            [`${animal.name}Id`]: subject.id,
            farmerId: subject.farmerId,
            village: subject.village,
            type: 'Normal',
            beginDate,
            ...values,
          })
        ).row
    // Recorded when it became known: the day on which the milk ended is the field.
    const occurredAt = scope.now.toISOString()
    if (endDate && row.status === 'OPEN') await recordBySystem(scope, lactation, row.id, { eventType: 'CLOSED', occurredAt, data: { reason } })
    if (!endDate && row.status === 'CLOSED') await recordBySystem(scope, lactation, row.id, { eventType: 'REOPENED', occurredAt, data: {} })
  }
}

/** After milkings at these moments were recorded or voided: only the lactations that they belong to give more or less. */
export async function addMilk(scope: Scope, animal: AnyEntity, subject: Row, spans: readonly LactationSpan[], moments: readonly string[]): Promise<void> {
  const windows = milkWindows(spans)
  for (const window of new Set(moments.map((moment) => windowAt(scope, windows, moment)))) {
    if (!window) continue
    const { rows } = await sql<{ id: string }>`
      select id from lactation where tenant_id = ${scope.tenant.id} and ${sql.ref(`${animal.name}_id`)} = ${subject.id}::uuid and deleted_at is null
        and begin_date = ${window.span.beginDate}::date`.execute(scope.db)
    const [row] = rows[0] ? await recordsById(scope, lactation, [rows[0].id], { lock: true }) : []
    if (row) await changeBySystem(scope, lactation, row, { milkKg: await milkOf(scope, animal, subject.id, window) })
  }
}

function windowAt(scope: Scope, windows: readonly MilkWindow[], moment: string): MilkWindow | undefined {
  const [day, at] = [localDay(scope, moment), Date.parse(moment)]
  return windows.find(
    ({ span, from, until }) =>
      span.beginDate <= day && (span.endDate ?? day) >= day && (from === null || Date.parse(from) <= at) && (until === null || at < Date.parse(until)),
  )
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

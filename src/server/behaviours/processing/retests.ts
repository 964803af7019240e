// What follows from the result of a test on other lots (BR-15): lots of the same sources are to be tested again, the manager gets a task with the plots behind the lot,
// and a negative result lifts the holds that a positive one caused.
import { sql } from 'kysely'
import { isPositive } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { lotTests, type TestKind } from '#domain/kernel/lot-tests.ts'
import { phrase } from '#domain/messages/message.ts'
import { spelledReason } from '#domain/messages/spelled-row.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { holdMadeOf } from '../../ledger/inherited-holds.ts'
import { lotStateAt } from '../../ledger/lot-state-at.ts'
import type { Lot } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'

const [productbatch, task] = [entityOf('productbatch'), entityOf('task')]
/** After every event that is recorded. */
export const endOfTime = '9999-01-01T00:00:00Z'
/** Where samples were taken. */
export type Tested = { entity: 'productbatch' | 'crop'; id: string }
export type Positive = { eventId: string; kind: TestKind; reportNo: string }

/** Lots with goods out of any source of this one, at whatever depth, which are neither it nor made of it; no farm lots, whose goods are bought through a heap. */
async function siblingsOf({ db, tenant }: Scope, lotId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id) as (
      select l.input_id from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = ${lotId}::uuid and l.voided_at is null
      union select l.input_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null
    ), below (id) as (
      select ${lotId}::uuid
      union select l.output_id from below join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = below.id and l.voided_at is null
    ), near (id) as (
      select id from above
      union select l.output_id from near join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = near.id and l.voided_at is null
        where l.output_id <> ${lotId}::uuid
    )
    select b.id from near join productbatch as b on b.tenant_id = ${tenant.id} and b.id = near.id
    where b.on_hand_kg > 0 and b.unit_type <> 'FARM_LOT' and b.status not in ('DISPOSED', 'VOIDED') and b.id not in (select id from below) order by b.id limit 500`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function askRetests(scope: Scope, lot: Lot, { eventId, kind, reportNo }: Positive): Promise<void> {
  const siblings = await recordsById(scope, productbatch, await siblingsOf(scope, lot.id), { lock: true })
  for (const { id } of siblings)
    await recordBySystem(scope, productbatch, id, {
      eventType: 'RETEST_ASKED',
      occurredAt: scope.now.toISOString(),
      data: { kind, sampleNo: `RETEST ${eventId.slice(-12).toUpperCase()}`, causeEventId: eventId },
    })
  const plots = await plotsBehind(scope, lot)
  await createBySystem(
    scope,
    task,
    {
      operatorId: lot.operatorId,
      subject: `${lot.title}: ${lotTests[kind]} test positive (${reportNo}), find the cause`.slice(0, 160),
      type: 'SAMPLE',
      priority: 'P1',
      dueDate: addDays(localDay(scope), tolerancesOf(scope.tenant.config.tolerances).retestDays),
      team: 'OPERATOR_MANAGER',
      productBatchId: lot.id,
      ruleId: 'BR-15',
      details:
        plots
          .map(({ title, kg }) => `${title}: ${kg} kg`)
          .join('\n')
          .slice(0, 2000) || null,
      checklist: siblings
        .filter((one) => one.operatorId === lot.operatorId)
        .slice(0, 50)
        .map(({ title }) => ({ item: `Sample of ${title}`, done: false })),
      fourEyes: false,
      evidence: [],
    },
    eventId,
  )
}

/** Plots behind a lot with their kilograms, heaviest first. */
async function plotsBehind({ db, tenant }: Scope, { id: lotId, operatorId }: Lot): Promise<{ title: string; kg: number }[]> {
  const { rows } = await sql<{ title: string; kg: number }>`
    select case when p.operator_id = ${operatorId}::uuid then p.code || ' ' || p.title else 'Plots of others' end as title, sum(o.kg) as kg from lot_origin as o join crop as c on c.tenant_id = ${tenant.id} and c.id = o.crop_id
    join landparcel as p on p.tenant_id = ${tenant.id} and p.id = c.parcel_id
    where o.tenant_id = ${tenant.id} and o.lot_id = ${lotId}::uuid group by 1 order by kg desc, 1 limit 40`.execute(db)
  return rows.map(({ title, kg }) => ({ title, kg: Number(kg) }))
}

/** The positive result is taken back: what it asked for is not to be done any more. */
export async function cancelRetests(scope: Scope, eventId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select e.subject_id as id from event as e join task as t on t.tenant_id = ${scope.tenant.id} and t.id = e.subject_id
    where e.tenant_id = ${scope.tenant.id} and e.cause_event_id = ${eventId}::uuid and e.subject_type = 'task' and e.event_type = 'CREATED'
      and t.status in ('OPEN', 'IN_PROGRESS', 'BLOCKED')`.execute(scope.db)
  for (const { id } of rows)
    await recordBySystem(scope, task, id, {
      eventType: 'CANCELLED',
      occurredAt: scope.now.toISOString(),
      data: spelledReason(phrase`The result was taken back.`),
    })
}

/** Holds of other lots whose cause is a positive result of this lot or crop, which is positive no more. */
export async function liftHolds(scope: Scope, tested: Tested, kind: TestKind, causeEventId: string): Promise<void> {
  const { rows } = await sql<{ id: string; lotId: string }>`
    select h.id, h.subject_id as "lotId" from event as r
    join event as h on h.tenant_id = ${scope.tenant.id} and h.cause_event_id = r.id and h.subject_type = 'productbatch' and h.event_type = 'QUARANTINE' and h.status = 'RECORDED'
    join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = h.subject_id and b.status not in ('DISPOSED', 'VOIDED')
    where r.tenant_id = ${scope.tenant.id} and r.subject_type = ${tested.entity}::text and r.subject_id = ${tested.id}::uuid and r.event_type = 'LAB_RESULT' and r.status = 'RECORDED'
      and r.data->>'result' = 'POSITIVE' and r.data->>'kind' = ${kind}::text
      and not exists (select from event as f where f.tenant_id = ${scope.tenant.id} and f.subject_type = 'productbatch' and f.subject_id = h.subject_id
        and f.event_type = 'HOLD_LIFTED' and f.status = 'RECORDED' and f.data->>'holdEventId' = h.id::text)
    order by h.subject_id, h.id`.execute(scope.db)
  for (const hold of rows)
    await recordBySystem(scope, productbatch, hold.lotId, {
      eventType: 'HOLD_LIFTED',
      occurredAt: scope.now.toISOString(),
      data: { holdEventId: hold.id, causeEventId },
    })
}

/** A negative result, or its sample, was taken back: where the lot is positive again, so is what was made of it, also of goods taken meanwhile. */
export const holdAgain = (scope: Scope, lot: Lot, kind: TestKind): Promise<void> =>
  atEndOfStep(scope, `holds of ${lot.id} ${kind}`, async () => {
    if (!isPositive(await lotStateAt(scope, lot.id, endOfTime), kind)) return
    for (const { id, data } of await eventsOf(scope, productbatch, lot.id, ['LAB_RESULT']))
      if (data.kind === kind && data.result === 'POSITIVE') await holdMadeOf(scope, lot.id, { eventId: id, kind, reportNo: data.reportNo, title: lot.title })
  })

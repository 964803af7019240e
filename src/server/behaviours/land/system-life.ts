// The life of a cropping system follows from its crops: it starts with their first sowing and ends with the last of them. Brought to that
// at the end of a step, so that the order in which crops were recorded, and what was corrected, does not matter.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { voidCausedOn } from '../../store/void-event.ts'

const croppingsystem = entityOf('croppingsystem')
type Fact = { eventType: string; subjectId: string; cause: string; occurredAt: string; isEnd: boolean }

export const settleSystemLater = (scope: Scope, systemId: string): Promise<void> =>
  atEndOfStep(scope, `life of ${systemId}`, () => settleSystem(scope, systemId))

/** Its end is taken back before its start is: it is recorded again at the end of the step, if it still holds. */
export async function reopenSystem(scope: Scope, systemId: string): Promise<void> {
  const end = (await factsOf(scope, systemId)).find(({ eventType }) => eventType === 'ENDED')
  if (end) await voidOf(scope, systemId, end)
}

async function settleSystem(scope: Scope, systemId: string): Promise<void> {
  const facts = await factsOf(scope, systemId)
  const [started, ended] = ['STARTED', 'ENDED'].map((type) => facts.find(({ eventType }) => eventType === type))
  const start = facts.find(({ eventType }) => eventType === 'SOWING')
  const last = facts.findLast(({ isEnd }) => isEnd)
  const end = start && last && (await isOver(scope, systemId)) ? last : undefined
  if (ended && ended.cause !== end?.cause) await voidOf(scope, systemId, ended)
  if (start && started?.cause !== start.cause) await recordOf(scope, systemId, 'STARTED', start, { cropId: start.subjectId })
  if (started && started.cause !== start?.cause) await voidOf(scope, systemId, started)
  if (end && ended?.cause !== end.cause) await recordOf(scope, systemId, 'ENDED', end, {})
}

/** By occurrence: sowings and ends of its crops, each its own cause, and what was recorded of the system because of them. */
async function factsOf(scope: Scope, systemId: string): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    select e.event_type as "eventType", e.subject_id as "subjectId", coalesce(case when e.subject_type = 'croppingsystem' then e.cause_event_id end, e.id) as cause,
      e.occurred_at as "occurredAt", e.subject_type = 'crop' and e.status_after in ('CLOSED', 'FAILED', 'CANCELLED') and e.event_type in ('CLOSED', 'CROP_LOSS', 'CANCELLED') as "isEnd"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.status = 'RECORDED' and (
      (e.subject_type = 'croppingsystem' and e.subject_id = ${systemId}::uuid and e.event_type in ('STARTED', 'ENDED'))
      or (e.subject_type = 'crop' and e.event_type in ('SOWING', 'CLOSED', 'CROP_LOSS', 'CANCELLED') and e.subject_id in (
        select c.id from crop as c where c.tenant_id = ${scope.tenant.id} and c.cropping_system_id = ${systemId}::uuid and c.deleted_at is null)))
    order by e.occurred_at, e.recorded_at, e.id`.execute(scope.db)
  return rows
}

async function isOver(scope: Scope, systemId: string): Promise<boolean> {
  const open = await scope.db
    .selectFrom('crop')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('cropping_system_id', '=', systemId)
    .where('status', 'not in', ['CANCELLED', 'FAILED', 'CLOSED'])
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open === undefined
}

async function recordOf(
  scope: Scope,
  systemId: string,
  eventType: 'STARTED' | 'ENDED',
  { cause, occurredAt }: Fact,
  data: Record<string, unknown>,
): Promise<void> {
  const [system] = await recordsById(scope, croppingsystem, [systemId], { lock: true })
  if (system && system.status !== 'CANCELLED')
    await recordBySystem(scope, croppingsystem, systemId, { eventType, occurredAt, data: { ...data, causeEventId: cause } })
}
async function voidOf(scope: Scope, systemId: string, { cause }: Fact): Promise<void> {
  const [system]: (Row | undefined)[] = await recordsById(scope, croppingsystem, [systemId], { lock: true })
  if (system) await voidCausedOn(scope, croppingsystem, system, cause)
}

// An event that no step of the package waits for on its day (BR-18: outside every window → ask): whoever records it says which open step it is for, or that it
// is for none. By its answer it is one or the other; another answer is another event in its place.
import { sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { planevent } from './fulfil-plan.ts'

/** Crops and the ground under them: the column of a planned step that names it. Flocks and ponds are not: their routines go on from day to day, whatever the step. */
const columns: Readonly<Record<string, string>> = { crop: 'crop_id', croppingsystem: 'cropping_system_id' }

/** Once the plan is brought to what was recorded: an event that did a step, or lies within the days of an open one, is not asked about. Throws VALIDATION at `planEventId`. */
export async function askForStep(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  event: { id: string; eventType: string; occurredAt: string },
): Promise<void> {
  const column = columns[entity.name]
  if (!column) return
  const day = localDay(scope, event.occurredAt)
  const { rows } = await sql<{ asks: boolean | null }>`select bool_and(p.fulfilled_by_event_id is distinct from ${event.id}
      and not (p.status <> all(${[...(planevent.final ?? [])]}::text[]) and ${day}::date between p.window_start and p.window_end))
      and bool_or(p.status <> all(${[...(planevent.final ?? [])]}::text[])) as asks
    from planevent as p where p.tenant_id = ${scope.tenant.id} and ${sql.ref(`p.${column}`)} = ${subjectId}::uuid and p.event_type = ${event.eventType}
      and p.pop_id is not null and p.deleted_at is null`.execute(scope.db)
  if (rows[0]?.asks)
    throw fieldProblem('planEventId', 'required', 'No step of the package is to be done on this day. Say which open step this is for, or that it is for none.')
}

// What came of a plot that was divided or joined, read from events (decision 0074).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'

const landparcel = entityOf('landparcel')

/** Plots that were made from this one. */
export async function successorsOf(scope: Scope, parcelId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.subject_id as id from event as s join event as t on t.tenant_id = ${scope.tenant.id}
      and t.cause_event_id = case when s.event_type = 'MERGED_AWAY' then s.cause_event_id else s.id end and t.event_type = 'TAKEN_OVER' and t.status = 'RECORDED'
    where s.tenant_id = ${scope.tenant.id} and s.subject_type = 'landparcel' and s.subject_id = ${parcelId}::uuid
      and s.event_type in ('SPLIT', 'MERGED', 'MERGED_AWAY') and s.status = 'RECORDED' order by 1`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** The event by which a plot was divided or joined. */
export async function endingOf(scope: Scope, parcelId: string): Promise<{ id: string; occurredAt: string } | undefined> {
  const [ending] = await eventsOf(scope, landparcel, parcelId, ['SPLIT', 'MERGED', 'MERGED_AWAY'])
  if (!ending) return undefined
  return { id: ending.eventType === 'MERGED_AWAY' ? String(ending.data.causeEventId) : ending.id, occurredAt: ending.occurredAt }
}
/** What came of it was made of its ground and for its grower as they were known: neither becomes another one afterwards. */
export const refuseOtherPlot = (eventId: string): Problem =>
  ruleBlocked('BR-26', 'The plot was divided or joined as it was known then. Take that back first.', { eventId })

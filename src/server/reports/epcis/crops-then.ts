// The crops that an input on their whole cropping system reached: those that were there and had not ended, by what had been recorded when the input was.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../scope.ts'

export type CropThen = { eventId: string; cropId: string }
/** Nothing came of an input on these any more (behaviours/land/croppingsystem.ts). */
const ended = ['HARVESTED', 'CLOSED', 'FAILED', 'CANCELLED']

/** Of those of these events that are inputs on a cropping system; in the order of the crops' ids. */
export const cropsThen = ({ tenant }: Pick<Scope, 'tenant'>, eventIds: readonly string[]): RawBuilder<CropThen> => sql<CropThen>`
  select v.id as "eventId", c.id as "cropId" from event as v
  join crop as c on c.tenant_id = ${tenant.id} and c.cropping_system_id = v.subject_id
  where v.tenant_id = ${tenant.id} and v.id = any(${[...eventIds]}::uuid[]) and v.subject_type = 'croppingsystem' and v.event_type = 'INPUT_APPLICATION'
    and exists (select from event as m where m.tenant_id = ${tenant.id} and m.subject_type = 'crop' and m.subject_id = c.id and m.event_type = 'CREATED' and m.recorded_at <= v.recorded_at)
    and not exists (select from event as x where x.tenant_id = ${tenant.id} and x.subject_type = 'crop' and x.subject_id = c.id
      and (x.event_type = 'DELETED' or x.event_type <> 'EVENT_VOIDED' and x.status_before is distinct from x.status_after and x.status_after = any(${ended}::text[])) and x.occurred_at <= v.occurred_at and x.recorded_at <= v.recorded_at
      and (x.voided_at is null or x.voided_at > v.recorded_at))
  order by v.id, c.id`

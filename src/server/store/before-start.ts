// An event long before its subject began is a slip of the pen: a wrong year counts in reports of other years. At most 30 days before (domain dictionary 1.3), by what its
// declaration says of when it began (docs/decisions/0171). A record of which nothing says so (a plot, a company, a lot) was there before anybody entered it.
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from './get.ts'

/** Days before the start in which something may have happened already (domain dictionary 1.3). */
const leadDays = 30

/**
 * `path`: where the day was entered. `formerly`: of a correction, when the event that it replaces happened: that moment stays as it is. Throws VALIDATION at `path`, code min.
 */
export async function refuseBeforeStart(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  { eventType, occurredAt }: { eventType: string; occurredAt: string },
  { path = 'occurredAt', formerly }: { path?: string; formerly?: string | undefined } = {},
): Promise<void> {
  const { startsOn } = entity
  if (!startsOn || startsOn.startedBy?.includes(eventType)) return
  if (formerly !== undefined && Date.parse(formerly) === Date.parse(occurredAt)) return
  const day = localDay(scope, occurredAt)
  const known = startsOn.by.flatMap((name) => dayIn(scope, subject[name]))
  // What is known without another question comes first.
  if (known.some((start) => addDays(start, -leadDays) <= day)) return
  const start = [...known, ...(startsOn.season ? await seasonsStart(scope, subject[startsOn.season]) : [])].sort()[0]
  if (start === undefined || addDays(start, -leadDays) <= day) return
  throw fieldProblem(path, 'min', phrase`More than ${leadDays} days before ${onDay(start)}, when this began. Is the year right?`)
}

/** A day, or the day of a moment. */
function dayIn(scope: Scope, value: unknown): string[] {
  if (typeof value !== 'string') return []
  return [value.length > 10 ? localDay(scope, value) : value]
}
/** Fields are made ready as long before the season as sowing may be. */
async function seasonsStart(scope: Scope, id: unknown): Promise<string[]> {
  const [season] = typeof id === 'string' ? await recordsById(scope, entityOf('season'), [id]) : []
  return season ? [addDays(season.startDate, -tolerancesOf(scope.tenant.config.tolerances).sowingOutsideSeason)] : []
}

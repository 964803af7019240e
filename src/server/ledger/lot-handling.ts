// Where a lot lies and of what grade it is, by what was entered on it and by movements and tests, in order of occurrence.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { typedValue } from '#domain/kernel/typed-facts.ts'
import type { Scope } from '../scope.ts'
import { eventsOf } from '../store/caused-events.ts'
import { amongIds } from '../store/get.ts'
import { eventsThen } from '../store/past.ts'

export type Place = { processingSystemId: string | null; storageBin: string | null }

/** The latest to have occurred counts, of each field. */
export const placeOf = async (scope: Scope, lotId: string): Promise<Place> => (await placesOf(scope, [lotId])).get(lotId) ?? { ...nowhere }
const nowhere: Place = { processingSystemId: null, storageBin: null }

/** Of several lots, by their ids. */
export async function placesOf(scope: Scope, lotIds: readonly string[]): Promise<Map<string, Place>> {
  const { rows } = await sql<{ lotId: string; eventType: string; changes: { [Name in keyof Place]?: { to: Place[Name] } } | null } & Place>`
    select e.subject_id as "lotId", e.event_type as "eventType", e.data->'changes' as changes, e.data->>'processingSystemId' as "processingSystemId",
      e.data->>'storageBin' as "storageBin"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${amongIds(lotIds)} and ${eventsThen(scope)}
      and e.event_type in ('CREATED', 'EDITED', 'MOVE', 'RECEIVED')
    order by e.event_type = 'CREATED' desc, e.occurred_at, e.subject_version`.execute(scope.db)
  const places = new Map<string, Place>()
  for (const { lotId, eventType, changes, ...entered } of rows) {
    const place = places.get(lotId) ?? { ...nowhere }
    places.set(lotId, place)
    for (const name of ['processingSystemId', 'storageBin'] as const) {
      const change = changes?.[name]
      if (change) place[name] = change.to
      else if (!changes && (entered[name] || (eventType === 'MOVE' && name === 'storageBin'))) place[name] = entered[name]
    }
  }
  return places
}

/** That of its last test, or what was entered on it later. `testedAt`: a facility that tested it, beside those where it lay. */
export async function gradeOf(scope: Scope, lotId: string, testedAt: string[] = []): Promise<string | null> {
  const own = await eventsOf(scope, entityOf('productbatch'), lotId, ['CREATED', 'EDITED', 'MOVE', 'RECEIVED'])
  const places = own.flatMap((event) => [event.data.processingSystemId, typedValue(event, 'processingSystemId')]).filter((id) => typeof id === 'string')
  const tests = await eventsOf(scope, entityOf('processingsystem'), [...new Set([...testedAt, ...places])], ['QC_TEST'])
  const grades = [
    ...own.map((event) => ({ at: event.eventType === 'CREATED' ? 0 : Date.parse(event.occurredAt), grade: typedValue(event, 'grade') })),
    ...tests.flatMap(({ occurredAt, data }) => (data.batchId === lotId && data.grade ? [{ at: Date.parse(occurredAt), grade: data.grade }] : [])),
  ]
  const last = grades
    .filter(({ grade }) => grade !== undefined)
    .sort((one, other) => one.at - other.at)
    .at(-1)
  return typeof last?.grade === 'string' ? last.grade : null
}

/** What its last quality test by then said, at any facility of its holder; null: there was none. */
export async function qualityAt(
  { db, tenant }: Scope,
  lot: { id: string; operatorId: string; processorId: string | null },
  at: string,
): Promise<'PASS' | 'FAIL' | null> {
  const isHolders = lot.processorId ? sql`s.processor_id = ${lot.processorId}::uuid` : sql`s.collective_id = ${lot.operatorId}::uuid`
  const { rows } = await sql<{ result: 'PASS' | 'FAIL' }>`
    select e.data->>'result' as result from processingsystem as s join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = s.id
    where s.tenant_id = ${tenant.id} and ${isHolders} and e.event_type = 'QC_TEST' and e.status = 'RECORDED' and e.data->>'batchId' = ${lot.id} and e.occurred_at <= ${at}::timestamptz
    order by e.occurred_at desc, e.recorded_at desc, e.id desc limit 1`.execute(db)
  return rows[0]?.result ?? null
}

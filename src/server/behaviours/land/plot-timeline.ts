// The claim of a plot through time with its causes, read from the database: of now, or of a past day by what had happened or was known then.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { conversionOf } from '#domain/chain/claim.ts'
import { claimCauses, claimOn, claimSegments, claimSteps } from '#domain/chain/plot-timeline.ts'
import type { PlotTimeline, TimelineCause } from '#domain/chain/plot-timeline-answer.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { plotClock } from '#domain/land/plot-projection.ts'
import type { Scope } from '../../scope.ts'
import { namedIn } from '../../store/as-of.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { isPast } from '../../store/past.ts'
import { refsOf } from '../../store/references.ts'
import { withItsCause } from '../../store/void-event.ts'
import { clockUntil, monthsUnconfirmed, plotFactsOf } from './plot-facts.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<Declarations['landparcel']>
type Cause = Omit<TimelineCause, 'claims'>
const nothing = { counts: false, months: null, day: null, document: null, itemId: null, text: null, words: null, eventId: null } as const

/** In a scope of the past that day's. */
export async function plotTimelineOf(scope: Scope, parcel: Parcel): Promise<PlotTimeline> {
  const facts = await plotFactsOf(scope, parcel.id)
  const until = clockUntil(scope)
  const options = { monthsUnconfirmed: monthsUnconfirmed(scope), until }
  const tracks = { ANNUAL: claimSegments(facts, options, 'ANNUAL'), PERENNIAL: claimSegments(facts, options, 'PERENNIAL') }
  const caused = claimCauses(facts, options, (moment) => localDay(scope, moment))
  const own = await eventsOfPlot(
    scope,
    parcel.id,
    caused.flatMap(({ eventId }) => eventId ?? []),
  )
  const linked = [...caused, ...claimSteps(tracks, caused)].map(
    (one): Cause => ({ ...one, link: one.eventId && own.has(one.eventId) ? { entity: 'landparcel', id: parcel.id, eventId: one.eventId } : null }),
  )
  const day = localDay(scope)
  const at = (on: string) => ({ ANNUAL: claimOn(tracks.ANNUAL, on), PERENNIAL: claimOn(tracks.PERENNIAL, on) })
  const causes = [...linked, ...(await takenBack(scope, parcel.id)), ...(await grownConventionally(scope, parcel.id))]
    .map((one): TimelineCause => ({ ...one, claims: at(one.on) }))
    .sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))
  const items = causes.flatMap(({ itemId, link }) => [
    ...(itemId ? [{ path: 'itemId', target: 'inputitem', id: itemId }] : []),
    ...(link && link.entity !== 'landparcel' ? [{ path: 'link', target: link.entity, id: link.id }] : []),
  ])
  const { months } = conversionOf(plotClock(facts, options))
  return { day, now: at(day), months: months ?? { ANNUAL: 0, PERENNIAL: 0 }, tracks, causes, refs: await refsOf(scope, items) }
}

/** Of these events those of the plot itself: others are of a plot that it was made from. */
async function eventsOfPlot(scope: Scope, parcelId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await scope.db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', landparcel.name)
    .where('subject_id', '=', parcelId)
    .where('id', 'in', [...new Set(ids)])
    // A creation or an edit has no page of its own.
    .where('event_type', 'not in', ['CREATED', 'EDITED'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Voided = { id: string; isCorrected: boolean; data: { itemId?: string; usedOn: string }; voidedAt: string; note: string | null }
/** BR-14: finds that certification body and administrator took back together, each of the two steps on its day. */
async function takenBack(scope: Scope, parcelId: string): Promise<Cause[]> {
  const agreed = (await eventsOf(scope, landparcel, parcelId, ['PROHIBITED_INPUT_DISMISSED'])).map(
    ({ id, occurredAt, data }): Cause => ({
      ...nothing,
      kind: 'ERROR_AGREED',
      on: localDay(scope, occurredAt),
      day: data.usedOn,
      document: data.document ?? null,
      itemId: data.itemId,
      text: data.reason,
      eventId: id,
      link: { entity: 'landparcel', id: parcelId, eventId: id },
    }),
  )
  const knownBy = (isPast(scope) ? new Date(scope.past.knownBy) : scope.now).toISOString()
  const { rows } = await sql<Voided>`select e.id, e.data, e.voided_at as "voidedAt", e.void_note as note, c.id is not null as "isCorrected" from event as e
      left join event as o on o.tenant_id = e.tenant_id and o.id = e.cause_event_id
      left join event as c on c.tenant_id = o.tenant_id and c.subject_type = o.subject_type and c.subject_id = o.subject_id and c.supersedes_event_id = o.id
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = ${parcelId}::uuid and e.event_type = 'PROHIBITED_INPUT_FOUND'
      and e.voided_at <= ${knownBy}::timestamptz
      and not exists (select 1 from event as n where n.tenant_id = e.tenant_id and n.subject_type = e.subject_type and n.subject_id = e.subject_id and (n.supersedes_event_id = e.id
        or n.cause_event_id = c.id and n.event_type = e.event_type and n.data->>'itemId' is not distinct from e.data->>'itemId'))
    order by e.voided_at, e.id`.execute(scope.db)
  const voided = rows.map(
    ({ id, isCorrected, data, voidedAt, note }): Cause => ({
      ...nothing,
      kind: isCorrected ? 'CORRECTED' : 'TAKEN_BACK',
      on: localDay(scope, voidedAt),
      day: data.usedOn,
      itemId: data.itemId ?? null,
      // What went with its cause has no words of its own.
      text: note === withItsCause.note ? null : note,
      eventId: id,
      link: { entity: 'landparcel', id: parcelId, eventId: id },
    }),
  )
  return [...agreed, ...voided]
}

/** BR-05: what was sown here in a system that is not managed organically claims nothing, whatever the land would give. */
async function grownConventionally(scope: Scope, parcelId: string): Promise<Cause[]> {
  if (!can(scope.user, 'croppingsystem', 'V') || !can(scope.user, 'crop', 'V')) return []
  const { rows } = await sql<{ id: string; cropId: string }>`select s.id, c.id as "cropId" from croppingsystem as s
    join crop as c on c.tenant_id = ${scope.tenant.id} and c.cropping_system_id = s.id and c.deleted_at is null
    where s.tenant_id = ${scope.tenant.id} and s.parcel_id = ${parcelId}::uuid and s.deleted_at is null order by s.id, c.id`.execute(scope.db)
  const systems = (await namedIn(scope, entityOf('croppingsystem'), [...new Set(rows.map(({ id }) => id))])).filter(
    ({ managedOrganically }) => managedOrganically === false,
  )
  const causes: Cause[] = []
  for (const { id } of systems) {
    const crops = rows.flatMap((row) => (row.id === id ? [row.cropId] : []))
    const sown = await eventsOf(scope, entityOf('crop'), crops, ['SOWING'])
    const [first] = sown.map(({ occurredAt }) => localDay(scope, occurredAt)).sort()
    if (first) causes.push({ ...nothing, kind: 'GROWN_CONVENTIONALLY', on: first, link: { entity: 'croppingsystem', id, eventId: null } })
  }
  return causes
}

// Dividing a plot and joining plots (domain dictionary 3.3): the plots that go are retired, those that come take over their conversion and say
// what they were made from (TAKEN_OVER). What is recorded late on a plot that is gone, or taken back there, is brought to its successors.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { dividePolygon, joinPolygons } from '#domain/geo/divide.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { spelledReason } from '#domain/messages/spelled-row.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { createBySystem, type Given } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { projectAgain } from '../../store/project.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import type { ClaimCause } from '../cropping/crop-claims.ts'
import { settleCropsOfPlot } from '../cropping/crops-of.ts'
import { refuseWhileCropped, takeGroundBack } from './plot-in-use.ts'
import { successorsOf } from './plot-successors.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
type Change<K extends 'SPLIT' | 'MERGED'> = EventChange<typeof landparcel, K>

/** Square metres, so that what is declared of the parts adds up to what was declared of the whole. */
const hectares = (value: number): number => Math.round(value * 10_000) / 10_000

function partsOf({ subject, event }: Pick<Change<'SPLIT'>, 'subject' | 'event'>): readonly [Polygon, Polygon] {
  if (!subject.boundary) throw fieldProblem('boundary', 'required', 'This plot has no boundary to divide.')
  const division = dividePolygon(
    subject.boundary,
    event.data.line.map(({ lon, lat }) => [lon, lat]),
  )
  if (!division.parts) throw fieldProblem('data.line', 'rule', division.flaw)
  return division.parts
}

/** What a part or the joined plot has of the plot it comes from; its conversion follows from TAKEN_OVER. */
const inherited = ({
  operatorId,
  farmerId,
  tenure,
  leaseFrom,
  leaseTo,
  surveyNo,
  soilType,
  slopePct,
  waterSources,
  waterRegime,
  landUseHistory,
  neighbours,
}: Parcel) => ({
  operatorId,
  farmerId,
  tenure,
  leaseFrom,
  leaseTo,
  surveyNo,
  soilType,
  slopePct,
  waterSources,
  waterRegime,
  landUseHistory,
  neighbours,
  boundaryMethod: 'DESKTOP_DRAW' as const,
})

/** Makes a plot in place of others, which say by `eventId` that they are gone. */
async function succeed(
  scope: Scope,
  { id: eventId, occurredAt }: { id: string; occurredAt: string },
  how: 'SPLIT' | 'MERGED',
  from: readonly Parcel[],
  values: Given<typeof landparcel> & { operatorId: string },
): Promise<void> {
  const { row } = await createBySystem(scope, landparcel, values, eventId)
  const data = { parcelIds: from.map(({ id }) => id), how, causeEventId: eventId }
  // It takes over once it is there: what it was made from may have gone long before.
  await recordBySystem(scope, landparcel, row.id, { eventType: 'TAKEN_OVER', occurredAt: row.createdAt > occurredAt ? row.createdAt : occurredAt, data })
}

export const split: EventBehaviour<typeof landparcel, 'SPLIT'> = {
  async check(scope, change) {
    const { firstNo, secondNo } = change.event.data
    if (firstNo.trim().toLowerCase() === secondNo.trim().toLowerCase()) throw fieldProblem('data.secondNo', 'taken', 'Each part has a number of its own.')
    partsOf(change)
    await refuseWhileCropped(scope, change.subject, 'divided')
  },
  async apply(_scope, { subject }) {
    // The ground becomes free for the parts.
    subject.geoHash = null
  },
  async follow(scope, { subject, event }) {
    if (event.status !== 'RECORDED') return
    const { data } = event
    const parts = partsOf({ subject, event })
    const [left, right] = parts.map((part) => areaShare(part, parts))
    const first = hectares(subject.declaredAreaHa * (left ?? 0))
    const declared = [first, hectares(subject.declaredAreaHa - first)]
    if (right === undefined) return
    const names = [
      { name: data.firstName, parcelNo: data.firstNo },
      { name: data.secondName, parcelNo: data.secondNo },
    ]
    for (const [at, boundary] of parts.entries())
      await succeed(scope, event, 'SPLIT', [subject], {
        ...inherited(subject),
        ...names[at],
        landowners: subject.landowners,
        declaredAreaHa: declared[at] ?? 0,
        boundary,
      })
  },
  checkVoid: (scope, { event }) => refuseUsedSuccessors(scope, event.id),
  async undo(scope, { subject, event }) {
    await retireSuccessors(scope, event.id)
    await takeGroundBack(scope, subject)
  },
}

function areaShare(part: Polygon, all: readonly Polygon[]): number {
  const areas = all.map(planeArea)
  const total = areas.reduce((sum, one) => sum + one, 0)
  return total > 0 ? planeArea(part) / total : 0
}
/** In square degrees: shares alone are made of it. */
const planeArea = ({ coordinates: [ring = []] }: Polygon): number => {
  const [first] = ring
  if (!first) return 0
  let sum = 0
  for (let at = 0; at + 1 < ring.length; at++) {
    const [a, b] = [ring[at] ?? first, ring[at + 1] ?? first]
    sum += (a[0] - first[0]) * (b[1] - first[1]) - (b[0] - first[0]) * (a[1] - first[1])
  }
  return Math.abs(sum) / 2
}

async function othersOf(scope: Scope, { subject, event }: Pick<Change<'MERGED'>, 'subject' | 'event'>): Promise<Parcel[]> {
  const ids = [...new Set(event.data.withIds)]
  if (ids.includes(subject.id)) throw fieldProblem('data.withIds', 'rule', 'A plot is joined with others, not with itself.')
  return recordsById(scope, landparcel, ids, { lock: true })
}
function joined(plots: readonly Parcel[]): Polygon {
  const boundary = joinPolygons(plots.flatMap(({ boundary: own }) => own ?? []))
  if (!boundary) throw fieldProblem('data.withIds', 'rule', 'These plots do not lie beside each other as one piece. Bring their boundaries to one line first.')
  return boundary
}
/** Owners of all of them, each by his share of the ground. */
function ownersOf(plots: readonly Parcel[]): Parcel['landowners'] {
  const areaOf = (plot: Parcel) => plot.mappedAreaHa ?? plot.declaredAreaHa
  const total = plots.reduce((sum, plot) => sum + areaOf(plot), 0)
  const shares = new Map<string, number>()
  for (const plot of plots)
    for (const { landownerId, share } of plot.landowners) shares.set(landownerId, (shares.get(landownerId) ?? 0) + (share * areaOf(plot)) / total)
  return [...shares].map(([landownerId, share]) => ({ landownerId, share: Math.floor(share * 10_000) / 10_000 }))
}

export const merged: EventBehaviour<typeof landparcel, 'MERGED'> = {
  async check(scope, change) {
    const { subject } = change
    const others = await othersOf(scope, change)
    const strangers = others.filter(({ farmerId, operatorId }) => farmerId !== subject.farmerId || operatorId !== subject.operatorId)
    if (strangers.length) throw fieldProblem('data.withIds', 'rule', 'Only plots of one grower are joined. Record the change of grower first.')
    const unready = others.filter(({ status }) => status !== 'MAPPED' && status !== 'VERIFIED')
    if (unready.length)
      throw ruleBlocked('3.3', phrase`Only mapped plots that are not disputed are joined: ${listed(unready.map(({ code }) => code))}.`, {
        codes: unready.map(({ code }) => code),
      })
    for (const plot of [subject, ...others]) await refuseWhileCropped(scope, plot, 'joined')
    joined([subject, ...others])
  },
  async apply(_scope, { subject }) {
    subject.geoHash = null
  },
  async follow(scope, { subject, event }) {
    if (event.status !== 'RECORDED') return
    const others = await othersOf(scope, { subject, event })
    const plots = [subject, ...others]
    const boundary = joined(plots)
    for (const { id } of others)
      await recordBySystem(scope, landparcel, id, { eventType: 'MERGED_AWAY', occurredAt: event.occurredAt, data: { causeEventId: event.id } })
    await succeed(scope, event, 'MERGED', plots, {
      ...inherited(subject),
      name: event.data.name,
      parcelNo: event.data.parcelNo,
      landowners: ownersOf(plots),
      declaredAreaHa: hectares(plots.reduce((sum, { declaredAreaHa }) => sum + declaredAreaHa, 0)),
      boundary,
    })
  },
  checkVoid: (scope, { event }) => refuseUsedSuccessors(scope, event.id),
  async undo(scope, { subject, event }) {
    await retireSuccessors(scope, event.id)
    await takeGroundBack(scope, subject)
  },
}

export const mergedAway: EventBehaviour<typeof landparcel, 'MERGED_AWAY'> = {
  async apply(_scope, { subject }) {
    subject.geoHash = null
  },
  undo: (scope, { subject }) => takeGroundBack(scope, subject, true),
}

/** Plots that say they were made by this event. */
async function madeBy(scope: Scope, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.subject_id as id from event as t where t.tenant_id = ${scope.tenant.id} and t.cause_event_id = ${eventId}::uuid
      and t.event_type = 'TAKEN_OVER' and t.status = 'RECORDED' order by 1`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** What has been recorded on a plot since it was made was recorded of it, and not of what it was made from. */
async function refuseUsedSuccessors(scope: Scope, eventId: string): Promise<void> {
  const ids = await madeBy(scope, eventId)
  const { rows } = await sql<{ code: string }>`
    select r.code from landparcel as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[]) and (
      exists (select from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = r.id and e.status = 'RECORDED'
        and e.event_type not in ('CREATED', 'TAKEN_OVER', 'VERIFIED'))
      or exists (select from croppingsystem as c where c.tenant_id = ${scope.tenant.id} and c.parcel_id = r.id and c.deleted_at is null)) order by r.code`.execute(
    scope.db,
  )
  if (rows.length)
    throw new Problem('STATE_CONFLICT', {
      message: phrase`Something was recorded on what came of this since: ${listed(rows.map(({ code }) => code))}. Take that back first.`,
      figures: { codes: rows.map(({ code }) => code) },
    })
}

async function retireSuccessors(scope: Scope, eventId: string): Promise<void> {
  for (const id of await madeBy(scope, eventId))
    await recordBySystem(scope, landparcel, id, {
      eventType: 'RETIRED',
      occurredAt: scope.now.toISOString(),
      data: spelledReason(phrase`What this plot was made by was taken back.`),
    })
}

/** Brings what has moved on a plot that is gone to its successors, and where its clock has moved (`cause`) to what was sown there. */
export async function settleSuccessors(scope: Scope, parcelId: string, cause: ClaimCause | null): Promise<void> {
  for (const id of await successorsOf(scope, parcelId)) {
    const [before] = await recordsById(scope, landparcel, [id], { lock: true })
    if (!before) continue
    await projectAgain(scope, landparcel, before)
    if (cause) await settleCropsOfPlot(scope, id, cause)
    await settleSuccessors(scope, id, cause)
  }
}

/** Lease and neighbours of a plot that is gone are those of what came of it, also where they come late. */
export const settleTenure = (scope: Scope, parcelId: string): Promise<void> =>
  atEndOfStep(scope, `tenure of ${parcelId}`, () => settleSuccessors(scope, parcelId, null))

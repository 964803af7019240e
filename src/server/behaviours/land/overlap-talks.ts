// Two sides of an overlap come to terms (BR-02): each proposes a boundary of its own plot, accepts what is on the table, or requests a walk
// along the line; somebody of neither side may decide. What is settled is recorded as any boundary and any resolution is, with its cause.
import { entityOf } from '#domain/entities.ts'
import { judgeBoundary } from '#domain/geo/boundary.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { termsOf } from '#domain/land/overlap-case.ts'
import type { settlements } from '#domain/land/overlap-events.ts'
import { phrase } from '#domain/messages/message.ts'
import type { NoticeCode } from '#domain/notifications/catalogue.ts'
import { lockGround, toBox } from '../../map/cells.ts'
import { overlapsOf, whileMoving } from '../../map/overlaps.ts'
import { serviceAreaOf } from '../../map/service-area.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller, isOwnAccount } from '../../store/accounts-of-person.ts'
import { createBySystem } from '../../store/create.ts'
import { getRecord, recordsById } from '../../store/get.ts'
import { notify } from '../../store/notify.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { refuseOverlap } from './landparcel-mapping.ts'
import { disputesLeft, hasSpoken, isOtherSide, leftOnTable, managersOf, mayIn, type OpenCase, openCasesOf, type Parcel } from './overlap-cases.ts'

const landparcel = entityOf('landparcel')
type Action = ReturnType<typeof mayIn>[number]
type Talk = { parcel: Parcel; one: OpenCase }

/** The case of a plot with another one, both locked with their ground until the transaction ends. Throws NOT_FOUND, FORBIDDEN, STATE_CONFLICT. */
async function enter(scope: Scope, id: string, code: string, action: Action): Promise<Talk> {
  const seen = await getRecord(scope, landparcel, id)
  const other = await scope.db
    .selectFrom('landparcel')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const noCase = new Problem('NOT_FOUND', { message: 'These two plots have no open overlap.' })
  if (!other || other.id === seen.id) throw noCase
  const locked = await recordsById(scope, landparcel, [seen.id, other.id].sort(), { lock: true })
  const parcel = locked.find((row) => row.id === seen.id)
  const theirs = locked.find((row) => row.id === other.id)
  if (!parcel || !theirs) throw noCase
  for (const { bbox } of [parcel, theirs].sort((a, b) => (a.id < b.id ? -1 : 1))) if (bbox) await lockGround(scope, toBox(bbox))
  const one = (await openCasesOf(scope, parcel)).find((open) => open.other.id === other.id)
  // Of plots that share no ground nobody learns more than that.
  if (!one) throw noCase
  if (!mayIn(scope, parcel, one.other).includes(action)) throw new Problem('FORBIDDEN', { message: 'You speak for neither side of this overlap in that way.' })
  return { parcel, one }
}

const record = (scope: Scope, parcelId: string, eventType: string, data: Record<string, unknown>, causeEventId: string | null = null) =>
  recordBySystem(scope, landparcel, parcelId, { eventType, occurredAt: scope.now.toISOString(), data, causeEventId })

/**
 * Whoever speaks for the plot `to` hears of it, as of their own plot: of the other one there is its code, as in the case itself. `eventId`: what was said;
 * said once, it is one notification of each person.
 */
function inform(scope: Scope, code: NoticeCode, { to, of }: { to: Parcel; of: Parcel }, eventId: string, figures: Record<string, unknown> = {}): void {
  const subject = { type: landparcel.name, id: to.id, operatorId: to.operatorId }
  notify(scope, code, subject, { key: `${code} ${to.id} ${eventId}`, eventId, figures: { ...figures, other: of.code } })
}
const informOther = (scope: Scope, code: NoticeCode, { parcel, one }: Talk, eventId: string): void =>
  inform(scope, code, { to: one.other, of: parcel }, eventId)

/** Says where the own plot could lie instead, and so agrees to what is on the table with that. */
export async function proposeBoundary(
  scope: Scope,
  id: string,
  code: string,
  { boundary: drawn, message = null }: { boundary: Polygon; message?: string | null | undefined },
) {
  const { parcel, one } = await enter(scope, id, code, 'propose')
  const { polygon, hash } = judgeBoundary(drawn, { serviceArea: await serviceAreaOf(scope, parcel.operatorId), at: 'boundary' })
  if (hash === parcel.geoHash) throw fieldProblem('boundary', 'rule', 'This is the boundary of the plot already.')
  if (one.now.own.hash === hash) return
  refuseOverlap(
    (await overlapsOf(scope, polygon, parcel.id)).filter((found) => found.parcel.id !== one.other.id),
    'boundary',
  )
  const terms = termsOf({ code: parcel.code, hash }, { code: one.other.code, hash: one.now.other.hash })
  const data = { otherParcelCode: one.other.code, boundary: polygon, baseHash: parcel.geoHash, terms, message }
  const { event } = await record(scope, parcel.id, 'OVERLAP_PROPOSED', data)
  informOther(scope, 'OVERLAP_PROPOSED', { parcel, one }, event.id)
}

/** Accepts what is on the table; when both sides have, it is carried out. */
export async function acceptBoundaries(
  scope: Scope,
  id: string,
  code: string,
  { terms, message = null }: { terms: string; message?: string | null | undefined },
) {
  const talk = await enter(scope, id, code, 'accept')
  refuseOtherTerms(talk, terms)
  if (talk.one.now.own.agreed) return
  if (isOtherSide(talk.one, await accountsOfCaller(scope))) throw ruleBlocked('BR-24', 'You agreed for the other side: somebody else accepts for this one.', {})
  refuseTooLittle(talk)
  const { event } = await record(scope, talk.parcel.id, 'OVERLAP_ACCEPTED', { otherParcelCode: code, terms, message })
  if (talk.one.now.other.agreed) await settle(scope, talk, 'AGREED', event.id)
  else informOther(scope, 'OVERLAP_ACCEPTED', talk, event.id)
}

export async function decideOverlap(scope: Scope, id: string, code: string, { terms, reason }: { terms: string; reason: string }) {
  const talk = await enter(scope, id, code, 'decide')
  refuseOtherTerms(talk, terms)
  if (hasSpoken(talk.one, await accountsOfCaller(scope))) throw ruleBlocked('BR-24', 'You have spoken for one of the sides: somebody else decides.', {})
  refuseTooLittle(talk)
  const { event } = await record(scope, talk.parcel.id, 'OVERLAP_DECIDED', { otherParcelCode: code, terms, reason })
  await settle(scope, talk, 'DECIDED', event.id)
}

/** Takes back what this side has proposed and accepted. Nothing was agreed by both yet, or the case were closed. */
export async function withdrawFromOverlap(scope: Scope, id: string, code: string, { message = null }: { message?: string | null | undefined }) {
  const { parcel, one } = await enter(scope, id, code, 'withdraw')
  if (!one.now.own.proposal && !one.now.own.agreed) return
  const { event } = await record(scope, parcel.id, 'OVERLAP_WITHDRAWN', { otherParcelCode: code, message })
  informOther(scope, 'OVERLAP_WITHDRAWN', { parcel, one }, event.id)
}

/** Both sides get a task to walk the line on that day; neither names the grower of the other plot. */
export async function requestWalk(scope: Scope, id: string, code: string, { on, message = null }: { on: string; message?: string | null | undefined }) {
  const { parcel, one } = await enter(scope, id, code, 'walk')
  if (on < localDay(scope)) throw fieldProblem('on', 'min', 'This day has passed.')
  const { event } = await record(scope, parcel.id, 'OVERLAP_WALK', { otherParcelCode: code, on, message })
  const managers = await managersOf(scope, [one.other.operatorId])
  const theirs = managers.get(one.other.operatorId ?? '')?.people[0]?.id
  for (const [plot, neighbour, assigneeId] of [
    [parcel, one.other, scope.user.id],
    [one.other, parcel, theirs ?? null],
  ] as const)
    await createBySystem(
      scope,
      entityOf('task'),
      {
        operatorId: plot.operatorId,
        subject: String(phrase`Walk the line between ${plot.code} and ${neighbour.code}`),
        type: 'VISIT',
        priority: 'P2',
        dueDate: on,
        assigneeId,
        team: assigneeId ? null : 'Field officers',
        parcelId: plot.id,
        farmerId: plot.farmerId,
        details: message,
        ruleId: 'BR-02',
        fourEyes: false,
        checklist: [],
        evidence: [],
        status: 'OPEN',
      },
      event.id,
    )
}

function refuseOtherTerms({ one: { now } }: Talk, terms: string): void {
  if (terms !== now.terms)
    throw new Problem('STATE_CONFLICT', { message: 'Another boundary is on the table by now. Look at it first.', figures: { terms: now.terms } })
}
function refuseTooLittle({ one }: Talk): void {
  const left = leftOnTable(one)
  if (left.isEnough) return
  const share = `${(left.ratio * 100).toFixed(1)} %`
  throw ruleBlocked('BR-02', phrase`These boundaries would still share ${share} of the smaller plot. One of the sides proposes another one first.`, {
    overlapShare: Math.round(left.ratio * 100_000) / 100_000,
    overlapM2: Math.round(left.areaM2),
  })
}

/** Records the boundaries that were on the table, and resolves what is no dispute any more. */
async function settle(scope: Scope, { parcel, one }: Talk, how: keyof typeof settlements, causeEventId: string): Promise<void> {
  const { own, other, terms } = one.now
  const moved = [
    { plot: parcel, ...own },
    { plot: one.other, ...other },
  ].filter(({ proposal }) => proposal)
  await whileMoving(scope, new Map(moved.map(({ plot, boundary }) => [plot.id, boundary])), async () => {
    for (const { plot, boundary, proposal } of moved) {
      const data = { boundary, method: 'DESKTOP_DRAW', drawnBy: proposal?.event.recordedBy ?? null }
      await record(scope, plot.id, 'BOUNDARY_CAPTURED', data, causeEventId)
    }
  })
  const sides = [
    [parcel.id, one.other.code],
    [one.other.id, parcel.code],
  ] as const
  for (const [id, otherParcelCode] of sides) await record(scope, id, 'OVERLAP_SETTLED', { otherParcelCode, terms, how, causeEventId }, causeEventId)
  inform(scope, 'OVERLAP_SETTLED', { to: parcel, of: one.other }, causeEventId, { how })
  inform(scope, 'OVERLAP_SETTLED', { to: one.other, of: parcel }, causeEventId, { how })
  const plots = await recordsById(
    scope,
    landparcel,
    sides.map(([id]) => id),
  )
  // A phone whose clock runs ahead may have mapped it later than now.
  for (const { plot, hash } of moved)
    if (plots.find(({ id }) => id === plot.id)?.geoHash !== hash)
      throw new Problem('STATE_CONFLICT', { message: 'A boundary of one of these plots was taken later than this.' })
  for (const plot of plots) {
    // A boundary is verified by other eyes than its mapper's (BR-24): somebody else resolves the dispute of such a plot.
    if (await isOwnAccount(scope, plot.mappedBy)) continue
    if (plot.status !== 'DISPUTED' || !plot.boundary || (await disputesLeft(scope, plot)).length > 0) continue
    const isShared = (await overlapsOf(scope, plot.boundary, plot.id)).some(({ band }) => band !== 'warn')
    await record(scope, plot.id, 'DISPUTE_RESOLVED', { resolution: isShared ? 'ACCEPTED_TOLERANCE' : 'RESHAPED' }, causeEventId)
  }
}

// The open cases of a plot: each other plot that its boundary disputes ground with, as both lie now, with what both sides have said (BR-02). Of a
// plot that the caller may not see: its code and its line, and the managers of its operator to call; nothing of its grower.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { areaHa } from '#domain/geo/area.ts'
import { overlap, overlapBand, overlapShape } from '#domain/geo/overlap.ts'
import { ringHash } from '#domain/geo/ring-hash.ts'
import { halvesOf } from '#domain/geo/share-line.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { OverlapCase, OverlapCases } from '#domain/land/overlap-answer.ts'
import { type CaseEvent, type CaseNow, type CaseSide, caseNow, isSettled, type SideNow, sinceSettled, spokenBy } from '#domain/land/overlap-case.ts'
import { overlapEvents } from '#domain/land/overlap-events.ts'
import { takesPart } from '#domain/tenancy/blind-overlaps.ts'
import { type FoundOverlap, overlapsOf } from '../../map/overlaps.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { recordsById } from '../../store/get.ts'

const landparcel = entityOf('landparcel')
export type Parcel = Stored<typeof landparcel>
export type OpenCase = { other: Parcel; found: FoundOverlap; own: CaseSide; theirs: CaseSide; now: CaseNow }

/** The plots of disputes, as `overlapsOf` finds them. */
export const isDispute = ({ band }: Pick<FoundOverlap, 'band'>): boolean => band !== 'warn'

/** Worst first. What two sides have accepted as it lies is no case until one of the boundaries changes. */
export async function openCasesOf(scope: Scope, parcel: Parcel): Promise<OpenCase[]> {
  const { boundary } = parcel
  if (!boundary || parcel.status === 'RETIRED') return []
  const found = (await overlapsOf(scope, boundary, parcel.id)).filter(isDispute)
  const others = new Map(
    (
      await recordsById(
        scope,
        landparcel,
        found.map(({ parcel: { id } }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const spoken = await spokenOn(scope, [parcel.id, ...others.keys()])
  return found.flatMap((one) => {
    const open = openCase(parcel, others.get(one.parcel.id), one, spoken)
    return open ? [open] : []
  })
}
/** The case of two plots as both lie now; null where there is none, or where it is settled. `spoken`: on either of them. */
export function openCase(parcel: Parcel, other: Parcel | undefined, found: FoundOverlap, spoken: readonly Spoken[]): OpenCase | null {
  if (!parcel.boundary || !other?.boundary || (parcel.status !== 'DISPUTED' && other.status !== 'DISPUTED')) return null
  const own = sideOf({ ...parcel, boundary: parcel.boundary }, other.code, spoken)
  const theirs = sideOf({ ...other, boundary: other.boundary }, parcel.code, spoken)
  if (isSettled(own, theirs) && isSettled(theirs, own)) return null
  return { other, found, own, theirs, now: caseNow(own, theirs, ringHash) }
}

/** Of the plots that this one disputes ground with, those of open cases. Another's dispute stays while there is one. */
export async function disputesLeft(scope: Scope, parcel: Parcel): Promise<OpenCase[]> {
  return openCasesOf(scope, { ...parcel, status: 'DISPUTED' })
}

export type Spoken = CaseEvent & { subjectId: string }
/** What was said on these plots, in the order of recording. */
export async function spokenOn(scope: Scope, ids: readonly string[]): Promise<Spoken[]> {
  const rows = await scope.db
    .selectFrom('event')
    .select(['id', 'subject_id', 'event_type', 'recorded_at', 'recorded_by', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'landparcel')
    .where('subject_id', 'in', [...ids])
    .where('event_type', 'in', Object.keys(overlapEvents))
    .where('status', '=', 'RECORDED')
    .orderBy('subject_version')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subjectId: row.subject_id,
    eventType: row.event_type,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    data: row.data,
  }))
}
const sideOf = (parcel: Parcel & { boundary: Polygon }, other: string, spoken: readonly Spoken[]): CaseSide => ({
  code: parcel.code,
  hash: parcel.geoHash ?? '',
  boundary: parcel.boundary,
  events: spoken.filter(({ subjectId, data }) => subjectId === parcel.id && data.otherParcelCode === other),
})

type Action = OverlapCase['may'][number]
const sideRoles = ['FIELD_OFFICER', 'OPERATOR_MANAGER'] as const
/** A side speaks through whoever maps its plots and answers for them; it is the manager who accepts, as it is the manager who resolves a dispute. */
export const maySpeak = (scope: Scope, parcel: Parcel): boolean => canOn(among(scope, sideRoles), landparcel, 'R', parcel)
const mayAccept = (scope: Scope, parcel: Parcel): boolean => canOn(among(scope, ['OPERATOR_MANAGER']), landparcel, 'A', parcel)
/** Of neither side: the administrator, or the certification body of both. */
const mayDecide = (scope: Scope, ...plots: readonly Parcel[]): boolean =>
  plots.every((plot) => canOn(among(scope, ['ADMIN', 'CERTIFICATION_BODY_AUDITOR']), landparcel, 'R', plot))
const among = ({ user }: Scope, roles: readonly string[]) => ({ ...user, grants: user.grants.filter(({ role }) => roles.includes(role)) })

export function mayIn(scope: Scope, parcel: Parcel, other: Parcel): Action[] {
  const speaks = maySpeak(scope, parcel)
  return [
    ...(speaks ? (['propose'] as const) : []),
    ...(mayAccept(scope, parcel) ? (['accept'] as const) : []),
    ...(speaks ? (['withdraw', 'walk'] as const) : []),
    ...(mayDecide(scope, parcel, other) ? (['decide'] as const) : []),
  ]
}
/** Why the person of these accounts does not agree for this side, or decide: BR-24. */
export const isOtherSide = ({ now }: OpenCase, accounts: ReadonlySet<string>): boolean => accounts.has(now.other.agreed?.by ?? '')
export const hasSpoken = ({ own, theirs }: OpenCase, accounts: ReadonlySet<string>): boolean => [...spokenBy(own, theirs)].some((id) => accounts.has(id ?? ''))

/** What the boundaries on the table would share. */
export function leftOnTable({ now: { own, other } }: OpenCase) {
  const shared = overlap(own.boundary, other.boundary)
  const isAsTheyLie = !own.proposal && !other.proposal
  const band = overlapBand(shared)
  return { ...shared, isAsTheyLie, isEnough: isAsTheyLie || band === 'ignore' || band === 'warn' }
}

export async function casesView(scope: Scope, parcel: Parcel): Promise<OverlapCases> {
  const open = await openCasesOf(scope, parcel)
  const [names, accounts] = [await namesOf(scope, open), await accountsOfCaller(scope)]
  const whom = await managersOf(
    scope,
    open.filter(({ found }) => !found.parcel.isMine).map(({ other }) => other.operatorId),
  )
  const settled = (await spokenOn(scope, [parcel.id])).filter(({ eventType }) => eventType === 'OVERLAP_SETTLED')
  return {
    items: open.map((one) => caseView(scope, parcel, one, { names, accounts, operator: whom.get(one.other.operatorId ?? '') })),
    settled: settled.reverse().map(({ data, recordedAt }) => ({
      code: String(data.otherParcelCode),
      how: data.how === 'DECIDED' ? 'DECIDED' : 'AGREED',
      at: recordedAt,
    })),
    elsewhere: await elsewhereOf(scope, parcel),
  }
}

const readersOfElsewhere = ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'] as const
/** The stored answer for the boundary as it lies now. Nothing is asked here: the clock does (jobs/clock/land-elsewhere.ts). */
async function elsewhereOf(scope: Scope, parcel: Parcel): Promise<OverlapCases['elsewhere']> {
  if (!parcel.geoHash || !takesPart(scope.tenant) || !canOn(among(scope, readersOfElsewhere), landparcel, 'V', parcel)) return null
  const stored = await scope.db
    .selectFrom('parcel_elsewhere')
    .select(['is_over', 'answered_on'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcel.id)
    .where('ring', '=', parcel.geoHash)
    .executeTakeFirst()
  return stored ? { isOver: stored.is_over, on: stored.answered_on } : null
}

type Around = { names: ReadonlyMap<string, string>; accounts: ReadonlySet<string>; operator: Contacts | undefined }
function caseView(scope: Scope, parcel: Parcel, one: OpenCase, { names, accounts, operator }: Around): OverlapCase {
  const { other, found, own, theirs, now } = one
  const left = leftOnTable(one)
  const [ownBoundary, otherBoundary] = [own.boundary, theirs.boundary]
  const halves = halvesOf(ownBoundary, otherBoundary)
  const isMine = found.parcel.isMine
  // Who spoke for a side that the caller may not see is not said: its managers are.
  const steps = [...sinceSettled(own.events).map((event) => ({ event, isOwn: true })), ...sinceSettled(theirs.events).map((event) => ({ event, isOwn: false }))]
  return {
    code: other.code,
    id: isMine ? other.id : null,
    title: isMine ? other.title : null,
    operator: isMine ? null : (operator?.name ?? null),
    contacts: isMine ? [] : (operator?.people ?? []).map(({ name, email, phone }) => ({ name, email, phone })),
    band: found.band === 'warn' ? 'review' : found.band,
    ratio: five(found.ratio),
    sharedM2: Math.round(found.areaM2),
    shape: overlapShape(ownBoundary, otherBoundary),
    own: sideView(now.own, ownBoundary, found.shareOfFirst),
    other: sideView(now.other, otherBoundary, overlap(otherBoundary, ownBoundary).shareOfFirst),
    terms: now.terms,
    leftM2: Math.round(left.areaM2),
    isEnough: left.isEnough,
    halves: halves && { line: halves.line, own: halves.first, other: halves.second },
    steps: steps
      .sort((a, b) => (a.event.recordedAt < b.event.recordedAt ? -1 : 1))
      .map(({ event, isOwn }) => ({
        what: event.eventType,
        isOwn,
        by: isOwn || isMine ? (names.get(event.recordedBy ?? '') ?? null) : null,
        at: event.recordedAt,
        message: textIn(event, 'message') ?? textIn(event, 'reason'),
        on: textIn(event, 'on'),
      })),
    may: mayIn(scope, parcel, other).filter((action) => isPossible(one, accounts, left.isEnough, action)),
  }
}
/** Of what a person may do, what the case lets them do now. */
function isPossible(one: OpenCase, accounts: ReadonlySet<string>, isEnough: boolean, action: Action): boolean {
  if (action === 'accept') return isEnough && !one.now.own.agreed && !isOtherSide(one, accounts)
  if (action === 'withdraw') return one.now.own.proposal !== null || one.now.own.agreed !== null
  return action !== 'decide' || (isEnough && !hasSpoken(one, accounts))
}

const textIn = ({ data }: CaseEvent, name: string): string | null => (typeof data[name] === 'string' ? data[name] : null)
const five = (value: number): number => Math.round(value * 100_000) / 100_000
const sideView = (now: SideNow, boundary: Polygon, share: number): OverlapCase['own'] => ({
  boundary,
  areaHa: areaHa(boundary),
  share: five(share),
  proposal: now.proposal && {
    boundary: now.proposal.boundary,
    areaHa: areaHa(now.proposal.boundary),
    message: textIn(now.proposal.event, 'message'),
    at: now.proposal.event.recordedAt,
  },
  agreedAt: now.agreed?.at ?? null,
})

async function namesOf(scope: Scope, open: readonly OpenCase[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(open.flatMap(({ own, theirs }) => [...own.events, ...theirs.events].flatMap(({ recordedBy }) => recordedBy ?? [])))
  const people = await recordsById(scope, entityOf('user'), [...ids])
  return new Map(people.map(({ id, name }) => [id, name]))
}

type Contacts = { name: string; people: (OverlapCase['contacts'][number] & { id: string })[] }
const managersAtMost = 5
/** Operators with the managers who answer for them. */
export async function managersOf(scope: Scope, operatorIds: readonly (string | null)[]): Promise<ReadonlyMap<string, Contacts>> {
  const ids = [...new Set(operatorIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const operators = await recordsById(scope, entityOf('collective'), ids)
  const { rows } = await sql<Contacts['people'][number] & { operatorId: string }>`
    select o.id as "operatorId", u.id, u.name, u.email, u.phone from unnest(${ids}::uuid[]) as o (id)
    join "user" as u on u.tenant_id = ${scope.tenant.id} and u.deleted_at is null and u.status = 'ACTIVE'
      and exists (select 1 from jsonb_array_elements(u.roles) as g where g->>'role' = 'OPERATOR_MANAGER' and g->'operatorIds' ? o.id::text)
    order by u.name, u.id`.execute(scope.db)
  const byOperator = Map.groupBy(rows, ({ operatorId }) => operatorId)
  return new Map(operators.map(({ id, title }) => [id, { name: title, people: (byOperator.get(id) ?? []).slice(0, managersAtMost) }]))
}

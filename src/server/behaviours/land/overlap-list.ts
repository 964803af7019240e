// The open overlaps of all plots that a person may see (BR-02), each pair once: how far it has come and whose word is missing. Worked out from the
// boundaries as they lie, as the case of one plot is; a page at a time, with the same few statements however many there are.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { entityOf } from '#domain/entities.ts'
import type { OpenOverlap, OpenOverlaps } from '#domain/land/overlap-answer.ts'
import { stateOf, turnOf } from '#domain/land/overlap-case.ts'
import { toBox } from '../../map/cells.ts'
import { placesIn } from '../../map/ground.ts'
import { overlapsAmong, parcelsById } from '../../map/overlaps.ts'
import type { Scope } from '../../scope.ts'
import { isMoment, readCursor, writeCursor } from '../../store/cursor.ts'
import { type Flag, openFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { isDispute, maySpeak, type OpenCase, openCase, type Parcel, spokenOn } from './overlap-cases.ts'

const landparcel = entityOf('landparcel')
/** Plots in dispute of one page, which are compared with what lies around them. */
export const mostDisputed = 1000
/** Where a page begins: after a plot by the time and the fingerprint of its id, as it may be one that the reader does not see. */
type Place = readonly [at: string, mark: string]
export type OverlapPage = { cursor: string | null; limit: number }

type Pair = { own: Parcel; one: OpenCase }

/** Throws VALIDATION for a cursor that is none. */
export async function openOverlapsOf(scope: Scope, page: OverlapPage): Promise<OpenOverlaps> {
  const { pairs, next } = await pairsInDispute(scope, page)
  const flags = await openFlags(
    scope,
    landparcel,
    pairs.flatMap(({ own, one }) => [own.id, one.other.id]),
  )
  const elsewhere = pairs.flatMap(({ one: { other, found } }) => (found.parcel.isMine ? [] : [other.operatorId]))
  const operators = new Map((await recordsById(scope, entityOf('collective'), [...new Set(elsewhere)])).map(({ id, title }) => [id, title]))
  const items = pairs.map((pair) => viewOf(scope, pair, flags, operators))
  return { items: items.sort((a, b) => Number(b.isYours) - Number(a.isYours) || (a.since < b.since ? -1 : 1)), next }
}

type Disputed = { id: string; bbox: Parcel['bbox']; at: string; mark: string }
const placeOf = { at: sql<string>`to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`, mark: sql<string>`md5(p.id::text)` }
const isBefore = ([at, mark]: Place, [otherAt, otherMark]: Place): boolean => at < otherAt || (at === otherAt && mark < otherMark)

/** Plots in dispute, the oldest first. */
export function disputedQuery({ tenant }: Scope, after: Place | null, limit: number): RawBuilder<Disputed> {
  const from = after
    ? sql`p.created_at >= (${after[0]}::timestamp at time zone 'UTC') and (p.created_at > (${after[0]}::timestamp at time zone 'UTC') or ${placeOf.mark} > ${after[1]})`
    : sql`true`
  return sql<Disputed>`
    select p.id, p.bbox, ${placeOf.at} as at, ${placeOf.mark} as mark from landparcel as p
    where p.tenant_id = ${tenant.id} and p.status = 'DISPUTED' and p.boundary is not null and p.deleted_at is null and ${from}
    order by p.created_at, ${placeOf.mark} limit ${limit}`
}

/** The places of those of these plots that are in dispute themselves. */
async function placesInOrder({ db, tenant }: Scope, ids: readonly string[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Omit<Disputed, 'bbox'>>`
    select p.id, ${placeOf.at} as at, ${placeOf.mark} as mark from landparcel as p
    where p.tenant_id = ${tenant.id} and p.id = any(${[...ids]}::uuid[]) and p.status = 'DISPUTED' and p.boundary is not null and p.deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map(({ id, at, mark }) => [id, [at, mark]]))
}

/** Of two plots at least one is the reader's to see; where both are, the one of the smaller code speaks for the pair, which is on the page of the older of those in dispute. */
async function pairsInDispute(scope: Scope, { cursor, limit }: OverlapPage): Promise<{ pairs: Pair[]; next: string | null }> {
  const { rows: disputed } = await disputedQuery(scope, cursor === null ? null : readCursor(cursor, place), limit + 1).execute(scope.db)
  const page = disputed.slice(0, limit)
  const last = disputed.length > limit ? page.at(-1) : undefined
  const boxes = page.flatMap(({ id, bbox }) => (bbox ? [{ id, box: toBox(bbox) }] : []))
  const near = await placesIn(
    scope,
    boxes.map(({ box }) => box),
  )
  const couples = new Map<string, [string, string]>()
  for (const { id, box } of boxes) for (const other of near.around(box)) if (other !== id) couples.set([id, other].sort().join(' '), [id, other])
  const here = new Map(page.map(({ id, at, mark }): [string, Place] => [id, [at, mark]]))
  const around = await placesInOrder(
    scope,
    [...couples.values()].flat().filter((id) => !here.has(id)),
  )
  for (const [key, [id, other]] of couples) {
    const [own, before] = [here.get(id), around.get(other)]
    if (own && before && isBefore(before, own)) couples.delete(key)
  }
  const plots = new Map((await parcelsById(scope, [...new Set([...couples.values()].flat())])).map((plot) => [plot.id, plot]))
  const found = [...couples.values()].flatMap(([first, second]) => {
    const [one, two] = [plots.get(first), plots.get(second)]
    if (!one || !two || !(one.isMine || two.isMine)) return []
    const isFirst = one.isMine && (!two.isMine || one.code < two.code)
    const [own, other] = isFirst ? [one, two] : [two, one]
    return overlapsAmong(own.boundary, [other])
      .filter(isDispute)
      .map((overlap) => ({ id: own.id, overlap }))
  })
  const ids = [...new Set(found.flatMap(({ id, overlap }) => [id, overlap.parcel.id]))]
  const records = new Map((await recordsById(scope, landparcel, ids)).map((plot) => [plot.id, plot]))
  const spoken = ids.length ? await spokenOn(scope, ids) : []
  const pairs = found.flatMap(({ id, overlap }): Pair[] => {
    const own = records.get(id)
    const one = own && openCase(own, records.get(overlap.parcel.id), overlap, spoken)
    return own && one ? [{ own, one }] : []
  })
  return { pairs, next: last ? writeCursor([last.at, last.mark]) : null }
}

/** The moment to the microsecond, and the fingerprint of the boundary. */
const place = z.tuple([
  z
    .string()
    .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    .refine((text) => isMoment(text.slice(0, 19))),
  z.string().regex(/^[0-9a-f]{32}$/),
])

function viewOf(scope: Scope, { own, one }: Pair, flags: ReadonlyMap<string, Flag[]>, operators: ReadonlyMap<string, string>): OpenOverlap {
  const { other, found, now } = one
  const { isMine } = found.parcel
  const turn = turnOf(now)
  const moments = [...one.own.events, ...one.theirs.events].map(({ recordedAt }) => recordedAt).sort()
  return {
    own: { id: own.id, code: own.code, title: own.title, operatorId: own.operatorId },
    other: {
      code: other.code,
      id: isMine ? other.id : null,
      title: isMine ? other.title : null,
      operator: isMine ? null : (operators.get(other.operatorId) ?? null),
    },
    band: found.band === 'warn' ? 'review' : found.band,
    ratio: Math.round(found.ratio * 100_000) / 100_000,
    sharedM2: Math.round(found.areaM2),
    state: stateOf(now),
    turn,
    isYours: (turn !== 'OTHER' && maySpeak(scope, own)) || (turn !== 'OWN' && isMine && maySpeak(scope, other)),
    since: [disputedSince(own, flags), disputedSince(other, flags)].sort().at(-1) ?? own.updatedAt,
    lastAt: moments.at(-1) ?? null,
  }
}

/** When the oldest dispute of a plot that is still open was found. */
const disputedSince = ({ id, createdAt }: Parcel, flags: ReadonlyMap<string, Flag[]>): string =>
  flags.get(id)?.find(({ ruleId, severity }) => ruleId === 'BR-02' && severity === 'REVIEW')?.openedAt ?? createdAt

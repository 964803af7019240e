// The open overlaps of all plots that a person may see (BR-02), each pair once: how far it has come and whose word is missing. Worked out from the
// boundaries as they lie, as the case of one plot is; with the same few statements however many there are.
import { entityOf } from '#domain/entities.ts'
import type { OpenOverlap, OpenOverlaps } from '#domain/land/overlap-answer.ts'
import { stateOf, turnOf } from '#domain/land/overlap-case.ts'
import { toBox } from '../../map/cells.ts'
import { placesIn } from '../../map/ground.ts'
import { overlapsAmong, parcelsById } from '../../map/overlaps.ts'
import type { Scope } from '../../scope.ts'
import { type Flag, openFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { isDispute, maySpeak, type OpenCase, openCase, type Parcel, spokenOn } from './overlap-cases.ts'

const landparcel = entityOf('landparcel')
/** Plots in dispute that are compared with what lies around them; of more the oldest. */
const mostDisputed = 1000

type Pair = { own: Parcel; one: OpenCase }

export async function openOverlapsOf(scope: Scope): Promise<OpenOverlaps> {
  const { pairs, isAll } = await pairsInDispute(scope)
  const flags = await openFlags(
    scope,
    landparcel,
    pairs.flatMap(({ own, one }) => [own.id, one.other.id]),
  )
  const elsewhere = pairs.flatMap(({ one: { other, found } }) => (found.parcel.isMine ? [] : [other.operatorId]))
  const operators = new Map((await recordsById(scope, entityOf('collective'), [...new Set(elsewhere)])).map(({ id, title }) => [id, title]))
  const items = pairs.map((pair) => viewOf(scope, pair, flags, operators))
  return { items: items.sort((a, b) => Number(b.isYours) - Number(a.isYours) || (a.since < b.since ? -1 : 1)), isAll }
}

/** Of two plots at least one is the reader's to see; where both are, the one of the smaller code speaks for the pair. */
async function pairsInDispute(scope: Scope): Promise<{ pairs: Pair[]; isAll: boolean }> {
  const disputed = await scope.db
    .selectFrom('landparcel')
    .select(['id', 'bbox'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('status', '=', 'DISPUTED')
    .where('boundary', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostDisputed + 1)
    .execute()
  const isAll = disputed.length <= mostDisputed
  const boxes = disputed.slice(0, mostDisputed).flatMap(({ id, bbox }) => (bbox ? [{ id, box: toBox(bbox) }] : []))
  const near = await placesIn(
    scope,
    boxes.map(({ box }) => box),
  )
  const couples = new Map<string, [string, string]>()
  for (const { id, box } of boxes)
    for (const other of near.around(box)) if (other !== id) couples.set([id, other].sort().join(' '), id < other ? [id, other] : [other, id])
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
  return { pairs, isAll }
}

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

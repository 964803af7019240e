// Followers of a package of practices as they are answered, whatever its kind: who they are, what they follow now, and what would move.
import { sql } from 'kysely'
import { z } from 'zod'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Follower, PackagePreview } from '#domain/kernel/package-answers.ts'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import type { PlanChange } from '#domain/kernel/plan-change.ts'
import { seriesKey } from '#domain/kernel/series-key.ts'
import { type Sentence, spelled } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { readCursor, storedId, writeCursor } from '../store/cursor.ts'
import { matches } from '../store/search.ts'

type Followed = { id: string; name: string; title: string; versionNo: number | null; collectiveId: string | null }
type Subject = Pick<Follower, 'id' | 'code' | 'title' | 'village' | 'status' | 'popId'> & { farmerId: string | null }
type Known = {
  followed: Followed
  /** Packages that are followed now, by id. */
  packages: ReadonlyMap<string, Followed>
  farmers: ReadonlyMap<string, { title: string }>
  whys: ReadonlyMap<string, Sentence>
  changeOf(subject: Subject): PlanChange
}

const isVersionOf = (one: Followed, other: Followed): boolean => seriesKey(one.name) === seriesKey(other.name) && one.collectiveId === other.collectiveId

/** Which of them are looked at: just these, those with these words, and from where on. */
export type Looked = { ids?: readonly string[] | undefined; q?: string | undefined; cursor?: string | undefined }
/** One that might follow it, as they are put in order: what follows it already last, what it is not made for before that. */
export type Placed = { id: string; follows: boolean; isUnfit: boolean; village: string | null }
const position = z.tuple([z.boolean(), z.boolean(), z.string().nullable(), storedId])

/** After the last one of the page before, of rows `o` with the columns of `Placed`. */
export function afterCursor(cursor: string | undefined) {
  if (cursor === undefined) return sql<boolean>`true`
  const [follows, isUnfit, village, id] = readCursor(cursor, position)
  return sql<boolean>`(o.follows, o."isUnfit", o.village is null, coalesce(o.village, ''), o.id)
    > (${follows}::boolean, ${isUnfit}::boolean, ${village}::text is null, coalesce(${village}::text, ''), ${id}::uuid)`
}
export const inOrder = sql`o.follows, o."isUnfit", o.village is null, coalesce(o.village, ''), o.id`

/** Those with these words themselves, or of a farmer with them. */
export const withWords = (scope: Scope, entity: AnyEntity, q: string | undefined) =>
  q === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${matches(scope, entity, q, { withPersonal: false })} or r.farmer_id in (select r.id from farmer as r where r.tenant_id = ${scope.tenant.id}
        and ${matches(scope, entityOf('farmer'), q, { withPersonal: false })}))`

/** The page of them, and where the next one begins. `found`: one more than are answered where there are more. */
export function pageOf(found: readonly Placed[]): { ids: string[]; next: string | null } {
  const shown = found.slice(0, mostFollowersAtOnce)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return { ids: shown.map(({ id }) => id), next: last ? writeCursor([last.follows, last.isUnfit, last.village, last.id]) : null }
}

export function previewOf(
  subjects: readonly Subject[],
  next: string | null,
  { followed, packages, farmers, whys, changeOf }: Known,
): Omit<PackagePreview, 'versions'> {
  const followers = subjects.map((one): Follower => {
    const follows = packages.get(one.popId ?? '')
    const why = whys.get(one.id) ?? null
    const { id, code, title, village, status, popId } = one
    return {
      ...{ id, code, title, village, status, popId },
      farmer: farmers.get(one.farmerId ?? '')?.title ?? null,
      follows: follows?.title ?? null,
      isEarlierVersion: follows !== undefined && isVersionOf(follows, followed) && (follows.versionNo ?? 0) < (followed.versionNo ?? 0),
      why: why === null ? null : spelled(why),
      ...changeOf(one),
    }
  })
  return {
    followers: followers.sort(
      (one, other) => (one.village ?? '').localeCompare(other.village ?? '') || one.title.localeCompare(other.title) || (one.id < other.id ? -1 : 1),
    ),
    isMore: next !== null,
    next,
  }
}

// Followers of a package of practices as they are answered, whatever its kind: who they are, what they follow now, and what would move.
import type { Follower, PackagePreview } from '#domain/kernel/package-answers.ts'
import { mostFollowersAtOnce } from '#domain/kernel/package-sets.ts'
import type { PlanChange } from '#domain/kernel/plan-change.ts'
import { seriesKey } from '#domain/kernel/series-key.ts'
import { type Sentence, spelled } from '#domain/messages/message.ts'

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

/** `found`: ids in their order, one more than are answered where there are more. */
export function previewOf(
  subjects: readonly Subject[],
  found: number,
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
    isMore: found > mostFollowersAtOnce,
  }
}

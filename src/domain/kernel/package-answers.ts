// What following a package of practices would do to crops, flocks and ponds, and what it did, as it is answered.
import { z } from 'zod'
import { count, flag, id, text, words } from './answer-shapes.ts'
import { mostFollowersAtOnce } from './package-sets.ts'

export const packageFollowers = z.strictObject({
  ids: z.array(id).min(1).max(mostFollowersAtOnce).optional().describe('Absent: every record that might follow it.'),
  q: z.string().trim().min(1).max(100).optional().describe('Only those with these words, or whose farmer has them.'),
  cursor: z.string().min(1).max(400).optional().describe('`next` of the page before.'),
})
export const packageAssigned = z.strictObject({ ids: z.array(id).min(1).max(mostFollowersAtOnce) })

const follower = z.object({
  id,
  code: text,
  title: text,
  farmer: text.nullable(),
  village: text.nullable(),
  status: text,
  popId: id.nullable(),
  follows: text.nullable().describe('Title of the package that it follows now.'),
  isEarlierVersion: flag.describe('It follows an earlier version of this package.'),
  why: z.object({ message: text, words }).nullable().describe('Why it cannot follow this package; null: it can.'),
  done: count.describe('Steps that are done and stay as they are.'),
  missed: count.describe('Steps that were missed under the package before and stay missed.'),
  added: count.describe('Steps that it did not have.'),
  overdue: count.describe('Steps that it did not have and that would be missed at once: their days are over.'),
  moved: count.describe('Open steps that are due on another day.'),
  dropped: count.describe('Open steps that are no longer asked for.'),
})
export type Follower = z.infer<typeof follower>
const version = z.object({ id, title: text })
const packageVersions = z.object({
  supersedes: z.array(version).describe('Earlier versions that are published: superseded once this one is published and its first day has come.'),
  later: version.nullable().describe('A later version that holds already: a draft before it is not published any more.'),
})
export type PackageVersions = z.infer<typeof packageVersions>
export const packagePreview = z
  .object({
    followers: z.array(follower).describe('Those that might follow it first, those that follow it last; a page of them by village and name.'),
    isMore: flag.describe('There are more than are answered at once.'),
    next: text.nullable().describe('Where the next page begins; null: there is none.'),
    versions: packageVersions.describe('Versions of its name and its owner.'),
  })
  .meta({ id: 'PackagePreview' })
export type PackagePreview = z.infer<typeof packagePreview>
export const packageResult = z.object({ count: count.describe('That follow it from now on.') }).meta({ id: 'PackageResult' })

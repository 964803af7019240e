// What following a package of practices would do to crops, and what it did, as it is answered.
import { z } from 'zod'
import { count, flag, id, keyOf, text, words } from '../kernel/answer-shapes.ts'
import { crop } from './crop.ts'
import { mostFollowersAtOnce } from './package-sets.ts'

export const packageFollowers = z.strictObject({
  cropIds: z.array(id).min(1).max(mostFollowersAtOnce).optional().describe('Absent: every crop that might follow it.'),
})
export const packageAssigned = z.strictObject({ cropIds: z.array(id).min(1).max(mostFollowersAtOnce) })

const follower = z.object({
  id,
  code: text,
  title: text,
  farmer: text.nullable(),
  village: text.nullable(),
  status: keyOf(crop.states),
  popId: id.nullable(),
  follows: text.nullable().describe('Title of the package that it follows now.'),
  isEarlierVersion: flag.describe('It follows an earlier version of this package.'),
  why: z.object({ message: text, words }).nullable().describe('Why it cannot follow this package; null: it can.'),
  done: count.describe('Steps that are done and stay as they are.'),
  added: count.describe('Steps that it did not have.'),
  moved: count.describe('Open steps that are due on another day.'),
  dropped: count.describe('Open steps that are no longer asked for.'),
})
export const packagePreview = z
  .object({ crops: z.array(follower).describe('By village and name.'), isMore: flag.describe('There are more than are answered at once.') })
  .meta({ id: 'PackagePreview' })
export type PackagePreview = z.infer<typeof packagePreview>
export const packageResult = z.object({ crops: count.describe('That follow it from now on.') }).meta({ id: 'PackageResult' })

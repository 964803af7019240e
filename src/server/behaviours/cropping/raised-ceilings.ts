// What raises what may be sold as certified once the approved list is signed (BR-06, BR-13) has a second person behind it: whoever decides about
// such records records it, or approves what was sent in. What lowers it counts at once, whoever saw it.
import { canOn, certifiedAmong } from '#domain/access.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { AnyEntity, Finding, Row, Stored } from '#domain/kernel/entity.ts'
import { type FieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { isEased } from '#domain/land/neighbours.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { firstOnSignedList } from '../../queries/signed-list.ts'
import { type Db, productItself, type Scope } from '../../scope.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { sownOn } from './crop-ceilings.ts'
import type { Crop } from './crop-state.ts'

const [crop, landparcel] = [entityOf('crop'), entityOf('landparcel')]
type Plot = Stored<Declarations['landparcel']>

/** By hand, and of whoever decides about such records. */
const isOwnDecision = ({ sentIn, user }: Scope, entity: AnyEntity, row: Row): boolean =>
  user === productItself || (sentIn === undefined && canOn(user, entity, 'A', row))
/** Sent in, and approved by somebody else than the sender: nothing is refused, but no policy approves it alone. */
function isApprovedByAnother({ sentIn }: Scope, finding: Finding): boolean {
  if (!sentIn?.isApprovedByAnother) return false
  sentIn.forAnother?.push(finding)
  return true
}

type Judge<T> = (before: T) => Promise<void>
/** Judges at the end of the step by what the record had when it began: of the two halves of a correction the first one knows that. */
export function atEndByFirst<T>(): (scope: Scope, name: string, before: T, judge: Judge<T>) => Promise<void> {
  const ofSteps = new WeakMap<Db, Map<string, { before: T }>>()
  return (scope, name, before, judge) => {
    const firsts = ofSteps.get(scope.db) ?? new Map<string, { before: T }>()
    ofSteps.set(scope.db, firsts)
    const first = firsts.get(name) ?? { before }
    firsts.set(name, first)
    return atEndOfStep(scope, name, async () => {
      firsts.delete(name)
      await judge(first.before)
    })
  }
}
const byCeiling = atEndByFirst<Crop['yieldCapKg']>()
const byNeighbours = atEndByFirst<Plot['neighbours']>()

/** After a sowing was recorded, corrected or taken back: `subject` is projected when the step ends. What was recorded, or corrected, can be sent in for approval (`request`). */
export const keepCeilingLater = (scope: Scope, subject: Crop, isVoided: boolean): Promise<void> =>
  byCeiling(scope, `ceiling of ${subject.id}`, subject.yieldCapKg, (capKg) =>
    refuseRaised(scope, subject, capKg, [
      { path: 'data.areaHa', code: isVoided ? 'max' : 'request', message: 'More than was sown so far: recorded or approved by the manager.' },
    ]),
  )
/** After the ground of a plot was measured anew: `subject` as it is then, `capKg`: its ceiling when the step began. */
export const refuseRaisedByGround = (scope: Scope, subject: Crop, capKg: Crop['yieldCapKg']): Promise<void> =>
  // An event can be sent in for it; an edit is the manager's.
  refuseRaised(
    scope,
    subject,
    capKg,
    changesOfStep(scope).recorded.length > 0
      ? [{ path: 'data', code: 'request', message: 'More ground than so far: recorded or approved by the manager.' }]
      : undefined,
  )

async function refuseRaised(scope: Scope, subject: Crop, capKg: Crop['yieldCapKg'], fields?: FieldProblem[]): Promise<void> {
  const wantedKg = subject.yieldCapKg
  if (capKg === null || (wantedKg !== null && wantedKg <= capKg)) return
  if (isOwnDecision(scope, crop, subject) || !(await firstOnSignedList(scope, [subject]))) return
  const message = phrase`The ceiling of ${subject.title} rises after the approved list was signed: somebody else than the sender decides.`
  if (isApprovedByAnother(scope, { ruleId: 'BR-06', severity: 'REVIEW', message })) return
  const problem = ruleBlocked(
    'BR-06',
    phrase`The ceiling of ${subject.title} would rise after the approved list was signed. The manager records this, or approves it where it is sent in.`,
    { capKg, wantedKg },
  )
  if (fields) problem.details.fields = fields
  throw problem
}

/** After a buffer was measured, or that was taken back: `subject` is projected when the step ends. */
export const keepBuffersLater = (scope: Scope, subject: Plot, isVoided: boolean): Promise<void> =>
  byNeighbours(scope, `buffers of ${subject.id}`, subject.neighbours, (neighbours) =>
    refuseWiderBuffers(scope, { neighbours }, subject, { path: 'data.metres', code: isVoided ? 'rule' : 'request' }),
  )

/** By an edit: of a plot that is not verified, whose neighbours are no certified fact that a request would change. */
export async function refuseTypedBuffers(scope: Scope, before: Plot, after: Plot): Promise<void> {
  if (certifiedAmong(landparcel, before, ['neighbours']).length === 0) await refuseWiderBuffers(scope, before, after, { path: 'neighbours', code: 'rule' })
}

async function refuseWiderBuffers(scope: Scope, before: Pick<Plot, 'neighbours'>, after: Plot, field: Pick<FieldProblem, 'path' | 'code'>): Promise<void> {
  if (!isEased(before.neighbours ?? [], after.neighbours ?? []) || isOwnDecision(scope, landparcel, after)) return
  const listed = await firstOnSignedList(scope, await sownOn(scope, 'parcel_id', after.id))
  if (!listed) return
  const message = phrase`With this buffer more of ${word(listed.title)} is sold as certified, after the approved list was signed: somebody else than the sender decides.`
  if (isApprovedByAnother(scope, { ruleId: 'BR-13', severity: 'REVIEW', message })) return
  const problem = ruleBlocked(
    'BR-13',
    phrase`With this buffer more of ${word(listed.title)} would be sold as certified, after the approved list was signed. The manager or an inspector records it, or the manager approves a request.`,
    { crop: listed.code },
  )
  problem.details.fields = [{ ...field, message: 'Wider than known so far: recorded or approved by a second person.' }]
  throw problem
}

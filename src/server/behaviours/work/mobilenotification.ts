// A message to many telephones. A field officer writes to their own villages; when it goes out, everybody who is chosen then gets it
// once, and what became of each stands beside it at the end.
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { type LeftOut, leftOut } from '#domain/work/mobilenotification.ts'
import { audienceOf, writesToPeople } from '../../queries/audience.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { addDeliveries, type DeliveryState, deliveriesOf } from '../../store/delivery.ts'
import { changeBySystem } from '../../store/edit.ts'
import { enqueue } from '../../store/enqueue.ts'
import { recordsById } from '../../store/get.ts'

const mobilenotification = entityOf('mobilenotification')
type Message = Stored<typeof mobilenotification>
type Ending = EventBehaviour<typeof mobilenotification>

/** Villages that somebody may write to; null: all of the operator. */
function villagesOf({ user }: Scope, operatorId: string | null): string[] | null {
  const writing = user.grants.filter(({ role }) => ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'].includes(role))
  if (writing.length === 0 || writing.some(({ role }) => role !== 'FIELD_OFFICER')) return null
  const own = writing.filter(({ operatorIds = [] }) => operatorId !== null && operatorIds.includes(operatorId))
  return own.some(({ villages = [] }) => villages.length === 0) ? null : own.flatMap(({ villages = [] }) => villages)
}

/** Whether somebody else has to approve it before it goes out (6.2): a voice call, or one to more telephones than the programme allows. */
async function needsApproval({ db, tenant }: Scope, subject: Message): Promise<boolean> {
  if (subject.channel === 'IVR_VOICE') return true
  const reached = (await audienceOf(db, tenant.id, subject)).filter(({ why }) => why === null)
  return reached.length > tolerancesOf(tenant.config.tolerances).messageApproval
}

/** Whether it has become one that somebody has to approve, and nobody has: others have joined those whom it is for since it was submitted. */
export async function isUnapproved(scope: Scope, subject: Message): Promise<boolean> {
  const last = (await eventsOf(scope, mobilenotification, subject.id, ['SUBMITTED', 'APPROVED'])).at(-1)
  return last?.eventType !== 'APPROVED' && (await needsApproval(scope, subject))
}

/** Shares of those to whom it was sent, and the state of each. Who they are was fixed when it went out: nobody joins or leaves them by what a provider reports. */
async function settle(scope: Scope, subject: Message): Promise<void> {
  const deliveries = await deliveriesOf(scope, subject.id)
  const share = (states: readonly string[]) =>
    deliveries.length ? Math.round((deliveries.filter(({ state }) => states.includes(state)).length / deliveries.length) * 10_000) / 10_000 : 0
  const became = new Map(deliveries.map((one) => [one.recipient_id, one]))
  subject.deliveredShare = share(['DELIVERED', 'READ', 'HEARD'])
  subject.heardShare = share(['HEARD'])
  subject.recipients = (subject.recipients ?? []).map((one) => {
    const delivery = became.get(one.farmerId ?? one.userId ?? '')
    if (!delivery) return one
    const state = stateOf(delivery.state, delivery.reason)
    const failure = delivery.state === 'CANCELLED' && state !== 'FAILED' ? null : (delivery.reason?.slice(0, 80) ?? null)
    return { ...one, state, heardSeconds: delivery.heard_seconds, failure }
  })
}
/** Who no longer wanted it, or could no longer be reached, when it was their turn. */
function stateOf(state: DeliveryState, reason: string | null) {
  if (state === 'WAITING') return 'QUEUED' as const
  if (state !== 'CANCELLED') return state
  return leavingOut.find((one) => leftOut[one] === reason) ?? ('FAILED' as const)
}
const leavingOut = ['OPTED_OUT', 'NO_CONSENT', 'NO_PHONE'] as const satisfies readonly LeftOut[]
/** After reports of a provider on a message that has ended. One that is still going out is counted when it ends. */
export async function countAnew(scope: Scope, id: string): Promise<void> {
  const [subject] = await recordsById(scope, mobilenotification, [id], { lock: true })
  await scope.db
    .updateTable('delivery')
    .set({ is_reported: false })
    .where('tenant_id', '=', scope.tenant.id)
    .where('source_id', '=', id)
    .where('is_reported', '=', true)
    .execute()
  if (!subject || subject.status === 'SENDING') return
  const after = { ...subject }
  await settle(scope, after)
  const { deliveredShare, heardShare, recipients } = after
  await changeBySystem(scope, mobilenotification, subject, { deliveredShare, heardShare, recipients })
}

const ending: Ending = { apply: (scope, { subject }) => settle(scope, subject) }

export const mobilenotificationBehaviour = defineBehaviour(mobilenotification, {
  async prepare(scope, { after }) {
    const own = villagesOf(scope, after.operatorId)
    if (after.roles.some((role) => role !== 'FARMER') && !writesToPeople(scope.user))
      throw fieldProblem('roles', 'rule', 'People of the operator are written to by its manager.')
    if (own === null) return
    if (after.channel === 'IVR_VOICE') throw fieldProblem('channel', 'rule', 'Voice calls are ordered by the operator’s manager.')
    // Nobody named means everybody of one's own villages.
    if (after.villages.length === 0) after.villages = own
    if (after.villages.some((village) => !own.includes(village))) throw new Problem('FORBIDDEN', { message: 'You write to the farmers of your own villages.' })
  },
  events: {
    SUBMITTED: {
      async decide(scope, { subject }) {
        if (!(await needsApproval(scope, subject))) subject.status = 'SCHEDULED'
      },
    },
    SENDING: {
      async apply(scope, { subject }) {
        const audience = await audienceOf(scope.db, scope.tenant.id, subject)
        // Members have no app that could be reached by push.
        const reached = subject.channel === 'PUSH' ? [] : audience.filter(({ why }) => why === null)
        subject.audienceCount = reached.length
        subject.recipients = audience.map(({ id, isMember, why }) => ({
          farmerId: isMember ? id : null,
          userId: isMember ? null : id,
          state: why ?? (subject.channel === 'PUSH' ? ('FAILED' as const) : ('QUEUED' as const)),
          heardSeconds: null,
          failure: null,
        }))
        const { id: sourceId, channel } = subject
        addDeliveries(
          scope,
          reached.map(({ id: recipientId }) => ({ sourceId, channel, recipientId, round: 1, dueAt: scope.now, params: null })),
        )
        enqueue(scope, 'deliver')
      },
    },
    SENT: ending,
    PARTIAL: ending,
    FAILED: ending,
  },
})

// A person of the programme: whom they reach, how they are invited, and that a programme never loses its last
// administrator (6.4).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { invitationDaysOf, invitationPauseS } from '#domain/tenancy/invitations.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { endApiKeys } from '../../store/api-keys.ts'
import { forgetDevices, removeDevices } from '../../store/forget-devices.ts'
import { cancelMail, queueMail } from '../../store/mail-queue.ts'
import { judgeGroupsOf } from './internal-control.ts'

const user = entityOf('user')
type Person = Stored<typeof user>
type PersonEvent = EventBehaviour<typeof user>

const isAdministrator = ({ roles }: Person): boolean => roles.some(({ role }) => role === 'ADMIN')

/** Somebody else must be able to come in and administer: an invitation that nobody accepted yet is not enough. Throws RULE_BLOCKED 6.4. */
async function requireAdministrator(scope: Scope, leaving: Person): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from "user" as u where u.tenant_id = ${scope.tenant.id} and u.id <> ${leaving.id}::uuid and u.status = 'ACTIVE' and u.deleted_at is null
      and exists (select 1 from jsonb_array_elements(u.roles) as g where g->>'role' = 'ADMIN') order by u.id for update`.execute(scope.db)
  if (rows.length === 0) throw ruleBlocked('6.4', 'This is the last administrator. Give somebody else the role first.', { administrators: 1 })
}

/** Begins an invitation: from now, by whoever does this, for as long as the programme leaves it open. */
function invite(scope: Scope, person: Person): void {
  person.invitedAt = scope.now.toISOString()
  // The first administrator of a programme is entered in their own name.
  person.invitedBy = scope.user.id === person.id ? null : scope.user.id
  person.invitationExpiresAt = new Date(scope.now.getTime() + invitationDaysOf(scope.tenant.config) * 86_400_000).toISOString()
}

const inviteAgain: PersonEvent = {
  isFinal: true,
  async apply(scope, { subject }) {
    const since = (scope.now.getTime() - Date.parse(String(subject.invitedAt))) / 1000
    if (since < invitationPauseS) {
      const wait = Math.ceil(invitationPauseS - since)
      throw new Problem('TOO_MANY', {
        message: 'They were invited only just now. Please wait five minutes before sending it again.',
        headers: { 'retry-after': String(wait) },
      })
    }
    invite(scope, subject)
    await queueMail(scope, 'INVITATION', subject.id)
  },
}

/** Groups that name them for a duty have a finding, or have it no more. */
const follow: PersonEvent['follow'] = (scope, { subject }) => judgeGroupsOf(scope, subject.id)

const leaves: PersonEvent = {
  follow,
  async apply(scope, { subject }) {
    if (isAdministrator(subject)) await requireAdministrator(scope, subject)
    await cancelMail(scope, subject.id)
  },
}

const deactivated: PersonEvent = {
  follow,
  async apply(scope, event) {
    await leaves.apply?.(scope, event)
    await removeDevices(scope.db, scope.tenant.id, event.subject.id)
    await endApiKeys(scope.db, scope.tenant.id, event.subject.id, scope.now)
  },
}

const returns: PersonEvent = {
  follow,
  async decide(_scope, { subject }) {
    if (!subject.identitySubject) subject.status = 'INVITED'
  },
  async apply(scope, { subject }) {
    if (subject.identitySubject) return
    invite(scope, subject)
    await queueMail(scope, 'INVITATION', subject.id)
  },
  async undo(scope, { subject }) {
    if (isAdministrator(subject)) await requireAdministrator(scope, subject)
    await cancelMail(scope, subject.id)
  },
}

/**
 * A person is bound to the account they signed in with first. Freed from it they are bound anew at their next sign-in, by a verified
 * address alone; until then nobody is signed in as them and no key of theirs works, or whoever holds the former account would stay. Not taken back by voiding:
 * whoever signs in next has been bound again.
 */
const signInFreed: PersonEvent = {
  isFinal: true,
  async apply(scope, { subject }) {
    subject.identitySubject = null
    await endSignIns(scope, subject)
    await endApiKeys(scope.db, scope.tenant.id, subject.id, scope.now)
  },
}

/** By an administrator, who suspects that somebody else is in: keys are ways in, too. Whoever signs themselves out chooses (server/auth/steps.ts). */
const signedOut: PersonEvent = {
  isFinal: true,
  async apply(scope, { subject }) {
    await endSignIns(scope, subject)
    await endApiKeys(scope.db, scope.tenant.id, subject.id, scope.now)
  },
}

/** On every device, and each of them is unknown at the next sign-in. */
async function endSignIns({ db, tenant, now }: Scope, { id }: Person): Promise<void> {
  await db.deleteFrom('session_token').where('tenant_id', '=', tenant.id).where('user_id', '=', id).execute()
  await forgetDevices(db, tenant.id, id, now)
  // A telephone that was lost shows nothing any more, as where its person ends all of it.
  await db.deleteFrom('push_subscription').where('tenant_id', '=', tenant.id).where('user_id', '=', id).execute()
}

export const userBehaviour = defineBehaviour(user, {
  async prepare(scope, { before, after }) {
    const grants = after.roles
    after.heldRoles = [...new Set(grants.map(({ role }) => role))]
    for (const places of ['operatorIds', 'processorIds'] as const) after[places] = [...new Set(grants.flatMap((grant) => grant[places] ?? []))]
    if (before && isAdministrator(before) && !isAdministrator(after)) await requireAdministrator(scope, after)
    // An address that was wrong is not one to accept at any more: the next one gets an invitation of its own.
    if (after.status === 'INVITED' && before?.email !== after.email) invite(scope, after)
  },
  async written(scope, { before, after }) {
    if (after.status === 'INVITED' && before?.email !== after.email) await queueMail(scope, 'INVITATION', after.id)
    if (before && JSON.stringify(before.roles) !== JSON.stringify(after.roles)) await judgeGroupsOf(scope, after.id)
  },
  async retired(scope, person) {
    if (isAdministrator(person)) await requireAdministrator(scope, person)
    await judgeGroupsOf(scope, person.id, { isGone: true })
    await cancelMail(scope, person.id)
    await removeDevices(scope.db, scope.tenant.id, person.id)
    await endApiKeys(scope.db, scope.tenant.id, person.id, scope.now)
  },
  events: {
    INVITATION_SENT: inviteAgain,
    SIGNED_IN_FIRST: { isFinal: true, apply: (scope, { subject }) => cancelMail(scope, subject.id) },
    SIGNED_OUT: signedOut,
    SIGN_IN_FREED: signInFreed,
    SUSPENDED: leaves,
    REINSTATED: returns,
    DEACTIVATED: deactivated,
  },
})

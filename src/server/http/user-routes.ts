// What a person's page needs beyond the record: the link and the fate of their invitation, their open sessions, what they
// did; and what the link of an invitation shows to whoever opens it.
import { z } from 'zod'
import { type Action, can, canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { type InvitationAnswer, invitation, invitationSheet, personActivity, personFigures, personSessions } from '#domain/tenancy/person-answers.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import { sessionsOf } from '#server/auth/devices.ts'
import type { InvitationLinks } from '#server/auth/invitation-link.ts'
import { revokeDevice } from '#server/auth/revoke-device.ts'
import { personActivity as activityOf } from '#server/reports/person-activity.ts'
import { personFiguresOf } from '#server/reports/person-figures.ts'
import { getRecord } from '#server/store/get.ts'
import { lastDelivery } from '#server/store/mail-queue.ts'
import { type Db, type Scope, sessionOfCaller, type Tenant } from '../scope.ts'
import { ownerFor } from './api-key-routes.ts'
import type { AppContext } from './app-context.ts'
import { type Route, route } from './route.ts'
import { idsOf, ofRows } from './row-ids.ts'

const user = entityOf('user')
const base = '/api/operators/{operator}/user/{id}'
const isOffered = ({ invitations }: AppContext): boolean => invitations !== null
const linksOf = ({ invitations }: AppContext): InvitationLinks => invitations ?? absent()
const absent = (): never => {
  throw new Problem('NOT_FOUND')
}

export const userRoutes: readonly Route[] = [
  route({
    id: 'user.invitation',
    signedInOnly: true,
    method: 'get',
    path: `${base}/invitation`,
    summary: 'The link of an open invitation, and what became of its mail; for administrators',
    answer: invitationSheet,
    says: 'The link and the mail.',
    problems: ['STATE_CONFLICT'],
    isOffered,
    handler: async (scope, { param, deps }) => {
      const person = await personFor(scope, param('id'), 'A')
      const { invitedAt, invitationExpiresAt: until } = person
      if (person.status !== 'INVITED' || invitedAt === null || until === null)
        throw new Problem('STATE_CONFLICT', { message: 'This invitation was accepted or taken back.' })
      const sendsMail = deps.sendsMail === true
      return {
        json: {
          link: linksOf(deps).linkOf(scope.tenant, { userId: person.id, invitedAt: new Date(invitedAt) }),
          invitedAt,
          until,
          isLapsed: scope.now >= new Date(until),
          sendsMail,
          delivery: sendsMail ? await lastDelivery(scope.db, scope.tenant.id, 'INVITATION', person.id) : null,
        },
      }
    },
  }),
  route({
    id: 'user.sessions',
    signedInOnly: true,
    method: 'get',
    path: `${base}/sessions`,
    summary: 'Where a person is signed in; for administrators and the person',
    answer: personSessions,
    says: 'Open sessions and known devices, last used first.',
    isOffered,
    handler: async (scope, { param, deps }) => {
      // Nobody looks at records of people but administrators; where one is signed in oneself, everybody sees.
      const id = param('id') === scope.user.id ? scope.user.id : (await personFor(scope, param('id'), 'V')).id
      return { json: await devicesFor(scope, id, deps) }
    },
  }),
  route({
    id: 'user.revokeDevice',
    signedInOnly: true,
    method: 'post',
    path: `${base}/sessions/{sessionId}/revoke`,
    summary: 'Sign one device of a person out; for administrators and the person',
    description: 'Its next call is refused (401), and whoever signs in on its kind of device is announced. Again it changes nothing.',
    answer: personSessions,
    says: 'The devices after it.',
    isOffered,
    handler: async (scope, { param, deps }) => {
      const id = await ownerFor(scope, param('id'))
      const device = await revokeDevice(scope, id, param('sessionId'))
      if (device !== undefined) await deps.signIn?.forgetDevice(scope.tenant, id, device, scope.db)
      return { json: await devicesFor(scope, id, deps) }
    },
  }),
  route({
    id: 'user.figures',
    signedInOnly: true,
    method: 'get',
    path: '/api/operators/{operator}/user-figures',
    summary: 'What a list counts of each person; for administrators',
    query: ofRows,
    answer: personFigures,
    says: 'The people in the order asked for; those out of reach are left out.',
    isOffered,
    handler: async (scope, { query }) => {
      if (!can(scope.user, 'user', 'V')) throw new Problem('FORBIDDEN')
      return { json: await personFiguresOf(scope, idsOf(query.ids)) }
    },
  }),
  route({
    id: 'user.activity',
    method: 'get',
    path: `${base}/activity`,
    summary: 'What a person recorded lately; for administrators',
    query: z.strictObject({ cursor: z.string().optional().describe('`next` of the page before.') }),
    answer: personActivity,
    says: 'Newest first.',
    isOffered,
    handler: async (scope, call) => {
      const { id } = await personFor(scope, call.param('id'), 'A')
      return { json: await activityOf(scope, id, call.query.cursor ?? null) }
    },
  }),
  route({
    id: 'user.openInvitation',
    method: 'get',
    path: '/api/public/invitation/{token}',
    summary: 'What the link of an invitation tells; nobody need be signed in',
    description: 'The programme and who invites, nothing about the invited. A link nobody made, and one of somebody who is in already, are not found.',
    params: { token: z.string() },
    answer: invitation,
    says: 'The invitation.',
    isOffered,
    open: async (tenant, db, { param, deps }) => ({
      json: (await invitationAnswer(linksOf(deps), tenant, db, param('token'), deps.now())) ?? absent(),
      headers: { 'Referrer-Policy': 'no-referrer' },
    }),
  }),
]

const devicesFor = async ({ db, tenant, user: caller }: Scope, id: string, { signIn }: AppContext) => ({
  items: await sessionsOf(db, tenant.id, id, sessionOfCaller.get(caller)),
  known: (await signIn?.devicesOf(tenant, id, db)) ?? [],
})

/** The person, for somebody who holds `action` over them. Throws NOT_FOUND, FORBIDDEN. */
async function personFor(scope: Scope, id: string | undefined, action: Action): Promise<Stored<typeof user>> {
  const person = await getRecord(scope, user, id ?? '')
  if (!canOn(scope.user, user, action, person)) throw new Problem('FORBIDDEN')
  return person
}

/** What an opened link says: the programme and who invites, nothing about the invited. Null: no link of ours, or of somebody who is in already or out for good. */
async function invitationAnswer(links: InvitationLinks, tenant: Tenant, db: Db, token: string, now: Date): Promise<InvitationAnswer | null> {
  const invited = links.read(tenant.id, token)
  if (!invited) return null
  const row = await db
    .selectFrom('user as u')
    .leftJoin('user as i', (join) => join.onRef('i.tenant_id', '=', 'u.tenant_id').onRef('i.id', '=', 'u.invited_by'))
    .select(['u.status', 'u.invited_at', 'u.invitation_expires_at', 'i.name as inviter'])
    .where('u.tenant_id', '=', tenant.id)
    .where('u.id', '=', invited.userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row?.status !== 'INVITED' || !row.invited_at || !row.invitation_expires_at) return null
  const until = new Date(row.invitation_expires_at)
  const base = { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } }
  return {
    state: new Date(row.invited_at).getTime() !== invited.invitedAt.getTime() ? 'REPLACED' : now >= until ? 'LAPSED' : 'OPEN',
    programme: completeTenant({ config: tenant.config }, base).config.name,
    invitedBy: row.inviter,
    until: until.toISOString(),
  }
}

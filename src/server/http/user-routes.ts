// What a person's page needs beyond the record: the link and the fate of their invitation, their open sessions, what they
// did; and what the link of an invitation shows to whoever opens it.
import type { Hono } from 'hono'
import { type Action, canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { InvitationAnswer } from '#domain/tenancy/invitations.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import { sessionsOf } from '#server/auth/devices.ts'
import type { InvitationLinks } from '#server/auth/invitation-link.ts'
import { personActivity } from '#server/reports/person-activity.ts'
import { getRecord } from '#server/store/get.ts'
import { type Delivery, lastDelivery } from '#server/store/mail-queue.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import { type Deps, endpoint, openEndpoint } from './endpoint.ts'

const user = entityOf('user')
const base = '/api/operators/:operator/user/:id{[0-9a-fA-F-]{36}}'
const open = '/api/public/invitation/:token'

/** `link` lets nobody in by itself. `delivery` null: nothing was queued, or the installation sends no mail. */
export type InvitationSheet = { link: string; invitedAt: string; until: string; isLapsed: boolean; sendsMail: boolean; delivery: Delivery | null }

export function mountUserRoutes(app: Hono, deps: Deps, links: InvitationLinks): void {
  const at = { operator: 'path', parameters: [] } as const
  app.get(
    `${base}/invitation`,
    endpoint(deps, at, async (scope, { params }) => {
      const person = await personFor(scope, params.id, 'A')
      const { invitedAt, invitationExpiresAt: until } = person
      if (person.status !== 'INVITED' || invitedAt === null || until === null)
        throw new Problem('STATE_CONFLICT', { message: 'This invitation was accepted or taken back.' })
      const sheet: InvitationSheet = {
        link: links.linkOf(scope.tenant, { userId: person.id, invitedAt: new Date(invitedAt) }),
        invitedAt,
        until,
        isLapsed: scope.now >= new Date(until),
        sendsMail: deps.sendsMail === true,
        delivery: deps.sendsMail ? await lastDelivery(scope.db, scope.tenant.id, 'INVITATION', person.id) : null,
      }
      return { json: sheet }
    }),
  )
  app.get(
    `${base}/sessions`,
    endpoint(deps, at, async (scope, { params }) => {
      const { id } = await personFor(scope, params.id, 'V')
      return { json: { items: await sessionsOf(scope.db, scope.tenant.id, id) } }
    }),
  )
  app.get(
    `${base}/activity`,
    endpoint(deps, { ...at, parameters: ['cursor'] }, async (scope, { params, query }) => {
      const { id } = await personFor(scope, params.id, 'A')
      return { json: await personActivity(scope, id, query.get('cursor')) }
    }),
  )
  app.get(
    open,
    openEndpoint(deps, { parameters: [] }, async (tenant, db, { params }) => {
      const answer = await invitationAnswer(links, tenant, db, params.token ?? '', deps.now())
      if (!answer) throw new Problem('NOT_FOUND')
      return { json: answer, headers: { 'Referrer-Policy': 'no-referrer' } }
    }),
  )
  for (const path of [`${base}/invitation`, `${base}/sessions`, `${base}/activity`, open])
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
    })
}

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

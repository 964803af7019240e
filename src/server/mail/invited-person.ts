// What an invitation says, read at the moment it is sent: a name or a role that was corrected while the mail waited is
// right in it. Null when there is nobody to invite any more.
import { sql } from 'kysely'
import type { RoleGrant } from '#domain/access.ts'
import type { Language } from '#domain/messages/languages.ts'
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import type { Db, Tenant } from '../scope.ts'
import type { Invitation } from './invitation-mail.ts'

export type Invited = Omit<Invitation, 'messageId' | 'from' | 'link'> & { invitedAt: Date }

type Person = {
  name: string
  email: string
  locale: Language
  roles: RoleGrant[]
  invited_at: string | null
  invitation_expires_at: string | null
  inviter: string | null
  operator_ids: string[] | null
  processor_ids: string[] | null
}

/** The open invitation of a person; null when they are in, suspended or gone, or it has lapsed. `db` is inside the tenant. */
export async function readInvitation(db: Db, tenant: Tenant, userId: string, now: Date): Promise<Invited | null> {
  const { rows } = await sql<Person>`
    select u.name, u.email, u.locale, u.roles, u.invited_at, u.invitation_expires_at, u.operator_ids, u.processor_ids, i.name as inviter
    from "user" as u left join "user" as i on i.tenant_id = ${tenant.id} and i.id = u.invited_by
    where u.tenant_id = ${tenant.id} and u.id = ${userId}::uuid and u.deleted_at is null and u.status = 'INVITED'`.execute(db)
  const [person] = rows
  if (!person?.invited_at || !person.invitation_expires_at || now >= new Date(person.invitation_expires_at)) return null
  return {
    ...brandOf(tenant),
    timezone: tenant.timezone,
    name: person.name,
    email: person.email,
    language: person.locale,
    inviter: person.inviter,
    grants: person.roles,
    titles: await titlesOf(db, tenant.id, person),
    invitedAt: new Date(person.invited_at),
    until: new Date(person.invitation_expires_at),
  }
}

/** Name and colours of the programme, for its mails. */
export function brandOf(tenant: Tenant): { programme: string; colour: string; ink: string } {
  const { config, theme } = completeTenant(
    { config: tenant.config, theme: tenant.theme },
    { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } },
  )
  const { primary, onPrimary } = deriveColours({ primary: theme.palette.primary.main })
  return { programme: config.name, colour: primary, ink: onPrimary }
}

async function titlesOf(db: Db, tenantId: number, { operator_ids, processor_ids }: Person): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from collective where tenant_id = ${tenantId} and id = any(${operator_ids ?? []}::uuid[])
    union all select id, title from processor where tenant_id = ${tenantId} and id = any(${processor_ids ?? []}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, title }) => [id, title]))
}

// Which person of the programme has just signed in: by the provider's subject, or, the first time, by a
// verified e-mail address that somebody entered for them, while the invitation is open. Whoever is suspended, or comes too
// late, is known, but not let in.

import { createHash } from 'node:crypto'
import { OAuthAccountNotLinked } from '@auth/core/errors'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Behaviours, Db, Scope, Tenant } from '#server/scope.ts'
import { newId } from '#server/store/new-id.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import type { SignInProfile } from './provider.ts'
import { SecondFactorNeeded } from './second-factor.ts'

type Known = {
  id: string
  mfa: boolean | null
  name: string
  email: string
  status: string
  identity_subject: string | null
  invitation_expires_at: string | null
}

/** Column `identity_subject` holds 200 characters; issuers and subjects may be longer together. */
export function identityOf({ provider, subject }: SignInProfile): string {
  const identity = `${provider.identityAs ?? provider.issuer}|${subject}`
  return identity.length <= 200 ? identity : `sha256:${createHash('sha256').update(identity).digest('hex')}`
}

/** `userId`: null when the programme does not know them. `isIn`: they may come in. */
export type Identified = { userId: string | null; isIn: boolean }

type At = { tenant: Tenant; behaviours: Behaviours; now: Date; requestId: string }

/** In the name of somebody who signs in or out, who needs no right for it. */
export const scopeOfSignIn = ({ id, name, email }: { id: string; name: string; email: string | null }, db: Db, at: At): Scope => ({
  ...at,
  db,
  operator: null,
  source: 'SYSTEM',
  user: { id, name, email, grants: [] },
  newId,
  afterCommit: () => {},
})

/**
 * Who it is. Throws OAuthAccountNotLinked when the address
 * belongs to somebody who signs in with another account: an address can change hands, a person cannot. Throws SecondFactorNeeded
 * when the programme asks it of them and the provider does not say that it was shown.
 */
export async function identify(db: Db, { tenant, behaviours, now, requestId }: At, profile: SignInProfile): Promise<Identified> {
  const identity = identityOf(profile)
  const known = await findPerson(db, tenant.id, sql`u.identity_subject = ${identity}`)
  const person = known ?? (profile.email && profile.isEmailVerified ? await findPerson(db, tenant.id, sql`u.email = ${profile.email}`) : undefined)
  if (!person) return { userId: null, isIn: false }
  if (person.identity_subject !== null && person.identity_subject !== identity)
    throw new OAuthAccountNotLinked('This address belongs to somebody who signs in with another account.')
  if (!(person.status === 'ACTIVE' || (person.status === 'INVITED' && isOpen(person, now)))) return { userId: person.id, isIn: false }
  if (person.mfa && !profile.isTwoFactor) throw new SecondFactorNeeded('no second factor was shown')
  await db
    .updateTable('user')
    .set({ identity_subject: identity, last_login_at: now.toISOString() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', person.id)
    .execute()
  if (person.status === 'INVITED') {
    const scope = scopeOfSignIn(person, db, { tenant, behaviours, now, requestId })
    await recordBySystem(scope, entityOf('user'), person.id, { eventType: 'SIGNED_IN_FIRST', occurredAt: now.toISOString(), data: {} })
  }
  return { userId: person.id, isIn: true }
}

/** Without an end nothing was ever promised: then there is no invitation to accept. */
const isOpen = ({ invitation_expires_at: until }: Known, now: Date): boolean => until !== null && now < new Date(until)

/** Locked, because two first sign-ins at once would both record the first. */
async function findPerson(db: Db, tenantId: number, condition: ReturnType<typeof sql>): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select u.id, u.name, u.email, u.status, u.identity_subject, u.invitation_expires_at, u.mfa from "user" as u
    where u.tenant_id = ${tenantId} and u.deleted_at is null and ${condition} for update`.execute(db)
  return rows[0]
}

// A new programme with its first administrator, for the command and for the platform owner's call alike.
// Two transactions, because nobody may write both the catalogue and a tenant's rows: where the second one failed, saying
// the same once more finds the programme without people and finishes it.

import { z } from 'zod'
import { entityOf } from '#domain/entities.ts'
import { isCountry } from '#domain/kernel/countries.ts'
import { codeOf } from '#domain/kernel/error-code.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { user as person } from '#domain/people/user.ts'
import { isTenantName } from '#domain/tenancy/host.ts'
import { isZone } from '#domain/tenancy/places.ts'
import { limitSettings } from '#domain/tenancy/plan-limits.ts'
import { tenantName } from '#domain/tenancy/settings.ts'
import type { Database } from '../db/database.ts'
import { createTenant, findTenant } from '../db/platform.ts'
import type { Behaviours, Scope, Tenant } from '../scope.ts'
import { createRecord } from './create.ts'
import { newId } from './new-id.ts'

const wanted = (code: string) => ({ params: { code } })
/** What a new programme is set up with. */
export const newTenant = z.strictObject({
  subdomain: z
    .string()
    .refine(isTenantName, { message: 'One name in small letters, digits and hyphens that is not kept back, like cotton.', ...wanted('format') }),
  name: tenantName,
  timezone: z
    .string()
    .refine(isZone, { message: 'A time zone like Asia/Kolkata.', ...wanted('choice') })
    .default('Asia/Kolkata'),
  country: z
    .string()
    .refine(isCountry, { message: 'The two capital letters of a country, like IN.', ...wanted('choice') })
    .default('IN'),
  ...limitSettings,
  administrator: z.strictObject({
    name: schemaOf(person.fields.name),
    email: schemaOf(person.fields.email),
    locale: schemaOf(person.fields.locale).default('en'),
  }),
})

export type Provisioning = { database: Database; behaviours: Behaviours; now: Date; requestId: string }
export type Founded = { tenant: Tenant; administratorId: string; invitedAt: Date }

/**
 * Makes a programme and invites its administrator, who becomes active at the first sign-in with that verified address.
 * Throws DUPLICATE when people work at this subdomain already.
 */
export async function provisionTenant(
  { database, behaviours, now, requestId }: Provisioning,
  { administrator, subdomain, name, timezone, country, ...limits }: z.infer<typeof newTenant>,
): Promise<Founded> {
  const tenant =
    (await database.platform((db) => findTenant(db, subdomain))) ??
    (await database.platform((db) => createTenant(db, { subdomain, name, timezone, country, config: limits })).catch(alreadyThere))
  return database.transaction(tenant.id, async (db) => {
    if (await db.selectFrom('user').select('id').where('tenant_id', '=', tenant.id).limit(1).executeTakeFirst()) alreadyThere()
    const id = newId()
    const scope: Scope = {
      tenant,
      db,
      behaviours,
      operator: null,
      now,
      source: 'SYSTEM',
      requestId,
      newId,
      // Whoever asked for the programme wakes the sender, once there is something to send.
      afterCommit: () => {},
      // The first person is entered by nobody else.
      user: { id, name: administrator.name, email: administrator.email, grants: [{ role: 'ADMIN' }] },
    }
    await createRecord(scope, entityOf('user'), { id, ...administrator, mfa: false, roles: [{ role: 'ADMIN' }] })
    return { tenant, administratorId: id, invitedAt: now }
  })
}

/** Of two who found the same programme at once, the slower one breaks the unique index. Anything else is passed on. */
function alreadyThere(error?: unknown): never {
  if (error !== undefined && codeOf(error) !== '23505') throw error
  throw new Problem('DUPLICATE', {
    message: 'There is a programme at this subdomain already.',
    fields: [{ path: 'subdomain', code: 'taken', message: 'There is a programme at this subdomain already.' }],
  })
}

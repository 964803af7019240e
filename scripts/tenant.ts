// npm run tenant -- cotton "Organic Cotton Programme" ada@example.org "Ada Deshmukh": makes a programme and invites
// its first administrator, who becomes active at the first sign-in with that (verified) address.
import { randomUUIDv7 } from 'node:crypto'
import { entityOf } from '#domain/entities.ts'
import { isTenantName } from '#domain/tenancy/host.ts'
import { behaviours } from '#server/behaviours.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTenant, findTenant } from '#server/db/platform.ts'
import type { Scope } from '#server/scope.ts'
import { createRecord } from '#server/store/create.ts'

const [subdomain = '', name = '', email = '', person = ''] = process.argv.slice(2)
if (!isTenantName(subdomain) || !name || !email.includes('@') || !person) {
  console.error('npm run tenant -- <subdomain> "<name of the programme>" <e-mail of its administrator> "<their name>"')
  process.exit(2)
}
const { database } = await openDatabase(readConfig())
try {
  if (await database.platform((db) => findTenant(db, subdomain))) throw new Error(`There is a programme at ${subdomain} already.`)
  const tenant = await database.platform((db) => createTenant(db, { subdomain, name, timezone: 'Asia/Kolkata', country: 'IN' }))
  await database.transaction(tenant.id, async (db) => {
    const id = randomUUIDv7()
    const scope: Scope = {
      tenant,
      db,
      behaviours,
      operator: null,
      now: new Date(),
      source: 'SYSTEM',
      requestId: 'tenant',
      newId: () => randomUUIDv7(),
      afterCommit: () => {},
      // The first person is entered by nobody else.
      user: { id, name: person, email, grants: [{ role: 'AD' }] },
    }
    await createRecord(scope, entityOf('user'), { id, name: person, email, locale: 'en', mfa: false, roles: [{ role: 'AD' }] })
  })
  console.log(`Made ${name} at ${subdomain}. ${person} signs in with ${email}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}

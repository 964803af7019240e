// npm run tenant -- cotton "Organic Cotton Programme" ada@example.org "Ada Deshmukh": makes a programme and invites
// its first administrator, who becomes active at the first sign-in with that (verified) address.

import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import { behaviours } from '#server/behaviours.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { newTenant, provisionTenant } from '#server/store/provision-tenant.ts'
import { exitWithReason } from '#server/why-not-started.ts'

const [subdomain, name, email, person] = process.argv.slice(2)
if (!subdomain || !name || !email || !person) {
  console.error('npm run tenant -- <subdomain> "<name of the programme>" <e-mail of its administrator> "<their name>"')
  process.exit(2)
}
const { config, database } = await open().catch(exitWithReason)
const links = createInvitationLinks({ secrets: config.secrets, origin: config.publicOrigin ?? new URL(`http://localhost:${config.port}`) })
try {
  const provisioning = { database, behaviours, now: new Date(), requestId: 'tenant' }
  const {
    tenant,
    administratorId: userId,
    invitedAt,
  } = await provisionTenant(provisioning, parse(newTenant, { subdomain, name, administrator: { name: person, email } }))
  console.log(`Made ${name} at ${subdomain}. ${person} signs in with ${email}:\n${links.linkOf(tenant, { userId, invitedAt })}`)
  if (config.mail) console.log('The invitation goes to that address as soon as the server runs.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Problem) for (const { path, message } of error.details.fields ?? []) console.error(`  ${path}: ${message}`)
  process.exitCode = 1
} finally {
  await database.close()
}

/** Settings that cannot be used are refused in the same sentence as a folder that a server holds. */
async function open() {
  const config = readConfig()
  return { config, ...(await openDatabase(config)) }
}

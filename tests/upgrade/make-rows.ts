// node tests/upgrade/make-rows.ts: writes rows-NNNN.sql.gz, a small database as the code of this commit leaves it at the newest
// migration NNNN. Run it before a change that alters what is stored; upgrade.test.ts brings each such file up to date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { entities } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import { takeAttempt } from '#server/auth/attempts.ts'
import { identify } from '#server/auth/identify.ts'
import { openSession } from '#server/auth/sessions.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { clock as chainClock } from '../api/chain-stage.ts'
import { farmers, person } from '../api/exchange-stage.ts'
import { clock as herdClock } from '../api/husbandry-stage.ts'
import { clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainRows, entityRows, herdRows, missingEvents } from './every-event.ts'
import { rowsAsSql } from './rows.ts'

const secrets: [string] = ['a secret of the tests, long enough']
let now = chainClock
const world = await openWorld({ now: () => now() })
const problems: string[] = []
const refused = (what: string, answer: unknown): void => {
  problems.push(`${what}: ${JSON.stringify(answer)}`)
}
const isThere = (tenant: number) => (entity: string, type: string) =>
  world.database.transaction(tenant, async (db) => {
    const { rows } =
      await sql`select 1 from event where tenant_id = ${tenant} and subject_type = ${entity} and event_type = ${type} and status = 'RECORDED' limit 1`.execute(
        db,
      )
    return rows.length > 0
  })

await chainRows(world)
now = herdClock
await herdRows(world)
await entityRows(world, refused)
await missingEvents(world, isThere(world.tenants.cotton.id), refused)
await otherTables(world)

for (const line of problems) console.error(line)
const missing: string[] = []
for (const entity of entities)
  for (const type of Object.keys(entity.events)) if (!(await isThere(world.tenants.cotton.id)(entity.name, type))) missing.push(`${entity.name} ${type}`)
console.error(`Event types without a row: ${missing.join(', ') || 'none'}`)

const { text, counts } = await world.database.owner((db) => rowsAsSql(db))
console.error(
  Object.entries(counts)
    .map(([table, n]) => `${table} ${n}`)
    .join(', '),
)
const file = join(import.meta.dirname, `rows-${(readMigrations().at(-1)?.name ?? '').slice(0, 4)}.sql.gz`)
writeFileSync(file, gzipSync(text, { level: 9 }))
console.error(`Wrote ${file}: ${text.length} characters`)
process.exit(0)

/** Sessions, attempts, pictures, settings, keys, imports, people with several roles, and a few rows of the other tenant. */
async function otherTables({ database, tenants, people, places, as, deps }: World): Promise<void> {
  const { id: cotton, subdomain } = tenants.cotton
  const session = (userId: string | null, subject: string) => ({
    userId,
    provider: 'oidc',
    subject,
    device: 'Chrome, Android',
    tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: new Date(now().getTime() + 3_600_000) },
  })
  await database.transaction(cotton, async (db) => {
    await openSession(db, secrets, cotton, session(people.ada?.id ?? null, 'ada'), now())
    await openSession(db, secrets, cotton, session(null, 'nobody'), now())
    await takeAttempt(db, secrets, cotton, '192.0.2.1', { perMinute: 10, burst: 5 }, now())
  })
  await database.transaction(tenants.dairy.id, (db) => openSession(db, secrets, tenants.dairy.id, session(people.dina?.id ?? null, 'dina'), now()))
  const ada = as('ada', 'OP1')
  const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#F79023' } })
    .png()
    .toBuffer()
  const picture = await ada.send(`/api/client/${cotton}/pictures`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: png as BodyInit })
  // The installation's ways to sign in are all that these calls need of sign-in.
  const app = createApp({ ...deps, signIn: { ways: [{ id: 'oidc', kind: 'oidc', name: 'your organisation' }] } as never })
  const settings = clientOf(app, `${subdomain}.farmbook.test`, { 'x-test-user': people.ada?.id ?? '' }, '')
  const changed = await settings.patch(`/api/client/${cotton}`, { name: 'Nimar Jaivik' }, { 'if-match': '"1"' })
  const imported = await as('omar', 'OP1').send('/farmer/import?name=register.csv', {
    method: 'POST',
    body: farmers(person(), person({ gender: 'no' }), person({ holding_ha: '900' })),
    headers: { 'content-type': 'text/csv', prefer: 'wait=60' },
  })
  const [op1, op2] = [places.cotton.OP1?.id as string, places.cotton.OP2?.id as string]
  const gin = places.cotton['KHARGONE-GIN']?.id as string
  const several = {
    name: 'Asha Verma',
    email: 'asha@cotton.example',
    locale: 'hi',
    mfa: false,
    roles: [
      { role: 'OPERATOR_MANAGER', operatorIds: [op1] },
      { role: 'FIELD_OFFICER', operatorIds: [op1, op2], villages: ['Kasrawad'] },
      { role: 'INTERNAL_INSPECTOR', operatorIds: [op2] },
      { role: 'PURCHASE_OFFICER', operatorIds: [op2] },
      { role: 'PROCESSOR_USER', processorIds: [gin] },
      { role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [op1] },
      { role: 'BRAND_VIEWER', operatorIds: [op1] },
      { role: 'READ_ONLY_VIEWER', operatorIds: [op2] },
      { role: 'FARMER' },
    ],
  }
  const once = { 'idempotency-key': 'make-asha-1' }
  const asha = await ada.post('/user', several, once)
  await ada.post('/user', several, once)
  const fewer = await ada.patch(`/user/${asha.body.id}`, { roles: several.roles.slice(0, 3) }, { 'if-match': '"1"', 'idempotency-key': 'change-asha-1' })
  const more = await ada.patch(`/user/${asha.body.id}`, { roles: several.roles }, { 'if-match': '"2"' })
  const profile = { provider: 'oidc', issuer: 'https://id.example', subject: 'asha', name: 'Asha', email: several.email, isEmailVerified: true }
  await database.transaction(cotton, (db) =>
    identify(db, { tenant: tenants.cotton, behaviours: deps.behaviours, now: now(), requestId: 'first' }, profile as never),
  )
  const event = (id: string, eventType: string, data = {}) => ada.post(`/user/${id}/events`, { eventType, occurredAt: now().toISOString(), data })
  const freed = await event(asha.body.id, 'SIGN_IN_FREED', { reason: 'Another account' })
  const late = await ada.post('/user', { ...several, name: 'Nina Rao', email: 'nina@cotton.example' })
  now = () => new Date(herdClock().getTime() + 600_000)
  const again = await event(late.body.id, 'INVITATION_SENT')
  const second = await as('dina', '-').post('/user', {
    name: 'Bela Ahir',
    email: 'bela@dairy.example',
    locale: 'en',
    mfa: true,
    roles: [{ role: 'ADMIN' }, { role: 'READ_ONLY_VIEWER', operatorIds: [places.dairy.GIR?.id] }],
  })
  for (const [what, answer] of Object.entries({ picture, changed, imported, asha, fewer, more, freed, again, second }))
    if (answer.status >= 300) refused(what, answer.body)
}

// Loads the demo programme into an empty database, through the product's own import and API. When it is
// interrupted, the next start goes on: every request is known again by its key, every row by what it is about.
import { randomUUIDv7 } from 'node:crypto'
import { entityOf } from '#domain/entities.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { loadingMark } from '#domain/tenancy/loading.ts'
import { type AppDeps, createApp } from '#server/app.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { changeTenant, createTenant, findTenant } from '#server/db/platform.ts'
import { demoPeople } from '#server/dev/people.ts'
import { jsonLog, type Log } from '#server/http/log.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import type { Scope, Tenant } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { addDays, at, todayInIndia } from './calendar.ts'
import { dairyTexts } from './dairy-texts.ts'
import { asDemoPeople, DemoClient } from './demo-client.ts'
import { signInEverybody } from './first-sign-ins.ts'
import { certificateSteps } from './load-certificates.ts'
import { ginSteps, purchaseSteps } from './load-chain.ts'
import { giveTasksOfPlans, letTheDayPass } from './load-clock.ts'
import { fieldSteps, type Step } from './load-field.ts'
import { loadHerds } from './load-herds.ts'
import { loadInternalControl } from './load-internal-control.ts'
import { listSteps } from './load-lists.ts'
import { millSteps } from './load-mill.ts'
import { giveOccasions, loadNotifications, readSome, sendMessages } from './load-notifications.ts'
import { planSteps } from './load-plans.ts'
import { plantedSteps } from './load-planted.ts'
import { recallSteps } from './load-recalls.ts'
import { loadSetup } from './load-setup.ts'
import { loadGroupLimits } from './load-standards.ts'
import { fieldBookSteps, submissionSteps } from './load-submissions.ts'
import { giveTasks } from './load-tasks.ts'
import { operators } from './places.ts'
import { makeProgramme, type Programme } from './programme.ts'
import { staff } from './staff.ts'
import { villageTable } from './tables.ts'

/** The first start looks for it, too. */
export { loadingMark }

export type LoadOptions = {
  database: Database
  print(text: string): void
  log?: Log
  today?: string
  subdomains?: { cotton: string; dairy: string }
  /** The workers of this process, where it has some; otherwise the loader carries its imports out itself. */
  workers?: Pick<AppDeps, 'jobs' | 'importEnds'>
}

/** Throws with the product's own words when something is refused; what went in before stays and is not entered twice. */
export async function loadDemo({
  database,
  print,
  log = jsonLog,
  today = todayInIndia(),
  subdomains = { cotton: 'cotton', dairy: 'dairy' },
  workers = {},
}: LoadOptions): Promise<Programme> {
  const tenant = await openTenant(database, subdomains.cotton, { name: defaultTenant.config.name }, today)
  const dairy = await openTenant(database, subdomains.dairy, dairyTexts, today)
  // A load that was interrupted goes on with the day it started on.
  const started = tenant.config[loadingMark]
  const programme = makeProgramme(typeof started === 'string' ? started : today)
  const base = 'demo.localhost'
  const appAt = (now: () => Date) =>
    createApp({
      database,
      behaviours,
      log,
      now,
      tenants: tenantsOf(database, { bases: [base], local: null, port: '' }),
      authenticate: asDemoPeople,
      ...(workers.jobs ? workers : {}),
    })
  const clientOf = ({ subdomain }: Tenant, app = appAt(() => new Date())) => new DemoClient(app, `${subdomain}.${base}`, `demo-${programme.calendar.anchor}`)

  /** One that stands at a moment of one's choice. */
  const clientAt = () => {
    let now = new Date()
    const moved = clientOf(
      tenant,
      appAt(() => now),
    )
    return (moment: string) => {
      now = new Date(moment)
      return moved
    }
  }
  const run = async ({ label, run: work }: Step, where = '') => {
    const began = performance.now()
    await work()
    print(`  ${`${where} ${label}`.trim().padEnd(34)} ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s`)
  }
  const administrator = staff.find(({ role }) => role === 'ADMIN')
  if (!administrator) throw new Error('The demo programme has no administrator')
  await foundedBy(database, tenant, administrator)
  const client = clientOf(tenant)
  let places: Awaited<ReturnType<typeof loadSetup>> | undefined
  await run({
    label: 'operators, gins, people, catalogue',
    run: async () => {
      places = await loadSetup(client, administrator, programme)
      // Whoever has never signed in imports nothing.
      await signInEverybody(database, tenant)
    },
  })
  if (!places) return programme
  const list = villageTable()
  await run({ label: 'villages', run: () => client.load(administrator, '-', 'village', 'records', list.name, list.text) })
  const lots = new Map<string, string>()
  for (const { code } of operators)
    for (const step of [...fieldSteps(client, programme, places, code), ...purchaseSteps(client, programme, places, code, lots)]) await run(step, code)
  await run({ label: 'limits of groups', run: () => loadGroupLimits(client, administrator) })
  for (const step of [
    ...ginSteps(client, programme, places, lots),
    ...millSteps(client, programme, places),
    ...certificateSteps(client, programme, places),
    ...recallSteps(clientAt(), programme, places),
    ...fieldBookSteps(client, programme),
    ...planSteps(client, programme),
    { label: 'tasks of plans', run: () => giveTasksOfPlans(database, log, tenant) },
    ...submissionSteps(client, programme),
    ...plantedSteps(client, programme, places),
    ...listSteps(client, programme, places),
  ])
    await run(step)
  await run({ label: 'the dairy programme', run: () => loadDairy(database, dairy, clientOf(dairy), programme.calendar.anchor) })

  for (const one of [tenant, dairy]) {
    await signInEverybody(database, one)
    if (one === tenant) await run({ label: 'non-conformities', run: () => giveOccasions(client, programme.calendar.anchor) })
    await run({ label: 'the day', run: () => letTheDayPass(database, log, one) }, one.subdomain)
    if (one === tenant) await run({ label: 'tasks', run: () => giveTasks(client, programme) })
    // Whoever has never signed in hears of nothing yet.
    await run({ label: 'inboxes', run: () => loadNotifications(database, log, one) }, one.subdomain)
    if (one === tenant) {
      await run({ label: 'messages to members', run: () => sendMessages(client, database, log, one) })
      await readSome(client)
    }
    await database.platform((db) => changeTenant(db, one.id, { config: withoutMark(one.config) }))
  }
  return programme
}

const withoutMark = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== loadingMark))

async function openTenant(database: Database, subdomain: string, texts: { name: string } & Record<string, unknown>, today: string): Promise<Tenant> {
  return database.platform(
    async (db) =>
      (await findTenant(db, subdomain)) ??
      createTenant(db, { subdomain, name: texts.name, timezone: 'Asia/Kolkata', country: 'IN', config: { ...texts, [loadingMark]: today } }),
  )
}

/** A programme begins with one administrator, whom nobody can have invited. */
async function foundedBy(database: Database, tenant: Tenant, { name, email }: { name: string; email: string }): Promise<void> {
  await database.transaction(tenant.id, async (db) => {
    const known = await db.selectFrom('user').select('id').where('tenant_id', '=', tenant.id).where('email', '=', email).executeTakeFirst()
    if (known) return
    const id = randomUUIDv7()
    const scope: Scope = {
      tenant,
      db,
      behaviours,
      operator: null,
      now: new Date(),
      source: 'SYSTEM',
      requestId: 'demo',
      user: { id, name, email, grants: [{ role: 'ADMIN' }] },
      newId: () => randomUUIDv7(),
      afterCommit: (work) => work(),
    }
    await createBySystem(scope, entityOf('user'), { id, name, email, locale: 'en', roles: [{ role: 'ADMIN' }], mfa: false, operatorId: null })
  })
}

/** The second programme: its people, its operator and what that keeps. `anchor`: the day it is dated to. */
export async function loadDairy(database: Database, tenant: Tenant, client: DemoClient, anchor: string): Promise<void> {
  const [dina, ...others] = demoPeople.filter((person) => person.tenant === 'dairy')
  if (!dina) return
  await foundedBy(database, tenant, dina)
  const body = {
    code: 'GIR',
    legalName: 'Gir Valley Dairy Cooperative Society',
    shortName: 'Gir Valley Dairy',
    legalForm: 'COOPERATIVE',
    regNo: 'GJ/JND/COOP/900010',
    address: 'Dairy Road, Talala',
    district: 'Gir Somnath',
    state: 'Gujarat',
    pin: '362150',
    country: 'IN',
  }
  const id = await client.create(dina, '-', 'collective', body, 'GIR')
  for (const { name, email, grants } of others)
    await client.create(dina, '-', 'user', { name, email, roles: grants.map(({ role }) => ({ role, operatorIds: [id] })) }, email)
  const inspector = 'jivan@dairy.example'
  await client.create(dina, '-', 'user', { name: 'Jivan Vala', email: inspector, roles: [{ role: 'INTERNAL_INSPECTOR', operatorIds: [id] }] }, inspector)
  const managers = others.map(({ email }) => email)
  await loadInternalControl(client, dina, {
    id,
    code: body.code,
    legalName: body.legalName,
    started: at(addDays(anchor, -1), 11),
    calendar: null,
    staff: { ICS_MANAGER: managers, INSPECTOR: [inspector], APPROVER: managers, FIELD_OFFICER: [], PURCHASE: [], WAREHOUSE: [], TRAINER: managers },
  })
  const [manager] = others
  if (manager) await loadHerds(client, dina, manager, 'GIR', anchor)
}

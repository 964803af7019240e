// What happens once, on an empty database: the demo programme is loaded through the product's own API, so
// that a person who has just cloned it sees a programme at work. And the words at every start.
import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import { tidy } from './db/maintenance.ts'
import { listTenants } from './db/platform.ts'
import { demoPeople } from './dev/people.ts'
import { demoDay, type Started } from './start.ts'

/** What scripts/demo/load.ts offers: it speaks to an app over this database as any client does. */
type DemoModule = {
  loadDemo(given: {
    database: Started['database']
    print: (text: string) => void
    today: string
    workers: Pick<Started['deps'], 'jobs' | 'importEnds'>
  }): Promise<unknown> /** Stands in a tenant's settings while its programme is being loaded. */
  loadingMark: string
}

/** Loads the demo programme when there is no tenant yet, or goes on where an earlier start was interrupted. */
export async function prepareFirstRun(config: Config, started: Started, print: (text: string) => void): Promise<void> {
  if (!config.demo) return
  // By address and not by import: the product does not depend on its demo, and an image may leave it out.
  const module = new URL('../../scripts/demo/load.ts', import.meta.url)
  if (!existsSync(module)) return
  const { loadDemo, loadingMark }: DemoModule = await import(module.href)
  const tenants = await started.database.platform(listTenants)
  const isUnfinished = tenants.some((tenant) => loadingMark in tenant.config)
  if (tenants.length > 0 && !isUnfinished) return
  print(isUnfinished ? 'Going on with loading the demo programme …' : 'Loading the demo programme (once) …')
  const day = demoDay()
  const { jobs = null, importEnds } = started.deps
  await loadDemo({ database: started.database, print, today: day, workers: { jobs, ...(importEnds ? { importEnds } : {}) } })
  await tidy(started.database)
  started.deps.tenants.forget()
  // Not of one that was started earlier: it stands at another day.
  if (isUnfinished) return
  const { demoSnapshot } = await import('./dev/demo-snapshot.ts')
  await demoSnapshot(day)
    .write(started.database)
    .catch((error: unknown) => print(`The demo programme is there, but could not be kept for the next start: ${String(error)}`))
}

/** Addresses and, in development, whom one can be. */
export function greet(config: Config, started: Started, port: number, print: (text: string) => void): void {
  const origin = config.publicOrigin?.origin ?? `http://localhost:${port}`
  const { protocol, host } = new URL(origin)
  print(`\nFarmbook is ready (${started.database.engine === 'pglite' ? `embedded database in ${config.dataDir}` : 'PostgreSQL'}).`)
  if (config.localTenant) print(`  ${protocol}//${config.localTenant}.${host}\n  ${origin}`)
  else print(`  ${protocol}//<programme>.${host}`)
  if (config.mode === 'production' && !config.mail)
    print('No mail is sent (SMTP_URL is not set): administrators hand the links of invitations over, from the page of each person.')
  if (!started.idp) return
  print('\nSign in as (no password, this machine only):')
  for (const { login, name, work } of demoPeople) print(`  ${login.padEnd(16)} ${name.padEnd(18)} ${work}`)
  print('')
}

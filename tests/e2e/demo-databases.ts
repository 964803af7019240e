// The demo programme on a PostgreSQL server, for journeys there: loaded once by the product, then copied by the server itself.
import pg from 'pg'
import { startServer } from './server.ts'

const loaded = 'farmbook_journeys'

/** Addresses of databases of one's own with the demo programme in each. `url`: of a server on which databases may be made. */
export async function demoDatabases(url: string, count: number): Promise<string[]> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const addressOf = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href
  try {
    await admin.query(`drop database if exists ${loaded} with (force)`)
    await admin.query(`create database ${loaded}`)
    const server = await startServer({
      env: { DATABASE_URL: addressOf(loaded), DEMO: 'true' },
      logFile: 'tests/e2e/.results/loading.log',
      patienceMs: 1_200_000,
    })
    await server.remove()
    const names = Array.from({ length: count }, (_, index) => `${loaded}_${index + 1}`)
    for (const name of names) {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`create database ${name} template ${loaded}`)
    }
    return names.map(addressOf)
  } finally {
    await admin.end()
  }
}

// What those who run the server watch, in the format Prometheus reads (prom-client). Routes, not addresses: an address holds ids, and a
// million of them would be a million series. Nothing is measured where nobody may read it.
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import { listTenants } from '#server/db/platform.ts'
import { queueFigures } from '#server/operations/queue-figures.ts'
import { fileFigures, mailFigures } from '#server/operations/tenant-figures.ts'

/** Upper bounds of the duration buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What visits every programme is asked this often at most. */
const figuresMs = 60_000

export type Metrics = { measure: MiddlewareHandler; text(): Promise<string> }

export const noMetrics: Metrics = { measure: (_, next) => next(), text: async () => '' }

export function createMetrics(database: Database, now: () => number = Date.now): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Processor, memory, event loop lag, garbage collection.
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'farmbook_info', help: 'What is running', labelNames: ['engine', 'node'], registers }).set(
    { engine: database.engine, node: process.version },
    1,
  )
  const requests = new Histogram({
    name: 'farmbook_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  new Gauge({
    name: 'farmbook_database_connections',
    help: 'Transactions that run and that wait for a connection, and connections there are',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting, connections } = database.load()
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'limit' }, connections)
    },
  })
  const up = new Gauge({ name: 'farmbook_database_up', help: 'Whether the database answered this scrape', registers })
  const jobs = new Gauge({ name: 'farmbook_jobs', help: 'Jobs that wait, run or were given up, of all programmes', labelNames: ['topic', 'state'], registers })
  const mail = new Gauge({ name: 'farmbook_mail', help: 'Mail that waits or was given up, of all programmes', labelNames: ['state'], registers })
  const files = new Gauge({ name: 'farmbook_files_bytes', help: 'Bytes of files that are stored, of all programmes', registers })
  let requested = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const topics = await queueFigures(database)
    jobs.reset()
    for (const { topic, state, jobs: count } of topics) jobs.set({ topic, state }, count)
    if (now() - requested < figuresMs) return
    const sums = { waiting: 0, failed: 0, bytes: 0 }
    for (const { id } of await database.platform(listTenants)) {
      const [mails, stored] = await database.transaction(id, async (db) => [await mailFigures(db, id), await fileFigures(db, id)] as const)
      sums.waiting += mails.waiting
      sums.failed += mails.failed
      sums.bytes += stored.bytes
    }
    mail.set({ state: 'waiting' }, sums.waiting)
    mail.set({ state: 'failed' }, sums.failed)
    files.set(sums.bytes)
    requested = now()
  }
  return {
    async measure(context, next) {
      const end = requests.startTimer()
      await next()
      end({ method: context.req.method, route: routeOf(context), status: String(context.res.status) })
    },
    async text() {
      // A scrape while the database is away says so, and everything else that is known.
      await ask().then(
        () => up.set(1),
        () => up.set(0),
      )
      return registry.metrics()
    },
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
/** The pattern of the route that answered, without what its parts may be (`:entity{(?:farmer|…)}`); what nobody answers is one series. */
function routeOf(context: Context): string {
  const path = routePath(context)
  return methods.has(context.req.method) && path !== '*' && path !== '/*' ? labelOf(path) : 'other'
}
/** `/a/:id{…}/:y{…\.mvt}` → `/a/:id/:y.mvt`. */
export const labelOf = (path: string): string =>
  path.replaceAll(/(:\w+)\{[^/]*?((?:\\\.\w+)*)\}(?=\/|$)/g, (_, name: string, ending: string) => name + ending.replaceAll('\\', ''))

// For those who run the server: is it alive, is it ready, how is it doing. They need no tenant's host.
import type { Hono } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import type { Database } from '#server/db/database.ts'
import type { Metrics } from './metrics.ts'
import { isSameSecret } from './same-secret.ts'

export type OperationsOptions = { database: Database; metrics: Metrics; metricsToken: string | null; areMetricsOpen: boolean }

/** A database that does not answer within this is not ready. */
const readyWithinMs = 3000

export function mountOperations(app: Hono, { database, metrics, metricsToken, areMetricsOpen }: OperationsOptions): void {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  app.get('/healthz', () => new Response('ok\n', { headers: plain }))
  app.get('/readyz', async () => {
    const answered = await Promise.race([
      database.ping().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => {
        setTimeout(() => resolve(false), readyWithinMs).unref()
      }),
    ])
    return new Response(answered ? 'ready\n' : 'the database does not answer\n', { status: answered ? 200 : 503, headers: plain })
  })
  app.get('/metrics', async (context) => {
    if (metricsToken === null && !areMetricsOpen) throw new Problem('NOT_FOUND')
    if (metricsToken !== null && !isSameSecret(context.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
      throw new Problem('UNAUTHENTICATED', { message: 'The metrics need their token.', headers: { 'WWW-Authenticate': 'Bearer' } })
    return new Response(await metrics.text(), { headers: { ...plain, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } })
  })
}

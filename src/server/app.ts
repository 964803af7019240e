// The table of contents of HTTP: everything the server answers, in the order in which it is looked for.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { Problem } from '#domain/kernel/problems.ts'
import type { Parts } from './http/endpoint.ts'
import { mountEntityRoutes } from './http/entity-routes.ts'
import { problemResponse } from './http/problems.ts'

export type AppParts = Parts

export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    const given = context.req.header('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    context.set('requestId' as never, requestId as never)
    await next()
    context.res.headers.set('X-Request-Id', requestId)
  })
  app.use('/api/*', compress())

  mountEntityRoutes(app, parts)

  app.notFound(() => { throw new Problem('NOT_FOUND') })
  app.onError((error, context) => problemResponse(error, context.get('requestId' as never) as string, parts.log))
  return app
}

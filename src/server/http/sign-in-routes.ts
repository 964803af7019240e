// The addresses of the gate: branding for everybody, the access check, and the session calls. The exact
// GET /api/auth stands before /api/auth/*, which matches it too.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type { SignIn } from '#server/auth/sign-in.ts'
import { hostOf, tenantAnswer } from '#server/auth/tenant.ts'
import { requestIdOf } from './endpoint.ts'
import type { Tenants } from './tenants.ts'

const noStore = { 'cache-control': 'private, no-store' }

export function mountSignIn(app: Hono, { tenants, signIn }: { tenants: Tenants; signIn: SignIn }): void {
  const tenantOf = (request: Request) => tenants.ofHost(hostOf(request))

  app.get('/api/tenant/:subdomain', async (context) => {
    const request = context.req.raw
    const site = signIn.siteOf(request, await tenantOf(request))
    return context.json(tenantAnswer(site, context.req.param('subdomain')), 200, { 'cache-control': 'no-cache' })
  })

  app.get('/api/auth', async (context) => {
    const request = context.req.raw
    return context.json(await signIn.access(request, await tenantOf(request)), 200, noStore)
  })

  app.all('/api/auth/*', async (context) => {
    const request = context.req.raw
    const site = signIn.siteOf(request, await tenantOf(request))
    return signIn.answer({ request, site, caller: callerOf(context), requestId: requestIdOf(context) })
  })
}

/** The address of the other end of the socket; tests without sockets are one caller. */
function callerOf(context: Context): string {
  const hasSocket = context.env !== null && typeof context.env === 'object' && 'incoming' in context.env
  return (hasSocket ? getConnInfo(context).remote.address : undefined) ?? 'local'
}

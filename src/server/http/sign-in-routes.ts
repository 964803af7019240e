// The addresses of sign-in and of the tenant itself; what they answer is decided in auth/.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type { SignIn } from '#server/auth/sign-in.ts'
import { tenantAnswer } from '#server/auth/tenant.ts'
import { type Parts, requestIdOf } from './endpoint.ts'

export type SignInRoutesOptions = { signIn: SignIn; isBehindProxy: boolean }

export function mountSignIn(app: Hono, parts: Parts, { signIn, isBehindProxy }: SignInRoutesOptions): void {
  const tenantOf = (context: Context) => parts.tenants.ofHost(context.req.header('host') ?? new URL(context.req.url).host)
  app.get('/api/tenant/:subdomain', async (context) => {
    const site = signIn.siteOf(context.req.raw, await tenantOf(context))
    return Response.json(tenantAnswer(site, context.req.param('subdomain')), { headers: { 'Cache-Control': 'no-cache' } })
  })
  app.get('/api/auth', async (context) => Response.json(await signIn.access(context.req.raw, await tenantOf(context)), { headers: { 'Cache-Control': 'no-store' } }))
  app.all('/api/auth/*', async (context) => {
    const site = signIn.siteOf(context.req.raw, await tenantOf(context))
    return signIn.answer({ request: context.req.raw, site, caller: callerOf(context, isBehindProxy), requestId: requestIdOf(context) })
  })
}

/** The network address of the caller. Behind a proxy only the last hop of X-Forwarded-For is the proxy's own word; the rest anyone can write. */
export function callerOf(context: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded
  try { return getConnInfo(context).remote.address ?? 'unknown' } catch { return 'unknown' } // No socket: a request made in a test.
}

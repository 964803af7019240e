// The addresses of sign-in and of the tenant itself; what they answer is decided in auth/.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { tenantLook } from '#domain/tenancy/client-answers.ts'
import { callerOf } from '#server/auth/rate-limit.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import { hostOf, tenantAnswer } from '#server/auth/tenant.ts'
import { requestIdOf } from './endpoint.ts'
import { type Route, route } from './route.ts'
import type { Tenants } from './tenants.ts'

export type SignInRoutesOptions = { tenants: Tenants; signIn: SignIn /** Whether X-Forwarded-For is a proxy's word. */; isBehindProxy?: boolean }

export const tenantRoutes: readonly Route[] = [
  route({
    id: 'client.look',
    method: 'get',
    path: '/api/tenant/{subdomain}',
    params: { subdomain: z.string() },
    summary: 'What the programme of this host shows of itself; nobody need be signed in',
    // The fields of the specification (section 8) and no more.
    answer: tenantLook,
    says: 'The programme. The headers X-Timezone (IANA), X-Currency (ISO 4217) and X-Area (unit of areas and its hectares, `acre 0.404686`) say by what it counts.',
    isOpen: true,
    isOffered: ({ signIn }) => signIn !== null,
    reads: [],
    respond: async (context, { tenants, signIn }) => {
      if (!signIn) throw new Problem('NOT_FOUND')
      const site = signIn.siteOf(context.req.raw, await tenants.ofHost(hostOf(context.req.raw)))
      const { region, ...tenant } = tenantAnswer(site, context.req.param('subdomain') ?? '')
      return Response.json(tenant, {
        headers: { 'Cache-Control': 'no-cache', 'X-Timezone': region.timezone, 'X-Currency': region.currency, 'X-Area': region.area },
      })
    },
  }),
]

/** GET /api/auth and GET /api/auth/firebase stand before /api/auth/*, which matches them too. */
export function mountSignIn(app: Hono, { tenants, signIn, isBehindProxy = false }: SignInRoutesOptions): void {
  const tenantOf = (context: Context) => tenants.ofHost(hostOf(context.req.raw))
  app.get('/api/auth', async (context) =>
    Response.json(await signIn.access(context.req.raw, await tenantOf(context)), { headers: { 'Cache-Control': 'private, no-store' } }),
  )
  app.get('/api/auth/firebase', async (context) => Response.json(signIn.firebaseOf(await tenantOf(context)), { headers: { 'Cache-Control': 'no-cache' } }))
  app.all('/api/auth/*', async (context) => {
    const site = signIn.siteOf(context.req.raw, await tenantOf(context))
    return signIn.answer({ request: requestOf(context), site, caller: callerOf(addressOf(context, isBehindProxy)), requestId: requestIdOf(context) })
  })
}

/** What only reads answers HEAD too; what does something (a callback used up by a link checker) is not. */
function requestOf({ req: { raw, path } }: Context): Request {
  return raw.method === 'HEAD' && /^\/api\/auth\/(session|csrf|providers)$/.test(path) ? new Request(raw, { method: 'GET' }) : raw
}

/** The network address of the caller. Behind a proxy only the last hop of X-Forwarded-For is the proxy's own word; the rest anyone can write. */
export function addressOf(context: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded
  // A request made in a test has no socket.
  return context.env && 'incoming' in context.env ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown'
}

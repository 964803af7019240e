// What the owner of the platform may ask, who belongs to no programme: make one, and set the limits of its plan. With a token from the environment;
// where none is set, there is nothing here. It needs no tenant's host.
import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { type ProvisionedTenant, provisionedTenant } from '#domain/tenancy/client-answers.ts'
import { isTenantName } from '#domain/tenancy/host.ts'
import { limitIn, limitsPatch, type TenantLimits, tenantLimits } from '#domain/tenancy/plan-limits.ts'
import { changeLimits, findTenant } from '#server/db/platform.ts'
import { newTenant, provisionTenant } from '#server/store/provision-tenant.ts'
import type { Tenant } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { readJson } from './body.ts'
import { requestIdOf } from './endpoint.ts'
import { type Route, route } from './route.ts'
import { isSameSecret } from './same-secret.ts'

const ofOwner = {
  description: 'For the owner of the platform, with the bearer token PLATFORM_TOKEN; without that setting there is no such address.',
  isOffered: ({ platformToken }: AppContext): boolean => platformToken !== null,
} as const
const limitsOf = { ...ofOwner, path: '/api/platform/tenants/{subdomain}/limits', params: { subdomain: z.string() }, answer: tenantLimits } as const

/** Before the hosts of programmes are looked at. */
export const platformRoutes: readonly Route[] = [
  route({
    ...ofOwner,
    id: 'client.found',
    method: 'post',
    path: '/api/platform/tenants',
    summary: 'Make a programme and invite its first administrator',
    body: newTenant,
    answer: provisionedTenant,
    status: 201,
    says: 'The programme.',
    problems: ['DUPLICATE'],
    respond: found,
  }),
  route({
    ...limitsOf,
    id: 'client.planLimits',
    method: 'get',
    summary: 'The limits of the plan of a programme',
    says: 'Each limit; null where there is none.',
    respond: (context, deps) => {
      requireOwner(context, deps)
      return limitsAnswer(context, deps, (subdomain) => deps.database.platform((db) => findTenant(db, subdomain)))
    },
  }),
  route({
    ...limitsOf,
    id: 'client.changePlanLimits',
    method: 'patch',
    summary: 'Set the limits of the plan of a programme',
    body: limitsPatch,
    says: 'Each limit after it; null where there is none.',
    respond: async (context, deps) => {
      requireOwner(context, deps)
      const limits = parse(limitsPatch, (await readJson(context.req.raw)) ?? {})
      return limitsAnswer(context, deps, (subdomain) => deps.database.platform((db) => changeLimits(db, subdomain, limits)))
    },
  }),
]

async function found(context: Context, deps: AppContext): Promise<Response> {
  requireOwner(context, deps)
  const body = parse(newTenant, (await readJson(context.req.raw)) ?? {})
  const { tenant, administratorId, invitedAt } = await provisionTenant({ ...deps, now: deps.now(), requestId: requestIdOf(context) }, body)
  // Whoever looked for it a moment ago got that it is not there, and that was cached.
  deps.tenants.forget()
  deps.jobs?.wake('mail', {})
  const { subdomain, name, timezone, country } = tenant
  const invitation = deps.invitations?.linkOf(tenant, { userId: administratorId, invitedAt }) ?? null
  const json: ProvisionedTenant = { id: String(tenant.id), subdomain, name, timezone, country, administrator: { id: administratorId, invitation } }
  return Response.json(json, { status: 201, headers: { 'Cache-Control': 'no-store' } })
}

async function limitsAnswer(context: Context, deps: AppContext, tenantOf: (subdomain: string) => Promise<Tenant | undefined>): Promise<Response> {
  const subdomain = context.req.param('subdomain') ?? ''
  const tenant = isTenantName(subdomain) ? await tenantOf(subdomain) : undefined
  if (!tenant) throw new Problem('NOT_FOUND')
  deps.tenants.forget()
  const limit = (setting: string) => limitIn(tenant.config, setting)
  const json: TenantLimits = {
    subdomain: tenant.subdomain,
    memberLimit: limit('memberLimit'),
    peopleLimit: limit('peopleLimit'),
    groupLimit: limit('groupLimit'),
    fileQuotaMb: limit('fileQuotaMb'),
  }
  return Response.json(json, { headers: { 'Cache-Control': 'no-store' } })
}

function requireOwner(context: Context, { platformToken }: AppContext): void {
  if (!isSameSecret(bearerOf(context.req.header('authorization')), platformToken ?? ''))
    throw new Problem('UNAUTHENTICATED', { message: 'This call needs the platform’s token.', headers: { 'WWW-Authenticate': 'Bearer' } })
}

/** The token of `Bearer <token>`; the scheme's name is read in any letters (RFC 9110, 11.1). '' for anything else. */
const bearerOf = (header = ''): string => /^bearer +(\S+)$/i.exec(header)?.[1] ?? ''

// What the owner of the platform may ask, who belongs to no programme: make one. With a token from the environment;
// where none is set, there is nothing here. It needs no tenant's host.
import type { Context } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { type ProvisionedTenant, provisionedTenant } from '#domain/tenancy/client-answers.ts'
import { newTenant, provisionTenant } from '#server/store/provision-tenant.ts'
import type { AppContext } from './app-context.ts'
import { readJson } from './body.ts'
import { requestIdOf } from './endpoint.ts'
import { type Route, route } from './route.ts'
import { isSameSecret } from './same-secret.ts'

/** Before the hosts of programmes are looked at. */
export const platformRoutes: readonly Route[] = [
  route({
    id: 'client.found',
    method: 'post',
    path: '/api/platform/tenants',
    summary: 'Make a programme and invite its first administrator',
    description: 'For the owner of the platform, with the bearer token PLATFORM_TOKEN; without that setting there is no such address.',
    body: newTenant,
    answer: provisionedTenant,
    status: 201,
    says: 'The programme.',
    problems: ['DUPLICATE'],
    isOffered: ({ platformToken }) => platformToken !== null,
    respond: found,
  }),
]

async function found(context: Context, deps: AppContext): Promise<Response> {
  if (!isSameSecret(bearerOf(context.req.header('authorization')), deps.platformToken ?? ''))
    throw new Problem('UNAUTHENTICATED', { message: 'This call needs the platform’s token.', headers: { 'WWW-Authenticate': 'Bearer' } })
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

/** The token of `Bearer <token>`; the scheme's name is read in any letters (RFC 9110, 11.1). '' for anything else. */
const bearerOf = (header = ''): string => /^bearer +(\S+)$/i.exec(header)?.[1] ?? ''

// What the owner of the platform may ask, who belongs to no programme: make one. With a token from the environment;
// where none is set, there is nothing here. It needs no tenant's host.
import type { Hono } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import type { InvitationLinks } from '#server/auth/invitation-link.ts'
import { provisionTenant } from '#server/store/provision-tenant.ts'
import { readJson } from './body.ts'
import { type Deps, requestIdOf } from './endpoint.ts'
import { isSameSecret } from './same-secret.ts'

export function mountPlatformRoutes(app: Hono, deps: Deps, token: string | null, invitations: InvitationLinks | undefined): void {
  if (token === null) return
  app.post('/api/platform/tenants', async (context) => {
    if (!isSameSecret(bearerOf(context.req.header('authorization')), token))
      throw new Problem('UNAUTHENTICATED', { message: 'This call needs the platform’s token.', headers: { 'WWW-Authenticate': 'Bearer' } })
    const body = await readJson(context.req.raw)
    const { tenant, administratorId, invitedAt } = await provisionTenant({ ...deps, now: deps.now(), requestId: requestIdOf(context) }, body)
    // Whoever looked for it a moment ago got that it is not there, and that was cached.
    deps.tenants.forget()
    deps.jobs?.wake('mail', {})
    const id = String(tenant.id)
    const { subdomain, name, timezone, country } = tenant
    return Response.json(
      {
        id,
        subdomain,
        name,
        timezone,
        country,
        administrator: { id: administratorId, invitation: invitations?.linkOf(tenant, { userId: administratorId, invitedAt }) ?? null },
      },
      { status: 201, headers: { 'Cache-Control': 'no-store' } },
    )
  })
  app.all('/api/platform/tenants', () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'POST' } })
  })
}

/** The token of `Bearer <token>`; the scheme's name is read in any letters (RFC 9110, 11.1). '' for anything else. */
const bearerOf = (header = ''): string => /^bearer +(\S+)$/i.exec(header)?.[1] ?? ''

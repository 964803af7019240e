// How many telephones a message would reach, while it is composed, and who is left out.
import type { Hono } from 'hono'
import { z } from 'zod'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { countAudience } from '../behaviours/work/audience.ts'
import { type Deps, endpoint } from './endpoint.ts'

const path = '/api/operators/:operator/mobilenotification/audience'
const claimNames = z.enum(['CONVENTIONAL', 'IC1', 'IC2', 'IC3', 'ORGANIC'] satisfies Claim[])
const body = z.strictObject({
  villages: z.array(z.string().max(200)).max(200).default([]),
  cropTypeId: z.uuid().nullable().default(null),
  claims: z.array(claimNames).max(10).default([]),
  farmerIds: z.array(z.uuid()).max(10_000).default([]),
})

export function mountAudienceRoutes(app: Hono, deps: Deps): void {
  app.post(
    path,
    endpoint(deps, { operator: 'path', parameters: [] }, async (scope, call) => {
      if (!can(scope.user, 'mobilenotification', 'C')) throw new Problem('FORBIDDEN')
      return { json: await countAudience(scope, { operatorId: scope.operator?.id ?? null, ...parse(body, call.body ?? {}) }) }
    }),
  )
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'POST' } })
  })
}

// /api/tolerances: the figures by which the rules of this programme judge. Everybody signed in reads them, so that forms
// judge as the server will; administrators change them.
import type { Hono } from 'hono'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { changeTolerances, readTolerances, type VersionedTolerances } from '#server/store/tolerance-settings.ts'
import { type Deps, endpoint } from './endpoint.ts'
import type { Reply } from './reply.ts'
import { etag, neededVersion } from './versions.ts'

const path = '/api/tolerances'

export function mountToleranceRoutes(app: Hono, parts: Deps): void {
  const at = { parameters: [] } as const
  const answer = (tolerances: VersionedTolerances): Reply => ({ json: tolerances, headers: { ETag: etag(tolerances) } })
  app.get(
    path,
    endpoint(parts, at, async (scope) => answer(await readTolerances(scope))),
  )
  app.patch(
    path,
    endpoint(parts, at, async (scope, { body, header }) => {
      if (!can(scope.user, 'client', 'E')) throw new Problem('FORBIDDEN', { message: 'Only an administrator changes the programme’s settings.' })
      const changed = await changeTolerances(scope, body, neededVersion(header('if-match')))
      // The next judgement of this very process goes by the new figures.
      scope.afterCommit(() => parts.tenants.forget())
      return answer(changed)
    }),
  )
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD, PATCH' } })
  })
}

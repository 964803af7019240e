// Findings of records: reading all of them, closing one. And the rules that findings and refusals name.
import type { Hono } from 'hono'
import { findingOwner } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { ruleIds, rules } from '#domain/rules/catalogue.ts'
import { answerOf } from '#server/store/answer.ts'
import { closeFinding } from '#server/store/close-finding.ts'
import { newestFlags } from '#server/store/flags.ts'
import { getRecord } from '#server/store/get.ts'
import { type Deps, endpoint } from './endpoint.ts'
import { entityBase } from './entity-routes.ts'

const id = ':id{[0-9a-fA-F-]{36}}'
const findingId = ':findingId{[0-9a-fA-F-]{36}}'

export function mountFindingRoutes(app: Hono, deps: Deps): void {
  app.get(
    '/api/rules',
    endpoint(deps, { parameters: [] }, async () => ({
      json: { items: ruleIds.map((ruleId) => ({ id: ruleId, ...rules[ruleId], owner: findingOwner(ruleId) })) },
    })),
  )
  refuseOthers(app, '/api/rules', 'GET, HEAD')
  for (const entity of entities) {
    const findings = `${entityBase(entity.name)}/${id}/findings`
    app.get(
      findings,
      endpoint(deps, { operator: 'path', parameters: [] }, async (scope, { params }) => {
        const subject = await getRecord(scope, entity, params.id ?? '')
        return { json: { items: await newestFlags(scope, entity, subject.id) } }
      }),
    )
    refuseOthers(app, findings, 'GET, HEAD')
    app.post(
      `${findings}/${findingId}/close`,
      endpoint(deps, { operator: 'path', parameters: [] }, async (scope, { params, body }) => {
        const { finding, subject } = await closeFinding(scope, entity, params.id ?? '', params.findingId ?? '', body)
        return { json: { finding, subject: await answerOf(scope, entity, subject) } }
      }),
    )
    refuseOthers(app, `${findings}/${findingId}/close`, 'POST')
  }
}

function refuseOthers(app: Hono, path: string, Allow: string): void {
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow } })
  })
}

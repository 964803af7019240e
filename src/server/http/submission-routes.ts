// /api/submission-policy: which submissions are approved without a person. Everybody signed in reads it, so that whoever sends one in knows what becomes of
// it; administrators change it.
import { z } from 'zod'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type PolicyAnswer, policyAnswer, policyChanges, policyPreview, policyRules } from '#domain/work/approval-policy.ts'
import { previewPolicy } from '#server/queries/policy-preview.ts'
import { changePolicy, policyChangesOf, readPolicy } from '#server/store/approval-policy.ts'
import type { Scope } from '../scope.ts'
import { type Route, route } from './route.ts'
import { etag, neededVersion } from './versions.ts'

const path = '/api/submission-policy'
const answer = (json: PolicyAnswer) => ({ json, headers: { ETag: etag(json) } })

export const submissionRoutes: readonly Route[] = [
  route({
    id: 'submission.policy',
    tag: 'submission',
    method: 'get',
    path,
    summary: 'Which submissions are approved without a person, for everybody signed in',
    answer: policyAnswer,
    says: 'The rules; their version is the ETag.',
    handler: async (scope) => answer(await readPolicy(scope)),
  }),
  route({
    id: 'submission.changePolicy',
    tag: 'submission',
    method: 'patch',
    path,
    summary: 'Replace the rules by which submissions are approved without a person',
    headers: ['If-Match needed'],
    body: z.strictObject({ rules: policyRules }),
    answer: policyAnswer,
    says: 'The rules after it.',
    problems: ['STALE_VERSION', 'VERSION_REQUIRED'],
    handler: async (scope, call) => {
      requireAdministrator(scope)
      const changed = await changePolicy(scope, neededVersion(call.header('if-match')), call.body.rules)
      // The next submission in this very process is judged by the new rules.
      scope.afterCommit(() => call.deps.tenants.forget())
      return answer(changed)
    },
  }),
  route({
    id: 'submission.previewPolicy',
    tag: 'submission',
    method: 'post',
    path: `${path}/preview`,
    summary: 'What rules would have approved without a person of what came in within the last 30 days; nothing is changed',
    body: z.strictObject({ rules: policyRules }),
    answer: policyPreview,
    says: 'Counts, of each rule and of all.',
    handler: async (scope, { body }) => {
      requireAdministrator(scope)
      return { json: await previewPolicy(scope, body.rules) }
    },
  }),
  route({
    id: 'submission.policyChanges',
    tag: 'submission',
    method: 'get',
    path: `${path}/changes`,
    summary: 'Who changed the rules of automatic approval when, newest first; for administrators',
    query: z.strictObject({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional().describe('A version: changes before it.') }),
    answer: policyChanges,
    says: 'The changes, fifty at once.',
    handler: async (scope, { query }) => {
      requireAdministrator(scope)
      return { json: await policyChangesOf(scope, query.before) }
    },
  }),
]

function requireAdministrator({ user }: Scope): void {
  if (!can(user, 'client', 'E')) throw new Problem('FORBIDDEN', { message: 'Only an administrator changes the programme’s settings.' })
}

// /api/tolerances: the figures by which the rules of this programme judge. Everybody signed in reads them, so that forms
// judge as the server will; administrators change them.
import { can } from '#domain/access.ts'
import { type ToleranceAnswer, toleranceAnswer } from '#domain/chain/tolerance-answer.ts'
import { tolerancesPatch } from '#domain/chain/tolerance-settings.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { changeTolerances, readTolerances } from '#server/store/tolerance-settings.ts'
import { type Route, route } from './route.ts'
import { etag, neededVersion } from './versions.ts'

const path = '/api/tolerances'
const answer = (json: ToleranceAnswer) => ({ json, headers: { ETag: etag(json) } })

export const toleranceRoutes: readonly Route[] = [
  route({
    id: 'client.tolerances',
    method: 'get',
    path,
    summary: 'The figures by which the rules of this programme judge, for everybody signed in',
    answer: toleranceAnswer,
    says: 'All of them, and those that the programme has set itself; their version is the ETag.',
    handler: async (scope) => answer(await readTolerances(scope)),
  }),
  route({
    id: 'client.changeTolerances',
    method: 'patch',
    path,
    summary: 'Change tolerances; null takes the default again',
    headers: ['If-Match needed'],
    body: tolerancesPatch,
    answer: toleranceAnswer,
    says: 'The tolerances after it.',
    problems: ['STALE_VERSION', 'VERSION_REQUIRED'],
    handler: async (scope, call) => {
      if (!can(scope.user, 'client', 'E')) throw new Problem('FORBIDDEN', { message: 'Only an administrator changes the programme’s settings.' })
      const changed = await changeTolerances(scope, neededVersion(call.header('if-match')), () => call.body)
      // The next judgement of this very process goes by the new figures.
      scope.afterCommit(() => call.deps.tenants.forget())
      return answer(changed)
    },
  }),
]

// Findings of records: reading all of them, closing one. And the rules that findings and refusals name.
import { z } from 'zod'
import { findingOwner } from '#domain/access.ts'
import { entities, entityOf } from '#domain/entities.ts'
import { ruleIds, rules } from '#domain/rules/catalogue.ts'
import { closedFinding, recordFindings, ruleList } from '#domain/rules/finding-answer.ts'
import { answerOf, seesFindings } from '#server/store/answer.ts'
import { closeBody, closeFinding } from '#server/store/close-finding.ts'
import { newestFlags } from '#server/store/flags.ts'
import { getRecord } from '#server/store/get.ts'
import { type Route, route } from './route.ts'

const params = { entity: z.enum(entities.map(({ name }) => name)).describe('Kind of record, as in its other addresses.') }

export const findingRoutes: readonly Route[] = [
  route({
    id: 'findings.list',
    tag: 'finding',
    method: 'get',
    path: '/api/operators/{operator}/{entity}/{id}/findings',
    params,
    summary: 'Findings of a record, open and closed, newest first',
    answer: recordFindings,
    says: 'At most 500.',
    handler: async (scope, { param }) => {
      const entity = entityOf(param('entity'))
      const subject = await getRecord(scope, entity, param('id'))
      return { json: { items: seesFindings(scope, entity, subject) ? await newestFlags(scope, entity, subject.id) : [] } }
    },
  }),
  route({
    id: 'findings.close',
    tag: 'finding',
    method: 'post',
    path: '/api/operators/{operator}/{entity}/{id}/findings/{findingId}/close',
    params,
    summary: 'Close a finding',
    description:
      'By the role that is responsible for its rule or an administrator. One to be decided (REVIEW) needs a note and other eyes than those that caused it.',
    body: closeBody,
    answer: closedFinding,
    says: 'Closed.',
    problems: ['STATE_CONFLICT', 'RULE_BLOCKED'],
    handler: async (scope, call) => {
      const entity = entityOf(call.param('entity'))
      const { finding, subject } = await closeFinding(scope, entity, call.param('id'), call.param('findingId'), () => call.body)
      return { json: { finding, subject: await answerOf(scope, entity, subject) } }
    },
  }),
  route({
    id: 'rules.list',
    tag: 'finding',
    method: 'get',
    path: '/api/rules',
    summary: 'Every rule that findings and refusals name',
    answer: ruleList,
    says: 'In the order of the catalogue.',
    handler: async () => ({ json: { items: ruleIds.map((ruleId) => ({ id: ruleId, ...rules[ruleId], owner: findingOwner(ruleId) })) } }),
  }),
]

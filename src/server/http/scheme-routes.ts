// What the rules of schemes say of crops: a version tried on one crop, and all that hold for a crop.
import { z } from 'zod'
import { bodyFigures, schemeFigures } from '#domain/certification/figures-answer.ts'
import { bench, cropCompliance, impact, schemePopCrops } from '#domain/certification/judging/bench-answer.ts'
import { schemeOperators } from '#domain/certification/scheme-operators-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { bodyAuditors } from '#domain/people/body-auditors-answer.ts'
import { answerOf, complianceOfCrops, judgeBy } from '../behaviours/certification/compliance.ts'
import { cropsOf, impactOf } from '../behaviours/certification/impact.ts'
import { bodyAuditorsOf } from '../reports/body-auditors.ts'
import { bodyFiguresOf, schemeFiguresOf } from '../reports/certification-figures.ts'
import { schemeOperatorsOf } from '../reports/scheme-operators.ts'
import { asOfQuery } from '../store/as-of.ts'
import { getRecord, notHere } from '../store/get.ts'
import { inPast } from '../store/past.ts'
import { asOf } from './as-of-query.ts'
import { type Route, route } from './route.ts'
import { idsOf, ofRows } from './row-ids.ts'

const [schemepop, crop] = [entityOf('schemepop'), entityOf('crop')]

export const schemeRoutes: readonly Route[] = [
  route({
    id: 'scheme.figures',
    method: 'get',
    path: '/api/operators/{operator}/scheme-figures',
    summary: 'What a list counts of each scheme',
    description: 'Operators, farmers and hectares under it, and scope certificates that expire: of what the reader lists. Those out of reach are left out.',
    query: ofRows,
    answer: schemeFigures,
    says: 'The schemes in the order asked for.',
    handler: async (scope, { query }) => ({ json: await schemeFiguresOf(scope, idsOf(query.ids)) }),
  }),
  route({
    id: 'scheme.operators',
    method: 'get',
    path: '/api/operators/{operator}/scheme/{id}/operators',
    summary: 'Who works by a scheme',
    description:
      'Groups and processors that are certified to it or registered under it, with members, hectares and the days of their certificate: of what the reader lists.',
    answer: schemeOperators,
    says: 'Those whose certificate is in force first, by name.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param }) => ({ json: await schemeOperatorsOf(scope, await getRecord(scope, entityOf('scheme'), param('id'))) }),
  }),
  route({
    id: 'certificationbody.figures',
    method: 'get',
    path: '/api/operators/{operator}/certification-body-figures',
    summary: 'What a list counts of each certification body',
    description: 'Schemes, operators, scope certificates, waiting transaction certificates and the median of days to issue: of what the reader lists.',
    query: ofRows,
    answer: bodyFigures,
    says: 'The bodies in the order asked for.',
    handler: async (scope, { query }) => ({ json: await bodyFiguresOf(scope, idsOf(query.ids)) }),
  }),
  route({
    id: 'certificationbody.auditors',
    method: 'get',
    path: '/api/operators/{operator}/certificationbody/{id}/auditors',
    summary: 'Who audits for a certification body',
    description: 'People whose role as an auditor names the body: of those whom the reader lists, and all for its own auditors.',
    answer: bodyAuditors,
    says: 'Those who may sign in first, by name.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param }) => ({ json: await bodyAuditorsOf(scope, (await getRecord(scope, entityOf('certificationbody'), param('id'))).id) }),
  }),
  route({
    id: 'schemepop.bench',
    method: 'get',
    path: '/api/operators/{operator}/schemepop/{id}/bench',
    summary: 'A version of a scheme’s rules, tried on one crop',
    description: 'Of drafts too: nothing is written and nothing follows. With `asOf` by what had happened, and with `knownAt` by what was known.',
    query: z.strictObject({ cropId: z.guid(), ...asOf }),
    answer: bench,
    says: 'Each rule with its outcome, points and reason.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, query, search }) => {
      const schemePop = await getRecord(scope, schemepop, param('id'))
      const { id, code, title } = await getRecord(scope, crop, query.cropId)
      const then = inPast(scope, asOfQuery(scope, search))
      const judged = (await judgeBy(then, schemePop, [id])).get(id)
      if (!judged) throw notHere(crop)
      return { json: { ...answerOf(scope, { schemePop, compliance: judged.compliance }), crop: { id, code, title }, day: judged.facts.today } }
    },
  }),
  route({
    id: 'schemepop.impact',
    method: 'get',
    path: '/api/operators/{operator}/schemepop/{id}/impact',
    summary: 'Which crops would newly fail by a version of a scheme’s rules',
    description: 'As if it were published, a set of crops at a time, in the order of their ids. Nothing is written.',
    query: z.strictObject({ after: z.guid().optional().describe('`next` of the set before.') }),
    answer: impact,
    says: 'Those of this set.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, query }) => ({ json: await impactOf(scope, await getRecord(scope, schemepop, param('id')), query.after ?? null) }),
  }),
  route({
    id: 'schemepop.crops',
    method: 'get',
    path: '/api/operators/{operator}/schemepop/{id}/crops',
    summary: 'Which crops a version of a scheme’s rules judges',
    description: 'Of a draft, those that it would judge; one that is no longer published judges none. Of crops that the reader lists.',
    answer: schemePopCrops,
    says: 'The worst score first.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param }) => ({ json: await cropsOf(scope, await getRecord(scope, schemepop, param('id'))) }),
  }),
  route({
    id: 'crop.compliance',
    method: 'get',
    path: '/api/operators/{operator}/crop/{id}/compliance',
    summary: 'What the rules of its schemes say of a crop',
    description: 'By the published versions that hold for its crop type, of the schemes that its operator is registered to.',
    query: z.strictObject(asOf),
    answer: cropCompliance,
    says: 'By version, each rule with its outcome, points and reason.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, search }) => {
      const { id } = await getRecord(scope, crop, param('id'))
      const then = inPast(scope, asOfQuery(scope, search))
      const judged = (await complianceOfCrops(then, [id])).get(id) ?? []
      return { json: { day: localDay(then), items: judged.map((one) => answerOf(scope, one)) } }
    },
  }),
]

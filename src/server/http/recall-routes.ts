// Addresses of recalls: where the goods of one are, and of a lot or plot if it were recalled (BR-27).
import { z } from 'zod'
import { recallReach } from '#domain/chain/recall-answer.ts'
import { reachOfRecall, whatIfLot, whatIfParcel } from '../reports/recall.ts'
import { type Route, requires, route } from './route.ts'

export const recallRoutes: readonly Route[] = [
  route({
    id: 'productbatch.whatIf',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/what-if',
    summary: 'What a recall of this lot would reach',
    description: 'Lots, holders and certificates, with kilograms. Nothing is written.',
    query: z.strictObject({ unitNo: z.string().min(1).max(20).optional().describe('One bale or cone of it alone.') }),
    refuse: requires('recallcase', 'V'),
    answer: recallReach,
    says: 'Where the goods are.',
    handler: async (scope, { param, query }) => ({ json: await whatIfLot(scope, param('id'), query.unitNo ?? null) }),
  }),
  route({
    id: 'landparcel.whatIf',
    method: 'get',
    path: '/api/operators/{operator}/landparcel/{id}/what-if',
    summary: 'What a recall of what grew on this plot would reach',
    description: 'Lots, holders and certificates, with kilograms. Nothing is written.',
    refuse: requires('recallcase', 'V'),
    answer: recallReach,
    says: 'Where the goods are.',
    handler: async (scope, { param }) => ({ json: await whatIfParcel(scope, param('id')) }),
  }),
  route({
    id: 'recallcase.reach',
    method: 'get',
    path: '/api/operators/{operator}/recallcase/{id}/reach',
    summary: 'Where the goods of a recall are',
    description: 'As it is now: lots, holders with their answers, certificates. A person of a processor sees what that processor holds.',
    answer: recallReach,
    says: 'Where the goods are.',
    handler: async (scope, { param }) => ({ json: await reachOfRecall(scope, param('id')) }),
  }),
]

// Rounds of inspections, planned in bulk.
import { roundPlanned, roundRequested } from '#domain/certification/round-answer.ts'
import { planRound } from '../behaviours/certification/plan-round.ts'
import { type Route, route } from './route.ts'

export const inspectionRoutes: readonly Route[] = [
  route({
    id: 'inspection.round',
    method: 'post',
    path: '/api/operators/{operator}/inspection-rounds',
    summary: 'Plan a round of inspections',
    description: 'Everybody, or all of high risk and some drawn by lot, each by an inspector without a conflict (BR-24, BR-34). A preview writes nothing.',
    headers: ['Idempotency-Key'],
    body: roundRequested,
    answer: roundPlanned,
    says: 'Who would go where, and whom nobody may visit.',
    handler: async (scope, { body }) => ({ json: await planRound(scope, body) }),
  }),
]

// Rounds of inspections, planned in bulk, and what the approval committee looks at.
import { z } from 'zod'
import { roundPlanned, roundRequested } from '#domain/certification/round-answer.ts'
import { committeeAnswer } from '#domain/people/committee-answer.ts'
import { planRound } from '../behaviours/certification/plan-round.ts'
import { committeeMeeting } from '../behaviours/people/committee.ts'
import { type Route, requires, route } from './route.ts'

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
  route({
    id: 'committee.meeting',
    method: 'get',
    path: '/api/operators/{operator}/committee',
    summary: 'What the approval committee decides on',
    description:
      'Every active member with inspections, non-conformities, risk and compliance of a season, a proposal, and why this person may not decide about somebody (BR-21, BR-24). Who needs attention comes first.',
    query: z.strictObject({ seasonId: z.guid(), day: z.iso.date().optional().describe('Of the meeting; absent: today.') }),
    answer: committeeAnswer,
    says: 'The members.',
    refuse: requires('collective', 'R'),
    handler: async (scope, { query }) => ({ json: await committeeMeeting(scope, query.seasonId, query.day ?? null) }),
  }),
]

// Addresses of overlaps (BR-02): the open cases of a plot, and what a side says in one of them. The other plot is named by its code, which is all
// that either side knows of it.
import { z } from 'zod'
import { entityOf } from '#domain/entities.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { date, longText, polygon } from '#domain/kernel/kinds.ts'
import { openOverlaps, overlapCases } from '#domain/land/overlap-answer.ts'
import { casesView } from '../behaviours/land/overlap-cases.ts'
import { mostDisputed, openOverlapsOf } from '../behaviours/land/overlap-list.ts'
import { acceptBoundaries, decideOverlap, proposeBoundary, requestWalk, withdrawFromOverlap } from '../behaviours/land/overlap-talks.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import { type Route, requires, route } from './route.ts'

const landparcel = entityOf('landparcel')
const cases = '/api/operators/{operator}/landparcel/{id}/overlap-cases'
const message = schemaOf(longText('Message', { max: 500 }))
  .nullable()
  .optional()
const terms = z.string().max(64).describe('As the case answers it: what was changed meanwhile is not accepted unseen.')
const shared = {
  answer: overlapCases,
  says: 'The cases of the plot after it.',
  problems: ['VALIDATION', 'STATE_CONFLICT', 'RULE_BLOCKED', 'DUPLICATE'],
} as const
/** Of the other plot. */
const params = { code: z.string().max(32).describe('The code of the other plot.') }

const after = async (scope: Scope, id: string) => ({ json: await casesView(scope, await getRecord(scope, landparcel, id)) })

export const overlapRoutes: readonly Route[] = [
  route({
    id: 'landparcel.openOverlaps',
    method: 'get',
    path: '/api/operators/{operator}/landparcel/overlap-cases',
    summary: 'The open overlaps of all plots that the caller may see',
    description: 'Each pair once, page by page. Of a plot that the caller may not see: its code and its operator.',
    query: z.strictObject({
      cursor: z.string().max(200).optional().describe('`next` of the page before.'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(mostDisputed)
        .default(mostDisputed)
        .describe('Plots in dispute that the page compares with what lies around them.'),
    }),
    answer: openOverlaps,
    says: 'How far each has come, and whose word is missing.',
    refuse: requires('landparcel', 'V'),
    handler: async (scope, { query: { cursor, limit } }) => ({ json: await openOverlapsOf(scope, { cursor: cursor ?? null, limit }) }),
  }),
  route({
    id: 'landparcel.overlapCases',
    method: 'get',
    path: cases,
    summary: 'The open overlaps of a plot, and what both sides have said',
    description: 'Of a plot that the caller may not see: its code, its line and the managers of its operator.',
    answer: overlapCases,
    says: 'Open cases, and what was settled.',
    handler: (scope, { param }) => after(scope, param('id')),
  }),
  route({
    id: 'landparcel.proposeBoundary',
    method: 'post',
    path: `${cases}/{code}/proposal`,
    params,
    summary: 'Propose a boundary of this plot to the other side',
    description: 'In place of what this side proposed before. Nothing moves until both sides have agreed.',
    body: z.strictObject({ boundary: schemaOf(polygon('Boundary')), message }),
    ...shared,
    handler: async (scope, { param, body }) => {
      await proposeBoundary(scope, param('id'), param('code'), body)
      return after(scope, param('id'))
    },
  }),
  route({
    id: 'landparcel.acceptBoundaries',
    method: 'post',
    path: `${cases}/{code}/acceptance`,
    params,
    summary: 'Accept the boundaries on the table for this side',
    description: 'By the manager. When both sides have agreed, by two people, the boundaries are recorded and the dispute is resolved.',
    body: z.strictObject({ terms, message }),
    ...shared,
    handler: async (scope, { param, body }) => {
      await acceptBoundaries(scope, param('id'), param('code'), body)
      return after(scope, param('id'))
    },
  }),
  route({
    id: 'landparcel.withdrawFromOverlap',
    method: 'post',
    path: `${cases}/{code}/withdrawal`,
    params,
    summary: 'Take back what this side proposed and accepted',
    body: z.strictObject({ message }),
    ...shared,
    handler: async (scope, { param, body }) => {
      await withdrawFromOverlap(scope, param('id'), param('code'), body)
      return after(scope, param('id'))
    },
  }),
  route({
    id: 'landparcel.requestWalk',
    method: 'post',
    path: `${cases}/{code}/walk`,
    params,
    summary: 'Request a walk of both sides along the line',
    description: 'Each side gets a task for that day.',
    body: z.strictObject({ on: schemaOf(date('On')), message }),
    ...shared,
    handler: async (scope, { param, body }) => {
      await requestWalk(scope, param('id'), param('code'), body)
      return after(scope, param('id'))
    },
  }),
  route({
    id: 'landparcel.decideOverlap',
    method: 'post',
    path: `${cases}/{code}/decision`,
    params,
    summary: 'Decide for the boundaries on the table, as a third person',
    description: 'By an administrator or the certification body of both plots, who has spoken for neither side.',
    body: z.strictObject({ terms, reason: schemaOf(longText('Reason', { max: 500 })) }),
    ...shared,
    handler: async (scope, { param, body }) => {
      await decideOverlap(scope, param('id'), param('code'), body)
      return after(scope, param('id'))
    },
  }),
]

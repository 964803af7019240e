// Links by which somebody without an account draws the boundary of a plot: made by whoever may map it, opened and answered by anybody who has one.
import { z } from 'zod'
import { boundaryLink, drawnBoundary, drawnReceipt, linkedPlot } from '#domain/land/boundary-link.ts'
import { linkedPlotOf, makeBoundaryLink, receiveDrawn } from '../map/boundary-link.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import { productScope } from './endpoint.ts'
import { type OpenCall, type Route, route } from './route.ts'

const quiet = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }
const path = '/api/public/boundary-link'

/** Nobody is signed in: what is written is the product's, from the public page. */
const publicScope = (tenant: Tenant, db: Db, { deps, context, afterCommit }: OpenCall<string, unknown, unknown>): Scope =>
  productScope(deps, context, { tenant, db, afterCommit, source: 'PUBLIC' })

export const boundaryLinkRoutes: readonly Route[] = [
  route({
    id: 'landparcel.boundaryLink',
    method: 'post',
    path: '/api/operators/{operator}/landparcel/{id}/boundary-link',
    summary: 'A link by which somebody without an account draws the boundary of this plot',
    description: 'For seven days and three times. What is drawn waits as a submission PUBLIC_BOUNDARY; the plot is not written by it.',
    answer: boundaryLink,
    says: 'The link; it is stored nowhere and cannot be asked for again.',
    problems: ['STATE_CONFLICT'],
    handler: async (scope, { param }) => ({ json: await makeBoundaryLink(scope, param('id')), isSecret: true }),
  }),
  route({
    id: 'public.linkedPlot',
    method: 'get',
    path,
    summary: 'The plot that a link is for, by number, village and the initials of its grower',
    query: z.strictObject({ token: z.string().max(600) }),
    answer: linkedPlot,
    says: 'The plot, with bare outlines around it.',
    problems: ['NOT_FOUND'],
    open: async (tenant, db, call) => ({ json: await linkedPlotOf(publicScope(tenant, db, call), call.query.token), headers: quiet }),
  }),
  route({
    id: 'public.drawnBoundary',
    method: 'post',
    path,
    summary: 'Send in what was drawn by a link',
    body: drawnBoundary,
    answer: drawnReceipt,
    says: 'It waits to be looked at. How often the link may still be used.',
    problems: ['NOT_FOUND', 'STATE_CONFLICT'],
    open: async (tenant, db, call) => ({ json: await receiveDrawn(publicScope(tenant, db, call), call.body), headers: quiet }),
  }),
]

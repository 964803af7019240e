// Addresses of reports, which follow from no declaration: trace of a lot or plot, a lot's origin and ledger, a line's runs, the season in summary,
// the farmers of a page, processing and animal husbandry in summary.
import type { Hono } from 'hono'
import type { Direction } from '#domain/chain/chain-reports.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { farmersSummary } from '../reports/farmers-summary.ts'
import { husbandrySummary } from '../reports/husbandry-summary.ts'
import { ledgerOfLot } from '../reports/lot-ledger.ts'
import { originOfLot } from '../reports/lot-plots.ts'
import { processingSummary } from '../reports/processing-summary.ts'
import { runsOfLine } from '../reports/run-history.ts'
import { seasonSummary } from '../reports/season-summary.ts'
import { traceOfLot, traceOfParcel } from '../reports/trace.ts'
import type { Scope } from '../scope.ts'
import { asOfParameters, asOfQuery } from '../store/as-of.ts'
import { inPast } from '../store/past.ts'
import { type Call, type Deps, endpoint } from './endpoint.ts'
import { entityBase } from './entity-routes.ts'

const id = ':id{[0-9a-fA-F-]{36}}'

export function mountReportRoutes(app: Hono, deps: Deps): void {
  const at = (parameters: readonly string[], work: (scope: Scope, id: string, call: Call) => Promise<unknown>) =>
    endpoint(deps, { operator: 'path', parameters }, async (scope, call) => ({ json: await work(scope, call.params.id ?? '', call) }))
  const only = (path: string) =>
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } })
    })
  const mount = (path: string, handler: ReturnType<typeof at>) => {
    app.get(path, handler)
    only(path)
  }
  mount(
    `${entityBase('productbatch')}/${id}/trace`,
    at(['direction', ...asOfParameters], (scope, lot, { query }) =>
      traceOfLot(inPast(scope, asOfQuery(scope, query)), lot, directionOf(query.get('direction'))),
    ),
  )
  mount(
    `${entityBase('productbatch')}/${id}/origin`,
    endpoint(deps, { operator: 'path', parameters: [] }, async (scope, { params }) => ({
      bytes: new TextEncoder().encode(await originOfLot(scope, params.id ?? '')),
      headers: { 'Content-Type': 'application/json' },
    })),
  )
  mount(
    `${entityBase('landparcel')}/${id}/trace`,
    at([], (scope, parcel) => traceOfParcel(scope, parcel)),
  )
  mount(
    `${entityBase('productbatch')}/${id}/ledger`,
    at(asOfParameters, (scope, lot, { query }) => ledgerOfLot(inPast(scope, asOfQuery(scope, query)), lot)),
  )
  mount(
    `${entityBase('processingsystem')}/${id}/run-history`,
    at([], (scope, system) => runsOfLine(scope, system)),
  )
  mount(
    '/api/operators/:operator/reports/season-summary',
    at(['seasonId'], (scope, _, { query }) => seasonSummary(scope, query.get('seasonId'))),
  )
  mount(
    '/api/operators/:operator/reports/processing-summary',
    at([], (scope) => processingSummary(scope)),
  )
  mount(
    '/api/operators/:operator/reports/husbandry-summary',
    at(['trade'], (scope, _, { query }) => husbandrySummary(scope, query.get('trade'))),
  )
  mount(
    '/api/operators/:operator/reports/farmers-summary',
    at(['farmerIds', 'seasonId'], (scope, _, { query }) =>
      farmersSummary(scope, (query.get('farmerIds') ?? '').split(',').filter(Boolean), query.get('seasonId')),
    ),
  )
}

function directionOf(given: string | null): Direction {
  if (given === null || given === 'back' || given === 'forward') return given ?? 'back'
  throw new Problem('VALIDATION', { fields: [{ path: 'direction', code: 'choice', message: 'back or forward.' }] })
}

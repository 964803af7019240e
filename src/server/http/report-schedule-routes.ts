// Addresses of reports that come by themselves: making a schedule, those that one made or gets, and ending or resting them.
import { findReport, reports } from '#domain/reports/all.ts'
import { type AnyReport, isMadeInBackground } from '#domain/reports/report.ts'
import { reportSchedule, reportSchedules, toSchedule } from '#domain/reports/schedule-answer.ts'
import { reportScopes } from '#server/reports/engine/access.ts'
import { changeSchedule, createSchedule, leaveSchedule, listSchedules } from '#server/reports/engine/report-schedules.ts'
import type { Scope } from '../scope.ts'
import { reportsBase } from './declared-report-routes.ts'
import { type Route, route } from './route.ts'

const schedulesBase = '/api/operators/{operator}/report-schedules'

/** All of them, as they are after a change. */
const afterwards = async (scope: Scope) => ({ json: { items: await listSchedules(scope) } })
const steps = [
  ['pause', 'PAUSED', 'Rest one of one’s own'],
  ['resume', 'ACTIVE', 'Let one of one’s own come again'],
  ['remove', 'REMOVED', 'Remove one of one’s own'],
] as const

export const reportScheduleRoutes: readonly Route[] = [
  ...reports.filter(isMadeInBackground).map((report: AnyReport) =>
    route({
      id: `report.${report.id}.schedule`,
      signedInOnly: true,
      method: 'post',
      path: `${reportsBase}/${report.id}/schedules`,
      summary: `Have ${report.code} ${report.title} come by itself`,
      description: 'To oneself and colleagues, each with what their own rights show at the time of each run, by mail with a link.',
      body: toSchedule,
      answer: reportSchedule,
      status: 201,
      says: 'Scheduled.',
      refuse: (scope) => void reportScopes(scope, report),
      handler: async (scope, { param, body }) => {
        const made = await createSchedule(scope, report, body)
        return { status: 201, json: made, headers: { Location: schedulesBase.replace('{operator}', param('operator')) } }
      },
    }),
  ),
  route({
    id: 'reportSchedules.list',
    tag: 'report',
    method: 'get',
    path: schedulesBase,
    summary: 'Scheduled reports that the caller made or gets, newest first',
    answer: reportSchedules,
    says: 'At most 200.',
    handler: afterwards,
  }),
  ...steps.map(([verb, to, summary]) =>
    route({
      id: `reportSchedules.${verb}`,
      tag: 'report',
      method: 'post',
      path: `${schedulesBase}/{id}/${verb}`,
      summary,
      description: 'Again it changes nothing.',
      answer: reportSchedules,
      says: 'Those that are left.',
      problems: ['STATE_CONFLICT', 'GONE'],
      handler: async (scope, { param }) => {
        await changeSchedule(scope, param('id'), to, findReport)
        return await afterwards(scope)
      },
    }),
  ),
  route({
    id: 'reportSchedules.leave',
    tag: 'report',
    method: 'post',
    path: `${schedulesBase}/{id}/leave`,
    summary: 'Get one no more',
    description: 'For a recipient. Again it is not found.',
    answer: reportSchedules,
    says: 'Those that are left.',
    handler: async (scope, { param }) => {
      await leaveSchedule(scope, param('id'))
      return await afterwards(scope)
    },
  }),
]

// Reports that come by themselves: those that the reader made or gets, making one, and resting or ending them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyReport } from '#domain/reports/report.ts'
import type { ReportSchedule, ToSchedule } from '#domain/reports/schedule-answer.ts'
import { type ApiProblem, call } from './client.ts'
import { entityPath, useOperator } from './operator.ts'

type Listed = { items: ReportSchedule[] }
const keyOf = (operator: string) => [operator, 'reports', 'schedules'] as const

/** Newest first. */
export function useReportSchedules() {
  const operator = useOperator()
  return useQuery<ReportSchedule[], ApiProblem>({
    queryKey: keyOf(operator),
    queryFn: async ({ signal }) => (await call<Listed>(entityPath(operator, 'report-schedules'), { signal })).items,
    refetchOnMount: 'always',
  })
}

export type ScheduleStep = 'pause' | 'resume' | 'remove' | 'leave'

/** All throw ApiProblem. */
export function useScheduleActions() {
  const operator = useOperator()
  const queries = useQueryClient()
  return {
    /** `key`: one for each filled form, so that a repeated request makes one schedule. */
    async make(report: AnyReport, body: ToSchedule, key: string): Promise<void> {
      await call<ReportSchedule>(entityPath(operator, 'reports', report.id, 'schedules'), { method: 'POST', body, idempotencyKey: key })
      await queries.invalidateQueries({ queryKey: keyOf(operator) })
    },
    async step({ id }: ReportSchedule, step: ScheduleStep): Promise<void> {
      const { items } = await call<Listed>(entityPath(operator, 'report-schedules', id, step), { method: 'POST' })
      queries.setQueryData(keyOf(operator), items)
    },
  }
}

// The declared reports and the files made of them in the background, in the types of their declarations.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#domain/messages/languages.ts'
import type { ChosenPurpose } from '#domain/people/export-purposes.ts'
import type { AnyReport, ReportAnswer, ReportFormat } from '#domain/reports/report.ts'
import type { ReportRun, RunnableReports } from '#domain/reports/run-answer.ts'
import { type ApiProblem, call, send } from './client.ts'
import { entityPath, useOperator } from './operator.ts'

/** Parameters as they stand in an address: text, lists with commas. */
export type ReportSearch = Readonly<Record<string, string>>

/** A file of a thousand rows takes seconds on a busy server. */
const filePatience = 120_000
/** While something is being made one looks again so often. */
const pollMs = 1500

export function useReport<R extends AnyReport>(report: R, search: ReportSearch, enabled: boolean) {
  const operator = useOperator()
  return useQuery<ReportAnswer<R>, ApiProblem>({
    queryKey: [operator, 'reports', report.id, search],
    queryFn: ({ signal }) =>
      call<ReportAnswer<R>>(entityPath(operator, 'reports', report.id), { signal, query: new URLSearchParams(search), patience: 60_000 }),
    enabled,
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  })
}

/** Throws ApiProblem. */
export async function fetchReport(
  operator: string,
  report: AnyReport,
  format: ReportFormat,
  search: ReportSearch,
  language: Language,
  purpose: ChosenPurpose | null,
): Promise<{ blob: Blob; name: string | null }> {
  const query = new URLSearchParams({ ...search, language, ...purpose })
  const response = await send(entityPath(operator, 'reports', `${report.id}.${format}`), { query, patience: filePatience })
  // As the server names it: of a CSV file the name has the code by which it is checked.
  const [, name = null] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: await response.blob(), name }
}

/** Which reports the reader may run, with the newest file they had made of each. */
export function useRunnableReports() {
  const operator = useOperator()
  return useQuery<RunnableReports, ApiProblem>({
    queryKey: [operator, 'reports', 'runnable'],
    queryFn: ({ signal }) => call<RunnableReports>(entityPath(operator, 'reports'), { signal }),
    refetchOnMount: 'always',
  })
}

const runsKey = (operator: string) => [operator, 'reports', 'runs'] as const
const isOpen = ({ state }: ReportRun): boolean => state === 'QUEUED' || state === 'RUNNING'

/** The reader's own files of the last weeks, newest first; asked again while one is being made. */
export function useReportRuns() {
  const operator = useOperator()
  return useQuery<ReportRun[], ApiProblem>({
    queryKey: runsKey(operator),
    queryFn: async ({ signal }) => (await call<{ items: ReportRun[] }>(entityPath(operator, 'report-runs'), { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
    refetchOnMount: 'always',
  })
}

export function useRunActions() {
  const operator = useOperator()
  const queries = useQueryClient()
  const path = (id: string, ...rest: string[]) => entityPath(operator, 'report-runs', id, ...rest)
  const refresh = () => queries.invalidateQueries({ queryKey: runsKey(operator) })
  return {
    /** `key`: one for each press of the button, so that a repeated request makes one file. */
    async start(
      report: AnyReport,
      body: { format: ReportFormat; language: Language; parameters: Record<string, unknown> } & Partial<ChosenPurpose>,
      key: string,
    ): Promise<void> {
      await call<ReportRun>(entityPath(operator, 'reports', report.id, 'runs'), { method: 'POST', body, idempotencyKey: key })
      await refresh()
    },
    async cancel({ id }: ReportRun): Promise<void> {
      await call<ReportRun>(path(id, 'cancel'), { method: 'POST' })
      await refresh()
    },
    /** By a link of this moment: that of the list may have ended. */
    async file({ id }: ReportRun): Promise<Blob> {
      const { fileUrl } = await call<ReportRun>(path(id))
      return await (await send(fileUrl ?? path(id, 'file'), { patience: filePatience })).blob()
    },
  }
}

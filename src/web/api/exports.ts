// Long exports: asking for one, this person's latest ones, stopping one, and its file.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExportJob } from '#domain/exchange/export-answer.ts'
import type { ChosenPurpose } from '#domain/people/export-purposes.ts'
import { type ApiProblem, call, send } from './client.ts'
import { type ListQuery, listParams } from './list-query.ts'
import { entityPath } from './operator.ts'

const key = ['exports'] as const
export const isMaking = ({ state }: ExportJob): boolean => state === 'QUEUED' || state === 'RUNNING'

/** This person's latest exports of all entities; looked at again while one of them is made. */
export const useOwnExports = () =>
  useQuery<ExportJob[], ApiProblem>({
    queryKey: key,
    queryFn: async ({ signal }) => (await call<{ items: ExportJob[] }>('/api/exports', { signal })).items,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isMaking) ? 1500 : false),
  })

/** Has the file of a list made in the background. */
export const requestExport = (
  operator: string,
  entity: string,
  query: ListQuery,
  format: ExportJob['format'],
  purpose: ChosenPurpose | null,
): Promise<ExportJob> =>
  call<ExportJob>(entityPath(operator, entity, 'exports'), {
    method: 'POST',
    query: listParams(query, { format, ...purpose }),
    idempotencyKey: crypto.randomUUID(),
  })

const pathOf = ({ operator, entity, id }: ExportJob, last: string) => entityPath(operator?.code ?? '-', entity, 'exports', id, last)

export function useCancelExport() {
  const client = useQueryClient()
  return useMutation<ExportJob, ApiProblem, ExportJob>({
    mutationFn: (job) => call<ExportJob>(pathOf(job, 'cancel'), { method: 'POST' }),
    // Also when it had ended already: what there is to see is seen then.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const fetchExport = async (job: ExportJob): Promise<Blob> => (await send(pathOf(job, 'file'), { patience: 300_000 })).blob()

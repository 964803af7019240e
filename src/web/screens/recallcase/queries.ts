// What the screens of recalls ask: where the goods of a case are, and of a lot or plot if it were recalled.
import { useQuery } from '@tanstack/react-query'
import type { RecallReach } from '#domain/chain/recall-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'

/** `version`: of the case; what happened in it is asked for anew. */
export function useRecallReach(id: string, version: number) {
  const operator = useOperator()
  return useQuery<RecallReach, ApiProblem>({
    queryKey: [...keys.one(operator, 'recallcase', id), 'reach', version],
    queryFn: ({ signal }) => call<RecallReach>(entityPath(operator, 'recallcase', id, 'reach'), { signal }),
    placeholderData: (before) => before,
  })
}

/** `unitNo` '': the whole lot. */
export function useWhatIf(entity: 'productbatch' | 'landparcel', id: string, version: number, unitNo = '') {
  const operator = useOperator()
  return useQuery<RecallReach, ApiProblem>({
    queryKey: [...keys.one(operator, entity, id), 'what-if', version, unitNo],
    queryFn: ({ signal }) =>
      call<RecallReach>(entityPath(operator, entity, id, 'what-if'), { signal, ...(unitNo ? { query: new URLSearchParams({ unitNo }) } : {}) }),
    placeholderData: (before) => before,
  })
}

// Every row of a list, page after page, for figures that no report answers yet. Bounded: beyond the bound
// the answer says that it is not everything.
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, RecordAnswer } from './answers.ts'
import { type ApiProblem, call } from './client.ts'
import { type ListQuery, listParams } from './list-query.ts'
import { entityPath, useOperator } from './operator.ts'
import { keys } from './queries.ts'

/** Ten pages of two hundred. */
const mostPages = 10

export function useAllRows(entity: string, query: Partial<ListQuery>, enabled = true) {
  const operator = useOperator()
  return useQuery<{ rows: RecordAnswer[]; isComplete: boolean }, ApiProblem>({
    queryKey: [...keys.list(operator, entity, query), 'all'],
    enabled,
    queryFn: async ({ signal }) => {
      const rows: RecordAnswer[] = []
      let cursor: string | null = null
      for (let page = 0; page < mostPages; page += 1) {
        const answer: ListAnswer = await call<ListAnswer>(entityPath(operator, entity), {
          signal,
          query: listParams(query, { limit: '200', ...(cursor ? { cursor } : {}) }),
        })
        rows.push(...answer.items)
        cursor = answer.next
        if (!cursor) return { rows, isComplete: true }
      }
      return { rows, isComplete: false }
    },
  })
}

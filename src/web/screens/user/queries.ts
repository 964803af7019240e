// What a person's page asks for beyond the record: their invitation, where they are signed in, what they did.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ActivityPage, InvitationSheet, PersonSessions } from '#domain/tenancy/person-answers.ts'
import type { Refs } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { refsIn } from '#web/api/names.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** While a mail is on its way, its fate is asked for every few seconds. */
const soonMs = 3_000

export function useInvitation(id: string) {
  const operator = useOperator()
  return useQuery<InvitationSheet, ApiProblem>({
    queryKey: [...keys.one(operator, 'user', id), 'invitation'],
    queryFn: ({ signal }) => call(entityPath(operator, 'user', id, 'invitation'), { signal }),
    refetchInterval: ({ state: { data } }) => (data?.delivery?.state === 'WAITING' && data.delivery.reason === null ? soonMs : false),
  })
}

export function useSessions(id: string) {
  const operator = useOperator()
  return useQuery<PersonSessions, ApiProblem>({
    queryKey: [...keys.one(operator, 'user', id), 'sessions'],
    queryFn: ({ signal }) => call(entityPath(operator, 'user', id, 'sessions'), { signal }),
  })
}

export function useActivity(id: string) {
  const { t } = useTranslation()
  const operator = useOperator()
  const result = useInfiniteQuery<ActivityPage, ApiProblem, { pages: ActivityPage[] }, readonly unknown[], string | null>({
    queryKey: [...keys.one(operator, 'user', id), 'activity'],
    queryFn: ({ pageParam, signal }) =>
      call(entityPath(operator, 'user', id, 'activity'), { signal, ...(pageParam ? { query: new URLSearchParams({ cursor: pageParam }) } : {}) }),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
  })
  const pages = result.data?.pages ?? []
  return { ...result, items: pages.flatMap(({ items }) => items), refs: refsIn(t, Object.assign({}, ...pages.map(({ refs }) => refs)) as Refs) }
}

// What a person's page asks for beyond the record: their invitation, where they are signed in, their API keys, what they did.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeys, MadeApiKey } from '#domain/people/api-key-answers.ts'
import type { ActivityPage, InvitationSheet, PersonSessions } from '#domain/tenancy/person-answers.ts'
import type { Refs } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useSubmitKey } from '#web/api/mutations.ts'
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

/** Signs one of their devices out. */
export function useRevokeDevice(id: string) {
  const operator = useOperator()
  const client = useQueryClient()
  return useMutation<PersonSessions, ApiProblem, string>({
    mutationFn: (sessionId) => call(entityPath(operator, 'user', id, 'sessions', sessionId, 'revoke'), { method: 'POST' }),
    onSuccess: (left) => {
      client.setQueryData([...keys.one(operator, 'user', id), 'sessions'], left)
      return client.invalidateQueries({ queryKey: keys.one(operator, 'user', id) })
    },
  })
}

const keysOfPerson = (operator: string, id: string) => [...keys.one(operator, 'user', id), 'api-keys']

export function useApiKeys(id: string) {
  const operator = useOperator()
  return useQuery<ApiKeys, ApiProblem>({
    queryKey: keysOfPerson(operator, id),
    queryFn: ({ signal }) => call(entityPath(operator, 'user', id, 'api-keys'), { signal }),
  })
}

/** The answer with the key stays with the dialog that made it: in nothing that is stored, and gone with it. */
export function useMakeApiKey(id: string) {
  const operator = useOperator()
  const client = useQueryClient()
  const submitKey = useSubmitKey()
  return useMutation<MadeApiKey, ApiProblem, Record<string, unknown>>({
    mutationFn: (body) => call(entityPath(operator, 'user', id, 'api-keys'), { method: 'POST', body, idempotencyKey: submitKey(body) }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keysOfPerson(operator, id) }),
  })
}

export function useRevokeApiKey(id: string) {
  const operator = useOperator()
  const client = useQueryClient()
  return useMutation<ApiKeys, ApiProblem, string>({
    mutationFn: (keyId) => call(entityPath(operator, 'user', id, 'api-keys', keyId, 'revoke'), { method: 'POST' }),
    onSuccess: (left) => client.setQueryData(keysOfPerson(operator, id), left),
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

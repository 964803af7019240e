// Writing: create, edit, retire, record and void events. A submit carries one idempotency key however
// often it is tried, and afterwards everything it may have changed is read anew.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EventAnswer, RecordAnswer } from './answers.ts'
import { type ApiProblem, call } from './client.ts'
import { entityPath, useOperator } from './operator.ts'
import { keys } from './queries.ts'

/** The key of one intended submit: the same while it is tried again with the same content, new for other content. */
export type SubmitKey = (content: unknown) => string
export function useSubmitKey(): SubmitKey {
  const last = useRef<{ content: string; key: string } | null>(null)
  return (content) => {
    const written = JSON.stringify(content)
    if (last.current?.content !== written) last.current = { content: written, key: crypto.randomUUID() }
    return last.current.key
  }
}

/** What surrounds the sending of something new: it is stored before and settled after, whatever has become of its form meanwhile. */
export type Around<Input> = <A>(input: Input, send: () => Promise<A>) => Promise<A>

/** An event may touch other entities (a harvest makes a batch), so the whole operator is marked stale; only what is on screen is fetched again. */
const refresh = (client: QueryClient, operator: string) => client.invalidateQueries({ queryKey: [operator] })

export type SaveInput = { values: Record<string, unknown>; edit?: { id: string; version: number } }

/**
 * POST for a new record, PATCH with If-Match for an existing one. Also tried where the browser knows of no network: it fails at once then, and is not done some time
 * later without its person. `keyOf`: where the caller needs the key, too. `around`: of what is new.
 */
export function useSave(entity: string, keyOf?: SubmitKey, around?: Around<Record<string, unknown>>) {
  const operator = useOperator()
  const client = useQueryClient()
  const own = useSubmitKey()
  const submitKey = keyOf ?? own
  return useMutation<RecordAnswer, ApiProblem, SaveInput>({
    networkMode: 'always',
    mutationFn: ({ values, edit }) => {
      if (edit) return call<RecordAnswer>(entityPath(operator, entity, edit.id), { method: 'PATCH', body: values, version: edit.version })
      const send = () => call<RecordAnswer>(entityPath(operator, entity), { method: 'POST', body: values, idempotencyKey: submitKey(values) })
      return around ? around(values, send) : send()
    },
    onSuccess: async (saved) => {
      if (saved?.id) client.setQueryData(keys.one(operator, entity, saved.id), saved)
      await refresh(client, operator)
    },
  })
}

export function useRetire(entity: string) {
  const operator = useOperator()
  const client = useQueryClient()
  return useMutation<void, ApiProblem, { id: string; version: number }>({
    mutationFn: ({ id, version }) => call<void>(entityPath(operator, entity, id), { method: 'DELETE', version }),
    onSuccess: (_nothing, { id }) => {
      client.removeQueries({ queryKey: keys.one(operator, entity, id) })
      return refresh(client, operator)
    },
  })
}

export type EventInput = {
  /** Made here, where it may be sent again much later. */
  id?: string
  eventType: string
  occurredAt: string
  /** When it was entered, where it may be sent much later. */
  capturedAt?: string
  data: Record<string, unknown>
  notes?: string
  lateReason?: string
  /** Takes the place of this one. */
  supersedesEventId?: string
  /** Null: for no step of the package. */
  planEventId?: string | null
  gps?: { lat: number; lng: number; accuracyM: number }
}

export function useRecordEvent(entity: string, id: string, keyOf?: SubmitKey, around?: Around<EventInput>) {
  const operator = useOperator()
  const client = useQueryClient()
  const own = useSubmitKey()
  const submitKey = keyOf ?? own
  return useMutation<EventAnswer, ApiProblem, EventInput>({
    networkMode: 'always',
    mutationFn: (event) => {
      const send = () => call<EventAnswer>(entityPath(operator, entity, id, 'events'), { method: 'POST', body: event, idempotencyKey: submitKey(event) })
      return around ? around(event, send) : send()
    },
    onSuccess: () => refresh(client, operator),
  })
}

export function useVoidEvent(entity: string, id: string, eventId: string) {
  const operator = useOperator()
  const client = useQueryClient()
  const submitKey = useSubmitKey()
  return useMutation<unknown, ApiProblem, { reason: 'DID_NOT_OCCUR' | 'INCORRECT_DATA'; note?: string }>({
    mutationFn: (body) => call(entityPath(operator, entity, id, 'events', eventId, 'void'), { method: 'POST', body, idempotencyKey: submitKey(body) }),
    onSuccess: () => refresh(client, operator),
  })
}

export type ClosingReason = 'CORRECTED' | 'ACCEPTED' | 'NO_ISSUE'

export function useCloseFinding(entity: string, id: string, findingId: string) {
  const operator = useOperator()
  const client = useQueryClient()
  const submitKey = useSubmitKey()
  return useMutation<unknown, ApiProblem, { reason: ClosingReason; note?: string }>({
    mutationFn: (body) => call(entityPath(operator, entity, id, 'findings', findingId, 'close'), { method: 'POST', body, idempotencyKey: submitKey(body) }),
    onSuccess: () => refresh(client, operator),
  })
}

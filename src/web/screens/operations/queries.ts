// How the installation does, as the administrator's page asks for it.
import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, call } from '#web/api/client.ts'

export type Operations = {
  version: string
  node: string
  database: {
    engine: 'pglite' | 'postgres'
    version: string
    answerMs: number
    running: number
    waiting: number
    connections: number
    migrations: number
    lastMigration: string | null
  }
  jobs: {
    topics: { topic: string; waiting: number; running: number; failed: number; done: number; lastAt: string | null }[]
    failures: { id: string; topic: string; at: string; tries: number; isGivenUp: boolean; reason: string | null }[]
    rounds: { topic: string; lastAt: string | null; isFailing: boolean }[]
  }
  mail: { waiting: number; failed: number; sent: number; lastReason: string | null; oldestWaitingAt: string | null; isSent: boolean }
  /** To telephones and browsers. */
  messages: { waiting: number; failed: number; sent: number }
  files: { files: number; bytes: number; unattached: number; quotaBytes: number; into: string; stores: string[] }
}
export type TableSize = { table: string; rows: number; bytes: number }

const path = '/api/operations'
export const operationsKey = ['operations'] as const

export const useOperations = (enabled: boolean) =>
  useQuery<Operations, ApiProblem>({ queryKey: [...operationsKey, 'view'], queryFn: ({ signal }) => call(path, { signal }), enabled, staleTime: 0 })
/** Counted row by row, so it is asked for by itself and waited for. */
export const useTableSizes = () =>
  useQuery<{ items: TableSize[] }, ApiProblem>({
    queryKey: [...operationsKey, 'tables'],
    queryFn: ({ signal }) => call(`${path}/tables`, { signal, patience: 20_000 }),
    staleTime: 60_000,
  })
/** Throws ApiProblem: NOT_FOUND, STATE_CONFLICT. */
export const tryAgain = (id: string): Promise<{ topic: string }> => call(`${path}/jobs/${id}/retry`, { method: 'POST' })

// Files brought in: sending one, following its import while it runs, and the person's latest ones.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ImportJob as Answer, ImportInspection, ImportProblem, OwnImport } from '#domain/exchange/import-answer.ts'
import type { Kind } from '#domain/exchange/layout.ts'
import { ApiProblem, call, send } from './client.ts'
import { entityPath, useOperator } from './operator.ts'

/** As the API answers it, but what lists of one entity leave unread. */
export type ImportJob = Omit<Answer, 'entity' | 'words'> & {
  /** The first ones, in the order of the rows; absent in lists. */
  problems?: ImportProblem[]
}
/** Header of the person's file → our column; '' leaves it out. */
export type ColumnMapping = Readonly<Record<string, string>>
export type SendInput = { file: File; kind: Kind; isDryRun: boolean; mapping?: ColumnMapping }
/** A first look at a file: which of its columns are known, and which there could be. */
export type FileInspection = Pick<ImportInspection, 'columns' | 'sample'> & { wanted: Omit<ImportInspection['wanted'][number], 'help'>[] }

/** 50 MB over a village line. */
const sendPatience = 900_000
/** Seconds asked of the server with each look: soon for small files, seldom for long ones. */
const waits = [1, 1, 2, 3, 5] as const

const importKeys = {
  recent: (operator: string, entity: string) => [operator, entity, 'imports'] as const,
  one: (operator: string, entity: string, id: string | null) => [operator, entity, 'imports', id] as const,
}

export const isUnderway = (job: ImportJob): boolean => job.state === 'QUEUED' || job.state === 'RUNNING'

/**
 * Reads anew what an import changed: the list of imports, and once it has written rows, the records of the operator. Called with
 * each answer that may be the last one: whoever follows the import may leave before there is another.
 */
async function refresh(client: QueryClient, { operator, entity, job }: { operator: string; entity: string; job: ImportJob }): Promise<void> {
  const hasWritten = !isUnderway(job) && !job.isDryRun
  await Promise.all([
    client.invalidateQueries({ queryKey: importKeys.recent(operator, entity), exact: true }),
    hasWritten ? client.invalidateQueries({ queryKey: [operator], predicate: ({ queryKey }) => queryKey[2] !== 'imports' }) : undefined,
  ])
}

/** Sends a file, to be tried (`isDryRun`) or brought in. Trying the same again after a lost answer is still one import. */
export function useSendFile(entity: string) {
  const operator = useOperator()
  const client = useQueryClient()
  const open = useRef<{ content: string; key: string } | null>(null)
  return useMutation<ImportJob, ApiProblem, SendInput>({
    mutationFn: async ({ file, kind, isDryRun, mapping = {} }) => {
      const chosen = Object.keys(mapping).length ? { mapping: JSON.stringify(mapping) } : {}
      const content = JSON.stringify([operator, kind, isDryRun, chosen, file.name, file.size, file.lastModified])
      if (open.current?.content !== content) open.current = { content, key: crypto.randomUUID() }
      return call<ImportJob>(entityPath(operator, entity, 'import'), {
        method: 'POST',
        body: await bodyOf(file),
        query: new URLSearchParams({ kind, name: file.name, dryRun: String(isDryRun), ...chosen }),
        idempotencyKey: open.current.key,
        wait: waits[0],
        patience: sendPatience,
      })
    },
    onSuccess: (job) => {
      open.current = null
      client.setQueryData(importKeys.one(operator, entity, job.id), job)
      void refresh(client, { operator, entity, job })
    },
    onError: (problem) => {
      if (!problem.isPassing) open.current = null
    },
  })
}

/** What the columns of a file are, without bringing anything in. */
export function useInspection(entity: string, { file, kind }: Pick<SendInput, 'file' | 'kind'>) {
  const operator = useOperator()
  return useQuery<FileInspection, ApiProblem>({
    queryKey: [operator, entity, 'imports', 'inspect', kind, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) =>
      call<FileInspection>(entityPath(operator, entity, 'import'), {
        method: 'POST',
        body: await bodyOf(file),
        query: new URLSearchParams({ kind, inspect: 'true' }),
        patience: sendPatience,
        signal,
      }),
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** An import and how far it is, looked at until it has ended; then whatever it may have changed is read anew. */
export function useImport(entity: string, id: string | null) {
  const operator = useOperator()
  const client = useQueryClient()
  const queryKey = importKeys.one(operator, entity, id)
  return useQuery<ImportJob, ApiProblem>({
    queryKey,
    queryFn: async ({ signal }) => {
      const looks = client.getQueryState(queryKey)?.dataUpdateCount ?? 0
      const job = await call<ImportJob>(entityPath(operator, entity, 'imports', id ?? ''), {
        signal,
        wait: waits[Math.min(looks, waits.length - 1)] ?? 5,
        patience: 60_000,
      })
      if (!isUnderway(job)) void refresh(client, { operator, entity, job })
      return job
    },
    enabled: id !== null,
    // An import that has ended does not change any more.
    staleTime: ({ state }) => (state.data && !isUnderway(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.error) return state.error.isPassing ? Math.min(15_000, 1_000 * 2 ** Math.min(state.errorUpdateCount, 4)) : false
      return state.data && isUnderway(state.data) ? 200 : false
    },
    refetchIntervalInBackground: true,
  })
}

/** This person's latest imports of an entity, newest first. */
export function useRecentImports(entity: string, enabled: boolean) {
  const operator = useOperator()
  return useQuery<ImportJob[], ApiProblem>({
    queryKey: importKeys.recent(operator, entity),
    queryFn: async ({ signal }) => (await call<{ items: ImportJob[] }>(entityPath(operator, entity, 'imports'), { signal })).items,
    enabled,
  })
}

/** This person's latest imports of all entities; looked at again while one of them runs. */
export const useOwnImports = () =>
  useQuery<OwnImport[], ApiProblem>({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await call<{ items: OwnImport[] }>('/api/imports', { signal })).items,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? 1500 : false),
  })
const ownKey = ['imports'] as const

/** Stops an import: no further row goes in. Trying it again after a lost answer does no harm. */
export function useCancelImport(operator: string, entity: string) {
  const client = useQueryClient()
  return useMutation<ImportJob, ApiProblem, string>({
    mutationFn: (id) => call<ImportJob>(entityPath(operator, entity, 'imports', id, 'cancel'), { method: 'POST' }),
    // Also when it had ended already: what there is to see is seen then.
    onSettled: async (_job, _problem, id) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: importKeys.one(operator, entity, id) }),
        client.invalidateQueries({ queryKey: importKeys.recent(operator, entity), exact: true }),
        client.invalidateQueries({ queryKey: ownKey }),
      ])
    },
  })
}

/** An empty table to fill. */
export const fetchTemplate = async (operator: string, entity: string, kind: Kind, format: 'csv' | 'xlsx'): Promise<Blob> =>
  (await send(entityPath(operator, entity, `import-template.${format}`), { query: new URLSearchParams({ kind }) })).blob()

/** The rows that came back, as they were sent, with what is wrong in two more columns. */
export const fetchRejects = async (operator: string, entity: string, id: string): Promise<Blob> =>
  (await send(entityPath(operator, entity, 'imports', id, 'rejects.csv'), { patience: 300_000 })).blob()

const types: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  geojson: 'application/geo+json',
  json: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  zip: 'application/zip',
}

/** The file with a type of our own: what a browser says of it depends on the machine, and is nothing at all for GeoJSON. */
async function bodyOf(file: File): Promise<Blob> {
  try {
    // A file that was changed after it was chosen cannot be read any more, which fetch would report as a lost connection.
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ApiProblem('UNREADABLE', 0, /* i18n */ 'The file was changed or moved after you chose it. Please choose it again.')
  }
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  return new Blob([file], { type: types[ending] ?? 'text/csv' })
}

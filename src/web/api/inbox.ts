// The person's inbox beside its list: what is unread, marking all as read, and what they want to hear of. The figures are brought
// by a stream (inbox-stream.ts); nothing here asks again and again.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxSummary, NewPushDevice, SettingsSheet } from '#domain/notifications/inbox-answer.ts'
import type { NoticeSettings } from '#domain/notifications/settings.ts'
import { type ApiProblem, call } from './client.ts'

const base = '/api/notifications'
export const inboxKey = ['inbox', 'summary'] as const
const settingsKey = ['inbox', 'settings'] as const

/** As the stream brought it last; undefined until then. */
export const useInboxSummary = (): InboxSummary | undefined =>
  useQuery<InboxSummary>({ queryKey: inboxKey, queryFn: () => call<InboxSummary>(`${base}/summary`), enabled: false, staleTime: Number.POSITIVE_INFINITY }).data

export const fetchSummary = (signal: AbortSignal): Promise<InboxSummary> => call<InboxSummary>(`${base}/summary`, { signal })

/** Lists of notifications, at whatever operator's address. */
export const refreshInbox = (client: QueryClient): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'notification' })

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation<InboxSummary & { marked: number }, ApiProblem>({
    mutationFn: () => call(`${base}/read`, { method: 'POST', body: {}, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async ({ marked: _, ...summary }) => {
      client.setQueryData(inboxKey, summary)
      await refreshInbox(client)
    },
  })
}

/** Browsers of one's own that are notified. */
export function useChangeDevices() {
  const client = useQueryClient()
  const onSuccess = (sheet: SettingsSheet) => client.setQueryData(settingsKey, sheet)
  const add = useMutation<SettingsSheet, ApiProblem, NewPushDevice>({
    mutationFn: (device) => call(`${base}/devices`, { method: 'PUT', body: device }),
    onSuccess,
  })
  const remove = useMutation<SettingsSheet, ApiProblem, string>({ mutationFn: (id) => call(`${base}/devices/${id}`, { method: 'DELETE' }), onSuccess })
  return { add, remove }
}

export const useNoticeSettings = () =>
  useQuery<SettingsSheet, ApiProblem>({ queryKey: settingsKey, queryFn: ({ signal }) => call<SettingsSheet>(`${base}/settings`, { signal }) })

/** Saved as they are changed; what is refused stands as it was. */
export function useSaveNoticeSettings() {
  const client = useQueryClient()
  return useMutation<SettingsSheet, ApiProblem, NoticeSettings, { before: SettingsSheet | undefined }>({
    mutationFn: (settings) => call(`${base}/settings`, { method: 'PUT', body: settings }),
    onMutate: (settings) => {
      const before = client.getQueryData<SettingsSheet>(settingsKey)
      if (before) client.setQueryData(settingsKey, { ...before, settings })
      return { before }
    },
    onError: (_problem, _settings, context) => client.setQueryData(settingsKey, context?.before),
    onSuccess: (sheet) => client.setQueryData(settingsKey, sheet),
  })
}

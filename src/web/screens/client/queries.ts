// The programme's own settings as an administrator's screens ask for them and save them.
import { useQuery } from '@tanstack/react-query'
import type { ClientAnswer, RetentionAhead, UploadedPicture } from '#domain/tenancy/client-answers.ts'
import type { PlanUse } from '#domain/tenancy/plan-limits.ts'
import type { TenantSettings } from '#domain/tenancy/settings.ts'
import { type ApiProblem, call } from '#web/api/client.ts'

export type Client = ClientAnswer
export type ClientChange = {
  version: number
  changedAt: string
  changedBy: { id: string; name: string }
  changes: Partial<Record<keyof TenantSettings, unknown>>
}

const path = (id: string): string => `/api/client/${encodeURIComponent(id)}`
export const clientKey = (id: string) => ['client', id] as const

export const useClient = (id: string, enabled = true) =>
  useQuery<Client, ApiProblem>({ queryKey: clientKey(id), queryFn: ({ signal }) => call(path(id), { signal }), enabled })
export const useClientHistory = (id: string, enabled: boolean) =>
  useQuery<{ items: ClientChange[] }, ApiProblem>({
    queryKey: [...clientKey(id), 'history'],
    queryFn: ({ signal }) => call(`${path(id)}/history`, { signal }),
    enabled,
  })

export const useRetention = (id: string) =>
  useQuery<RetentionAhead, ApiProblem>({ queryKey: [...clientKey(id), 'retention'], queryFn: ({ signal }) => call(`${path(id)}/retention`, { signal }) })

export const usePlanUse = (id: string) =>
  useQuery<PlanUse, ApiProblem>({ queryKey: [...clientKey(id), 'limits'], queryFn: ({ signal }) => call(`${path(id)}/limits`, { signal }) })

/** Throws ApiProblem: VALIDATION with fields, RULE_BLOCKED with the contrast, STALE_VERSION. */
export const saveClient = (id: string, version: number, changes: Partial<TenantSettings>): Promise<Client> =>
  call(path(id), { method: 'PATCH', body: changes, version })
/** Throws ApiProblem: UNSUPPORTED_MEDIA, TOO_LARGE, VALIDATION. */
export const uploadPicture = (id: string, file: Blob): Promise<UploadedPicture> =>
  call(`${path(id)}/pictures`, { method: 'POST', body: file, patience: 60_000 })

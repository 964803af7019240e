// The rules by which submissions are approved without a person: as everybody reads them, and as administrators try and change them.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PolicyAnswer, PolicyChanges, PolicyPreview, PolicyRule } from '#domain/work/approval-policy.ts'
import { type ApiProblem, call } from './client.ts'

const path = '/api/submission-policy'
export const policyKey = ['submission-policy'] as const

export const usePolicy = () => useQuery<PolicyAnswer, ApiProblem>({ queryKey: policyKey, queryFn: ({ signal }) => call(path, { signal }) })
export const usePolicyChanges = () =>
  useInfiniteQuery<PolicyChanges, ApiProblem, { pages: PolicyChanges[] }, readonly unknown[], number | null>({
    queryKey: [...policyKey, 'changes'],
    queryFn: ({ signal, pageParam }) =>
      call(`${path}/changes`, { signal, ...(pageParam === null ? {} : { query: new URLSearchParams({ before: String(pageParam) }) }) }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  })
/** What these rules would have approved; what was counted last stays until the next is there. `rules`: null while they cannot be read. */
export const usePolicyPreview = (rules: readonly PolicyRule[] | null) =>
  useQuery<PolicyPreview, ApiProblem>({
    queryKey: [...policyKey, 'preview', rules],
    queryFn: ({ signal }) => call(`${path}/preview`, { method: 'POST', body: { rules }, signal }),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
  })

/** Throws ApiProblem: VALIDATION with fields, STALE_VERSION. */
export const savePolicy = (version: number, rules: readonly PolicyRule[]): Promise<PolicyAnswer> => call(path, { method: 'PATCH', body: { rules }, version })

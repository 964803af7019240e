// Which operator's farmbook is open: the first part of every private address and of every call.
import { useParams } from '@tanstack/react-router'

/** The operator of the open address; '-' (all of the programme) where there is none. */
export function useOperator(): string {
  return useParams({ strict: false, select: (params) => (params as { operator?: string }).operator }) ?? '-'
}

/** `/api/operators/{operator}/{entity}/…`, each part escaped. */
export const entityPath = (operator: string, entity: string, ...rest: string[]): string =>
  ['/api/operators', ...[operator, entity, ...rest].map(encodeURIComponent)].join('/')

// Where a figure leads: the list behind it with its filters, or a report with its parameters. The season is that of the top bar.
import type { StatusCounts } from '#domain/kernel/status-counts.ts'
import { writeListQuery } from '#web/api/list-query.ts'

export type Opens = { entity: string; search?: Record<string, string> } | { report: string; search?: Record<string, string> }

/** As the typed links of the router take it. */
export const linkOf = (operator: string, opens: Opens) =>
  'report' in opens
    ? ({ to: '/private/farmbook/$operator/reports/$report', params: { operator, report: opens.report }, search: (opens.search ?? {}) as never } as const)
    : ({ to: '/private/farmbook/$operator/$entity/list', params: { operator, entity: opens.entity }, search: opens.search ?? {} } as const)

/** The part of an entity that was counted, as the address of its list says it. */
export const filterSearch = (within: StatusCounts['within'] = {}): Record<string, string> =>
  writeListQuery({ filters: Object.fromEntries(Object.entries(within).map(([name, value]) => [name, [value]])) })

/** Filters of a list: values of one, separated by commas, mean any of them. */
export const filters = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.includes('[') ? name : `filter[${name}]`, value]))

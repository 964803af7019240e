// Columns of somebody's file that are no field of ours (domain dictionary 12): by choice of a person they become tags, or identifiers in
// a system that the person names. What the record has besides stays.
import { externalIds, isSystemName, joinExternalIds } from '../kernel/external-ids.ts'
import type { Column, Layout, Making, SaveStep, Step } from './layout.ts'

type Mapping = Readonly<Record<string, string>>
/** In a mapping: this column is a tag of its record. */
export const asTag = 'tag'
/** In a mapping, before the name of the system: `external_ids:TRACENET`. */
export const asIdentifier = 'external_ids:'
/** With its system named. */
export const isIdentifier = (to: string): boolean => to.startsWith(asIdentifier) && isSystemName(to.slice(asIdentifier.length))

/** The layout with a column for each that a mapping makes a tag or an identifier, and the mapping to these columns. */
export function withCustomColumns(layout: Layout, mapping: Mapping): { layout: Layout; mapping: Mapping } {
  const takes = (field: string) => layout.columns.some((column) => column.field === field)
  const columns = new Map<string, Column>()
  const named = Object.entries(mapping).map(([header, to]) => {
    const column = to === asTag && takes('tags') ? tagColumn(header) : isIdentifier(to) && takes(externalIds) ? identifierColumn(to) : undefined
    if (!column) return [header, to] as const
    columns.set(column.name, column)
    return [header, column.name] as const
  })
  if (columns.size === 0) return { layout, mapping }
  const joins = { tags: joinTags, [externalIds]: joinExternalIds }
  const own = [...columns.values()].flatMap(({ field }) => field ?? [])
  const merge: SaveStep['merge'] = Object.fromEntries(Object.entries(joins).filter(([field]) => own.includes(field)))
  const joined = (step: Step): Step => (step.do === 'save' && step.entity === layout.entity.name ? { ...step, merge: { ...step.merge, ...merge } } : step)
  return {
    layout: { ...layout, columns: [...layout.columns, ...columns.values()], steps: (making) => layout.steps(making).map(joined) },
    mapping: Object.fromEntries(named),
  }
}

const listIn = (making: Making, field: string): unknown[] => (making.body[field] as unknown[] | undefined) ?? []
const tagColumn = (header: string): Column => ({
  name: `tag:${header}`,
  label: header,
  field: 'tags',
  read: (cell, making) => {
    making.body.tags = joinTags(
      listIn(making, 'tags'),
      cell.split(';').flatMap((tag) => tag.trim() || []),
    )
  },
})
const identifierColumn = (name: string): Column => ({
  name,
  label: name,
  field: externalIds,
  read: (cell, making) => {
    making.body[externalIds] = [...listIn(making, externalIds), { system: name.slice(asIdentifier.length), value: cell.trim() }]
  },
})

const joinTags = (stored: unknown, given: unknown): unknown[] => [...new Set([stored, given].flatMap((one) => (Array.isArray(one) ? one : [])))]

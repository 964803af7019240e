// Which filters a list offers, and how the active ones read as chips.
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { seasonField } from '#domain/cropping/season-summary.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { externalIds } from '#domain/kernel/external-ids.ts'
import { refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { byExternalId, fieldOf, filterableNames } from '#web/fields/columns.ts'
import { formatFilter, ReferenceTitle } from '#web/fields/filter-words.tsx'
import type { Speech } from '#web/fields/format-value.ts'
import type { FilterItem } from '#web/ui/filter-sheet.tsx'
import { everySeason, type ListState } from './list-state.ts'

const FilterEditor = lazy(async () => ({ default: (await import('#web/fields/filter-editor.tsx')).FilterEditor }))

/** What the address fixes, and fields that nobody lets this person see in a list. */
type Limits = { fixed: Readonly<Record<string, string>>; hidden: readonly string[] }

export function listFilters(
  entity: AnyEntity,
  state: ListState,
  rows: readonly RecordAnswer[],
  refs: Refs,
  speech: Speech,
  { fixed, hidden }: Limits,
): FilterItem[] {
  const season = seasonField(entity)
  // What no list offers may come with a link: of a field whether it has been entered.
  const requested = Object.keys(state.sent.filters).flatMap((name) => (name.endsWith('.is') ? [name.slice(0, -3)] : []))
  return [...new Set([...filterableNames(entity), ...requested])].flatMap((name): FilterItem[] => {
    const isExternal = name === byExternalId
    const own = isExternal ? externalIds : name
    const field = fieldOf(entity, own)
    const values = state.sent.filters[name] ?? []
    if (!field || name in fixed || (hidden.includes(own) && !values[0])) return []
    // Set, it is called by its system, so that the identifier has room.
    const [system = '', ...identifier] = isExternal ? (values[0]?.split(':') ?? []) : []
    const active = isExternal ? (
      identifier.join(':') || system || null
    ) : refersToOne(field) && values[0] ? (
      <ReferenceTitle key={name} target={field.target ?? ''} id={values[0]} refs={refs} />
    ) : (
      formatFilter(name, field, state.sent, speech)
    )
    return [
      {
        id: name,
        label: system || speech.t(field.label),
        active,
        editor: (
          <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
            <FilterEditor
              name={name}
              field={field}
              query={state.sent}
              onFilter={state.setFilter}
              refs={refs}
              suggestions={field.kind === 'text' ? seen(rows, name) : []}
            />
          </Suspense>
        ),
        onRemove: () =>
          name === season
            ? state.setFilter(name, [everySeason])
            : state.set({ filters: { ...state.query.filters, [name]: [], [`${name}.gte`]: [], [`${name}.lte`]: [], [`${name}.is`]: [] } }),
      },
    ]
  })
}

/** Values of a column among the rows at hand, as suggestions. */
const seen = (rows: readonly RecordAnswer[], name: string): string[] =>
  [...new Set(rows.map((row) => row[name]).filter((value): value is string => typeof value === 'string' && value !== ''))].sort()

// Figures that a list counts of each row beside its fields: one question for every page of rows, and a cell for each figure.
import Skeleton from '@mui/material/Skeleton'
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, pageSize } from '#web/api/queries.ts'
import { Nothing } from '#web/fields/show.tsx'

type Counted = { id: string }
type Answer = { items: Counted[] }
const Figures = createContext<{ known: ReadonlyMap<string, Counted>; isPending: boolean }>({ known: new Map(), isPending: false })

type RowFiguresProps = {
  entity: string
  path: string
  rows: readonly RecordAnswer[]
  /** What the figures are of beside the rows: a season. */
  more?: Readonly<Record<string, string>>
  /** Of whom they are counted; absent: of the operator of the address. */
  of?: string
  /** False until that is known. */
  isReady?: boolean
  children: ReactNode
}
export function RowFigures({ entity, path, rows, more = nothingMore, of, isReady = true, children }: RowFiguresProps) {
  const here = useOperator()
  const operator = of ?? here
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => rows.slice(page * pageSize, (page + 1) * pageSize).map(({ id }) => id))
  const value = useQueries({
    queries: pages.map((ids) => ({
      queryKey: [...keys.entity(operator, entity), 'figures', more, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<Answer>(entityPath(operator, path), { signal, query: new URLSearchParams({ ids: ids.join(','), ...more }) }),
      enabled: isReady,
    })),
    combine: gather,
  })
  return <Figures value={value}>{children}</Figures>
}
const nothingMore = {}
/** What an answer says beside its items is of each of them. */
const gather = (results: readonly { data: Answer | undefined; isPending: boolean }[]) => ({
  known: new Map(results.flatMap(({ data: { items = [], ...common } = { items: [] } }) => items.map((one) => [one.id, { ...common, ...one }]))),
  isPending: results.some(({ isPending }) => isPending),
})

/** A pale bar while it is on its way, a dash where it could not be had or is not for this reader. */
export function RowFigure<F extends Counted>({ id, draw }: { id: string; draw: (figures: F) => ReactNode }) {
  const { known, isPending } = useContext(Figures)
  const figures = known.get(id)
  if (!figures) return isPending ? <Skeleton width="70%" sx={{ ml: 'auto' }} /> : <Nothing />
  return draw(figures as F) ?? <Nothing />
}

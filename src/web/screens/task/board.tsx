// The list of tasks as a board: a column for each state with how many there are, cards that are moved by hand where the state and the person's rights allow it.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { AnyEntity, State } from '#domain/kernel/entity.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import { useList } from '#web/api/queries.ts'
import { useListState } from '#web/engine/list/list-state.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { isOver } from '../due.tsx'
import { BoardCard, type Dragged, type Moved } from './board-card.tsx'
import { narrowedTo } from './narrowed.ts'

/** Cards of a column that are fetched at a time. */
const atOnce = 20

export function TaskBoard({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const { query: chosen } = useListState(entity)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  const columns = Object.keys(entity.states).flatMap((state) => {
    const narrowed = narrowedTo(query, { status: [state] })
    // What is open by the day it is due, what is over from the last one back, unless somebody sorts otherwise.
    return narrowed ? [{ state, query: { ...narrowed, sort: chosen.sort || (isOver(state) ? '-dueDate' : 'dueDate') } }] : []
  })
  return (
    <Box
      role="group"
      aria-label={t('Board')}
      sx={{
        display: 'grid',
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '82%', sm: 'minmax(232px, 1fr)' },
        gap: 1.25,
        overflowX: 'auto',
        alignItems: 'start',
        pb: 1.5,
        scrollSnapType: { xs: 'x mandatory', sm: 'none' },
        '& > section': { scrollSnapAlign: 'start' },
      }}
    >
      {columns.map((column) => (
        <Column key={column.state} entity={entity} {...column} dragged={dragged} onDrag={setDragged} moved={moved} onMoved={setMoved} />
      ))}
    </Box>
  )
}

type ColumnProps = {
  entity: AnyEntity
  state: string
  query: ListQuery
  dragged: Dragged | null
  onDrag: (dragged: Dragged | null) => void
  moved: Moved | null
  onMoved: (moved: Moved | null) => void
}

function Column({ entity, state, query, dragged, onDrag, moved, onMoved }: ColumnProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const headingId = useId()
  const { label, tone } = (entity.states as Record<string, State>)[state] ?? { label: state }
  const list = useList(entity.name, query, { limit: atOnce })
  const move = dragged?.moves.find(({ to }) => to === state)
  const [isOverIt, setOverIt] = useState(false)
  const total = list.total === undefined ? '' : format.number(list.total)
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      data-drops={move ? 'yes' : 'no'}
      onDragOver={(event) => {
        if (!move) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOverIt(true)
      }}
      onDragLeave={() => setOverIt(false)}
      onDrop={(event) => {
        setOverIt(false)
        if (!move) return
        event.preventDefault()
        dragged?.move(move)
      }}
      sx={{
        minWidth: 0,
        p: 1,
        borderRadius: 1,
        bgcolor: move ? 'tone.progress.soft' : 'background.default',
        border: '2px dashed',
        borderColor: move && isOverIt ? 'primary.main' : move ? 'divider' : 'transparent',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 0.5, pb: 1, minHeight: 36 }}>
        <Typography id={headingId} variant="subtitle2" component="h2" sx={{ m: 0 }}>
          <StatusChip label={t(label)} {...(tone ? { tone } : {})} />
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {list.isCapped ? t('more than {{total}}', { total }) : total}
        </Typography>
      </Box>
      <Box component="ul" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none', '& > li': { minWidth: 0 } }}>
        {list.isPending ? <Skeleton component="li" variant="rounded" height={84} /> : null}
        {list.items.map((row) => (
          <li key={row.id}>
            <BoardCard
              entity={entity}
              row={row}
              refs={list.refs}
              isFound={row.id === moved?.id && row.status !== moved.from}
              onDrag={onDrag}
              onMoved={onMoved}
            />
          </li>
        ))}
      </Box>
      {list.error && list.items.length === 0 ? (
        <LoadError problem={list.error} title={t('The list could not be loaded')} retry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && list.items.length === 0 ? (
        <Typography variant="caption" color="textSecondary" sx={{ px: 0.5 }}>
          {t('None')}
        </Typography>
      ) : null}
      {list.hasNextPage ? (
        <Box sx={{ display: 'grid', gap: 0.5, pt: 1 }}>
          <Typography variant="caption" color="textSecondary" sx={{ px: 0.5 }}>
            {t('{{shown}} shown of {{total}}', { shown: format.number(list.items.length), total })}
          </Typography>
          <Button variant="outlined" color="inherit" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}

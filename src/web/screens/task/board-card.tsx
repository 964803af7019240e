// A task on the board: it opens, and is moved by its menu or by dragging it. What it may become is asked of the server when somebody comes near: a list does
// not know who must be another person, nor what else stands against it.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { AnyEntity, State } from '#domain/kernel/entity.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import { SwapHorizOutlined as MoveIcon } from '#web/icons/swap-horiz-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { Decide } from '../decide.tsx'
import { type Move, movesOf } from './moves.ts'
import { TaskLine } from './task-line.tsx'

/** What is being dragged, and what becomes of it in a column. */
export type Dragged = { id: string; moves: readonly Move[]; move: (move: Move) => void }

/** What its menu has moved, out of which state: found again where it comes to be. */
export type Moved = { id: string; from: string }

type CardProps = {
  entity: AnyEntity
  row: RecordAnswer
  refs: Refs
  /** It has just been moved here by its menu: whoever did it goes on from here. */
  isFound: boolean
  onDrag: (dragged: Dragged | null) => void
  onMoved: (moved: Moved | null) => void
}

export function BoardCard({ entity, row, refs, isFound, onDrag, onMoved }: CardProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const navigate = useNavigate()
  const [isNear, setNear] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [why, setWhy] = useState<Move | null>(null)
  const card = useRef<HTMLDivElement>(null)
  const { data: record, isFetching, error } = useOne(entity.name, isNear && row.may.length > 0 ? row.id : undefined)
  const send = useRecordEvent(entity.name, row.id)
  const moves = record ? movesOf(entity, record) : null
  const near = () => setNear(true)
  const states = entity.states as Record<string, State>

  const move = async (to: Move) => {
    if (to.words) return setWhy(to)
    if (to.hasForm)
      return void navigate({
        to: '/private/farmbook/$operator/$entity/$id/create-event',
        params: { operator, entity: entity.name, id: row.id },
        search: { type: to.type },
      })
    const recorded = await send.mutateAsync({ eventType: to.type, occurredAt: new Date().toISOString(), data: {} }).catch((problem: unknown) => {
      if (problem instanceof ApiProblem) showToast({ severity: 'error', message: t(problem) })
      return null
    })
    if (recorded) showToast({ severity: 'success', message: t('Recorded: {{event}}', { event: t(to.label) }) })
  }
  // The columns know what may be dropped on them as soon as the answer is here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer decides; what is done with it is made anew at each drawing
  useEffect(() => {
    if (isDragged && record) onDrag({ id: row.id, moves: movesOf(entity, record), move: (to) => void move(to) })
  }, [isDragged, record])
  useEffect(() => {
    if (!isFound) return
    card.current?.querySelector('a')?.focus()
    onMoved(null)
  }, [isFound, onMoved])

  return (
    <Box
      ref={card}
      data-task={row.id}
      draggable={row.may.length > 0}
      onPointerEnter={near}
      onFocus={near}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.title)
        event.dataTransfer.effectAllowed = 'move'
        near()
        setDragged(true)
      }}
      onDragEnd={() => {
        setDragged(false)
        onDrag(null)
      }}
      sx={{
        position: 'relative',
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        opacity: isDragged || send.isPending ? 0.5 : 1,
        '& a': { px: 1.5, pb: { xs: row.may.length > 0 ? 2 : 1.25, sm: 1.25 } },
      }}
    >
      <TaskLine row={row} refs={refs} isByState />
      {row.may.length > 0 ? (
        <IconButton
          size="small"
          aria-label={t('Move {{name}}', { name: row.title })}
          aria-haspopup="menu"
          disabled={send.isPending}
          onClick={(event) => {
            near()
            setMenu(event.currentTarget)
          }}
          sx={{ position: 'absolute', right: 4, bottom: 2, minWidth: { xs: 44, sm: 32 }, minHeight: { xs: 44, sm: 32 } }}
        >
          <MoveIcon fontSize="small" />
        </IconButton>
      ) : null}
      <LazyMenu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
        {moves?.length ? (
          moves.map((to) => (
            <MenuItem
              key={to.type}
              onClick={() => {
                setMenu(null)
                onMoved({ id: row.id, from: row.status })
                void move(to)
              }}
            >
              <ListItemIcon>
                <EventIcon type={to.type} icon={to.icon} />
              </ListItemIcon>
              <ListItemText primary={t(to.label)} secondary={`→ ${t(states[to.to]?.label ?? to.to)}`} />
            </MenuItem>
          ))
        ) : (
          <MenuItem disabled>{error ? t(error) : isFetching || !record ? t('Loading') : t('Nothing that you can do moves it.')}</MenuItem>
        )}
      </LazyMenu>
      {why ? <WhyDialog entity={entity} record={record ?? row} move={why} onClose={() => setWhy(null)} /> : null}
    </Box>
  )
}

function WhyDialog({ entity, record, move, onClose }: { entity: AnyEntity; record: RecordAnswer; move: Move; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{record.title}</DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <Decide
            entity={entity}
            record={record}
            choices={[{ type: move.type, look: 'primary', ...(move.words ? { words: move.words } : {}) }]}
            label={t('Reason')}
            onDone={onClose}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

// What is to be done at a place of the map: each task with its day and whose it is, and the way to it. Closed by its button or Escape, and whoever opened it is where they were.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef } from 'react'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TaskLine } from './task-line.tsx'

export function SpotCard({ rows, refs, onClose }: { rows: readonly RecordAnswer[]; refs: Refs; onClose: () => void }) {
  const { t } = useTranslation()
  const own = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const ids = rows.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another card
  useEffect(() => {
    opener.current = document.activeElement
    own.current?.focus()
  }, [ids])
  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const words = t('{{count}} tasks here', { count: rows.length })
  return (
    <Card
      ref={own}
      role="region"
      aria-label={words}
      tabIndex={-1}
      elevation={6}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      sx={{
        position: 'absolute',
        left: 8,
        bottom: 8,
        zIndex: 2,
        width: { xs: 'calc(100% - 16px)', md: 340 },
        maxHeight: 'calc(100% - 16px)',
        display: 'flex',
        flexDirection: 'column',
        outline: 'none',
        boxShadow: '0 2px 10px rgb(0 0 0 / 25%)',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
        <Box sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>{words}</Box>
        <IconButton aria-label={t('Close')} onClick={close} sx={{ width: 44, height: 44 }}>
          <Close />
        </IconButton>
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, overflowY: 'auto', minHeight: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <TaskLine row={row} refs={refs} />
          </li>
        ))}
      </Box>
    </Card>
  )
}

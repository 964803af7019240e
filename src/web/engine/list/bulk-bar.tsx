// What can be done with the selected rows at once: events that need no further facts, recorded one by one,
// so that a refusal of one does not stop the others.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { type AnyEntity, type EventSpec, stateLabel } from '#domain/kernel/entity.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import { asApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { ExportMenu } from './export-menu.tsx'

type BulkBarProps = { entity: AnyEntity; rows: readonly RecordAnswer[]; onClear: () => void; onDone: (failed: ReadonlySet<string>) => void }

const onDark = { color: '#fff', border: 0, bgcolor: 'rgba(255,255,255,0.12)', '&:hover': { bgcolor: 'rgba(255,255,255,0.22)' } } as const

/** Events that every selected record may have and that ask nothing further. */
export function commonEvents(entity: AnyEntity, rows: readonly RecordAnswer[]): [type: string, event: EventSpec][] {
  return Object.entries(entity.events as Record<string, EventSpec>).filter(
    ([type, event]) =>
      Object.values(event.fields).every((field) => !field.required) && rows.every((row) => row.may?.includes(type) && isEmpty(row[event.oneByOneWith ?? ''])),
  )
}
const isEmpty = (value: unknown): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0)

export function BulkBar({ entity, rows, onClear, onDone }: BulkBarProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const client = useQueryClient()
  const user = useUser()
  const [requested, setRequested] = useState<string | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const events = commonEvents(entity, rows)
  const chosen = events.find(([type]) => type === requested)?.[1]
  const record = async () => {
    if (!requested) return
    const failed = new Map<string, string>()
    const reached = new Map<string, number>()
    for (const [at, row] of rows.entries()) {
      setDone(at)
      try {
        const { subject } = await call<EventAnswer>(entityPath(operator, entity.name, row.id, 'events'), {
          method: 'POST',
          body: { eventType: requested, occurredAt: new Date().toISOString(), data: {} },
          idempotencyKey: crypto.randomUUID(),
        })
        reached.set(subject.status, (reached.get(subject.status) ?? 0) + 1)
      } catch (error) {
        failed.set(row.id, `${row.title}: ${t(asApiProblem(error))}`)
      }
    }
    setDone(null)
    setRequested(null)
    await client.invalidateQueries({ queryKey: [operator] })
    const first = failed.values().next().value
    // What was recorded may lead to several states: a submission that is approved is applied, or in conflict.
    const states = [...reached].map(([status, count]) => `${t(stateLabel(entity, status))}: ${count}`)
    const outcome = reached.size > 1 ? ` ${states.join(' · ')}` : ''
    showToast(
      first
        ? {
            severity: 'warning',
            message: t('{{done}} done, {{failed}} not: {{first}}', { done: rows.length - failed.size, failed: failed.size, first }) + outcome,
          }
        : { severity: outcome ? 'warning' : 'success', message: t('Done for {{count}} records.', { count: rows.length }) + outcome },
    )
    onDone(new Set(failed.keys()))
  }
  return (
    <Paper
      elevation={6}
      role="region"
      aria-label={t('Selected rows')}
      sx={{
        position: 'sticky',
        bottom: { xs: 68, sm: 12 },
        mx: 1.5,
        mb: 1.5,
        mt: 1.5,
        zIndex: 2,
        bgcolor: 'text.primary',
        color: '#fff',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        flexWrap: 'wrap',
      }}
    >
      <Box sx={{ fontWeight: 500, mr: 'auto' }}>
        {done === null ? t('{{count}} selected', { count: rows.length }) : t('{{done}} of {{count}} recorded', { done, count: rows.length })}
      </Box>
      {events.slice(0, 4).map(([type, event]) => (
        <Button key={type} disabled={done !== null} onClick={() => setRequested(type)} sx={onDark}>
          {t(event.label)}
        </Button>
      ))}
      {can(user, entity.name, 'X') ? (
        <ExportMenu entity={entity} query={{ q: '', sort: '', filters: { id: rows.map(({ id }) => id) } }} total={rows.length} sx={onDark} />
      ) : null}
      <IconButton onClick={onClear} aria-label={t('Clear selection')} sx={{ color: '#fff' }}>
        <Close />
      </IconButton>
      <ConfirmDialog
        open={chosen !== undefined}
        busy={done !== null}
        title={chosen ? t(chosen.label) : ''}
        confirm={t('Record for {{count}}', { count: rows.length })}
        onConfirm={() => void record()}
        onCancel={() => setRequested(null)}
      >
        {t('This is recorded now, in your name, for each of the {{count}} selected records.', { count: rows.length })}
      </ConfirmDialog>
    </Paper>
  )
}

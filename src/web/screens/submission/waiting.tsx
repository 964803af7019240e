// Where this submission stands among those that wait, oldest first, and the way to the one before and after it.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { waitingStates } from '#domain/work/waiting.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { KeyboardArrowDownOutlined as After } from '#web/icons/keyboard-arrow-down-outlined.ts'
import { KeyboardArrowUpOutlined as Before } from '#web/icons/keyboard-arrow-up-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { KeyHint } from '#web/ui/key-hint.tsx'

export function useWaiting(submission: RecordAnswer): { bar: ReactNode; openNext: () => void } {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const { items, total } = useList('submission', { sort: 'capturedAt', filters: { status: [...waitingStates] } })
  const at = items.findIndex(({ id }) => id === submission.id)
  const [before, after] = [items[at - 1], at < 0 ? undefined : items[at + 1]]
  const open = (one: RecordAnswer | undefined) => {
    if (one) void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'submission', id: one.id } })
  }
  useHotkeys([
    { keys: 'k', label: t('The one before'), group: t('On this page'), run: () => open(before) },
    { keys: 'j', label: t('The next one'), group: t('On this page'), run: () => open(after) },
  ])
  const bar =
    at < 0 || total === undefined || total < 2 ? null : (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 13, color: 'text.secondary' }}>
        <span>{t('{{at}} of {{total}} that wait', { at: format.number(at + 1), total: format.number(total) })}</span>
        <IconButton size="small" aria-label={t('The one before')} disabled={!before} onClick={() => open(before)}>
          <Before />
        </IconButton>
        <IconButton size="small" aria-label={t('The next one')} disabled={!after} onClick={() => open(after)}>
          <After />
        </IconButton>
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 0.5 }}>
          <KeyHint>k</KeyHint>
          <KeyHint>j</KeyHint>
        </Box>
      </Box>
    )
  return { bar, openNext: () => open(after ?? before) }
}

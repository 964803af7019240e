// The box above the sign-in buttons: what the person wanted to open, or what went wrong last time.
import Warning from '@mui/icons-material/ErrorOutlineOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Reason } from './reasons.ts'

export function ReasonBox({ reason: { kind, text, page } }: { reason: Reason }) {
  const { t } = useTranslation()
  const isProblem = kind === 'problem'
  const Icon = isProblem ? Warning : Lock
  return (
    <Box
      role={isProblem ? 'alert' : 'note'}
      sx={{
        display: 'flex',
        gap: 1.5,
        p: '12px 16px',
        borderRadius: 1,
        fontSize: 14,
        lineHeight: '20px',
        bgcolor: isProblem ? 'tone.error.soft' : 'tone.progress.soft',
        color: isProblem ? 'tone.error.ink' : 'tone.progress.ink',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, mt: '1px', flexShrink: 0 }} />
      <span>{page ? <WithStrong words={t('Please sign in to open <b>{{page}}</b>. You will land right there.', { page: t(page) })} /> : t(text)}</span>
    </Box>
  )
}

/** One part in bold. The library's own component for it parses HTML, and is heavier than this whole page. */
function WithStrong({ words }: { words: string }) {
  const [before, strong, after] = words.split(/<\/?b>/)
  return (
    <>
      {before}
      <strong>{strong}</strong>
      {after}
    </>
  )
}

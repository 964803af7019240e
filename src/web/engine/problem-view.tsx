// A refusal explained: the sentence, the figures that broke the rule, and the way out.
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiProblem } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Figures } from './figures.tsx'

/** A whole page or panel that could not be loaded. */
export function LoadError({
  problem,
  title,
  retry,
  kept = [],
  actions,
  isPage = false,
}: {
  problem: ApiProblem
  title: string
  retry?: () => void
  kept?: string[]
  actions?: ReactNode
  /** In place of the whole page. */
  isPage?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ErrorState
      title={title}
      reason={t(problem.message)}
      kept={kept}
      reference={problem.requestId}
      retry={problem.isPassing ? retry : undefined}
      actions={actions}
      isPage={isPage}
    />
  )
}

/** A write that was refused; what was entered is still in the form below. */
export function Refusal({ problem, actions }: { problem: ApiProblem; actions?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box
      role="alert"
      sx={{ display: 'flex', gap: 1.5, p: 2, mb: 2, borderRadius: 1, border: '1px solid', borderColor: 'error.light', bgcolor: 'tone.error.soft' }}
    >
      <Warning aria-hidden sx={{ color: 'tone.error.ink', mt: '2px' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ fontWeight: 600, color: 'tone.error.ink' }}>{t(problem.message)}</Typography>
        <Figures figures={problem.figures} />
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 0.5 }}>
          {[
            problem.isPassing
              ? t('Nothing was saved; what you entered is kept here. Please try again.')
              : t('Nothing was saved; what you entered is kept here.'),
            problem.ruleId ? t('Rule {{rule}}', { rule: problem.ruleId }) : '',
          ]
            .filter(Boolean)
            .join(' ')}
        </Typography>
        {actions ? <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>{actions}</Box> : null}
      </Box>
    </Box>
  )
}

// A refusal explained: the sentence, the figures that broke the rule, and the way out. Apart from what cannot be loaded,
// because lists show that and have nothing to refuse.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { ApiProblem } from '#web/api/client.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Figures } from './figures.tsx'

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
        <Typography sx={{ fontWeight: 600, color: 'tone.error.ink' }}>{t(problem)}</Typography>
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

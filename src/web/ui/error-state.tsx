// Something could not be loaded: what happened, what was saved, and how to go on.
import Check from '@mui/icons-material/CheckOutlined'
import Refresh from '@mui/icons-material/RefreshOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#web/tenant/page-title.ts'

export type ErrorStateProps = {
  title: string
  reason: string
  /** What the person need not fear to have lost. */
  preserved?: string[]
  /** Reference to quote when asking for help. */
  reference?: string | undefined
  retry?: (() => void) | undefined
  actions?: ReactNode
  /** It is the whole page, so its title is the page's heading. */
  isPage?: boolean
}

export function ErrorState({ title, reason, preserved = [], reference, retry, actions, isPage = false }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', px: 2, py: 6 }}>
      {isPage ? <PageTitle title={title} /> : null}
      <Box sx={{ width: 52, height: 52, borderRadius: '50%', display: 'grid', placeItems: 'center', bgcolor: 'tone.error.soft', color: 'tone.error.ink' }}>
        <Warning aria-hidden sx={{ fontSize: 28 }} />
      </Box>
      <Typography variant="h2" component={isPage ? 'h1' : 'p'} sx={{ mt: 2, fontSize: 18 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.75, maxWidth: 420 }}>
        {reason}
      </Typography>
      {preserved.length > 0 ? (
        <Box
          sx={{
            mt: 2,
            width: 'min(100%, 408px)',
            textAlign: 'left',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.default',
            p: 2,
          }}
        >
          <Typography variant="subtitle2">{t('Kept for you')}</Typography>
          {preserved.map((thing) => (
            <Box key={thing} sx={{ display: 'flex', gap: 1, mt: 0.75, fontSize: 13.5 }}>
              <Check aria-hidden sx={{ color: 'tone.success.ink' }} />
              {thing}
            </Box>
          ))}
        </Box>
      ) : null}
      <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        {retry ? (
          <Button variant="contained" startIcon={<Refresh />} onClick={retry}>
            {t('Try again')}
          </Button>
        ) : null}
        {actions}
      </Box>
      {reference ? (
        <Typography variant="caption" color="textSecondary" sx={{ mt: 2 }}>
          {t('Reference {{reference}}', { reference })}
        </Typography>
      ) : null}
    </Box>
  )
}

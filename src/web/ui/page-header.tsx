// The top of a page: where it belongs, what it is, how it is doing, and the one thing to do next.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { usePageTitle } from '#web/tenant/page-title.ts'

type PageHeaderProps = {
  title: string
  /** Chips beside the title. */
  status?: ReactNode
  /** A count, on the title's own line. */
  aside?: ReactNode
  /** One quiet line: count, code, place. */
  note?: ReactNode
  /** Links to what this belongs to, outermost first; only where there is a parent. */
  breadcrumbs?: ReactNode[]
  actions?: ReactNode
  avatar?: ReactNode
}

export function PageHeader({ title, aside, status, note, breadcrumbs, actions, avatar }: PageHeaderProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <Box component="header" sx={{ mb: 2 }}>
      {breadcrumbs && breadcrumbs.length > 0 ? (
        <Box
          component="nav"
          aria-label={t('Breadcrumb')}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, fontSize: 13, color: 'text.secondary', mb: 0.75 }}
        >
          {breadcrumbs.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: breadcrumbs never reorder
            <Box component="span" key={at} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
              {at > 0 ? <ChevronRight aria-hidden sx={{ fontSize: 16, color: 'ink3' }} /> : null}
              {part}
            </Box>
          ))}
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', alignItems: { xs: 'flex-start', sm: 'center' }, gap: 1.5, flexWrap: 'wrap' }}>
        {avatar}
        <Box sx={{ minWidth: 0, flex: '1 1 280px' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1.25, rowGap: 0.5, flexWrap: 'wrap' }}>
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 }}>
              <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
              {aside ? (
                <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
                  {aside}
                </Typography>
              ) : null}
            </Box>
            {status}
          </Box>
          {note ? (
            <Typography component="div" variant="caption" color="textSecondary" sx={{ mt: 0.25 }}>
              {note}
            </Typography>
          ) : null}
        </Box>
        {actions ? <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { sm: 'auto' } }}>{actions}</Box> : null}
      </Box>
    </Box>
  )
}

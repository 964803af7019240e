// Nothing here: why, and the button that fills it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PageTitle } from '#web/tenant/page-title.ts'

type EmptyStateProps = {
  title: string
  reason: string
  actions?: ReactNode
  /** It is the whole page, so its title is the page's heading. */
  isPage?: boolean
  /** What the drawing says: something can be added, nothing was found, the way is lost. A plus where nothing can be added misleads. */
  sign?: keyof typeof signs | undefined
}

export function EmptyState({ title, reason, actions, isPage = false, sign }: EmptyStateProps) {
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', px: 2, py: 6 }}>
      {isPage ? <PageTitle title={title} /> : null}
      <Plots sign={sign} />
      <Typography variant="h2" component={isPage ? 'h1' : 'p'} sx={{ mt: 2, fontSize: 18 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.75, maxWidth: 420 }}>
        {reason}
      </Typography>
      {actions ? <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>{actions}</Box> : null}
    </Box>
  )
}

/** Strokes inside the circle of radius 19 around 85, 40. */
const signs = {
  add: 'M85 31v18M76 40h18',
  search: 'M91 38a7 7 0 1 1-14 0 7 7 0 0 1 14 0M89 43l6 6',
  lost: 'M80 36a5 5 0 1 1 8 4c-2 1-3 2-3 4M85 49v0',
} as const

/** Two fields not yet drawn: the mark of an empty page. */
function Plots({ sign }: Pick<EmptyStateProps, 'sign'>) {
  return (
    <Box component="svg" viewBox="0 0 170 76" aria-hidden sx={{ width: 170, height: 76, color: 'brand.ink' }}>
      <g fill="var(--mui-palette-brand-softer)" stroke="currentColor" strokeOpacity="0.45" strokeDasharray="4 4" strokeWidth="1.5">
        <path d="M4 34 44 12l34 6 4 40-56 12z" />
        <path d="m94 26 40-20 32 18-14 40-58 4z" />
      </g>
      {sign ? (
        <>
          <circle cx="85" cy="40" r="19" fill="#fff" stroke="currentColor" strokeWidth="1.5" />
          <path d={signs[sign]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </>
      ) : null}
    </Box>
  )
}

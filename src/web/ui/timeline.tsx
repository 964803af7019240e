// What happened, newest first, as marks on a line.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Tone } from '#domain/kernel/field.ts'

export type TimelineEntry = {
  key: string
  icon: ReactNode
  title: ReactNode
  note?: ReactNode
  body?: ReactNode
  tone?: Tone
  struck?: boolean
  action?: ReactNode
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ key, icon, title, note, body, tone = 'neutral', struck = false, action }, at) => (
        <Box component="li" key={key} sx={{ display: 'grid', gridTemplateColumns: '26px minmax(0, 1fr)', columnGap: 1.5 }}>
          <Box sx={{ display: 'grid', gridTemplateRows: '26px 1fr', justifyItems: 'center' }}>
            <Box
              sx={{
                width: 26,
                height: 26,
                borderRadius: '50%',
                display: 'grid',
                placeItems: 'center',
                bgcolor: `tone.${tone}.soft`,
                color: `tone.${tone}.ink`,
                '& svg': { fontSize: 15 },
              }}
            >
              {icon}
            </Box>
            {at < entries.length - 1 ? <Box sx={{ width: '1px', bgcolor: 'divider', minHeight: 14 }} /> : null}
          </Box>
          <Box sx={{ pb: 1.75, display: 'flex', gap: 1, minWidth: 0 }}>
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography
                variant="subtitle1"
                component="div"
                sx={{ textDecoration: struck ? 'line-through' : 'none', color: struck ? 'text.secondary' : 'text.primary' }}
              >
                {title}
              </Typography>
              {note ? (
                <Typography variant="caption" component="div" color="textSecondary">
                  {note}
                </Typography>
              ) : null}
              {body}
            </Box>
            {action}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

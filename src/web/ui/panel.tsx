// A card with a title line: the unit every page is laid out in.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

type PanelProps = {
  title?: ReactNode
  note?: ReactNode
  action?: ReactNode
  children: ReactNode /** No padding around the content (lists, maps). */
  flush?: boolean
  id?: string
}

export function Panel({ title, note, action, children, flush = false, id }: PanelProps) {
  const titleId = useId()
  return (
    <Card component="section" id={id} aria-labelledby={title ? titleId : undefined} sx={{ minWidth: 0, scrollMarginTop: 72 }}>
      {title ? (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            columnGap: 1.5,
            px: 2,
            py: 0.75,
            minHeight: 44,
            borderBottom: flush ? '1px solid' : 'none',
            borderColor: 'divider',
          }}
        >
          <Typography variant="h3" component="h2" id={titleId}>
            {title}
          </Typography>
          {note ? (
            <Typography variant="caption" color="textSecondary" sx={{ minWidth: 0 }}>
              {note}
            </Typography>
          ) : null}
          {action ? <Box sx={{ ml: 'auto', flexShrink: 0, maxWidth: '100%' }}>{action}</Box> : null}
        </Box>
      ) : null}
      {flush ? children : <Box sx={{ p: 2, pt: title ? 0.5 : 2 }}>{children}</Box>}
    </Card>
  )
}

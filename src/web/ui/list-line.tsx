// A line of a list in a flush panel: a sign, what it is of, and what can be done with it, above the next one.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export function ListLine({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', flexShrink: 0, color: 'ink3' }}>{sign}</Box>
      {children}
    </Box>
  )
}

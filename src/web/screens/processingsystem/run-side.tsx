// One side of the run screen: a panel as tall as its neighbours, with the total at its foot.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useFormat } from '#web/format/use-format.ts'
import { Panel } from '#web/ui/panel.tsx'

export function RunSide({
  area,
  title,
  note,
  total,
  kg,
  children,
}: {
  area: string
  title: string
  note: string
  total: string
  kg: number
  children: ReactNode
}) {
  const format = useFormat()
  return (
    <Box sx={{ gridArea: area, minWidth: 0, display: 'grid', '& > *': { height: '100%', display: 'flex', flexDirection: 'column' } }}>
      <Panel title={title} note={note} flush>
        {children}
        <Box
          sx={{
            mt: 'auto',
            px: 2,
            py: 1.25,
            display: 'flex',
            justifyContent: 'space-between',
            fontSize: 15,
            fontWeight: 600,
            bgcolor: 'background.default',
            borderTop: '1px solid',
            borderColor: 'divider',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <span>{total}</span>
          <span>{format.kg(kg)}</span>
        </Box>
      </Panel>
    </Box>
  )
}

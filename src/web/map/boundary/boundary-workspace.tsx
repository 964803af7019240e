// Everything one boundary is made with, in one frame: the canvas, the live checks, and every corner as figures.

import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { ExpandMoreOutlined as ExpandIcon } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryChecks } from './boundary-checks.tsx'
import { BoundaryEditor } from './boundary-editor.tsx'
import { CornerTable } from './corner-table.tsx'

type Props = ComponentProps<typeof BoundaryEditor> & { declaredHa?: number | null /** Edged as a field that was refused. */; isRefused?: boolean }

export function BoundaryWorkspace({ declaredHa = null, isRefused = false, ...canvas }: Props) {
  const { t } = useTranslation()
  const { session } = canvas
  return (
    <Box sx={{ border: '1px solid', borderColor: isRefused ? 'error.main' : 'edge', borderRadius: 1, overflow: 'hidden' }}>
      <Box sx={{ height: { xs: 'min(70vh, 560px)', sm: 460 } }}>
        <BoundaryEditor {...canvas} />
      </Box>
      <Box sx={{ p: 2, borderTop: '1px solid', borderColor: 'divider', bgcolor: 'background.paper' }}>
        <BoundaryChecks session={session} declaredHa={declaredHa} />
      </Box>
      <Accordion
        disableGutters
        elevation={0}
        square
        sx={{ borderTop: '1px solid', borderColor: 'divider', '&::before': { display: 'none' } }}
        slotProps={{ transition: { unmountOnExit: true } }}
      >
        <AccordionSummary
          expandIcon={<ExpandIcon />}
          sx={{ fontFamily: 'inherit', fontSize: 14, fontWeight: 500, '& .MuiAccordionSummary-content': { fontFamily: 'fontFamily' } }}
        >
          {t('Corners as latitude and longitude')}
        </AccordionSummary>
        <AccordionDetails sx={{ maxWidth: 520 }}>
          <CornerTable corners={session.corners} dispatch={session.dispatch} />
        </AccordionDetails>
      </Accordion>
    </Box>
  )
}

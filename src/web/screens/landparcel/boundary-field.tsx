// The boundary within a form: the drawing canvas, the live checks, and every corner as fields. What was measured on the
// way (method, accuracy, day) goes into the form's own fields.

import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { authorization } from '#web/api/client.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { BoundaryChecks } from '#web/map/boundary/boundary-checks.tsx'
import { BoundaryEditor } from '#web/map/boundary/boundary-editor.tsx'
import { CornerTable } from '#web/map/boundary/corner-table.tsx'
import { cornersOf } from '#web/map/boundary/sketch.ts'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { useNeighbours, usePlaceToLook } from './drawing-ground.ts'

export function BoundaryField({ field, name, value, onChange, error, form, setOther, record }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const polygon = (value as Polygon | null) ?? null
  const farmerId = (record?.farmerId ?? form.farmerId ?? null) as string | null
  const declaredHa = Number(String(form.declaredAreaHa ?? '').replace(',', '.')) || null
  const { neighbours, onView } = useNeighbours(record?.id ?? null)
  const around = usePlaceToLook(farmerId || null)
  const session = useBoundary({ polygon, neighbours, declaredHa })
  const { sketch, checks, dispatch, takeTool } = session
  const given = useRef(JSON.stringify(polygon))

  // What the hand did goes into the form …
  useEffect(() => {
    if (!session.isDirty) return
    const made = JSON.stringify(checks.polygon)
    if (session.live || made === given.current) return
    given.current = made
    onChange(checks.polygon)
    setOther('boundaryMethod', checks.polygon ? (sketch.method ?? '') : '')
    setOther('mappedAt', checks.polygon ? format.today() : '')
    setOther('gpsAccuracyM', checks.accuracy ? String(checks.accuracy.medianM) : '')
  }, [session.isDirty, session.live, checks, sketch.method, onChange, setOther, format])
  // … and what the form got otherwise (a draft put back) onto the map.
  useEffect(() => {
    const now = JSON.stringify(polygon)
    if (now === given.current) return
    given.current = now
    dispatch({ type: 'restarted', corners: cornersOf(polygon) })
    if (polygon) takeTool('edit')
  }, [polygon, dispatch, takeTool])

  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={false} error={error} group>
      <Box sx={{ border: '1px solid', borderColor: error ? 'error.main' : 'edge', borderRadius: 1, overflow: 'hidden' }}>
        <Box sx={{ height: { xs: 'min(70vh, 560px)', sm: 460 } }}>
          <BoundaryEditor session={session} around={around} onView={onView} headers={authorization} />
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
            <CornerTable corners={session.corners} dispatch={dispatch} />
          </AccordionDetails>
        </Accordion>
      </Box>
    </FieldFrame>
  )
}

// Where a group works (domain dictionary 5.4): the area that it has drawn, with its office.

import Box from '@mui/material/Box'
import { bboxOf, widened } from '#domain/geo/area.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapShape } from '#web/map/map-shape.ts'
import { Panel } from '#web/ui/panel.tsx'

/** Metres around the area that are shown with it. */
const rim = 2000

export function ServiceAreaMap({ record }: PanelProps) {
  const { t } = useTranslation()
  const area = record.serviceArea as Polygon | null | undefined
  const office = record.centre as Point | null | undefined
  if (!area) return null
  const shapes: MapShape[] = [{ id: 'area', geometry: area, tone: 'quiet' }, ...(office ? [{ id: 'office', geometry: office, tone: 'picked' } as const] : [])]
  return (
    <Panel title={t('Service area')}>
      <Box sx={{ height: 260, borderRadius: 1, overflow: 'hidden' }}>
        <LazyParcelMap label={t('Map of the service area')} bounds={widened(bboxOf(area), rim)} small shapes={shapes} />
      </Box>
    </Panel>
  )
}

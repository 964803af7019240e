// On the page of a past day of a plot: the boundary that was in force, on the map, and the versions that there had been by then. Plots around it are left out:
// where their boundaries were then is worked out for no list of them.
import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import { widened } from '#domain/geo/area.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import type { BoundaryVersion } from '#domain/land/map-answers.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import { claimTone, type MapShape } from '#web/map/map-shape.ts'
import { Panel } from '#web/ui/panel.tsx'
import { VersionsPanel } from './parcel-panels.tsx'

/** Picking a version lays it over the map, where there was one. */
export function BoundaryOnDay({ record: parcel, past }: PanelProps) {
  const [version, setVersion] = useState<BoundaryVersion | null>(null)
  const own = (parcel.boundary ?? parcel.point ?? null) as Polygon | Point | null
  return (
    <>
      {own ? <PlaceOnDay parcel={parcel} own={own} version={version} /> : null}
      <VersionsPanel parcel={parcel} past={past} picked={version?.eventId ?? null} {...(own ? { onPick: setVersion } : {})} />
    </>
  )
}

function PlaceOnDay({ parcel, own, version }: { parcel: PanelProps['record']; own: Polygon | Point; version: BoundaryVersion | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const bounds = useMemo(() => {
    const box = boundsOf([own])
    return box && widened(box, own.type === 'Point' ? 150 : 60)
  }, [own])
  const shapes: MapShape[] = [
    { id: parcel.id, geometry: own, tone: claimTone(parcel.organicStatus as string | null) },
    ...(version?.polygon ? [{ id: 'version', geometry: version.polygon, tone: 'version' } as MapShape] : []),
  ]
  return (
    <Panel title={t('Map of the plot')} note={parcel.mappedAreaHa ? format.ha(Number(parcel.mappedAreaHa)) : undefined} flush>
      <Box sx={{ position: 'relative', height: { xs: 280, md: 380 } }}>
        <LazyParcelMap
          label={t('{{name}}, {{area}}', { name: parcel.title, area: parcel.mappedAreaHa ? format.ha(Number(parcel.mappedAreaHa)) : '' })}
          bounds={bounds}
          shapes={shapes}
          legend={[{ label: t('This plot'), colour: '#2B7A4B' }, ...(version?.polygon ? [{ label: t('Picked version'), colour: '#1E67A8', line: true }] : [])]}
        />
      </Box>
      <Box sx={{ px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider', fontSize: 13, color: 'text.secondary' }}>
        {t('Plots around it, and what overlaps, are not worked out for the past.')}
      </Box>
    </Panel>
  )
}

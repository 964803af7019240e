// A plot, map first: its boundary among its neighbours with what overlaps, beside it the organic status, the area, the tests
// and the boundaries it has had.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useMemo, useState } from 'react'
import { centroid, widened } from '#domain/geo/area.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import type { BoundaryVersion } from '#domain/land/map-answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapNote } from '#web/map/map-notes.tsx'
import { claimTone, type MapShape } from '#web/map/map-shape.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { BoundaryLink } from './boundary-link.tsx'
import { AreaPanel, OrganicStatusPanel, TestsPanel, VersionsPanel } from './parcel-panels.tsx'
import { PlotTimelinePanel } from './plot-timeline.tsx'
import { useNeighbours } from './queries.ts'
import { SeasonBand } from './season-band.tsx'

export function ParcelOverview({ entity, record: parcel }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const [version, setVersion] = useState<BoundaryVersion | null>(null)
  const mayMap = parcel.may.includes('BOUNDARY_CAPTURED')
  const toMap = mayMap ? (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={{ operator, entity: 'landparcel', id: parcel.id }}
      search={{ type: 'BOUNDARY_CAPTURED' }}
      variant="outlined"
      color="inherit"
      startIcon={<MapIcon />}
    >
      {parcel.boundary ? t('Correct the boundary') : t('Map the boundary')}
    </LinkButton>
  ) : null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(310px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {parcel.boundary || parcel.point ? (
          <ParcelPlace parcel={parcel} version={version} action={toMap} />
        ) : (
          <Panel>
            <EmptyState
              title={t('This plot is not on the map yet')}
              reason={t('Walk around it with a phone, draw it here, or paste what you have. Without a boundary it cannot be verified.')}
              actions={toMap}
            />
          </Panel>
        )}
        <PlotTimelinePanel parcel={parcel} />
        <SeasonBand parcel={parcel} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <OrganicStatusPanel parcel={parcel} />
        <AreaPanel parcel={parcel} />
        {mayMap ? <BoundaryLink parcel={parcel} /> : null}
        <KilogramChain of={{ subject: 'landparcel', id: parcel.id }} version={parcel.version} />
        <TestsPanel parcel={parcel} />
        <VersionsPanel parcel={parcel} picked={version?.eventId ?? null} onPick={setVersion} />
        <LatestEvents entity={entity} record={parcel} />
      </Box>
    </Box>
  )
}

function ParcelPlace({ parcel, version, action }: { parcel: PanelProps['record']; version: BoundaryVersion | null; action: React.ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useNeighbours(parcel.id)
  const own = (parcel.boundary ?? parcel.point) as Polygon | Point
  const bounds = useMemo(() => {
    const box = boundsOf([own])
    return box && widened(box, own.type === 'Point' ? 150 : 60)
  }, [own])
  const neighbours = data?.items ?? []
  const overlaps = data?.overlaps ?? []
  const shapes: MapShape[] = [
    ...neighbours.map((one): MapShape => ({ id: one.id, geometry: one.polygon, tone: 'quiet' })),
    { id: parcel.id, geometry: own, tone: claimTone(parcel.organicStatus as string | null) },
    ...overlaps.flatMap((one): MapShape[] =>
      (one.shape?.coordinates ?? []).map((coordinates, index) => ({ id: `${one.code}${index}`, geometry: { type: 'Polygon', coordinates }, tone: 'trouble' })),
    ),
    ...(version?.polygon ? [{ id: 'version', geometry: version.polygon, tone: 'version' } as MapShape] : []),
  ]
  const notes: MapNote[] = [
    ...neighbours.map(
      (one): MapNote => ({
        key: one.id,
        at: centroid(one.polygon).coordinates,
        content: <Box sx={{ ...onMap, color: 'text.secondary', fontSize: 12.5 }}>{one.title}</Box>,
      }),
    ),
    ...(own.type === 'Polygon'
      ? [
          {
            key: 'own',
            at: centroid(own).coordinates,
            content: (
              <Box sx={{ ...onMap, textAlign: 'center' }}>
                <Box sx={{ fontSize: 22, fontWeight: 600, lineHeight: 1.2 }}>{format.ha(Number(parcel.mappedAreaHa))}</Box>
                <Box sx={{ fontSize: 12.5 }}>{t('{{count}} corners', { count: Math.max(0, (own.coordinates[0]?.length ?? 1) - 1) })}</Box>
              </Box>
            ),
          },
        ]
      : []),
  ]
  const captions = [
    t('{{name}}, {{area}}', { name: parcel.title, area: parcel.mappedAreaHa ? format.ha(Number(parcel.mappedAreaHa)) : '' }),
    neighbours.length ? t('neighbours: {{names}}', { names: format.list(neighbours.map((one) => one.title)) }) : '',
  ]
  return (
    <Card component="section" aria-label={t('Map of the plot')}>
      <Box sx={{ position: 'relative', height: { xs: 320, md: 470 } }}>
        <LazyParcelMap
          label={captions.filter(Boolean).join('; ')}
          bounds={bounds}
          shapes={shapes}
          notes={notes}
          legend={[
            { label: t('This plot'), colour: '#2B7A4B' },
            { label: t('Neighbours'), colour: '#8C9490' },
            ...(overlaps.length ? [{ label: t('Overlap'), colour: '#B3362B', hatched: true }] : []),
            ...(version?.polygon ? [{ label: t('Picked version'), colour: '#1E67A8', line: true }] : []),
          ]}
        />
      </Box>
      {overlaps.map((one) => (
        <Box key={one.code} sx={{ px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider', bgcolor: 'tone.error.soft', color: 'tone.error.ink' }}>
          {t('Overlaps {{name}} by {{share}} ({{area}})', {
            name: one.title ?? one.code,
            share: format.share(one.ratio),
            area: format.ha(one.sharedM2 / 10_000),
          })}
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider' }}>
        <Box sx={{ flex: 1, minWidth: 160, fontSize: 13, color: 'text.secondary' }}>
          {neighbours.length ? t('{{count}} plots around, at most 250 m away', { count: neighbours.length }) : t('No mapped plot around')}
        </Box>
        {action}
      </Box>
    </Card>
  )
}

const onMap = { whiteSpace: 'nowrap', textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 5px #fff', fontVariantNumeric: 'tabular-nums' } as const

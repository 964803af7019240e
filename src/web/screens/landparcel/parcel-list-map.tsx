// The list of plots as a map: all of them as tiles, those that fit the search bright, the ones in sight as a list beside.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useMemo, useState } from 'react'
import type { State } from '#domain/kernel/entity.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList, useOne } from '#web/api/queries.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOfBoxes } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { ColourBy, TileParcel } from '#web/map/parcel-tiles.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

/** A search is laid over the tiles by its ids; beyond this many they are all shown. */
const mostFiltered = 200
const mostListed = 100

export function ParcelListMap({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const [colourBy, setColourBy] = useState<ColourBy>('claim')
  const [picked, setPicked] = useState<string | null>(null)
  const [seen, setSeen] = useState<TileParcel[]>([])
  /** The plot last chosen in the list: the map goes there. */
  const [wanted, setWanted] = useState<string | null>(null)
  const isNarrowed = query.q !== '' || Object.keys(query.filters).length > 0
  const { items, total, dataUpdatedAt, hasNextPage } = useList(entity.name, query, { limit: mostFiltered })
  const bounds = useMemo(() => boundsOfBoxes(items.filter((row) => wanted === null || row.id === wanted).map((row) => row.bbox)), [items, wanted])
  const only = useMemo(() => (isNarrowed && !hasNextPage ? items.map((row) => row.id) : null), [isNarrowed, hasNextPage, items])
  const inSight = [...new Map((only ? seen.filter((one) => only.includes(one.id)) : seen).map((one) => [one.id, one])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
  // From far away the map counts; the list then has them all, so that a plot is found without the map.
  const listed = inSight.length > 0 ? inSight : items.map(asSeen)
  const close = () => {
    setPicked(null)
    setWanted(null)
  }
  return (
    <Card sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' }, overflow: 'hidden' }}>
      <Box
        sx={{
          position: 'relative', // On a phone it ends above the page's action, or its legend would lie under it.
          height: { xs: 'clamp(280px, calc(100dvh - 492px), 420px)', md: 'min(72vh, 680px)' },
        }}
      >
        <LazyParcelMap
          label={t('Map of plots')}
          bounds={bounds}
          legend="tiles"
          tiles={{
            operator,
            colourBy,
            picked,
            only,
            version: Math.floor(dataUpdatedAt / 1000),
            onPick: (parcel) => setPicked(parcel?.id ?? null),
            onSeen: setSeen,
          }}
        />
        <ToggleButtonGroup
          exclusive
          size="small"
          value={colourBy}
          onChange={(_event, next: ColourBy | null) => {
            if (next) setColourBy(next)
          }}
          aria-label={t('Coloured by')}
          sx={{
            position: 'absolute',
            top: 12,
            left: 12,
            bgcolor: 'background.paper',
            '& .MuiToggleButton-root': { px: 1.25, py: 0.5, minHeight: { xs: 44, sm: 34 } },
          }}
        >
          <ToggleButton value="claim">{t('Claim')}</ToggleButton>
          <ToggleButton value="status">{t('Status')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <Box
        component="aside"
        aria-label={t('Plots in sight')}
        sx={{
          borderLeft: { md: '1px solid var(--mui-palette-divider)' },
          borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 0 },
          maxHeight: { md: 'min(72vh, 680px)' },
          overflowY: 'auto',
        }}
      >
        {picked ? <PickedPlot id={picked} onClose={close} /> : null}
        <Box role="status" sx={{ px: 2, py: 1, fontSize: 12.5, color: 'text.secondary', borderBottom: '1px solid', borderColor: 'divider' }}>
          {inSight.length === 0
            ? t('{{count}} plots; choose one, or zoom in to see them drawn.', { count: total ?? items.length })
            : t('{{count}} plots in sight', { count: inSight.length })}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {listed.slice(0, mostListed).map((one) => (
            <li key={one.id}>
              <ButtonBase
                onClick={() => {
                  setPicked(one.id)
                  setWanted(one.id)
                }}
                aria-pressed={one.id === picked}
                sx={{
                  width: '100%',
                  justifyContent: 'space-between',
                  textAlign: 'left',
                  font: 'inherit',
                  px: 2,
                  py: 0.875,
                  minHeight: 44,
                  gap: 1,
                  bgcolor: one.id === picked ? 'tone.progress.soft' : 'transparent',
                  '&:hover': { bgcolor: one.id === picked ? 'tone.progress.soft' : 'background.default' },
                }}
              >
                <Box sx={{ minWidth: 0 }}>
                  <Box sx={{ fontWeight: 500 }}>{one.name}</Box>
                  <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{[one.code, one.crop].filter(Boolean).join(' · ')}</Box>
                </Box>
                <PlotChip parcel={one} colourBy={colourBy} states={entity.states as Record<string, State>} />
              </ButtonBase>
            </li>
          ))}
        </Box>
      </Box>
    </Card>
  )
}

const asSeen = (row: RecordAnswer): TileParcel => ({
  id: row.id,
  code: row.code,
  name: String(row.name ?? row.title),
  parcelNo: String(row.parcelNo ?? ''),
  status: String(row.status),
  ...(row.organicStatus ? { claim: String(row.organicStatus) } : {}),
  ...(row.cropNow ? { crop: String(row.cropNow) } : {}),
})

function PlotChip({ parcel, colourBy, states }: { parcel: TileParcel; colourBy: ColourBy; states: Record<string, State> }) {
  const { t } = useTranslation()
  const state = states[parcel.status]
  if (colourBy === 'status') return state ? <StatusChip label={t(state.label)} tone={state.tone} /> : null
  const claim = parcel.claim && parcel.claim in claims ? claims[parcel.claim as keyof typeof claims] : null
  return claim ? <StatusChip label={t(claim[0])} tone={claim[1]} /> : null
}

function PickedPlot({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data: parcel } = useOne('landparcel', id)
  const area = parcel?.mappedAreaHa ?? parcel?.declaredAreaHa
  return (
    <Box
      sx={{ p: 2, borderBottom: '1px solid', borderColor: 'divider', bgcolor: 'tone.progress.soft', minHeight: 116 }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {parcel ? (
        <>
          <Box sx={{ fontWeight: 600, fontSize: 15 }}>
            {parcel.title}{' '}
            <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {parcel.code}
            </Box>
          </Box>
          <Box sx={{ fontSize: 13, mb: 1 }}>
            {[parcel.refs?.[String(parcel.farmerId)]?.title, parcel.village, area ? format.ha(Number(area)) : ''].filter(Boolean).join(' · ')}
          </Box>
          <LinkButton
            size="small"
            variant="outlined"
            color="inherit"
            to="/private/farmbook/$operator/$entity/$id"
            params={{ operator, entity: 'landparcel', id }}
          >
            {t('Open {{name}}', { name: parcel.title })}
          </LinkButton>
        </>
      ) : null}
    </Box>
  )
}

// The list of tasks as a map: a point for each place that opens what is to be done there, the tasks beside it, and apart from them those of which no place is known.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import type { Place } from '#domain/geo/geodesic.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ListPartProps } from '#web/engine/slots.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CenterFocusStrong as Locate } from '#web/icons/center-focus-strong.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { mapColours } from '#web/map/base-style.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapMarker, MarkerTone } from '#web/map/map-markers.tsx'
import { claimColours } from '#web/theme/tokens.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isOver } from '../due.tsx'
import { isNarrow } from './narrowed.ts'
import { usePlaces } from './places.ts'
import { SpotCard } from './spot-card.tsx'
import { TaskLine } from './task-line.tsx'

const atOnce = 200

/** Tasks of one place, by which it is named on the map. */
type Spot = { key: string; place: Place; rows: RecordAnswer[] }
const pointOf = ({ lon, lat }: Place) => ({ type: 'Point' as const, coordinates: [lon, lat] as [number, number] })

export function TaskMap({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = format.today()
  const list = useList(entity.name, query, { limit: atOnce })
  const { data: places, error, isFetching, refetch } = usePlaces(list.items)
  /** The map is brought there. */
  const [shown, setShown] = useState<string | null>(null)
  /** Places whose tasks are on the card. */
  const [open, setOpen] = useState<readonly string[]>([])
  // Rows are made anew at each drawing: what the map shows follows from what was fetched.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const spots = useMemo(() => spotsOf(list.items, places), [list.dataUpdatedAt, list.items.length, places])
  const isLate = (row: RecordAnswer) => !isOver(row.status) && String(row.dueDate).slice(0, 10) < today
  const toneOf = ({ key, rows }: Spot): MarkerTone =>
    key === shown || open.includes(key) ? 'picked' : rows.some(isLate) ? 'trouble' : rows.every(({ status }) => isOver(status)) ? 'conventional' : 'organic'
  const rowsAt = (keys: readonly string[]) => spots.flatMap(({ key, rows }) => (keys.includes(key) ? rows : []))
  const opened = rowsAt(open)
  const markers = spots.map((spot): MapMarker => ({ id: spot.key, at: [spot.place.lon, spot.place.lat], count: spot.rows.length, tone: toneOf(spot) }))
  const labelOf = (keys: readonly string[]) => {
    const rows = rowsAt(keys)
    const [only] = rows
    return rows.length === 1 && only ? `${only.title}, ${format.date(String(only.dueDate))}` : t('{{count}} tasks here', { count: rows.length })
  }
  const spot = spots.find(({ key }) => key === shown)
  const bounds = useMemo(() => boundsOf((spot ? [spot] : spots).map(({ place }) => pointOf(place))), [spot, spots])
  const placed = spots.reduce((sum, { rows }) => sum + rows.length, 0)
  const lost = places ? list.items.filter(({ id }) => !places.has(id)) : []
  if (list.error && list.items.length === 0)
    return <LoadError problem={list.error} title={t('The list could not be loaded')} retry={() => void list.refetch()} />
  if (error) return <LoadError problem={error} title={t('The places could not be loaded')} retry={() => void refetch()} />
  if (!list.isPending && list.items.length === 0) return <NoTasks entity={entity} query={query} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {list.hasNextPage ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography role="status">
            {t('{{shown}} of {{total}} tasks are on this map.', {
              shown: format.number(list.items.length),
              total: format.number(list.total ?? list.items.length),
            })}
          </Typography>
          <Button variant="outlined" color="inherit" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </Box>
      ) : null}
      <Card sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' }, overflow: 'hidden' }}>
        <Box sx={{ position: 'relative', height: { xs: 340, md: 'min(72vh, 680px)' } }}>
          <LazyParcelMap
            label={t('Map of tasks')}
            bounds={bounds}
            places={{ markers, label: labelOf, open, onOpen: setOpen }}
            legend={[
              { label: t('Overdue'), colour: mapColours.trouble },
              { label: t('Still to do'), colour: claimColours.organic },
              { label: t('Over'), colour: claimColours.conventional },
            ]}
          />
          {opened.length > 0 ? <SpotCard rows={opened} refs={list.refs} onClose={() => setOpen([])} /> : null}
        </Box>
        <Box
          component="aside"
          aria-label={t('Tasks on the map')}
          sx={{
            borderLeft: { md: '1px solid var(--mui-palette-divider)' },
            borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 0 },
            maxHeight: { md: 'min(72vh, 680px)' },
            overflowY: 'auto',
          }}
        >
          <Box role="status" sx={{ px: 2, py: 1, fontSize: 12.5, color: 'text.secondary', borderBottom: '1px solid', borderColor: 'divider' }}>
            {list.isPending || isFetching ? t('Loading') : t('{{count}} tasks with a place', { count: placed })}
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}>
            {spots.map(({ key, rows }) => (
              <Box component="li" key={key} sx={{ bgcolor: key === shown ? 'tone.progress.soft' : 'transparent' }}>
                {rows.map((row) => (
                  <TaskLine key={row.id} row={row} refs={list.refs} />
                ))}
                <Button
                  size="small"
                  color="inherit"
                  startIcon={<Locate />}
                  aria-pressed={key === shown}
                  aria-label={t('Show {{name}} on the map', { name: rows[0]?.title ?? '' })}
                  onClick={() => setShown(key === shown ? null : key)}
                  sx={{ mx: 1.25, mb: 0.75, minHeight: { xs: 44, sm: 32 } }}
                >
                  {key === shown ? t('Show everything') : t('Show on the map')}
                </Button>
              </Box>
            ))}
          </Box>
        </Box>
      </Card>
      <NoPlace rows={lost} refs={list.refs} />
    </Box>
  )
}

/** In place of the map where there is nothing to show: why. */
function NoTasks({ entity, query }: Pick<ListPartProps, 'entity' | 'query'>) {
  const { t, i18n } = useTranslation()
  const plural = inSentence(t(entity.plural), i18n.language)
  return (
    <Card>
      {isNarrow(query) ? (
        <EmptyState sign="search" title={t('Nothing matches')} reason={t('No {{plural}} fit your search and filters.', { plural })} />
      ) : (
        <EmptyState title={t('No {{plural}} yet', { plural })} reason={t(entity.about)} />
      )}
    </Card>
  )
}

function spotsOf(rows: readonly RecordAnswer[], places: ReadonlyMap<string, Place> | undefined): Spot[] {
  const spots = new Map<string, Spot>()
  for (const row of rows) {
    const place = places?.get(row.id)
    if (!place) continue
    const key = `${place.lon},${place.lat}`
    const spot = spots.get(key) ?? { key, place, rows: [] }
    spot.rows.push(row)
    spots.set(key, spot)
  }
  return [...spots.values()]
}

/** Those of which no place is known, counted and listed: nobody takes the others for all of them. */
export function NoPlace({ rows, refs }: { rows: readonly RecordAnswer[]; refs: ReturnType<typeof useList>['refs'] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const words = t('{{count}} tasks have no place', { count: rows.length })
  return (
    <Card component="section" aria-label={words}>
      <Typography variant="h3" sx={{ fontSize: 15, px: 2, pt: 1.5, pb: 0.5, m: 0 }}>
        {words}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}>
        {rows.map((row) => (
          <li key={row.id}>
            <TaskLine row={row} refs={refs} />
          </li>
        ))}
      </Box>
    </Card>
  )
}

// One's own tasks that are due today or overdue, in the order in which one gets round them: on to the nearest from where the device is, if it may be asked,
// else from the operator's office. Made for a phone in the field.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import type { Place } from '#domain/geo/geodesic.ts'
import { routeOrder } from '#domain/work/route-order.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList, useOne } from '#web/api/queries.ts'
import { allowedPosition, position } from '#web/engine/event/position.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { MyLocationOutlined as Locate } from '#web/icons/my-location-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { isOver } from '../due.tsx'
import { isNarrow, narrowedTo } from './narrowed.ts'
import { usePlaces } from './places.ts'
import { TaskLine } from './task-line.tsx'
import { NoPlace } from './task-map.tsx'

const atOnce = 100

export function MyDay({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const status = Object.keys(entity.states).filter((state) => !isOver(state))
  const narrowed = narrowedTo(query, { status, assigneeId: user.id, until: format.today() })
  const list = useList(entity.name, { ...(narrowed ?? query), sort: 'dueDate' }, { limit: atOnce, enabled: narrowed !== null })
  const rows = narrowed ? list.items : []
  const places = usePlaces(rows)
  const start = useStart()
  if (narrowed && list.error && rows.length === 0)
    return <LoadError problem={list.error} title={t('The list could not be loaded')} retry={() => void list.refetch()} />
  if (places.error) return <LoadError problem={places.error} title={t('The places could not be loaded')} retry={() => void places.refetch()} />
  if (narrowed && (list.isPending || start.isPending || (rows.length > 0 && !places.data))) return <ListSkeleton cards />
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState
          title={t('Nothing of yours is due')}
          reason={
            narrowed === null
              ? t('The filters above leave out your open tasks.')
              : isNarrow(query)
                ? t('None of your tasks that fit the filters is due today or overdue.')
                : t('None of your tasks is due today or overdue.')
          }
        />
      </Card>
    )
  const stops = rows.flatMap((row) => {
    const place = places.data?.get(row.id)
    return place ? [{ row, place }] : []
  })
  const legs = routeOrder(stops, start.place)
  const allKm = legs.reduce((sum, { km }) => sum + (km ?? 0), 0)
  const kmWords = (km: number) => format.quantity(km, 'km', km < 10 ? 1 : 0)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 720 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box role="status" sx={{ flex: 1, minWidth: 200 }}>
          <Typography sx={{ fontWeight: 600 }}>{t('{{count}} tasks due today or overdue', { count: list.total ?? rows.length })}</Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {[startWords(t, start.of), legs.length > 1 || legs[0]?.km ? t('{{distance}} in a straight line', { distance: kmWords(allKm) }) : '']
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
        {start.of === 'device' ? null : (
          <Button variant="outlined" color="inherit" startIcon={<Locate />} loading={start.isLooking} onClick={start.look} sx={{ minHeight: 44 }}>
            {t('From where I am')}
          </Button>
        )}
      </Box>
      {legs.length > 0 ? (
        <Card component="ol" aria-label={t('My day')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}>
          {legs.map(({ stop: { row }, km }, at) => (
            <Box component="li" key={row.id} sx={{ display: 'grid', gridTemplateColumns: '44px minmax(0, 1fr)', alignItems: 'start' }}>
              <Box
                aria-hidden
                sx={{
                  m: 1.25,
                  mr: 0,
                  width: 30,
                  height: 30,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  bgcolor: 'brand.soft',
                  fontWeight: 600,
                  fontSize: 13,
                }}
              >
                {format.number(at + 1)}
              </Box>
              <TaskLine row={row} refs={list.refs}>
                {km === null ? null : (
                  <Typography variant="caption" component="div" color="textSecondary">
                    {at === 0 ? t('{{distance}} from the start', { distance: kmWords(km) }) : t('{{distance}} further on', { distance: kmWords(km) })}
                  </Typography>
                )}
              </TaskLine>
            </Box>
          ))}
        </Card>
      ) : null}
      <NoPlace rows={rows.filter(({ id }) => !places.data?.has(id))} refs={list.refs} />
      {list.hasNextPage ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography role="status">
            {t('{{shown}} shown of {{total}}', { shown: format.number(rows.length), total: format.number(list.total ?? rows.length) })}
          </Typography>
          <Button variant="outlined" color="inherit" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}

type Start = 'device' | 'office' | null
const startWords = (t: ReturnType<typeof useTranslation>['t'], of: Start): string =>
  of === 'device'
    ? t('From where you are')
    : of === 'office'
      ? t('From the office')
      : t('Neither where you are nor the office is known: what is due first comes first.')

/** Where the way begins. Nobody is asked for leave to look before they press the button. */
function useStart() {
  const { t } = useTranslation()
  const user = useUser()
  const operator = useOperator()
  const [own, setOwn] = useState<Place | null>(null)
  const [isLooking, setLooking] = useState(false)
  const device = useQuery({ queryKey: ['position', 'allowed'], queryFn: allowedPosition, staleTime: 60_000 })
  const group = useAccess()?.operators.find(({ code }) => code === operator)
  const office = useOne('collective', can(user, 'collective', 'V') ? group?.id : undefined)
  const found = own ?? (device.data ? { lon: device.data.lng, lat: device.data.lat } : null)
  const [lon, lat] = (office.data?.centre as { coordinates?: number[] } | null | undefined)?.coordinates ?? []
  const place = found ?? (lon !== undefined && lat !== undefined ? { lon, lat } : null)
  const look = async () => {
    setLooking(true)
    const here = await position()
    setLooking(false)
    if (here) setOwn({ lon: here.lng, lat: here.lat })
    else showToast({ severity: 'warning', message: t('This device does not know where it is, or may not say so.') })
  }
  const of: Start = found ? 'device' : place ? 'office' : null
  return { place, of, isPending: device.isPending || office.isLoading, isLooking, look: () => void look() }
}

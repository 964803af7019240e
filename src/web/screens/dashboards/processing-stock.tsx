// The stock by age and claim, what is restricted, and the places between which goods went.
import Box from '@mui/material/Box'
import { Fragment, useMemo } from 'react'
import { widened } from '#domain/geo/area.ts'
import { addDays } from '#domain/kernel/day.ts'
import { ageClasses, type ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { lyingBetween } from '#domain/reports/figure-lists.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapNote } from '#web/map/map-notes.tsx'
import type { MapShape } from '#web/map/map-shape.ts'
import { LinkListItem, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'
import { Legend } from './processing-weeks.tsx'

/** Days that goods of a class lie, at least and at most. */
const daysOf: Record<(typeof ageClasses)[number], readonly [least: number | null, most: number | null]> = {
  '0-30': [null, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '91+': [91, null],
}

/** `to`: the day on which they were counted. */
export function StockByAge({ stock, to }: Pick<ProcessingFigures, 'stock' | 'to'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const claimWord = useClaimWord()
  const operator = useOperator()
  const of = (age: (typeof ageClasses)[number]) =>
    stock.filter((one) => one.age === age).toSorted((one, other) => claimOrder(one.claim) - claimOrder(other.claim))
  const listOf = (age: (typeof ageClasses)[number], claim?: string) => {
    const [least, longest] = daysOf[age]
    return lyingBetween(longest === null ? null : addDays(to, -longest), least === null ? null : addDays(to, -least), claim)
  }
  const total = (parts: ProcessingFigures['stock']) => parts.reduce((sum, { kg }) => sum + kg, 0)
  const most = Math.max(1, ...ageClasses.map((age) => total(of(age))))
  const claims = [...new Set(stock.map(({ claim }) => claim))].sort((one, other) => claimOrder(one) - claimOrder(other))
  return (
    <Panel title={t('Stock by age')} note={t('days since it was made or received')} flush>
      {stock.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No lot has anything on hand.')}</Box> : null}
      {ageClasses.map((age) => {
        const parts = of(age)
        if (stock.length === 0) return null
        return (
          <Fragment key={age}>
            <LinkListItem
              to="/private/farmbook/$operator/$entity/list"
              params={{ operator, entity: 'productbatch' }}
              search={listOf(age).search}
              sx={{ display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr) auto', columnGap: 1.5, alignItems: 'center', minHeight: 44, px: 2 }}
            >
              <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{age === '91+' ? t('over 90') : age.replace('-', '–')}</Box>
              <Box
                aria-hidden
                sx={{
                  display: 'flex',
                  height: 16,
                  width: `${(total(parts) / most) * 100}%`,
                  minWidth: total(parts) > 0 ? 3 : 0,
                  borderRadius: '3px',
                  overflow: 'hidden',
                }}
              >
                {parts.map(({ claim, kg }) => (
                  <Box key={claim} title={`${claimWord(claim)} ${format.kg(kg)}`} sx={{ flexGrow: kg, flexBasis: 0, bgcolor: claimFill(claim) }} />
                ))}
              </Box>
              <Box sx={{ textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.kg(total(parts))}</Box>
            </LinkListItem>
            {parts.length > 1 ? (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, pl: { xs: 2, sm: '92px' }, pr: 2, pb: 0.5, fontSize: 12.5 }}>
                {parts.map(({ claim, kg }) => (
                  <TextLink
                    key={claim}
                    to="/private/farmbook/$operator/$entity/list"
                    params={{ operator, entity: 'productbatch' }}
                    search={listOf(age, claim).search}
                    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 28, color: 'text.secondary' }}
                  >
                    {`${claimWord(claim)} ${format.kg(kg)}`}
                  </TextLink>
                ))}
              </Box>
            ) : null}
          </Fragment>
        )
      })}
      <Box sx={{ px: 2, pb: 1.5 }}>
        <Legend claims={claims} />
      </Box>
    </Panel>
  )
}

export function RestrictedLots({ restricted }: { restricted: ProcessingFigures['restricted'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  if (restricted.length === 0) return null
  return (
    <Panel title={t('Held back')} note={t('longest first')} flush>
      {restricted.map(({ id, title, kg, days, reason, words }) => (
        <LinkListItem
          key={id}
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, entity: 'productbatch', id }}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1.5, py: 1, px: 2 }}
        >
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}>{title}</Box>
          <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.kg(kg)}</Box>
          <Box sx={{ fontSize: 12.5, color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
            {t({ message: reason, ...(words ? { words } : {}) })}
          </Box>
          <ToneText tone={days > 30 ? 'error' : 'pending'} label={t('{{count}} days', { count: days })} />
        </LinkListItem>
      ))}
    </Panel>
  )
}

export function RoutesMap({ routes }: { routes: ProcessingFigures['routes'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const places = useMemo(() => [...new Map(routes.flatMap(({ from, to }) => [from, to]).map((place) => [place.name, place])).values()], [routes])
  const bounds = useMemo(() => {
    const box = boundsOf(places.map(({ at }) => ({ type: 'Point' as const, coordinates: at })))
    return box && widened(box, 6000)
  }, [places])
  const heaviest = Math.max(1, ...routes.map(({ kg }) => kg))
  const shapes = places.map((place): MapShape => ({ id: place.name, geometry: { type: 'Point', coordinates: place.at }, tone: 'organic' }))
  const notes = places.map(
    (place): MapNote => ({
      key: place.name,
      at: place.at,
      anchor: 'right',
      content: <Box sx={{ fontSize: 12.5, whiteSpace: 'nowrap', textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 4px #fff', fontWeight: 600 }}>{place.name}</Box>,
    }),
  )
  return (
    <Panel title={t('Ways of the goods')} note={t('dispatches between places')} flush>
      <Box sx={{ position: 'relative', height: { xs: 250, md: 300 } }}>
        {bounds ? (
          <LazyParcelMap
            label={t('Map of the ways between places')}
            bounds={bounds}
            shapes={shapes}
            lines={routes.map(({ from, to, kg }) => ({ id: `${from.name}>${to.name}`, from: from.at, to: to.at, share: kg / heaviest, isPicked: false }))}
            notes={notes}
            legend={null}
          />
        ) : (
          <Box sx={{ p: 2, color: 'text.secondary' }}>{t('Nothing was sent between places on the map.')}</Box>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 2, py: 1, fontSize: 13 }}>
        {routes.slice(0, 6).map(({ from, to, kg, dispatches }) => (
          <Box component="li" key={`${from.name}>${to.name}`} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
            <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>{`${from.name} → ${to.name}`}</Box>
            <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{`${format.number(dispatches)} ×`}</Box>
            <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{format.kg(kg)}</Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

// What the dashboards of husbandry draw of each trade: milk by day, flocks against their package of practices, ponds with
// their water; and of all, what is under restriction. Every line opens what it speaks of.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { lactationStatuses } from '#domain/husbandry/animal.ts'
import { birdTypes } from '#domain/husbandry/animal-terms.ts'
import { lastWholeDay } from '#domain/husbandry/husbandry-summary.ts'
import type { DairySummary, FlockSummary, PondSummary, PoultrySummary, RestrictedAnimal } from '#domain/husbandry/husbandry-summary-answer.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkListItem, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { Curve } from '../husbandry/curve.tsx'
import { DayBars } from '../husbandry/day-bars.tsx'
import { RestrictionLines } from '../husbandry/restrictions.tsx'

export function MilkPanel({ dairy }: { dairy: DairySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = dairy.milk.at(-1)
  if (!last) return null
  return (
    <Panel title={t('Milk by day')} note={t('kg, the line is the week before')}>
      <DayBars
        days={dairy.milk.map(({ day, kg }) => ({ day, value: kg }))}
        label={t('Milk by day, last {{kg}}', { kg: format.kg(last.kg) })}
        formatFigure={(kg) => format.number(kg)}
      />
    </Panel>
  )
}

export function CowMilkPanel({ dairy }: { dairy: DairySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = lastWholeDay(dairy.milk, format.today())
  const whole = dairy.milk.filter(({ day }) => last && day <= last.day)
  if (whole.length < 2 || !last) return null
  return (
    <Panel title={t('Milk for each cow milked')} note={t('kg a day')}>
      <Curve
        hasKey={false}
        height={140}
        label={t('Milk for each cow milked, last {{kg}}', { kg: format.kg(Math.round((last.kg / last.animals) * 10) / 10) })}
        lines={[
          {
            key: 'each',
            label: t('Milk for each cow milked'),
            colour: '#2F5D47',
            points: whole.map(({ day, kg, animals }) => ({ day, value: kg / Math.max(1, animals) })),
          },
        ]}
        formatFigure={(kg) => format.number(kg, 1)}
      />
    </Panel>
  )
}

/** One bar of the herd by the state of its lactations; each part leads to its cows. */
export function LactationPanel({ dairy }: { dairy: DairySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const order = Object.keys(lactationStatuses)
  const parts = [...dairy.lactating].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
  if (parts.length === 0) return null
  const colours: Readonly<Record<string, string>> = {
    FRESH: '#1E67A8',
    EARLY: '#5B9A77',
    LACTATING: '#2F5D47',
    DRY: '#C9A227',
    LEAD: '#E3C35A',
    NONE: '#B9C3BD',
  }
  return (
    <Panel title={t('The herd')} note={t('females by lactation')}>
      <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 14, borderRadius: 1, overflow: 'hidden', mt: 0.5 }}>
        {parts.map(({ status, count }) => (
          <Box key={status} sx={{ flexGrow: count, flexBasis: 3, bgcolor: colours[status] ?? '#B9C3BD' }} />
        ))}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, fontSize: 13 }}>
        {parts.map(({ status, count }) => {
          const label = [lactationStatuses[status as keyof typeof lactationStatuses]].flat()[0] ?? status
          return (
            <li key={status}>
              <TextLink
                to="/private/farmbook/$operator/$entity/list"
                params={{ operator, entity: 'cow' }}
                search={{ 'filter[status]': 'ALIVE', 'filter[lactationStatus]': status }}
                sx={{ color: 'text.secondary', fontWeight: 400, display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: { xs: 32, sm: 20 } }}
              >
                <Box aria-hidden component="span" sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: colours[status] ?? '#B9C3BD' }} />
                {t(label)}{' '}
                <Box component="span" sx={{ color: 'text.primary', fontWeight: 600 }}>
                  {format.number(count)}
                </Box>
              </TextLink>
            </li>
          )
        })}
      </Box>
    </Panel>
  )
}

export function FallenPanel({ dairy }: { dairy: DairySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  if (dairy.fallen.length === 0) return null
  return (
    <Panel title={t('Milk has fallen')} note={t('a fifth below the week before')}>
      <FigureRows
        rows={dairy.fallen.slice(0, 8).map(({ id, title, kg, averageKg }) => ({
          key: id,
          label: (
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'cow', id }}>
              {title}
            </TextLink>
          ),
          value: t('{{kg}} of {{usual}}', { kg: format.kg(kg), usual: format.kg(Math.round(averageKg * 10) / 10) }),
        }))}
      />
    </Panel>
  )
}

export function RestrictedPanel({ restrictions }: { restrictions: readonly RestrictedAnimal[] }) {
  const { t } = useTranslation()
  const operator = useOperator()
  return (
    <Panel
      title={t('Held back')}
      note={restrictions.length > 0 ? String(restrictions.length) : null}
      action={
        restrictions.length > 6 ? (
          <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'withdrawal' }} search={{ 'filter[status]': 'ACTIVE' }}>
            {t('See all')}
          </TextLink>
        ) : null
      }
    >
      {restrictions.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('Nothing is held back.')}</Box>
      ) : (
        <RestrictionLines restrictions={restrictions.slice(0, 6)} />
      )}
    </Panel>
  )
}

const line = {
  columnGap: 2,
  rowGap: 0.25,
  py: 1.25,
  minHeight: 60,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const

export function FlocksPanel({ poultry }: { poultry: PoultrySummary }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Flocks')} note={t('against their package of practices')} flush>
      {poultry.flocks.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No flock is placed now.')}</Box> : null}
      {poultry.flocks.map((flock) => (
        <FlockLine key={flock.id} flock={flock} />
      ))}
    </Panel>
  )
}

function FlockLine({ flock }: { flock: FlockSummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { id, title, birdType, ageDays, alive, placed, lossShare, expectedLossShare, layingShare, expectedLayingShare, lastWeightG, targetWeightG, fcr } = flock
  const compared = (key: string, words: string, aim: string | null, isBad: boolean): { key: string; words: string; tone: Tone } => ({
    key,
    words: aim === null ? words : `${words} (${aim})`,
    tone: aim === null ? 'neutral' : isBad ? 'error' : 'success',
  })
  const notes = [
    ...(lossShare === null
      ? []
      : [
          compared(
            'loss',
            t('{{share}} died', { share: format.share(lossShare) }),
            expectedLossShare === null ? null : t('usual {{share}}', { share: format.share(expectedLossShare) }),
            expectedLossShare !== null && lossShare > expectedLossShare,
          ),
        ]),
    ...(layingShare !== null
      ? [
          compared(
            'laying',
            t('{{share}} laying', { share: format.share(layingShare) }),
            expectedLayingShare === null ? null : t('aimed at {{share}}', { share: format.share(expectedLayingShare) }),
            expectedLayingShare !== null && layingShare < expectedLayingShare - 0.02,
          ),
        ]
      : lastWeightG !== null
        ? [
            compared(
              'weight',
              `${format.number(lastWeightG)} ${t('g')}`,
              targetWeightG === null ? null : t('aimed at {{grams}} g', { grams: format.number(targetWeightG) }),
              targetWeightG !== null && lastWeightG < targetWeightG * 0.93,
            ),
          ]
        : []),
    ...(fcr === null ? [] : [compared('fcr', t('feed conversion {{fcr}}', { fcr: format.fixed(fcr, 2) }), null, false)]),
  ]
  return (
    <LinkListItem
      to="/private/farmbook/$operator/$entity/$id"
      params={{ operator, entity: 'poultrybatch', id }}
      sx={{ ...line, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1.2fr)' } }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {[
            t(birdTypes[birdType as keyof typeof birdTypes] ?? birdType),
            ageDays > 140 ? t('{{count}} weeks', { count: Math.floor(ageDays / 7) }) : t('{{count}} days', { count: ageDays }),
            t('{{alive}} of {{placed}} alive', { alive: format.number(alive), placed: format.number(placed) }),
          ].join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, minWidth: 0 }}>
        {notes.map(({ key, words, tone }) => (
          <ToneText key={key} label={words} tone={tone} />
        ))}
      </Box>
    </LinkListItem>
  )
}

export function EggsPanel({ poultry }: { poultry: PoultrySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = poultry.eggs.at(-1)
  if (!last) return null
  return (
    <Panel
      title={t('Eggs by day')}
      note={last.hens > 0 ? t('{{day}}: {{share}} of the hens laid', { day: format.date(last.day), share: format.share(last.eggs / last.hens) }) : ''}
    >
      <DayBars
        days={poultry.eggs.map(({ day, eggs }) => ({ day, value: eggs }))}
        label={t('Eggs by day, last {{number}}', { number: format.number(last.eggs) })}
        formatFigure={(eggs) => format.number(eggs)}
      />
    </Panel>
  )
}

const pondColours = ['#2F5D47', '#1E67A8', '#C9A227', '#8F4A00', '#7FA644', '#56625B'] as const

export function PondGrowthPanel({ ponds }: { ponds: readonly PondSummary[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const weighed = ponds.filter(({ growth }) => growth.length > 1).slice(0, pondColours.length)
  if (weighed.length === 0) return null
  return (
    <Panel title={t('Growth')} note={t('mean weight, g')}>
      <Curve
        label={weighed.map(({ title, lastWeightG }) => `${title}: ${format.number(lastWeightG ?? 0)} ${t('g')}`).join(', ')}
        lines={weighed.map(({ id, title, growth }, at) => ({
          key: id,
          label: title,
          colour: pondColours[at % pondColours.length] ?? '#2F5D47',
          points: growth.map(({ day, grams }) => ({ day, value: grams })),
        }))}
        formatFigure={(grams) => format.number(grams)}
      />
    </Panel>
  )
}

export function PondsPanel({ ponds }: { ponds: readonly PondSummary[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Ponds')} flush>
      {ponds.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No pond is stocked now.')}</Box> : null}
      {ponds.map((pond) => (
        <PondLine key={pond.id} pond={pond} />
      ))}
    </Panel>
  )
}

function PondLine({ pond: { id, title, days, alive, lastWeightG, biomassKg, fcr, water, outOfBounds } }: { pond: PondSummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const tested = water
    ? ([
        ['doMgL', t('oxygen {{value}}', { value: `${format.fixed(water.doMgL, 1)} mg/L` })],
        ['ph', `${t('pH')} ${format.fixed(water.ph, 1)}`],
        ['temperatureC', `${format.fixed(water.temperatureC, 1)} °C`],
        ...(water.nh3MgL === null ? [] : [['nh3MgL', t('ammonia {{value}}', { value: `${format.number(water.nh3MgL, 3)} mg/L` })] as const]),
      ] as const)
    : []
  return (
    <LinkListItem
      to="/private/farmbook/$operator/$entity/$id"
      params={{ operator, entity: 'aquacrop', id }}
      sx={{ ...line, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1.2fr)' } }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {[
            days === null ? '' : t('{{count}} days', { count: days }),
            alive === null ? '' : t('about {{number}} alive', { number: format.number(alive) }),
            lastWeightG === null ? '' : `${format.number(lastWeightG)} ${t('g')}`,
            biomassKg === null ? '' : t('about {{kg}}', { kg: format.kg(Math.round(biomassKg)) }),
            fcr === null ? '' : t('feed conversion {{fcr}}', { fcr: format.fixed(fcr, 2) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignContent: 'start', minWidth: 0 }}>
        {water && tested.length > 0 ? (
          tested.map(([measure, words]) => {
            const isBad = outOfBounds.includes(measure)
            return <ToneText key={measure} label={words} tone={isBad ? 'error' : 'neutral'} />
          })
        ) : (
          <ToneText label={t('water not tested yet')} tone="pending" />
        )}
      </Box>
    </LinkListItem>
  )
}

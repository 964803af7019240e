// The season at a glance: six figures, the kilograms, what waits, and where everything stands. Every figure opens its list.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import { entities, findEntity } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { claims } from '#domain/kernel/terms.ts'
import { useAllRows } from '#web/api/all-pages.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useUser } from '#web/session/use-user.ts'
import { claimColours, gaugeColours } from '#web/theme/tokens.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { addUp, type SeasonTotals } from '../season-crops.ts'
import { Decisions } from './decisions.tsx'
import { Standing, useStatusCounts } from './standing.tsx'
import { Tile } from './tile.tsx'

const shown = ['farmer', 'landparcel', 'croppingsystem', 'crop', 'productbatch', 'processingsystem']

export function Dashboard() {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const season = useSeason()
  const mine = entities.filter(({ name }) => shown.includes(name) && can(user, name, 'L'))
  const seesCrops = mine.some(({ name }) => name === 'crop')
  const crops = useAllRows('crop', season.id ? { filters: { seasonId: [season.id] } } : {}, seesCrops)
  const totals = crops.data ? addUp(crops.data.rows) : undefined
  return (
    <>
      <PageHeader
        title={t('Season at a glance')}
        note={[
          season.title ?? t('All seasons'),
          format.longDay(format.today()),
          ...(crops.data && !crops.data.isComplete ? [t('sums over the first {{count}} crops', { count: crops.data.rows.length })] : []),
        ].join(' · ')}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(150px, 1fr))' },
          gap: 1.5,
          mb: 1.5,
        }}
      >
        {mine
          .filter(({ name }) => name === 'farmer' || name === 'landparcel')
          .map((entity) => (
            <CountTile key={entity.name} entity={entity} />
          ))}
        {seesCrops ? <CropTiles totals={totals} /> : null}
      </Box>
      {crops.error ? (
        <Panel>
          <LoadError problem={crops.error} title={t('The sums could not be loaded')} retry={() => void crops.refetch()} />
        </Panel>
      ) : null}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.75fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {totals && totals.crops > 0 ? <Kilograms totals={totals} /> : null}
          <Standing entities={mine} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Decisions entities={mine} />
          {totals && totals.claims.length > 0 ? <Claims totals={totals} /> : null}
        </Box>
      </Box>
    </>
  )
}

/** How many are in good standing, of all that are not out; what waits below. */
function CountTile({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = useStatusCounts(entity)
  const isCounting = counts.some(({ count }) => count === undefined)
  const of = (tones: readonly string[]) => counts.filter(({ tone }) => tones.includes(tone)).reduce((sum, { count }) => sum + (count ?? 0), 0)
  const total = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const good = of(['success'])
  // The largest group that somebody has to look at, in its own word.
  const most = counts
    .filter(({ tone, count }) => (tone === 'error' || tone === 'pending') && count)
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))[0]
  const worst = most
    ? { words: `${format.number(most.count ?? 0)} ${t(most.label).toLocaleLowerCase(format.language)}`, tone: most.tone }
    : { words: t('None waiting'), tone: 'success' as const }
  return (
    <Tile
      label={t(entity.plural)}
      entity={entity.name}
      figure={isCounting ? undefined : format.number(good)}
      unit={isCounting ? undefined : t('of {{total}}', { total: format.number(total) })}
      share={total > 0 ? good / total : undefined}
      remark={isCounting || total === 0 ? undefined : worst}
    />
  )
}

function CropTiles({ totals }: { totals: SeasonTotals | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kg = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : undefined)
  const remark = (part: number, whole: number, of: string) =>
    whole > 0
      ? { words: t('{{share}} of {{what}}', { share: format.share(part / whole), what: of }), tone: part > whole ? ('pending' as const) : ('neutral' as const) }
      : undefined
  return (
    <>
      <Tile
        label={t('Area under crops')}
        entity="crop"
        figure={totals && format.fixed(totals.areaHa, 1)}
        unit="ha"
        remark={totals && { words: t('{{number}} crops', { number: format.number(totals.crops) }), tone: 'neutral' }}
      />
      <Tile
        label={t('Estimate')}
        entity="crop"
        search={{ sort: '-estimatedKg' }}
        figure={kg(totals?.estimatedKg)}
        unit="kg"
        share={totals && share(totals.estimatedKg, totals.capKg)}
        remark={totals && remark(totals.estimatedKg, totals.capKg, t('the ceiling'))}
      />
      <Tile
        label={t('Harvested')}
        entity="crop"
        search={{ sort: '-harvestedKg' }}
        figure={kg(totals?.harvestedKg)}
        unit="kg"
        share={totals && share(totals.harvestedKg, totals.estimatedKg)}
        remark={totals && remark(totals.harvestedKg, totals.estimatedKg, t('the estimate'))}
      />
      <Tile
        label={t('Purchased')}
        entity={findEntity('productbatch') ? 'productbatch' : 'crop'}
        figure={kg(totals?.purchasedKg)}
        unit="kg"
        share={totals && share(totals.purchasedKg, totals.harvestedKg)}
        remark={totals && remark(totals.purchasedKg, totals.harvestedKg, t('the harvest'))}
      />
    </>
  )
}

function Kilograms({ totals }: { totals: SeasonTotals }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = [
    { label: t('Delivered'), value: totals.purchasedKg, colour: gaugeColours.delivered },
    { label: t('Harvested'), value: totals.harvestedKg, colour: gaugeColours.harvested },
    { label: t('Estimate'), value: totals.estimatedKg, colour: gaugeColours.tick },
    { label: t('Ceiling'), value: totals.capKg, colour: gaugeColours.track },
  ]
  return (
    <Panel title={t('Kilograms this season')} note={t('{{kg}} left to sell', { kg: format.kg(totals.leftKg) })}>
      <KgGauge cap={totals.capKg} harvested={totals.harvestedKg} delivered={totals.purchasedKg} estimate={totals.estimatedKg} height={18} />
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1.5, m: 0, mt: 1.5 }}>
        {figures.map(({ label, value, colour }) => (
          <div key={label}>
            <Typography component="dt" variant="caption" color="textSecondary" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colour }} />
              {label}
            </Typography>
            <Typography component="dd" variant="h4" sx={{ m: 0 }}>
              {format.number(value)}{' '}
              <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary' }}>
                kg
              </Box>
            </Typography>
          </div>
        ))}
      </Box>
    </Panel>
  )
}

const claimFill: Record<string, string> = {
  ORGANIC: claimColours.organic,
  IC3: claimColours.ic2,
  IC2: claimColours.ic2,
  IC1: claimColours.ic1,
  CONVENTIONAL: claimColours.conventional,
}
function Claims({ totals }: { totals: SeasonTotals }) {
  const { t } = useTranslation()
  const format = useFormat()
  const ordered = Object.keys(claims)
    .toReversed()
    .flatMap((claim) => totals.claims.filter((one) => one.claim === claim))
  return (
    <Panel title={t('Area by claim')}>
      <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 12, borderRadius: 1, overflow: 'hidden' }}>
        {ordered.map(({ claim, areaHa }) => (
          <Box key={claim} sx={{ flexGrow: areaHa, flexBasis: 3, bgcolor: claimFill[claim] }} />
        ))}
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 1.25 }}>
        {ordered.map(({ claim, areaHa }) => (
          <Box key={claim} sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
            <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: claimFill[claim] }} />
            <Box component="dt" sx={{ flex: 1 }}>
              {t(claims[claim as keyof typeof claims][0])}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              {format.ha(areaHa)}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

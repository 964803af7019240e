// The six figures with which a dashboard of husbandry begins, each leading to the list behind it. What cannot be worked
// out has no tile.
import Box from '@mui/material/Box'
import { lastWholeDay } from '#domain/husbandry/husbandry-summary.ts'
import type { DairySummary, HusbandrySummary, PoultrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { weekMeans } from '../husbandry/day-bars.tsx'
import { Tile, type TileProps } from './tile.tsx'

export function HusbandryTiles({ summary }: { summary: HusbandrySummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const formatting: Formatting = { t, format }
  const tiles = [...dairyTiles(summary.dairy, formatting), ...poultryTiles(summary.poultry, formatting), ...aquaTiles(summary, formatting)]
  if (tiles.length === 0) return null
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(auto-fit, minmax(${tiles.length > 5 ? 220 : 170}px, 1fr))` },
        gap: 1.5,
        mb: 1.5,
      }}
    >
      {tiles.map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </Box>
  )
}

type Formatting = { t: ReturnType<typeof useTranslation>['t']; format: ReturnType<typeof useFormat> }
const milked = 'FRESH,EARLY,LACTATING'

function dairyTiles(dairy: DairySummary | null, { t, format }: Formatting): TileProps[] {
  const last = lastWholeDay(dairy?.milk ?? [], format.today())
  const count = (...states: string[]) => dairy?.lactating.filter(({ status }) => states.includes(status)).reduce((sum, one) => sum + one.count, 0) ?? 0
  const [inMilk, dry] = [count('FRESH', 'EARLY', 'LACTATING'), count('DRY', 'LEAD')]
  if (!dairy || (!last && inMilk + dry === 0)) return []
  const average = weekMeans(dairy.milk.map(({ day, kg }) => ({ day, value: kg }))).find(({ day }) => day === last?.day)?.value
  const turn = last && average ? last.kg / average - 1 : null
  return [
    ...(last
      ? [
          {
            label: t('Milk, {{day}}', { day: inSentence(format.date(last.day), format.language) }),
            figure: format.mass(Math.round(last.kg * 10) / 10),
            unit: format.massUnit,
            entity: 'productionsystem',
            search: { 'filter[systemType]': 'DAIRY' },
            remark:
              turn === null
                ? undefined
                : {
                    words:
                      turn >= 0 ? t('{{share}} above the week', { share: format.share(turn) }) : t('{{share}} below the week', { share: format.share(-turn) }),
                    tone: turn < -0.1 ? ('error' as const) : turn < -0.03 ? ('pending' as const) : ('success' as const),
                  },
          },
          {
            label: t('For each cow milked'),
            figure: format.fixed(last.kg / Math.max(1, last.animals), 1),
            unit: t('kg'),
            entity: 'cow',
            search: { 'filter[lactationStatus]': milked, sort: '-lastMilkKg' },
            remark: { words: t('{{count}} cows milked', { count: last.animals }), tone: 'neutral' as const },
          },
        ]
      : []),
    {
      label: t('Cows in milk'),
      figure: format.number(inMilk),
      unit: t('of {{total}}', { total: format.number(inMilk + dry) }),
      share: inMilk + dry > 0 ? inMilk / (inMilk + dry) : undefined,
      entity: 'cow',
      search: { 'filter[status]': 'ALIVE', 'filter[lactationStatus]': milked },
      remark: { words: t('{{number}} dry', { number: format.number(dry) }), tone: 'neutral' },
    },
  ]
}

function poultryTiles(poultry: PoultrySummary | null, { t, format }: Formatting): TileProps[] {
  if (!poultry || poultry.flocks.length === 0) return []
  const [alive, placed] = [poultry.flocks.reduce((sum, one) => sum + one.alive, 0), poultry.flocks.reduce((sum, one) => sum + one.placed, 0)]
  const over = poultry.flocks.filter(
    ({ lossShare, expectedLossShare }) => lossShare !== null && expectedLossShare !== null && lossShare > expectedLossShare,
  ).length
  const eggs = poultry.eggs.at(-1)
  return [
    {
      label: t('Birds alive'),
      figure: format.number(alive),
      unit: t('of {{total}}', { total: format.number(placed) }),
      share: placed > 0 ? alive / placed : undefined,
      entity: 'poultrybatch',
      search: { 'filter[status]': 'PLACED,LAYING,DEPLETING' },
      remark:
        over > 0 ? { words: t('{{count}} flocks lost more than usual', { count: over }), tone: 'error' } : { words: t('Losses as usual'), tone: 'success' },
    },
    ...(eggs
      ? [
          {
            label: t('Eggs, {{day}}', { day: inSentence(format.date(eggs.day), format.language) }),
            figure: format.number(eggs.eggs),
            entity: 'poultrybatch',
            search: { 'filter[status]': 'LAYING' },
            share: eggs.hens > 0 ? eggs.eggs / eggs.hens : undefined,
            remark: eggs.hens > 0 ? { words: t('{{share}} laying', { share: format.share(eggs.eggs / eggs.hens) }), tone: 'neutral' as const } : undefined,
          },
        ]
      : []),
  ]
}

function aquaTiles({ aqua }: HusbandrySummary, { t, format }: Formatting): TileProps[] {
  if (!aqua || aqua.ponds.length === 0) return []
  const biomass = aqua.ponds.reduce((sum, { biomassKg }) => sum + (biomassKg ?? 0), 0)
  const bad = aqua.ponds.filter(({ outOfBounds }) => outOfBounds.length > 0).length
  return [
    {
      label: t('Fish in the ponds, about'),
      figure: format.mass(Math.round(biomass)),
      unit: format.massUnit,
      entity: 'aquacrop',
      search: { 'filter[status]': 'STOCKED,GROWING,HARVESTING', sort: '-biomassKg' },
      remark: { words: t('{{count}} ponds stocked', { count: aqua.ponds.length }), tone: 'neutral' },
    },
    {
      label: t('Water out of bounds'),
      figure: format.number(bad),
      unit: t('of {{total}}', { total: format.number(aqua.ponds.length) }),
      entity: 'aquacrop',
      search: { 'filter[status]': 'STOCKED,GROWING,HARVESTING', sort: 'lastDoMgL' },
      remark: bad > 0 ? { words: t('Look at it today'), tone: 'error' } : { words: t('All in bounds'), tone: 'success' },
    },
  ]
}

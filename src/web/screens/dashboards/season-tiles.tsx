// Six figures of the season, each with what it is measured against; each opens the list behind it.
import Box from '@mui/material/Box'
import type { Sums } from '#domain/cropping/season-summary.ts'
import type { SeasonSummary } from '#domain/cropping/season-summary-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { CountTile } from './count-tile.tsx'
import { Tile } from './tile.tsx'

/** `sums`: of the crop type shown; undefined while loading, null when the season has no crop. */
export function SeasonTiles({ summary, sums, seesCrops }: { summary: SeasonSummary | undefined; sums: Sums | null | undefined; seesCrops: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kg = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const of = (part: number, whole: number, what: string) =>
    whole > 0
      ? { words: t('{{share}} of {{what}}', { share: format.share(part / whole), what }), tone: part > whole ? ('pending' as const) : ('neutral' as const) }
      : undefined
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : undefined)
  const shown = sums === null ? nothing : sums
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(150px, 1fr))' },
        gap: 1.5,
        mb: 1.5,
      }}
    >
      <CountTile entity="farmer" statusCounts={summary?.statusCounts.find(({ entity }) => entity === 'farmer')} isLoading={!summary} />
      <CountTile entity="landparcel" statusCounts={summary?.statusCounts.find(({ entity }) => entity === 'landparcel')} isLoading={!summary} />
      {seesCrops ? (
        <>
          <Tile
            label={t('Area under crops')}
            entity="crop"
            figure={shown && format.fixed(shown.areaHa, 1)}
            unit={format.areaUnit}
            remark={shown && { words: t('{{number}} crops', { number: format.number(shown.crops) }), tone: 'neutral' }}
          />
          <Tile
            label={t('Estimate')}
            entity="crop"
            search={{ sort: '-estimatedKg' }}
            figure={kg(shown?.estimatedKg)}
            unit={format.massUnit}
            share={shown && share(shown.estimatedKg, shown.capKg)}
            remark={shown && of(shown.estimatedKg, shown.capKg, t('the ceiling'))}
          />
          <Tile
            label={t('Harvested')}
            entity="crop"
            search={{ sort: '-harvestedKg' }}
            figure={kg(shown?.harvestedKg)}
            unit={format.massUnit}
            share={shown && share(shown.harvestedKg, shown.estimatedKg)}
            remark={shown && of(shown.harvestedKg, shown.estimatedKg, t('the estimate'))}
          />
          <Tile
            label={t('Purchased')}
            entity="productbatch"
            figure={kg(shown?.purchasedKg)}
            unit={format.massUnit}
            share={shown && share(shown.purchasedKg, shown.harvestedKg)}
            remark={shown && of(shown.purchasedKg, shown.harvestedKg, t('the harvest'))}
          />
        </>
      ) : null}
    </Box>
  )
}
const nothing: Sums = { crops: 0, areaHa: 0, capKg: 0, estimatedKg: 0, harvestedKg: 0, purchasedKg: 0, leftKg: 0 }

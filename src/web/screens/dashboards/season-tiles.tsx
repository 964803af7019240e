// Six figures of the season that are read first, each with what it is measured against; each opens the list or report behind it.

import Box from '@mui/material/Box'
import type { Sums } from '#domain/cropping/season-summary.ts'
import { figureLists, outliersOf } from '#domain/reports/figure-lists.ts'
import type { CropTypeIndicators, SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Tile, type TileProps } from './tile.tsx'

type Props = {
  indicators: SeasonIndicators | undefined
  /** Of the crop type shown; undefined while loading, null when the season has no crop. */
  sums: Sums | null | undefined
  crop: CropTypeIndicators | undefined
  seesCrops: boolean
}

export function SeasonTiles({ indicators, sums, crop, seesCrops }: Props) {
  const tiles = [...useMemberTiles(indicators), ...useCropTiles({ sums, crop, seesCrops })]
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(150px, 1fr))' },
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

function useMemberTiles(indicators: SeasonIndicators | undefined): TileProps[] {
  const { t } = useTranslation()
  const format = useFormat()
  const count = (value: number) => format.number(value)
  const of = (total: number | null | undefined) => (total ? t('of {{total}}', { total: count(total) }) : undefined)
  const waits = (number: number, words: string, done: string) => (number > 0 ? { words, tone: 'pending' as const } : { words: done, tone: 'success' as const })
  const isCounting = indicators === undefined
  const { farmers, inspections, plan } = indicators ?? {}
  const come = plan ? plan.onTime + plan.late + plan.missed : 0
  return [
    ...(farmers || isCounting
      ? [
          {
            label: t('Active farmers'),
            figure: farmers ? count(farmers.active) : undefined,
            unit: of(farmers?.groupMax),
            share: farmers?.groupMax ? farmers.active / farmers.groupMax : undefined,
            remark: farmers
              ? {
                  words: [
                    ...(farmers.active > 0 ? [t('{{share}} women', { share: format.wholeShare(farmers.women / farmers.active) })] : []),
                    ...(farmers.joined > 0 ? [t('{{number}} new', { number: count(farmers.joined) })] : []),
                  ].join(' · '),
                  tone: 'neutral' as const,
                }
              : undefined,
            ...figureLists.activeFarmers,
          },
        ]
      : []),
    ...(inspections || isCounting
      ? [
          {
            label: t('Inspected'),
            figure: inspections ? count(inspections.first) : undefined,
            unit: of(inspections?.active),
            share: inspections?.active ? inspections.first / inspections.active : undefined,
            remark: inspections?.active
              ? waits(
                  inspections.active - inspections.first,
                  t('{{number}} still to inspect', { number: count(inspections.active - inspections.first) }),
                  t('{{number}} a second time', { number: count(inspections.second) }),
                )
              : undefined,
            ...figureLists.inspected,
          },
          {
            label: t('Approved farmers'),
            figure: inspections ? count(inspections.approved) : undefined,
            unit: of(inspections?.active),
            share: inspections?.active ? inspections.approved / inspections.active : undefined,
            remark: inspections?.active
              ? waits(
                  inspections.active - inspections.decided,
                  t('{{number}} without a decision', { number: count(inspections.active - inspections.decided) }),
                  t('All decided'),
                )
              : undefined,
            ...figureLists.approved,
          },
        ]
      : []),
    ...(plan || isCounting
      ? [
          {
            label: t('Planned events in time'),
            figure: plan ? (come > 0 ? format.wholeShare(plan.onTime / come) : '–') : undefined,
            share: come > 0 && plan ? plan.onTime / come : undefined,
            remark: plan && come > 0 ? waits(plan.missed, t('{{number}} missed', { number: count(plan.missed) }), t('None missed')) : undefined,
            report: 'practice-adherence',
            search: plan?.missed ? { missed: 'true' } : {},
          },
        ]
      : []),
  ]
}

function useCropTiles({ sums, crop, seesCrops }: Omit<Props, 'indicators'>): TileProps[] {
  const { t } = useTranslation()
  const format = useFormat()
  if (!seesCrops) return []
  const shown = sums === null ? nothing : sums
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : undefined)
  return [
    {
      label: t('Estimate'),
      figure: shown && format.number(shown.estimatedKg),
      unit: format.massUnit,
      share: shown && share(shown.estimatedKg, shown.capKg),
      remark:
        shown && shown.capKg > 0
          ? crop?.outliers
            ? { words: t('{{number}} to check', { number: format.number(crop.outliers) }), tone: 'pending' }
            : { words: t('{{share}} of the ceiling', { share: format.share(shown.estimatedKg / shown.capKg) }), tone: 'neutral' }
          : undefined,
      ...(crop?.outliers ? outliersOf(crop.cropTypeId) : { report: 'estimate-to-purchase' }),
    },
    {
      label: t('Purchased'),
      figure: shown && format.number(shown.purchasedKg),
      unit: format.massUnit,
      share: shown && share(shown.purchasedKg, shown.harvestedKg),
      remark: shown && {
        words: t('{{share}} of {{kg}} harvested', {
          share: format.wholeShare(shown.harvestedKg > 0 ? shown.purchasedKg / shown.harvestedKg : 0),
          kg: format.number(shown.harvestedKg),
        }),
        tone: shown.purchasedKg > shown.harvestedKg ? 'pending' : 'neutral',
      },
      report: 'purchase-register',
    },
  ]
}
const nothing: Sums = { crops: 0, areaHa: 0, capKg: 0, estimatedKg: 0, harvestedKg: 0, purchasedKg: 0, retainedKg: 0, leftKg: 0 }

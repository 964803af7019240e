// Certified area, mapped plots, and how far conversion has come.

import type { ReactNode } from 'react'
import { type FigureList, figureLists, plotsOf } from '#domain/reports/figure-lists.ts'
import { type ConversionBucket, type CropTypeIndicators, conversionBuckets, type SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimColours, neutral } from '#web/theme/tokens.ts'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'
import { CardParts, IndicatorCard, PartsBar } from './indicator-card.tsx'

const bucketFill: Readonly<Record<ConversionBucket, string>> = {
  ORGANIC: claimColours.organic,
  UNDER_6: '#5E9460',
  UNDER_12: claimColours.ic2,
  UNDER_18: '#A8A535',
  UNDER_24: claimColours.ic1,
  NOT_STARTED: claimColours.conventional,
}

export function useLandCards(indicators: SeasonIndicators | undefined, crop: CropTypeIndicators | undefined): ReactNode[] {
  const { t } = useTranslation()
  const format = useFormat()
  const claimWord = useClaimWord()
  const areas = [...(crop?.areas ?? [])].sort((one, other) => claimOrder(one.claim) - claimOrder(other.claim))
  const certified = areas.filter(({ claim }) => claim && claim !== 'CONVENTIONAL').reduce((sum, { areaHa }) => sum + areaHa, 0)
  const { parcels, conversion } = indicators ?? {}
  const buckets = (Object.keys(conversionBuckets) as ConversionBucket[]).flatMap((bucket) => {
    const found = conversion?.find((one) => one.bucket === bucket)
    return found ? [found] : []
  })
  const inConversion = buckets.filter(({ bucket }) => bucket !== 'ORGANIC' && bucket !== 'NOT_STARTED').reduce((sum, { areaHa }) => sum + areaHa, 0)
  return [
    ...(crop
      ? [
          <IndicatorCard
            key="area"
            title={t('Certified area')}
            about={t('Area of main crops that carry a claim; crops that were cancelled or failed are left out.')}
            figure={format.area(certified, 1)}
            unit={format.areaUnit}
            opens={{ report: 'crop-area-statement', search: { cropType: crop.cropTypeId } }}
          >
            <PartsBar parts={areas.map(({ claim, areaHa }) => ({ key: claim ?? '', amount: areaHa, colour: claimFill(claim) }))} />
            <CardParts
              parts={areas.map(({ claim, areaHa }) => ({
                key: claim ?? '',
                label: claimWord(claim),
                value: format.ha(areaHa),
                colour: claimFill(claim),
                opens: claim ? { report: 'crop-area-statement', search: { cropType: crop.cropTypeId, claim } } : undefined,
              }))}
            />
          </IndicatorCard>,
        ]
      : []),
    ...(parcels || !indicators
      ? [
          <IndicatorCard
            key="parcels"
            title={t('Plots with a boundary')}
            about={t('Plots in use that have a boundary.')}
            figure={parcels ? format.number(parcels.mapped) : undefined}
            unit={parcels ? t('of {{total}}', { total: format.number(parcels.live) }) : undefined}
            opens={figureLists.mapped}
          >
            {parcels ? (
              <CardParts
                parts={[
                  {
                    key: 'verified',
                    label: t('Verified'),
                    value: format.wholeShare(parcels.live > 0 ? parcels.verified / parcels.live : 0),
                    colour: claimColours.organic,
                    opens: figureLists.verified,
                  },
                  {
                    key: 'unmapped',
                    label: t('Without a boundary'),
                    value: format.number(parcels.live - parcels.mapped),
                    colour: neutral.edge,
                    opens: figureLists.unmapped,
                  },
                ]}
              />
            ) : null}
          </IndicatorCard>,
        ]
      : []),
    ...(conversion || !indicators
      ? [
          <IndicatorCard
            key="conversion"
            title={t('In conversion')}
            about={t('Area of plots by the months until they are organic (BR-04).')}
            figure={conversion ? format.area(inConversion, 1) : undefined}
            unit={format.areaUnit}
            opens={{ report: 'conversion-tracker' }}
          >
            <PartsBar parts={buckets.map(({ bucket, areaHa }) => ({ key: bucket, amount: areaHa, colour: bucketFill[bucket] }))} />
            <CardParts
              parts={buckets.map(({ bucket, areaHa }) => ({
                key: bucket,
                label: t(conversionBuckets[bucket]),
                value: format.ha(areaHa),
                colour: bucketFill[bucket],
                opens: bucketLists[bucket],
              }))}
            />
          </IndicatorCard>,
        ]
      : []),
  ]
}

/** Claims among which a list of plots finds the bucket; how they lie in the months follows from the scheme. */
const bucketLists: Readonly<Record<ConversionBucket, FigureList>> = {
  ORGANIC: plotsOf('ORGANIC'),
  UNDER_6: plotsOf('IC2,IC3'),
  UNDER_12: plotsOf('IC2,IC3'),
  UNDER_18: plotsOf('IC1,IC2'),
  UNDER_24: plotsOf('IC1,IC2'),
  NOT_STARTED: figureLists.conversionNotStarted,
}

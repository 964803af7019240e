// What can still be sold and certified, what farmers are paid, proof of seed, GMO tests.

import type { ReactNode } from 'react'
import { lotsToCertify, withoutProof } from '#domain/reports/figure-lists.ts'
import type { CropTypeIndicators, SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimFill, useClaimWord } from './claim-fill.ts'
import { CardParts, IndicatorCard, toneFill } from './indicator-card.tsx'

export function useGoodsCards(indicators: SeasonIndicators | undefined, crop: CropTypeIndicators | undefined): ReactNode[] {
  const { t } = useTranslation()
  const format = useFormat()
  const claimWord = useClaimWord()
  const { certifiable, tests } = indicators ?? {}
  const { price, proof } = crop ?? {}
  const perKg = (minor: number) => t('{{price}} a kg', { price: format.money(minor) })
  return [
    ...(crop
      ? [
          <IndicatorCard
            key="headroom"
            title={t('Kilograms left to sell')}
            about={t(
              'What may still be bought of each crop: the estimate with its tolerance, at most the ceiling, less what was bought (BR-08). Below it, what can still be certified.',
            )}
            figure={format.number(crop.headroomKg)}
            unit={format.massUnit}
            opens={{ report: 'estimate-to-purchase', search: { cropType: crop.cropTypeId } }}
          >
            <CardParts
              parts={(certifiable ?? []).slice(0, 5).map(({ product, claim, kg }) => ({
                key: `${product} ${claim}`,
                label: t('{{product}}, {{claim}}, to certify', { product: t(product), claim: claimWord(claim) }),
                value: format.kg(kg),
                colour: claimFill(claim),
                opens: lotsToCertify(claim),
              }))}
            />
          </IndicatorCard>,
        ]
      : []),
    ...(price
      ? [
          <IndicatorCard
            key="price"
            title={t('Paid to farmers')}
            about={t('Mean price by kilograms of the season’s tickets. Payments count for the oldest ticket of a farmer first.')}
            figure={format.money(price.perKg)}
            unit={t('a kg')}
            opens={{ report: 'purchase-register' }}
          >
            <CardParts
              parts={[
                ...(price.premiumPerKg === null
                  ? []
                  : [{ key: 'premium', label: t('Premium of certified goods'), value: perKg(price.premiumPerKg), opens: { report: 'premium-statement' } }]),
                {
                  key: 'onTime',
                  label: t('Paid in time'),
                  value: price.onTime ? (price.onTime.of > 0 ? format.wholeShare(price.onTime.done / price.onTime.of) : '–') : t('No payment recorded'),
                  opens: { report: 'purchase-register' },
                },
              ]}
            />
          </IndicatorCard>,
        ]
      : []),
    ...(crop?.isGmRisk && proof
      ? [
          <IndicatorCard
            key="seed"
            title={t('Seed with a non-GM proof')}
            about={t('Area sown with seed whose proof is recorded, of all area of this crop.')}
            figure={proof.of > 0 ? format.wholeShare(proof.done / proof.of) : '–'}
            unit={t('of {{area}}', { area: format.ha(proof.of) })}
            opens={{ report: 'seed-register', search: { cropType: crop.cropTypeId } }}
          >
            <CardParts
              parts={[
                {
                  key: 'without',
                  label: t('Without a proof'),
                  value: format.ha(Math.max(0, proof.of - proof.done)),
                  colour: toneFill(proof.of - proof.done > 0.00005 ? 'error' : 'success'),
                  opens: withoutProof(crop.cropTypeId),
                },
              ]}
            />
          </IndicatorCard>,
        ]
      : []),
    ...(tests || !indicators
      ? [
          <IndicatorCard
            key="tests"
            title={t('GMO tests')}
            about={t('Results of the season’s lots.')}
            figure={tests ? format.number(tests.done) : undefined}
            unit={t('with a result')}
            opens={{ report: 'laboratory-tests', search: { kind: 'GMO' } }}
          >
            {tests ? (
              <CardParts
                parts={[
                  {
                    key: 'positive',
                    label: t('Positive'),
                    value: tests.done > 0 ? `${format.number(tests.positive)} · ${format.share(tests.positive / tests.done)}` : format.number(0),
                    colour: toneFill(tests.positive > 0 ? 'error' : 'success'),
                    opens: { entity: 'productbatch', search: { 'filter[gmoStatus]': 'POSITIVE' } },
                  },
                ]}
              />
            ) : null}
          </IndicatorCard>,
        ]
      : []),
  ]
}

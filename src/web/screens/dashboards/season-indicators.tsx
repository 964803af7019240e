// The figures of the season beside the six at the top (domain dictionary 11.1), in four rows: land, control, goods, certificates and data.
import Box from '@mui/material/Box'
import type { CropTypeIndicators, SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useCertificateCards } from './certificate-cards.tsx'
import { useControlCards } from './control-cards.tsx'
import { useGoodsCards } from './goods-cards.tsx'
import { useLandCards } from './land-cards.tsx'

export function SeasonIndicatorCards({ indicators, crop }: { indicators: SeasonIndicators | undefined; crop: CropTypeIndicators | undefined }) {
  const { t } = useTranslation()
  const land = useLandCards(indicators, crop)
  const control = useControlCards(indicators)
  const goods = useGoodsCards(indicators, crop)
  const certificates = useCertificateCards(indicators)
  const cards = [...land, ...control, ...goods, ...certificates]
  if (cards.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={t('Figures of the season')}
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(230px, 1fr))' }, gap: 1.5 }}
    >
      {cards}
    </Box>
  )
}

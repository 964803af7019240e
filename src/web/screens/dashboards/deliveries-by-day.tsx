// Purchases day by day, with the mean of the week before: a day far above it is worth a look.
import Box from '@mui/material/Box'
import type { CropTypeSums } from '#domain/cropping/season-summary-answer.ts'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DayBars } from '../husbandry/day-bars.tsx'
import { linkOf } from './opens.ts'

export function DeliveriesByDay({ crop, deliveries }: { crop: CropTypeSums; deliveries: NonNullable<SeasonCharts['deliveries']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const most = deliveries.reduce((best, one) => (one.kg > best.kg ? one : best))
  return (
    <Panel
      title={t('Deliveries by day')}
      note={t('{{crop}}, kg', { crop: t(crop.name) })}
      action={<TextLink {...linkOf(operator, { report: 'purchase-register' })}>{t('All tickets')}</TextLink>}
    >
      <DayBars
        days={deliveries.map(({ day, kg }) => ({ day, value: kg }))}
        label={t('Deliveries by day, at most {{kg}} on {{day}}', { kg: format.kg(most.kg), day: format.date(most.day) })}
        formatFigure={(kg) => format.number(kg)}
        height={196}
      />
      <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
        {t('Most on')}{' '}
        <TextLink {...linkOf(operator, { report: 'purchase-register', search: { from: most.day, to: most.day } })}>{format.date(most.day)}</TextLink>
        {': '}
        {t('{{kg}}, tickets: {{number}}', { kg: format.kg(most.kg), number: format.number(most.tickets) })}
      </Box>
    </Panel>
  )
}

// What stands against closing a season, step by step, each with the list in which it is found. As long as something does, closing is not offered (BR-28).
import Box from '@mui/material/Box'
import { closingSteps, type NeededStep, type OpenSteps } from '#domain/cropping/season-closing.ts'
import { batchUnits } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const there = { 'filter[onHandKg][gte]': '0.001' }
const inStock = Object.keys(batchUnits).filter((unit) => unit !== 'FARM_LOT')
/** Where what is open is found; submissions name no season in their list. */
const lists: Readonly<Record<NeededStep, { entity: string; search: Readonly<Record<string, string>> }>> = {
  SUBMISSIONS: { entity: 'submission', search: { 'filter[status]': 'RECEIVED,WAITING_FILES,IN_REVIEW,RETURNED,RESUBMITTED,APPLY_FAILED,CONFLICT' } },
  ESTIMATES: { entity: 'crop', search: { 'filter[proposedKg][is]': 'set' } },
  CROPS: { entity: 'crop', search: { 'filter[status]': 'PLANNED,SOWN,GROWING,HARVESTING,HARVESTED' } },
  DELIVERIES: { entity: 'productbatch', search: { 'filter[unitType]': 'FARM_LOT', ...there } },
  STOCK: { entity: 'productbatch', search: { 'filter[unitType]': inStock.join(), 'filter[status]': 'OPEN,CLOSED,RELEASED,RECEIVED', ...there } },
}

export function MissingForClosing({ record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { against = [] } = (record.extra ?? {}) as { against?: OpenSteps }
  if (against.length === 0) return null
  return (
    <Panel title={t('Missing before it can be closed')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {against.map(({ step, open }) => {
          const { entity, search } = lists[step]
          const season = entity === 'submission' ? {} : { 'filter[seasonId]': record.id }
          return (
            <Box
              component="li"
              key={step}
              sx={{
                display: 'flex',
                gap: 2,
                alignItems: 'center',
                justifyContent: 'space-between',
                px: 2,
                py: 1.25,
                borderBottom: '1px solid',
                borderColor: 'divider',
              }}
            >
              <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity }} search={{ ...search, ...season }}>
                {t(closingSteps[step])}
              </TextLink>{' '}
              <StatusChip tone="pending" label={t('Open: {{number}}', { number: format.number(open) })} />
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}

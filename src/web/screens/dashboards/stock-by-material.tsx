// What lies in the lots, by material; kilograms of one are never added to another's. Free is what nobody has reserved.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { materials } from '#domain/kernel/terms.ts'
import type { MaterialStock } from '#domain/processing/processing-summary-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FigureRows } from '../figure-rows.tsx'

/** `stock` undefined while it is being added up. */
export function StockByMaterial({ stock }: { stock: readonly MaterialStock[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  return (
    <Panel
      title={t('Stock by material')}
      action={
        <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'productbatch' }} search={{ sort: '-onHandKg' }}>
          {t('All lots')}
        </TextLink>
      }
    >
      {stock ? null : <Skeleton height={96} />}
      {stock?.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('No lot has anything on hand.')}</Box> : null}
      <FigureRows
        rows={(stock ?? []).map(({ material, lots, onHandKg, availableKg, onHoldKg }) => ({
          key: material,
          label: t(materials[material]),
          note: [
            t('{{number}} lots', { number: format.number(lots) }),
            availableKg < onHandKg ? t('{{kg}} free', { kg: format.kg(availableKg) }) : '',
            onHoldKg > 0 ? t('{{kg}} held back', { kg: format.kg(onHoldKg) }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
          value: format.kg(onHandKg),
        }))}
      />
    </Panel>
  )
}

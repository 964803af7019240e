// Cells of the list of lots: who owns it, a company, of a farm lot the grower, or else the group, and for how many days goods that are left of it have been where they are.
import type { RowProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EitherCell } from '../either-cell.tsx'

export const OwnerCell = (props: RowProps) => <EitherCell {...props} fields={['processorId', 'farmerId', 'operatorId']} />

export function AgeCell({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (typeof row.lyingSince !== 'string' || Number(row.onHandKg ?? 0) <= 0) return <Nothing />
  const days = Math.max(0, -format.daysFromToday(row.lyingSince))
  return <span title={format.fullDate(row.lyingSince)}>{t('{{count}} days', { count: days })}</span>
}

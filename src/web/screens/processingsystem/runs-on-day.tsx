// On the page of a past day of a facility: what had run by then, and in the thirty days before it.
import { useQuery } from '@tanstack/react-query'
import type { RunHistory } from '#domain/chain/chain-reports.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { searchOf } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FigureRows } from '../figure-rows.tsx'

/** Nothing where nothing had run. */
export function RunsOnDay({ record, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data } = useQuery<RunHistory, ApiProblem>({
    queryKey: [...keys.one(operator, 'processingsystem', record.id), 'run-history', past],
    queryFn: ({ signal }) =>
      call<RunHistory>(entityPath(operator, 'processingsystem', record.id, 'run-history'), { signal, query: new URLSearchParams(past && searchOf(past)) }),
  })
  const last = data?.items.at(-1)
  if (!data || !last) return null
  return (
    <Panel title={t('The line')}>
      <FigureRows
        rows={[
          { key: 'month', label: t('In the last 30 days'), value: format.kg(data.throughputKg30Days) },
          { key: 'run', label: t('Last run'), note: format.date(format.dayOf(last.at)), value: format.kg(last.inputKg) },
        ]}
      />
    </Panel>
  )
}

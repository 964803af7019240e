// On which transaction certificates a lot is, with their state and its kilograms: its own, and those by which it was bought.
import { useQuery } from '@tanstack/react-query'
import { transactioncertificate } from '#domain/certification/transactioncertificate.ts'
import type { LotCertificates as Answer } from '#domain/chain/certificate-answer.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { FigureRows } from '../figure-rows.tsx'

export type Items = Answer['items']
/** Those that the reader may open; none until they are there. */
export function useLotCertificates(lotId: string, version: number): Items {
  const operator = useOperator()
  const { data } = useQuery<Answer, ApiProblem>({
    queryKey: [...keys.one(operator, 'productbatch', lotId), 'certificates', version],
    queryFn: ({ signal }) => call<Answer>(entityPath(operator, 'productbatch', lotId, 'certificates'), { signal }),
  })
  return data?.items ?? none
}
const none: Items = []

export function LotCertificates({ items }: { items: Items }) {
  const { t } = useTranslation()
  const format = useFormat()
  const status = fieldOf(transactioncertificate, 'status')
  return (
    <FigureRows
      rows={items.map(({ id, title, status: state, netKg, isSource }) => ({
        key: `${id}:${isSource}`,
        label: <RefLink id={id} refs={{ [id]: { entity: 'transactioncertificate', title, code: title } }} />,
        note: (
          <>
            {status ? <ShowValue field={status} value={state} /> : null} {isSource ? t('by which it was bought') : null}
          </>
        ),
        value: format.kg(netKg),
      }))}
    />
  )
}

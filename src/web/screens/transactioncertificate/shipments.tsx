// The shipments of a certificate under Details: each dispatch by its lot and day, as a link where the lot is within reach; today and on the page of a past day.
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { transactioncertificate } from '#domain/certification/transactioncertificate.ts'
import type { CertificateDispatches } from '#domain/chain/certificate-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { Nothing, type ShowProps, ShowValue } from '#web/fields/show.tsx'
import { ShowNested } from '#web/fields/show-nested.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { TextLink } from '#web/ui/links.tsx'

type Dispatch = CertificateDispatches['items'][number]
const Dispatches = createContext<ReadonlyMap<string, Dispatch>>(new Map())
const dispatchField = transactioncertificate.fields.shipments.fields?.dispatchId

export function ShowShipments({ field, value, row, refs }: CellProps) {
  const operator = useOperator()
  const { past } = row as unknown as RecordAnswer & { past?: { occurredBy: string; knownBy: string } }
  const query = new URLSearchParams(past && { asOf: past.occurredBy, knownAt: past.knownBy })
  const { data } = useQuery<CertificateDispatches, ApiProblem>({
    queryKey: [...keys.one(operator, 'transactioncertificate', row.id), 'dispatches', row.version, query.toString()],
    queryFn: ({ signal }) => call<CertificateDispatches>(entityPath(operator, 'transactioncertificate', row.id, 'dispatches'), { signal, query }),
  })
  return (
    <Dispatches value={new Map(data?.items.map((one) => [one.dispatchId, one]))}>
      <ShowNested field={field} value={value} refs={refs} Show={ShowOfShipment} />
    </Dispatches>
  )
}

function ShowOfShipment(props: ShowProps) {
  return props.field === dispatchField && typeof props.value === 'string' ? <DispatchLink id={props.value.toLowerCase()} /> : <ShowValue {...props} />
}

function DispatchLink({ id }: { id: string }) {
  const format = useFormat()
  const operator = useOperator()
  const sent = useContext(Dispatches).get(id)
  if (!sent) return <Nothing />
  const words = `${sent.lot} · ${format.date(sent.day)}`
  return sent.isOpen ? (
    <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: 'productbatch', id: sent.lotId, eventId: id }}>
      {words}
    </TextLink>
  ) : (
    <span>{words}</span>
  )
}

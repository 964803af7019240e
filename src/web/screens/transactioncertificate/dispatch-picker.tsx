// The dispatch of a shipment, chosen from those of this seller to this buyer. It fills the shipment, and the goods follow from all shipments; what cannot be taken
// stands in the list with the reason.
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CertifiableDispatch, CertifiableDispatches } from '#domain/chain/certificate-answer.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { certifiableOf } from '#domain/kernel/composition.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { initialFormValues } from '#web/fields/form-values.ts'
import { PickOne } from '#web/fields/pick-one.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function DispatchPicker({ field, name, value, onChange, error, setOther, record }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { getValues } = useFormContext()
  const [collectiveId, processorId, buyerId] = useWatch({ name: ['collectiveId', 'processorId', 'buyerId'] }) as (string | null | undefined)[]
  const query = new URLSearchParams({
    ...(collectiveId ? { collectiveId } : processorId ? { processorId } : {}),
    ...(buyerId ? { buyerId } : {}),
    ...(record ? { certificateId: record.id } : {}),
  })
  const isReady = Boolean(buyerId) && !collectiveId !== !processorId
  const { data } = useQuery<CertifiableDispatches, ApiProblem>({
    queryKey: ['certifiable-dispatches', operator, query.toString()],
    queryFn: ({ signal }) => call<CertifiableDispatches>(entityPath(operator, 'certifiable-dispatches'), { signal, query }),
    enabled: isReady,
  })
  const items = data?.items ?? []
  const choose = (id: string) => {
    onChange(id)
    const chosen = items.find((one) => one.dispatchId === id)
    if (!chosen) return
    const row = name.slice(0, name.lastIndexOf('.'))
    const filled = { date: chosen.day, invoiceNo: chosen.invoiceNo, invoiceDate: chosen.day, grossKg: String(chosen.kg), netKg: String(chosen.kg) }
    const named = { ...filled, transportDocument: chosen.transportDocument ?? '', vehicleNo: chosen.vehicleNo ?? '' }
    for (const [inner, text] of Object.entries(named)) setOther(`${row}.${inner}`, text)
    const shipments = (getValues('shipments') ?? []) as { dispatchId?: string }[]
    const all = shipments.map(({ dispatchId }, at) => (row === `shipments.${at}` ? id : dispatchId))
    setOther('lines', linesOf(items.filter(({ dispatchId }) => all.includes(dispatchId))))
  }
  const choices = items.map((one) => ({
    id: one.dispatchId,
    label: `${one.lot} · ${format.date(one.day)} · ${one.invoiceNo} · ${format.kg(one.kg)}`,
    short: `${one.lot} · ${format.date(one.day)} · ${format.kg(one.kg)}`,
    ...(one.why === null ? {} : { why: t({ message: one.why, words: one.words }) }),
  }))
  return (
    <PickOne
      {...{ field, name, value, error, choices }}
      onChange={choose}
      help={isReady ? undefined : t('Choose seller and buyer first.')}
      none={t('Nothing was sent by this seller to this buyer.')}
      placeholder={t('Choose a dispatch')}
      isDisabled={!isReady}
    />
  )
}

/** One line for each lot, with what was sent of it. */
function linesOf(chosen: readonly CertifiableDispatch[]): Record<string, unknown>[] {
  const fields = entityOf('transactioncertificate').fields.lines.fields ?? {}
  return [...Map.groupBy(chosen, ({ lotId }) => lotId)].flatMap(([batchId, of]) => {
    const [first] = of
    if (!first) return []
    const kg = toKg(of.reduce((grams, one) => grams + toGrams(one.kg), 0))
    const certifiedKg = String(certifiableOf(kg, first.organicShare))
    const known = {
      batchId,
      productId: first.productId,
      hsCode: first.hsCode ?? '',
      claimStatus: first.claim,
      grossKg: String(kg),
      netKg: String(kg),
      certifiedKg,
    }
    return [{ ...initialFormValues(fields), ...known }]
  })
}

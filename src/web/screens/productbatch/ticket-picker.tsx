// The ticket that a dispute or an attestation is about, and the call that was heard: chosen by farmer, receipt and kilograms, never by an id.
import type { EditorProps } from '#web/fields/form-context.ts'
import { PickOne } from '#web/fields/pick-one.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useTickets } from './queries.ts'

/** The buyer does not speak for the farmer: the own tickets stand in the list with that reason. */
export function TicketPicker({ record: lot, setOther, onChange, ...props }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useTickets('productbatch', lot?.id ?? '', Number(lot?.version ?? 0))
  const choices = (data?.items ?? []).map(({ eventId, farmer, receiptNo, netKg, isBuyer }) => ({
    id: eventId,
    label: [farmer, t('Receipt {{no}}', { no: receiptNo }), format.kg(netKg)].join(' · '),
    ...(isBuyer ? { why: t('Recorded for the farmer by somebody else than the buyer.') } : {}),
  }))
  const choose = (id: unknown) => {
    onChange(id)
    if ('callId' in props.form) setOther('callId', null)
  }
  return <PickOne {...props} onChange={choose} choices={choices} none={t('Nothing was bought yet')} placeholder={t('Choose a ticket')} />
}

/** Calls to the farmer about the chosen ticket that were heard. */
export function CallPicker({ record: lot, form, ...props }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useTickets('productbatch', lot?.id ?? '', Number(lot?.version ?? 0))
  const ticket = data?.items.find(({ eventId }) => eventId === form.purchaseEventId)
  const choices = (ticket?.calls ?? []).filter(isHeard).map(({ id, at }) => ({ id, label: format.time(at) }))
  const none = t('No call about this ticket was heard yet.')
  return <PickOne {...props} choices={choices} {...(data && choices.length === 0 ? { help: none } : {})} none={none} placeholder={t('Choose a call')} />
}

/** A call that can be attested. */
export const isHeard = ({ state }: { state: string }): boolean => state === 'HEARD' || state === 'DELIVERED'

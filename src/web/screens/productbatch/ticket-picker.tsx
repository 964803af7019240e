// The ticket that a dispute or an attestation is about, and the call that was heard: chosen by farmer, receipt and kilograms, never by an id.
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { describedBy, FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useTickets } from './queries.ts'

type Choice = { id: string; label: string; why?: string }

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
  return <OneOf {...props} onChange={choose} choices={choices} help={undefined} none={t('Nothing was bought yet')} placeholder={t('Choose a ticket')} />
}

/** Calls to the farmer about the chosen ticket that were heard. */
export function CallPicker({ record: lot, form, ...props }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useTickets('productbatch', lot?.id ?? '', Number(lot?.version ?? 0))
  const ticket = data?.items.find(({ eventId }) => eventId === form.purchaseEventId)
  const choices = (ticket?.calls ?? []).filter(isHeard).map(({ id, at }) => ({ id, label: format.time(at) }))
  const none = t('No call about this ticket was heard yet.')
  return <OneOf {...props} choices={choices} help={data && choices.length === 0 ? none : undefined} none={none} placeholder={t('Choose a call')} />
}

/** A call that can be attested. */
export const isHeard = ({ state }: { state: string }): boolean => state === 'HEARD' || state === 'DELIVERED'

type OneOfProps = Pick<EditorProps, 'field' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error'> & {
  choices: readonly Choice[]
  help: string | undefined
  /** In the list where there is nothing to choose. */
  none: string
  placeholder: string
}

function OneOf({ field, name, value, onChange, onBlur, error, choices, help, none, placeholder }: OneOfProps) {
  const { t } = useTranslation()
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} error={error} required={field.required} help={help}>
      <Select
        SelectDisplayProps={{ id, 'aria-describedby': describedBy(id, help, error) } as React.HTMLAttributes<HTMLDivElement>}
        labelId={`${id}-label`}
        displayEmpty
        fullWidth
        size="small"
        error={Boolean(error)}
        value={choices.some((one) => one.id === value) ? String(value) : ''}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        renderValue={(chosen) => choices.find((one) => one.id === chosen)?.label ?? placeholder}
      >
        {choices.length === 0 ? (
          <MenuItem value="" disabled>
            {none}
          </MenuItem>
        ) : null}
        {choices.map(({ id: one, label, why }) => (
          <MenuItem key={one} value={one} disabled={why !== undefined} sx={{ display: 'block', whiteSpace: 'normal' }}>
            {label}
            {why === undefined ? null : (
              <Typography component="div" variant="caption" sx={{ whiteSpace: 'normal' }}>
                {why}
              </Typography>
            )}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}

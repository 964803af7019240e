// How much the premium of a group’s price model is, by its kind: per cent of the price, or money per kg. It is stored as a whole number, of per cent or of
// paise; people read and write it in the unit that it has.
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { CellProps, ShownProps } from '#web/engine/slots.ts'
import { MoneyEditor, NumberEditor } from '#web/fields/edit-number.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function PremiumValue({ value, row }: CellProps | ShownProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (value === null || value === undefined) return null
  return <span>{row.premiumType === 'PER_KG' ? t('{{price}} a kg', { price: format.money(Number(value)) }) : format.share(Number(value) / 100)}</span>
}

export function PremiumValueEditor(props: EditorProps) {
  const [type] = useWatch({ name: ['premiumType'] }) as unknown[]
  const { help: _, ...field } = props.field
  return type === 'PER_KG' ? <PerKg {...props} field={field} /> : <NumberEditor {...props} field={type === 'PCT' ? { ...field, unit: '%' } : field} />
}

/** What is typed stays as it is typed; the form has the paise that it makes, or the text itself where it is no amount. */
function PerKg({ value, onChange, ...props }: EditorProps) {
  const stored = String(value ?? '')
  const [typed, setTyped] = useState(() => inWhole(stored))
  // A draft that is put back, or a value that is set from outside.
  useEffect(() => setTyped((before) => (inPaise(before) === stored ? before : inWhole(stored))), [stored])
  const type = (text: unknown) => {
    setTyped(String(text))
    onChange(inPaise(String(text)))
  }
  return <MoneyEditor {...props} value={typed} onChange={type} />
}
const inWhole = (paise: string): string => (/^\d+$/.test(paise) ? String(Number(paise) / 100) : paise)
function inPaise(text: string): string {
  const amount = /^\s*(\d+)(?:\.(\d{0,2}))?\s*$/.exec(text)
  return amount ? String(Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'))) : text
}

// One field of a form: finds its editor (hand-made, or by kind) and ties it to react-hook-form.
import { type ComponentType, lazy, Suspense, useContext, useEffect, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { choosableNow, namesOfSiblings } from '#domain/kernel/choosable.ts'
import { type Field, isDemanded } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import type { Filling } from '#domain/kernel/fills.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAfterRelease } from './after-release.ts'
import { ChoiceEditor, ChoicesEditor, FlagEditor } from './edit-choice.tsx'
import { CountryEditor } from './edit-country.tsx'
import { DateEditor, TimeEditor } from './edit-date.tsx'
import { MoneyEditor, NumberEditor } from './edit-number.tsx'
import { PointEditor } from './edit-point.tsx'
import { RecordEditor, RowsEditor } from './edit-rows.tsx'
import { TextEditor, WordsEditor } from './edit-text.tsx'
import { FieldFrame } from './field-frame.tsx'
import { type EditorProps, FormContext } from './form-context.ts'
import { inputId } from './input-id.ts'
import { type Mark, ReferencePicker, ReferencesPicker } from './reference-picker.tsx'
import { shownError } from './shown-error.ts'
import { useFilling, useFillingOf, useIsFilled } from './use-filling.ts'

type FieldProps = { name: string; field: Field }
export function FormField(props: FieldProps) {
  const filling = useFillingOf(props.name)
  return filling ? <FilledField {...props} filling={filling} /> : <OneField {...props} />
}
const FilledField = ({ filling, ...props }: FieldProps & { filling: Filling }) => <OneField {...props} isFilled={useIsFilled(filling)} />

function OneField({ name, field, isFilled = false }: FieldProps & { isFilled?: boolean }) {
  const { record, editors: custom } = useContext(FormContext)
  const { setValue, getValues } = useFormContext()
  const { field: control, fieldState, formState } = useController({ name })
  const error = shownError(fieldState, formState.isSubmitted)
  const isRequiredNow = useRequiredNow(name, field)
  const Custom = custom[name.replace(/\.\d+/g, '')]
  const ByKind = editors[field.kind]
  const props: EditorProps = {
    field: isRequiredNow ? { ...field, required: true } : field,
    name,
    value: control.value,
    onChange: control.onChange,
    onBlur: useAfterRelease(control.onBlur),
    error: error?.message ?? error?.root?.message,
    record,
    ...(isFilled ? { isFilled } : {}),
    form: getValues(),
    setOther: (other, value) => setValue(other, value, { shouldDirty: true, shouldValidate: false }),
  }
  return Custom ? (
    <Suspense fallback={null}>
      <Custom {...props} />
    </Suspense>
  ) : (
    <ByKind {...props} />
  )
}

/** Whether the entity's own checks would miss this field as the form stands: a phone, unless there is none. */
function useRequiredNow(name: string, field: Field): boolean {
  const { entity } = useContext(FormContext)
  const checks = field.required ? [] : (entity?.checks ?? []).filter(({ path, code }) => path === name && code === 'required')
  const values = useWatch({ disabled: checks.length === 0 }) as Record<string, unknown>
  return checks.some(({ fails }) => {
    try {
      return fails({ ...Object.fromEntries(Object.entries(values).map(([other, value]) => [other, value === '' ? null : value])), [name]: null })
    } catch {
      // Half-typed values are not yet what a check is made for.
      return false
    }
  })
}

/** What may be taken as the form stands. A choice that rested on another value is emptied when that value changes: a variety of another crop type. */
function useChoosable(name: string, field: Field, value: unknown, onOutdated: () => void): { filters: Record<string, string[]> | undefined; why: string[] } {
  const { record } = useContext(FormContext)
  const prefix = name.slice(0, name.lastIndexOf('.') + 1)
  const names = namesOfSiblings(field.choosable).filter((one) => !one.startsWith('subject.'))
  const watched = useWatch({ name: names.map((one) => prefix + one), disabled: names.length === 0 }) as unknown[]
  const values = Object.fromEntries(names.map((one, at) => [one, watched?.[at]]))
  const { filters, why } = choosableNow(field.choosable, (one) => (one.startsWith('subject.') ? record?.[one.slice('subject.'.length)] : values[one]))
  const now = JSON.stringify(values)
  const before = useRef({ now, value })
  useEffect(() => {
    const isOutdated = before.current.now !== now && before.current.value === value && value
    before.current = { now, value }
    // A restored draft changes both at once, and fits.
    if (isOutdated) onOutdated()
  }, [now, value, onOutdated])
  return { filters: why.length > 0 ? filters : undefined, why }
}

// Few forms have one.
const AttachmentsEditor = lazy(() => import('./edit-attachments.tsx').then((module) => ({ default: module.AttachmentsEditor })))
const VariantEditor = lazy(() => import('./edit-variant.tsx').then((module) => ({ default: module.VariantEditor })))
const Rows = (props: EditorProps) => <RowsEditor {...props} Item={FormField} />
const editors: Readonly<Record<FieldKind, ComponentType<EditorProps>>> = {
  text: TextEditor,
  longText: TextEditor,
  words: WordsEditor,
  phone: TextEditor,
  email: TextEditor,
  country: CountryEditor,
  integer: NumberEditor,
  quantity: NumberEditor,
  share: NumberEditor,
  money: MoneyEditor,
  choice: ChoiceEditor,
  choices: ChoicesEditor,
  flag: FlagEditor,
  date: DateEditor,
  time: TimeEditor,
  reference: ReferenceEditor,
  references: ReferenceEditor,
  attachments: (props) => (
    <Suspense fallback={null}>
      <AttachmentsEditor {...props} />
    </Suspense>
  ),
  // A boundary is drawn by a hand-made editor; without one it can only be imported.
  polygon: () => null,
  point: PointEditor,
  rows: Rows,
  lines: Rows,
  record: (props) => <RecordEditor {...props} Item={FormField} />,
  variant: (props) => (
    <Suspense fallback={null}>
      <VariantEditor {...props} Item={FormField} />
    </Suspense>
  ),
}

/** The usual editor of a reference, or of several. `markOf`: what is said of each choice. */
export function ReferenceEditor({ field, name, value, onChange, onBlur, error, markOf }: EditorProps & { markOf?: (row: RecordAnswer) => Mark | null }) {
  const { t } = useTranslation()
  const { refs, provisional } = useContext(FormContext)
  const id = inputId(name)
  const isList = factsOf(field).isList ?? false
  const { filters, why } = useChoosable(name, field, value, () => onChange(isList ? [] : null))
  const fill = useFilling(name, field)
  const shared = { id, target: field.target ?? '', refs, filters, why, markOf, provisional, hasError: Boolean(error), ...(onBlur ? { onBlur } : {}) }
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error}>
      {isList ? (
        <ReferencesPicker {...shared} value={(value as string[] | null) ?? []} onChange={onChange} />
      ) : (
        <ReferencePicker
          {...shared}
          value={(value as string | null) ?? null}
          onChange={(chosen) => {
            onChange(chosen)
            fill(chosen)
          }}
        />
      )}
    </FieldFrame>
  )
}

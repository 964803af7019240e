// What the editors of a form share: the record being edited, names of references, the zone, hand-made editors.
import { type ComponentType, createContext } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'

export type EditorProps = {
  field: Field
  /** Path within the form: 'boundary', 'lines.0.kg'. */
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  /** What is wrong with it, in words. */
  error?: string | undefined
  /** A reference of the form says it: shown, and typed only once that is empty. */
  isFilled?: boolean
  /** The other values of the form as they stand: drafts, not yet checked. */
  form: Readonly<Record<string, unknown>>
  /** Sets another field of the form, as a computed area does. */
  setOther: (name: string, value: unknown) => void
  /** The record being edited, or the subject of the event; null while creating. */
  record: RecordAnswer | null
}

/** A record that is on this device alone, and not sent yet; `values`: what was entered of it. */
export type Provisional = { id: string; entity: string; title: string; values: Readonly<Record<string, unknown>> }

export type FormContextValue = {
  record: RecordAnswer | null
  refs: Refs
  /** Hand-made editors by field name. */
  editors: Readonly<Record<string, ComponentType<EditorProps>>>
  /** The entity whose own checks may demand a field that is optional as such: a phone, unless there is none. */
  entity?: AnyEntity
  /** May be chosen like any other; what names one is stored and sent after it. */
  provisional?: readonly Provisional[]
  /** The person for whom this device stores files whose upload does not arrive; absent: the form waits for the network with them. */
  filesOf?: string | undefined
}
export const FormContext = createContext<FormContextValue>({ record: null, refs: {}, editors: {} })

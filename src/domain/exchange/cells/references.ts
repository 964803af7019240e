// Other records by their uuid, or by what people call them: then the server looks them up.
import type { Field } from '../../kernel/field.ts'
import { isUuid, type Lookup } from '../lookup.ts'
import { type CellKind, parts, plain } from './cell-kind.ts'

const lookup = (field: Field, text: string): Lookup => ({ target: field.target ?? '', text })

export const referenceCell: CellKind = {
  read: (field, text, { name, column }) => (isUuid(text) ? plain(text) : { value: null, lookups: [{ path: [name], lookup: lookup(field, text), column }] }),
  write: (_field, value, names) => names(String(value)),
  example: () => '',
}
export const referencesCell: CellKind = {
  read: (field, text, { name, column }) => {
    const values = parts(text)
    return { value: values, lookups: values.flatMap((one, index) => (isUuid(one) ? [] : [{ path: [name, index], lookup: lookup(field, one), column }])) }
  },
  write: (_field, value, names) => (value as string[]).map((id) => names(id)).join(';'),
  example: () => '',
}
/** Files are known by their ids alone. */
export const attachmentsCell: CellKind = {
  read: (_field, text) => plain(parts(text)),
  write: (_field, value) => (value as string[]).join(';'),
  example: () => '',
}

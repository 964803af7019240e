// Values with fields of their own stand in a cell as JSON, with names in the place of ids.
import { mapReference } from '../../kernel/field-walk.ts'
import { lookupsIn } from '../lookup.ts'
import { type CellKind, whenRequired, wrong } from './cell-kind.ts'

const json = (example: string): CellKind => ({
  read: (field, text, { name, column }) => {
    try {
      const value: unknown = JSON.parse(text)
      return { value, lookups: lookupsIn(field, value, [name], column) }
    } catch {
      return wrong('format', 'This column holds JSON.')
    }
  },
  write: (field, value, names) => JSON.stringify(mapReference(field, value, (id) => names(String(id)))),
  example: whenRequired(example),
})
export const rowsCell = json('[]')
export const recordCell = json('{}')
export const variantCell = json('{}')

// Fields of a record as rows of a side panel: label and value as everywhere else, and only what is known.

import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import type { FigureRow } from './figure-rows.tsx'

/** Answers the rows of the named fields, in their order; a field that the entity does not have, or that is empty, gives none. */
export function useDetailRows(entity: AnyEntity, record: RecordAnswer): (names: readonly string[]) => FigureRow[] {
  const { t } = useTranslation()
  const fields = entity.fields as Record<string, Field | undefined>
  return (names) =>
    names.flatMap((name) => {
      const [field, value] = [fields[name], record[name]]
      if (!field || value === null || value === undefined || [value].flat().length === 0) return []
      return [{ key: name, label: t(field.label), value: <ShowValue field={field} value={value} refs={record.refs} />, strong: false }]
    })
}

// A new record made from another one (`create?duplicate_from_id=`): everything a person entered comes along, but for what
// distinguishes the two.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Fields, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FormValues } from '#web/fields/form-values.ts'

/**
 * Values of the new form. What must be unique is left empty or as a new record would have it; a name says whose copy it is
 * (`nameOf`); `basedOnId` points to the source.
 */
export function copyOf(entity: AnyEntity, source: RecordAnswer, nameOf: (name: string) => string): FormValues {
  const apart = new Set(['externalIds', ...(entity.unique ?? []).flatMap((set) => distinguishing(entity.fields, set as readonly string[]))])
  return Object.fromEntries(
    Object.entries(entity.fields as Fields)
      .filter(([, field]) => field.by === 'person')
      .map(([name, field]) => {
        if (name === 'basedOnId') return [name, source.id]
        if (!apart.has(name)) return [name, source[name] ?? null]
        return [name, name === 'name' && typeof source.name === 'string' ? nameOf(source.name).slice(0, field.max ?? 80) : (field.initial ?? null)]
      }),
  )
}

/** Of fields that are unique together, what one would change: rather a name or number than what it belongs to. */
function distinguishing(fields: Fields, set: readonly string[]): readonly string[] {
  const own = set.filter((name) => fields[name]?.by === 'person')
  const free = own.filter((name) => fields[name] && !refersToOne(fields[name]))
  return free.length > 0 ? free : own
}

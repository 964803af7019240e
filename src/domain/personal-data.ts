// Which fields of a list say something of a person and are shown to this reader: a file with one of them needs a purpose (BR-35).
import { accessScopes, fieldsHiddenFrom, type User } from './access.ts'
import type { AnyEntity } from './kernel/entity.ts'
import type { Field } from './kernel/field.ts'
import { saysOfPerson } from './kernel/says-of-person.ts'

/** Names of those fields that this person sees of some record, at least. */
export function personalFieldsShown(user: User, entity: AnyEntity): string[] {
  const hidden = fieldsHiddenFrom(entity, accessScopes(user, entity.name, 'V', 'L'))
  return Object.entries<Field>(entity.fields).flatMap(([name, field]) => (saysOfPerson(field) && !hidden.includes(name) ? [name] : []))
}

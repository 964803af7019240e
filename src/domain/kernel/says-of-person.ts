// Whether a field says something of a person: by its own mark, or by that of a field within it (the contact persons of a company).
import type { Field } from './field.ts'

export const saysOfPerson = ({ personal, namesPerson, fields = {} }: Field): boolean =>
  personal === true || namesPerson === true || Object.values(fields).some(saysOfPerson)

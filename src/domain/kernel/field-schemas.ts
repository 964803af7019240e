// What checks a value, built from what its field says of itself and remembered: at the first check, not when the
// declaration is read, and not loaded by pages that only show.
import { z } from 'zod'
import { choiceCheck, choicesCheck, flagCheck } from './checks/choices.ts'
import { countryCheck, emailCheck, phoneCheck } from './checks/contacts.ts'
import { linesCheck, recordCheck, rowsCheck, type ShapeOf, variantCheck } from './checks/nested.ts'
import { integerCheck, quantityCheck, shareCheck } from './checks/numbers.ts'
import { pointCheck, polygonCheck } from './checks/places.ts'
import { attachmentsCheck, referenceCheck, referencesCheck } from './checks/references.ts'
import { textCheck, wordsCheck } from './checks/texts.ts'
import { dateCheck, timeCheck } from './checks/times.ts'
import { type Field, type Fields, mayBeEmpty, type ValueOf } from './field.ts'
import type { FieldKind } from './field-kinds.ts'

const remembered = new WeakMap<object, z.ZodType>()

/** Checks one value of this field that is present; absence is `required`'s business. */
export function schemaOf<F extends Field>(field: F): z.ZodType<ValueOf<F>> {
  const schema = remembered.get(field) ?? checks[field.kind](field, shape)
  remembered.set(field, schema)
  return schema as z.ZodType<ValueOf<F>>
}

/** The strict Zod object of a set of fields a person fills. `partial`: all may be missing, null clears. Unknown and system keys are refused. */
export function shape(fields: Fields, { partial = false }: { partial?: boolean } = {}): z.ZodObject<z.ZodRawShape> {
  const entries = Object.entries(fields).filter(([, field]) => field.by === 'person')
  return z.strictObject(
    Object.fromEntries(
      entries.map(([name, field]) => {
        const schema = schemaOf(field)
        const value = field.required ? schema : emptyAsNull(schema)
        if (partial || !field.required) return [name, value.optional()]
        return [name, mayBeEmpty(field) ? value.default([]) : value]
      }),
    ),
  )
}

/** A box that was left empty is no value. */
export const emptyAsNull = <T>(schema: z.ZodType<T>) => z.preprocess((given) => (given === '' ? null : given), schema.nullable())

type Check = (field: Field, shapeOf: ShapeOf) => z.ZodType
const checks: Readonly<Record<FieldKind, Check>> = {
  text: textCheck,
  longText: textCheck,
  words: wordsCheck,
  phone: phoneCheck,
  email: emailCheck,
  country: countryCheck,
  integer: integerCheck,
  quantity: quantityCheck,
  share: shareCheck,
  money: integerCheck,
  choice: choiceCheck,
  choices: choicesCheck,
  flag: flagCheck,
  date: dateCheck,
  time: timeCheck,
  reference: referenceCheck,
  references: referencesCheck,
  attachments: attachmentsCheck,
  polygon: polygonCheck,
  point: pointCheck,
  rows: rowsCheck,
  lines: linesCheck,
  record: recordCheck,
  variant: variantCheck,
}

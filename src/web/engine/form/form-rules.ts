// What a record's form holds: the declaration's fields that may be set now, and at an address of the whole
// programme also to which operator a new record belongs, and the code where people know it from elsewhere.
import { canSet, type User } from '#domain/access.ts'
import type { AnyEntity, Check, Row } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { optional, reference, text } from '#domain/kernel/kinds.ts'
import { codePattern, inputSchema, patchSchema } from '#domain/kernel/schemas.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { Rules } from './resolver.ts'

export type FormRules = Omit<Rules, 'zone'> & { sections: Readonly<Record<string, readonly string[]>> }

const operatorField = reference('Operator', 'collective')
const mustName: Check = {
  path: 'operatorId' as never,
  code: 'required',
  message: 'Please fill this in.',
  fails: (row) => !(row as { operatorId?: unknown }).operatorId,
}

/** A code that people know from elsewhere is a field of the form. */
const codeOf = ({ ownCode }: AnyEntity): Fields =>
  ownCode ? { code: text(ownCode.label, { max: 32, pattern: codePattern, hint: '3 to 32 capitals, digits and hyphens.', help: ownCode.help }) } : {}
const mustHaveCode: Check = { path: 'code' as never, code: 'required', message: 'Please fill this in.', fails: (row) => !(row as { code?: unknown }).code }

export function formRules(entity: AnyEntity, record: RecordAnswer | null, operator: string, user: User | null): FormRules {
  const action = record ? 'E' : 'C'
  // What the server would refuse is not asked.
  const own: Fields = Object.fromEntries(
    Object.entries(entity.fields as Fields).filter(
      ([, field]) => !field.writableBy || (user !== null && canSet(user, entity, action, field, record as Row | null)),
    ),
  )
  const code = codeOf(entity)
  const [[first = '', names = []] = [], ...others] = Object.entries(entity.form as FormRules['sections'])
  const sections = { [first]: [...Object.keys(code), ...names], ...Object.fromEntries(others) }
  const checks = [...(entity.ownCode ? [mustHaveCode] : []), ...(entity.checks ?? [])]
  if (record)
    return {
      fields: { ...code, ...Object.fromEntries(Object.entries(own).filter(([, field]) => !field.fixed)) },
      sections,
      schema: patchSchema(entity),
      checks,
      base: record,
    }
  const requested = { fields: { ...code, ...own }, sections, schema: inputSchema(entity), checks, base: {} }
  if (operator !== '-' || entity.owner === 'tenant') return requested
  // A facility may belong to a processor instead; then it has no operator.
  const mayBeNone = own.processorId?.by === 'person'
  return {
    ...requested,
    fields: { operatorId: mayBeNone ? optional(operatorField) : operatorField, ...own },
    sections: { 'Belongs to': ['operatorId'], ...sections },
    checks: mayBeNone ? requested.checks : [mustName, ...requested.checks],
  }
}

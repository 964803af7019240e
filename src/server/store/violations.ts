// When the database refuses what the store let through (two people at the same moment), its error is turned
// into the product's words by looking the broken constraint up in the declarations: no ladder of names.

import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { codeOf } from '#domain/kernel/error-code.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { listed, phrase, small, word } from '#domain/messages/message.ts'
import { linesTablesOf, type Table, tableOf } from '#server/db/schema.ts'

type DatabaseError = { code: string; constraint?: string; message?: string }
const isDatabaseError = (error: unknown): error is DatabaseError => typeof codeOf(error) === 'string'

let remembered: { entity: AnyEntity; table: Table }[] | undefined
const tables = () =>
  (remembered ??= entities.flatMap((entity) => [tableOf(entity, names()), ...linesTablesOf(entity, names())].map((table) => ({ entity, table }))))
const names = () => new Set(entities.map(({ name }) => name))

/** The Problem a database error stands for, or undefined when it is none that a caller could have caused. */
export function problemOfViolation(error: unknown): Problem | undefined {
  if (!isDatabaseError(error)) return undefined
  const { code, message = '' } = error
  const name = constraintOf(error)
  if (code === '23505') return name === undefined ? new Problem('DUPLICATE', { cause: error }) : duplicate(name, error)
  if (code === '23503') return missing(name, error)
  // Serialisation failure, deadlock, lost or refused connection: the same request may well succeed in a moment.
  if (/^(40001|40P01|25P0[34]|53...|57P0[1-5]|08...)$/.test(code)) return new Problem('UNAVAILABLE', { headers: { 'Retry-After': '1' }, cause: error })
  if (code === '55P03')
    return new Problem('UNAVAILABLE', {
      message: 'Somebody else is changing the same record. Please try again in a moment.',
      headers: { 'Retry-After': '2' },
      cause: error,
    })
  if (code === '57014') return new Problem('UNAVAILABLE', { message: 'That took too long and was stopped. Please ask for less at once.', cause: error })
  // Class 22: a value that PostgreSQL cannot read as its type; refused here when no schema did.
  if (code.startsWith('22'))
    return new Problem('MALFORMED', { message: 'A value could not be read as what it should be.', cause: new Error(message, { cause: error }) })
  return undefined
}

/** On Citus the name comes only in the message, and with the shard's number at its end. */
const constraintOf = ({ constraint, message = '' }: DatabaseError): string | undefined => constraint ?? /constraint "([^"]+?)(?:_\d{6,})?"/.exec(message)?.[1]

function duplicate(name: string, cause: unknown): Problem {
  for (const { entity, table } of tables()) {
    const broken = table.uniques.find((unique) => unique.name === name)
    if (broken) return duplicateOf(entity, broken.fields, cause)
    if (name === `${table.name}__pkey`)
      return new Problem('DUPLICATE', {
        fields: [{ path: 'id', code: 'taken', message: phrase`A ${small(entity.label)} with this id exists already.` }],
        cause,
      })
  }
  if (name === 'event__receipt_no')
    return new Problem('DUPLICATE', {
      message: 'A purchase with this receipt number is in the books already.',
      fields: [{ path: 'data.receiptNo', code: 'taken', message: 'Taken already.' }],
      cause,
    })
  if (name === 'external_id__pkey')
    return new Problem('DUPLICATE', {
      message: 'Another record has this identifier of another system already.',
      fields: [{ path: 'externalIds', code: 'taken', message: 'Taken already.' }],
      cause,
    })
  return new Problem('DUPLICATE', {
    ...(name === 'event__pkey' ? { fields: [{ path: 'id', code: 'taken', message: 'An event with this id exists already.' }] } : {}),
    cause,
  })
}

/** DUPLICATE naming the fields that must be unique together; the last of them is the one a person would change. */
export function duplicateOf(entity: AnyEntity, fields: readonly string[], cause?: unknown): Problem {
  const own = fields.filter((field) => field !== 'operatorId')
  const labels = listed(
    own.map((field) => (field === 'code' ? small('Code') : small(entity.fields[field]?.label ?? field))),
    'and',
  )
  return new Problem('DUPLICATE', {
    message: phrase`A ${small(entity.label)} with this ${labels} exists already.`,
    fields: own.map((path) => ({ path, code: 'taken', message: 'Taken already.' })),
    cause,
  })
}

function missing(name: string | undefined, cause: unknown): Problem | undefined {
  // Nobody had used it for so long that it was removed at that moment.
  if (name === 'file_use__file_id__fkey')
    return new Problem('VALIDATION', { fields: [{ path: 'files', code: 'missing', message: 'There is no such file any more.' }], cause })
  for (const { entity, table } of tables()) {
    const broken = table.foreignKeys.find((key) => key.name === name)
    if (broken)
      return new Problem('VALIDATION', {
        fields: [
          { path: broken.field, code: 'missing', message: phrase`What ${word(entity.fields[broken.field]?.label ?? broken.field)} refers to is not there.` },
        ],
        cause,
      })
  }
  return undefined
}

// The parameters of a report as an address or a stored run has them: read by their kinds, checked by the same schemas as forms, and
// with what they are initially where nobody chose.
import { findEntity } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { shape } from '#domain/kernel/field-schemas.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import type { AnyReport } from '#domain/reports/report.ts'
import type { Scope } from '../../scope.ts'
import { findRecord } from '../../store/get.ts'

export type Values = Readonly<Record<string, unknown>>
export type ReadParameters = { values: Values /** Titles of the records they name, by id. */; names: Record<string, string> }

/** The parameters in an address; unknown names are the caller's business. */
export function valuesOfQuery({ parameters }: AnyReport, query: URLSearchParams): Values {
  return Object.fromEntries(
    Object.entries<Field>(parameters).flatMap(([name, field]) => {
      const given = query.getAll(name).filter((text) => text !== '')
      return given.length ? [[name, valueOfText(field, given)]] : []
    }),
  )
}

/** What cannot be read is left as it is, for the schema to refuse. */
function valueOfText(field: Field, given: readonly string[]): unknown {
  const [text = ''] = given
  if (factsOf(field).isList) return given.flatMap((one) => one.split(','))
  if (factsOf(field).isNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (field.kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text
  return given.length === 1 ? text : given
}

/** A record that several kinds of owners have (a facility is of an operator or of a processor) and that is another operator's than the address names. */
function isOfAnother({ operator }: Scope, { name, belongsTo }: AnyEntity, row: Row): boolean {
  const owner = belongsTo.operator && name !== 'transactioncertificate' ? Reflect.get(row, belongsTo.operator) : null
  return operator !== null && typeof owner === 'string' && owner !== operator.id
}

/** Checks them. Throws VALIDATION naming each that is wrong; a record that is not there, or not the reader's to see, is `missing`. */
export async function readParameters(scope: Scope, report: AnyReport, given: Values): Promise<ReadParameters> {
  const initial = report.initial?.(localDay(scope)) ?? {}
  const checked: Values = parse(shape(report.parameters), { ...initial, ...given })
  const values = Object.fromEntries(Object.keys(report.parameters).map((name) => [name, checked[name] ?? null]))
  const { from, to } = values
  if (typeof from === 'string' && typeof to === 'string' && to < from) throw fieldProblem('to', 'min', 'The last day is before the first one.')
  const names: Record<string, string> = {}
  for (const [name, field] of Object.entries<Field>(report.parameters)) {
    const id = values[name]
    if (field.kind !== 'reference' || typeof id !== 'string') continue
    const entity = findEntity(field.target ?? '')
    const row = entity && (await findRecord(scope, entity, id))
    if (!row || isOfAnother(scope, entity, row)) throw fieldProblem(name, 'missing', 'There is no such record, or it is not yours to see.')
    names[id] = row.title
  }
  return { values, names }
}

// What a reference says of the fields beside it (`fills`): a member of a village of the list has its block, district and state. They need not be sent; what
// is sent and says otherwise is refused; without the reference anything may be typed, and what then says otherwise takes the reference away.
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { type Filling, fillingsOf, saysSame } from '#domain/kernel/fills.ts'
import { type FieldProblem, fieldProblem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { isUuid, recordsById } from './get.ts'

type Body = Readonly<Record<string, unknown>>
export type Fills = {
  /** What was sent, with what its references say. Throws VALIDATION where there is no such record. `before`: the record that it changes. */
  complete(sent: unknown, before?: Row): unknown
  /** Fields that say otherwise than what fills them; of a changed record those that were changed, or all where the reference was. */
  problems(row: Row, before?: Row): FieldProblem[]
}
/** Nothing is filled in and nothing compared. */
export const noFills: Fills = { complete: (sent) => sent, problems: () => [] }

const isBody = (sent: unknown): sent is Body => typeof sent === 'object' && sent !== null && !Array.isArray(sent)
/** The record that a body names, or that the changed record goes on naming while fields that it fills are changed. */
function namedIn({ by, fills }: Filling, sent: unknown, before?: Row): string | null {
  if (!isBody(sent)) return null
  const id = sent[by] === undefined && Object.keys(fills).some((name) => sent[name] !== undefined) ? before?.[by] : sent[by]
  return typeof id === 'string' && isUuid(id) ? id : null
}

/** Reads what these bodies name, each record once. */
export async function readFills(scope: Scope, entity: AnyEntity, bodies: readonly unknown[], before?: Row): Promise<Fills> {
  const fillings = fillingsOf(entity)
  const found = new Map<string, Row>()
  for (const filling of fillings) {
    const ids = [...new Set(bodies.flatMap((sent) => namedIn(filling, sent, before)?.toLowerCase() ?? []))]
    for (const row of ids.length ? await recordsById(scope, entityOf(filling.target), ids) : []) found.set(row.id, row)
  }
  if (fillings.length === 0) return noFills
  const recordIn = (filling: Filling, sent: unknown, row?: Row) => found.get(namedIn(filling, sent, row)?.toLowerCase() ?? '')
  return {
    complete: (sent, row) => (isBody(sent) ? fillings.reduce((body, filling) => completed(filling, body, recordIn(filling, body, row), row), sent) : sent),
    problems: (row, former) => fillings.flatMap((filling) => contradictions(filling, row, recordIn(filling, row), former)),
  }
}

function completed({ by, target, fills }: Filling, sent: Body, record: Row | undefined, before: Row | undefined): Body {
  const id = sent[by]
  if (!record && typeof id === 'string' && isUuid(id)) throw fieldProblem(by, 'missing', phrase`There is no such ${small(entityOf(target).label)}.`)
  if (!record) return sent
  const pairs = Object.entries(fills)
  if (id === undefined) {
    const isOther = pairs.some(([name, own]) => sent[name] !== undefined && !saysSame(sent[name], record[own]) && !saysSame(sent[name], before?.[name]))
    if (isOther) return { ...sent, [by]: null }
  }
  // In the writing of the record: who may see it goes by the letters.
  const values = pairs.flatMap(([name, own]) =>
    (id !== undefined && sent[name] === undefined) || (sent[name] !== undefined && saysSame(sent[name], record[own])) ? [[name, record[own]] as const] : [],
  )
  return { ...sent, ...Object.fromEntries(values) }
}

function contradictions({ by, target, fills }: Filling, row: Row, record: Row | undefined, before: Row | undefined): FieldProblem[] {
  if (!record) return []
  const isAsBefore = (name: string) => before !== undefined && before[by] === row[by] && saysSame(before[name], row[name])
  return Object.entries(fills).flatMap(([name, own]) =>
    saysSame(row[name], record[own]) || isAsBefore(name)
      ? []
      : [
          {
            path: name,
            code: 'rule',
            message: phrase`The list of ${small(entityOf(target).plural)} says otherwise of ${record.title}: ${String(record[own] ?? '')}.`,
          },
        ],
  )
}

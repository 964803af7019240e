// Milking a whole herd (animal 4): one event of the dairy, one row an animal. Each row becomes a milking of that animal,
// so that its own history, its lactation and its withdrawals count as if it had been recorded alone.
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { checkDairy } from './dairy-tank.ts'
import { endWithdrawals } from './withdrawals.ts'

/** The field of a row that names an animal, by its entity. */
const kinds = [
  ['cowId', entityOf('cow')],
  ['goatId', entityOf('goat')],
  ['sheepId', entityOf('sheep')],
] as const
type Field = (typeof kinds)[number][0]
type Milked = Partial<Record<Field, string | null>> & { kg: number; destination: string; remark?: string | null }
type Named = { id: string; field: Field; entity: AnyEntity }

export const herdMilking: EventBehaviour = {
  async apply(scope, change) {
    const { subject, event } = change
    await checkDairy(scope, change)
    const { rows, session } = event.data as { rows: Milked[]; session: string }
    const animals = await animalsOf(scope, subject, rows)
    for (const [index, { kg, destination, remark }] of rows.entries()) {
      const { id, entity } = animals[index] as Named
      try {
        await recordBySystem(scope, entity, id, {
          eventType: 'MILKING',
          occurredAt: event.occurredAt,
          data: { session, kg, destination, complete: true, remarks: remark ?? null, causeEventId: event.id },
        })
      } catch (problem) {
        throw problem instanceof Problem ? atRow(problem, index) : problem
      }
    }
    await endWithdrawals(scope, subject.operatorId)
  },
}

/** Each animal once, and of this dairy. Locked in one order, so that two milkings at once wait for each other. */
async function animalsOf(scope: Scope, system: Row, rows: readonly Milked[]): Promise<Named[]> {
  const named = rows.map((row, index): Named => {
    const given = kinds.filter(([field]) => row[field])
    const [only] = given
    if (!only) throw fieldProblem(`data.rows.${index}.cowId`, 'required', 'Say which animal was milked.')
    if (given.length > 1) throw fieldProblem(`data.rows.${index}.${given[1]?.[0]}`, 'rule', 'One row names one animal.')
    return { field: only[0], entity: only[1], id: row[only[0]] as string }
  })
  const at = (index: number) => `data.rows.${index}.${named[index]?.field}`
  const first = new Map<string, number>()
  for (const [index, { id }] of named.entries()) {
    if (first.has(id)) throw fieldProblem(at(index), 'taken', 'This animal is named twice.')
    first.set(id, index)
  }
  for (const [, entity] of kinds) {
    const own = named.filter((one) => one.entity === entity)
    const found = new Map(
      (
        await recordsById(
          scope,
          entity,
          own.map(({ id }) => id),
          { lock: true },
        )
      ).map((row) => [row.id, row]),
    )
    for (const { id } of own) {
      const [animal, index] = [found.get(id), first.get(id) as number]
      if (!animal || animal.productionSystemId !== system.id) throw fieldProblem(at(index), 'missing', 'There is no such animal in this production system.')
      if (animal.status !== 'ALIVE') throw fieldProblem(at(index), 'rule', `${animal.title} is not here any more.`)
    }
  }
  return named
}

/** A refusal of one animal is reported at its row. */
const atRow = ({ code, details }: Problem, index: number): Problem =>
  new Problem(code, { ...details, figures: { ...details.figures, row: index + 1, path: `data.rows.${index}.destination` } })

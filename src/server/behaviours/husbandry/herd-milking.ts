// Milking a whole herd (animal 4): one event of the dairy, one row an animal. Each row becomes a milking of that animal,
// so that its own history, its lactation and its withdrawals count as if it had been recorded alone.

import { entityOf } from '#domain/entities.ts'
import type { AnimalEntity } from '#domain/husbandry/living.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { checkDairy } from './dairy-tank.ts'

/** The field of a row that names an animal, by its entity. */
const kinds = [
  ['cowId', entityOf('cow')],
  ['goatId', entityOf('goat')],
  ['sheepId', entityOf('sheep')],
] as const
const productionsystem = entityOf('productionsystem')
type Milked = EventData<typeof productionsystem, 'HERD_MILKING'>['rows'][number]
type Named = { row: Milked; id: string; field: (typeof kinds)[number][0]; entity: AnimalEntity }

export const herdMilking: EventBehaviour<typeof productionsystem, 'HERD_MILKING'> = {
  async apply(scope, { subject, event }) {
    checkDairy(subject)
    const { rows, session } = event.data
    for (const [index, { id, entity, row }] of (await animalsOf(scope, subject, rows)).entries()) {
      const { kg, destination, remark } = row
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
  },
}

/** Each animal once, and of this dairy. Locked in one order, so that two milkings at once wait for each other. */
async function animalsOf(scope: Scope, system: Stored<typeof productionsystem>, rows: readonly Milked[]): Promise<Named[]> {
  const named = rows.map((row, index): Named => {
    const [only, second] = kinds.flatMap(([field, entity]): Named[] => {
      const id = row[field]
      return id ? [{ row, id, field, entity }] : []
    })
    if (!only) throw fieldProblem(`data.rows.${index}.cowId`, 'required', 'Say which animal was milked.')
    if (second) throw fieldProblem(`data.rows.${index}.${second.field}`, 'rule', 'One row names one animal.')
    return only
  })
  const at = (index: number) => `data.rows.${index}.${named[index]?.field}`
  const seen = new Set<string>()
  for (const [index, { id }] of named.entries()) {
    if (seen.has(id)) throw fieldProblem(at(index), 'taken', 'This animal is named twice.')
    seen.add(id)
  }
  for (const [, entity] of kinds) {
    const own = [...named.entries()].filter(([, one]) => one.entity === entity)
    const found = new Map(
      (
        await recordsById(
          scope,
          entity,
          own.map(([, { id }]) => id),
          { lock: true },
        )
      ).map((row) => [row.id, row]),
    )
    for (const [index, { id }] of own) {
      const animal = found.get(id)
      if (!animal || animal.productionSystemId !== system.id) throw fieldProblem(at(index), 'missing', 'There is no such animal in this production system.')
      if (animal.status !== 'ALIVE') throw fieldProblem(at(index), 'rule', phrase`${animal.title} is not here any more.`)
    }
  }
  return named
}

/** A refusal of one animal is reported at its row. */
const atRow = ({ code, details }: Problem, index: number): Problem =>
  new Problem(code, { ...details, figures: { ...details.figures, row: index + 1, path: `data.rows.${index}.destination` } })

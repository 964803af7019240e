// Milking a whole herd (animal 4): one event of the dairy, one row an animal. Each row becomes a milking of that animal,
// so that its own story, its lactation and what is held back of it count as if it had been recorded alone.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { voidCausedOn } from '../../store/void-event.ts'
import { project } from './animal.ts'
import { addMilk } from './lactations.ts'

const cow = entityOf('cow')
type Milked = { cowId: string; kg: number; destination: string; remark?: string | null }

export const herdMilking: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { rows, session } = event.data as { rows: Milked[]; session: string }
    const cows = await cowsOf(scope, subject, rows)
    for (const [index, { cowId, kg, destination, remark }] of rows.entries()) {
      const one = cows.get(cowId) as Row
      try {
        await recordBySystem(scope, cow, one.id, {
          eventType: 'MILKING',
          occurredAt: event.occurredAt,
          data: { session, kg, destination, complete: true, remarks: remark ?? null, causeEventId: event.id },
        })
      } catch (problem) {
        throw problem instanceof Problem ? atRow(problem, index) : problem
      }
    }
  },
  async undo(scope, { event }) {
    const { rows } = event.data as { rows: Milked[] }
    for (const one of await recordsById(
      scope,
      cow,
      rows.map(({ cowId }) => cowId),
      { lock: true },
    )) {
      const back = { ...(await voidCausedOn(scope, cow, one, event.id)) }
      const before = { ...back }
      await project(scope, cow, back)
      await changeBySystem(scope, cow, before, back)
      await addMilk(scope, cow, back, localDay(scope, event.occurredAt))
    }
  },
}

/** Each animal once, alive, and of this dairy. Locked in one order, so that two milkings at once wait for each other. */
async function cowsOf(scope: Scope, system: Row, rows: readonly Milked[]): Promise<Map<string, Row>> {
  const at = (index: number) => `data.rows.${index}.cowId`
  const again = rows.findIndex(({ cowId }, index) => rows.findIndex((one) => one.cowId === cowId) !== index)
  if (again >= 0) throw fieldProblem(at(again), 'taken', 'This animal is named twice.')
  const found = new Map(
    (
      await recordsById(
        scope,
        cow,
        rows.map(({ cowId }) => cowId),
        { lock: true },
      )
    ).map((row) => [row.id, row]),
  )
  for (const [index, { cowId }] of rows.entries()) {
    const one = found.get(cowId)
    if (!one || one.productionSystemId !== system.id) throw fieldProblem(at(index), 'missing', 'There is no such animal in this production system.')
    if (one.status !== 'ALIVE') throw fieldProblem(at(index), 'rule', `${one.title} is not here any more.`)
  }
  return found
}

/** A refusal of one animal is told at its row. */
const atRow = ({ code, details }: Problem, index: number): Problem =>
  new Problem(code, { ...details, figures: { ...details.figures, row: index + 1, path: `data.rows.${index}.destination` } })

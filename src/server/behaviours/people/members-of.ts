// Members that an event of an operator names.
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

const farmer = entityOf('farmer')

/** Members of this operator by id, locked; a stranger among them is refused at its place in the list, and who was erased, unless the event that is corrected named them (`known`). */
export async function membersOf(
  scope: Scope,
  subject: Pick<Stored<ReturnType<typeof entityOf<'collective'>>>, 'id'>,
  ids: readonly string[],
  path: (index: number) => string,
  known: ReadonlySet<string> = new Set(),
): Promise<Map<string, Stored<typeof farmer>>> {
  if (new Set(ids).size !== ids.length) throw fieldProblem(path(ids.findIndex((id, index) => ids.indexOf(id) !== index)), 'taken', 'Named twice.')
  const found = new Map(
    (await recordsById(scope, farmer, ids, { lock: true })).filter(({ operatorId }) => operatorId === subject.id).map((row) => [row.id, row]),
  )
  const erased = ids.findIndex((id) => found.get(id)?.erasedOn && !known.has(id))
  if (erased >= 0) throw fieldProblem(path(erased), 'rule', 'The personal data of this member was erased. Register the person anew.')
  const strange = ids.findIndex((id) => !found.has(id))
  if (strange >= 0) throw fieldProblem(path(strange), 'missing', 'There is no such member of this operator.')
  return found
}

// An event that no step of the package waits for on its day (BR-18: outside every window → ask): whoever records it says which open step it is for, or that it
// is for none. By its answer it is one or the other; another answer is another event in its place.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'

/** Once the plan is brought to what was recorded. What goes on from day to day, as the routines of flocks and ponds do, is not asked for. Throws VALIDATION at `planEventId`. */
export async function askForStep(scope: Scope, entity: AnyEntity, subject: Row, event: { id: string; eventType: string }): Promise<void> {
  if (await scope.behaviours[entity.name]?.isStepInQuestion?.(scope, subject, event))
    throw fieldProblem('planEventId', 'required', 'No step of the package is to be done on this day. Say which open step this is for, or that it is for none.')
}

// An event of a lot whose whole effect is what the projection says of it: it is only checked.
import type { Declarations } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'

type Batch = Declarations['productbatch']
type Check<K extends EventTypeOf<Batch>> = (scope: Scope, change: EventChange<Batch, K>) => void | Promise<void>

export const checked = <K extends EventTypeOf<Batch>>(apply: Check<K> = () => {}, mayBeVoided?: Check<K>): EventBehaviour<Batch, K> => ({
  apply: async (scope, change) => apply(scope, change),
  checkVoid: async (scope, change) => mayBeVoided?.(scope, change),
})

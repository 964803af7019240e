// Which entity does something beyond the ordinary: name → behaviour. The store asks this table,
// never "is this a crop?". One line per entity.
import { landparcelBehaviour } from './behaviours/landparcel.ts'
import type { Behaviours } from './scope.ts'

export const behaviours: Behaviours = {
  landparcel: landparcelBehaviour,
}

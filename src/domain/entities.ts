// The registry: the one file that names every entity. A reference elsewhere names its target by word.
import type { AnyEntity } from './kernel/entity.ts'
import { farmer } from './people/farmer.ts'

export const entities: readonly AnyEntity[] = [farmer]

const byName = new Map(entities.map((entity) => [entity.name, entity]))
/** The declaration of that name, or undefined. */
export const findEntity = (name: string): AnyEntity | undefined => byName.get(name)
/** The declaration of that name; throws on a name nobody declared (a programming error). */
export function entityOf(name: string): AnyEntity {
  const found = byName.get(name)
  if (!found) throw new Error(`No entity is called ${name}`)
  return found
}

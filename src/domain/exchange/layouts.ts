// Which layout a table has: the one that follows from the declaration, or a special one of the domain
// dictionary's templates. Undefined where there is no such import.
import type { AnyEntity } from '../kernel/entity.ts'
import { cropLayout } from './crop-layout.ts'
import { eventLayout } from './event-layout.ts'
import { farmerLayout } from './farmer-layout.ts'
import { inFileOrder } from './file-order.ts'
import { landparcelLayout } from './landparcel-layout.ts'
import { type Kind, kinds, type Layout } from './layout.ts'
import { openingLayout } from './opening-layout.ts'
import { purchaseLayout } from './purchase-layout.ts'
import { recordLayout } from './record-layout.ts'

const special: Readonly<Record<string, (entity: AnyEntity) => Layout>> = { farmer: farmerLayout, landparcel: landparcelLayout, crop: cropLayout }
const remembered = new Map<string, Layout | undefined>()

export function layoutOf(entity: AnyEntity, kind: Kind): Layout | undefined {
  const key = `${entity.name} ${kind}`
  if (!remembered.has(key)) {
    const layout = make(entity, kind)
    remembered.set(key, layout && { ...layout, columns: inFileOrder(entity.name, kind, layout.columns) })
  }
  return remembered.get(key)
}

/** The imports an entity has; none where everything about it is made by events of others. */
export const kindsOf = (entity: AnyEntity): Kind[] => kinds.filter((kind) => !(kind === 'records' && entity.readOnly) && layoutOf(entity, kind) !== undefined)

function make(entity: AnyEntity, kind: Kind): Layout | undefined {
  if (kind === 'purchases') return 'PURCHASE' in entity.events ? purchaseLayout(entity) : undefined
  if (kind === 'opening') return 'OPENING_STOCK' in entity.events ? openingLayout(entity) : undefined
  if (kind === 'events') return Object.keys(entity.events).length ? eventLayout(entity) : undefined
  return (special[entity.name] ?? recordLayout)(entity)
}

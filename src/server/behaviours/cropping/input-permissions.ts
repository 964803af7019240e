// What the list of inputs said of an input when it was used: a later change of the list does not change what was done (BR-14).
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { inputPermissions } from '#domain/kernel/terms.ts'
import { typedValue } from '#domain/kernel/typed-facts.ts'
import type { Scope } from '../../scope.ts'
import { eventsByRecord } from '../../store/events-then.ts'
import { recordsById } from '../../store/get.ts'

const inputitem = entityOf('inputitem')
type Use = { itemId: string; occurredAt: string; recordedAt: string }
type InputItem = Stored<typeof inputitem>
type Permission = InputItem['permission']
export type InputUse<T extends Use = Use> = T & { item: InputItem | undefined; permission: Permission }
const isPermission = (value: unknown): value is Permission => typeof value === 'string' && Object.hasOwn(inputPermissions, value)

/** The items of these uses with the permission of the moment of use; before an item was listed, of the moment of recording. */
export async function itemsUsed<T extends Use>(scope: Scope, uses: readonly T[]): Promise<InputUse<T>[]> {
  const ids = [...new Set(uses.map(({ itemId }) => itemId))]
  const items = new Map((await recordsById(scope, inputitem, ids)).map((item) => [item.id, item]))
  const changes = new Map<string, { at: string; permission: Permission }[]>()
  // What the product writes about every record comes with any set of types.
  for (const [id, facts] of ids.length > 0 ? await eventsByRecord(scope, inputitem, ids, new Set()) : []) {
    changes.set(
      id,
      facts.flatMap(({ occurredAt, data }) => {
        const permission = typedValue({ data }, 'permission')
        return isPermission(permission) ? [{ at: occurredAt, permission }] : []
      }),
    )
  }
  return uses.map((use) => {
    const item = items.get(use.itemId)
    const history = changes.get(use.itemId) ?? []
    const isListed = history[0] !== undefined && history[0].at <= use.occurredAt
    const moment = isListed ? use.occurredAt : use.recordedAt
    const known = (history.findLast(({ at }) => at < moment) ?? history[0])?.permission ?? item?.permission
    return { ...use, item, permission: known ?? 'UNKNOWN' }
  })
}

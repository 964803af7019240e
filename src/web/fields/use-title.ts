// The name of a record that is known by its id alone.
import { can } from '#domain/access.ts'
import type { Refs } from '#web/api/answers.ts'
import { useOne, useOptions } from '#web/api/queries.ts'
import { useUser } from '#web/session/use-user.ts'
import { useCustomOptions } from './custom-options.ts'

/** From the answer at hand or what is one's own, else fetched; its title is empty until it has arrived. Null without an id. */
export function useTitle(target: string, id: string | null, refs?: Refs): { id: string; title: string; code: string; note: string } | null {
  const user = useUser()
  const custom = useCustomOptions(target)
  const known = id ? (refs?.[id] ?? custom?.find((one) => one.id === id)) : undefined
  const opens = can(user, target, 'V')
  const isRequested = id !== null && !known
  const { data } = useOne(target, isRequested && opens ? id : undefined)
  // Whoever may list people but not open them reads the name in the list.
  const { data: listed } = useOptions(target, { filters: { id: [id ?? ''] } }, { enabled: isRequested && !opens && can(user, target, 'L'), limit: 1 })
  if (!id) return null
  const found = known ?? data ?? listed?.items[0]
  return { id, title: found?.title ?? '', code: found?.code ?? '', note: '' }
}

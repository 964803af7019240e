// The name of a record that is known by its id alone.
import { can } from '#domain/access.ts'
import type { Refs } from '#web/api/answers.ts'
import { useOne, useOptions } from '#web/api/queries.ts'
import { useUser } from '#web/session/use-user.ts'
import { useOwnOptions } from './own-options.ts'

/** From the answer at hand or what is one's own, else fetched; its title is empty until it has arrived. Null without an id. */
export function useTitle(target: string, id: string | null, refs?: Refs): { id: string; title: string; code: string; note: string } | null {
  const user = useUser()
  const own = useOwnOptions(target)
  const known = id ? (refs?.[id] ?? own?.find((one) => one.id === id)) : undefined
  const opens = can(user, target, 'V')
  const isAsked = id !== null && !known
  const { data } = useOne(target, isAsked && opens ? id : undefined)
  // Whoever may list people but not open them reads the name in the list.
  const { data: listed } = useOptions(target, { filters: { id: [id ?? ''] } }, { enabled: isAsked && !opens && can(user, target, 'L'), limit: 1 })
  if (!id) return null
  const found = known ?? data ?? listed?.items[0]
  return { id, title: found?.title ?? '', code: found?.code ?? '', note: '' }
}

// The name of a record that is known by its id alone.
import type { Refs } from '#web/api/answers.ts'
import { useOne } from '#web/api/queries.ts'

/** From the answer at hand, else fetched; its title is empty until it has arrived. Null without an id. */
export function useTitle(target: string, id: string | null, refs?: Refs): { id: string; title: string; code: string; note: string } | null {
  const known = id ? refs?.[id] : undefined
  const { data } = useOne(target, id && !known ? id : undefined)
  if (!id) return null
  return { id, title: known?.title ?? data?.title ?? '', code: known?.code ?? data?.code ?? '', note: '' }
}

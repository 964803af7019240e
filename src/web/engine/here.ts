// Where an entity's page stands: its declaration and ids from the address, and what hangs in its slots. A page with an
// address of its own (…/notifications/list) states its entity and record itself.
import { useParams } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { entityOf } from '#domain/entities.ts'
import { useSlots } from './slots.ts'

type Params = { entity: string; id: string; eventId: string }

export type OwnAddress = {
  entity: string
  /** The record; absent where the page shows none, or the address names it as `id`. */
  id?: string
  /** Heading of a list that shows a part of its entity. */
  heading?: string
  /** Values that the address fixes: filters of a list, first values of a form. */
  fixed?: Readonly<Record<string, string>>
  /** Columns of a list until somebody chooses others. */
  columns?: readonly string[]
  /** Its order until somebody sorts it otherwise. */
  sort?: string
}

export const OwnAddressContext = createContext<OwnAddress | null>(null)
const nothingFixed: Readonly<Record<string, string>> = {}

export function useHere() {
  const params = useParams({ strict: false }) as Params
  const own = useContext(OwnAddressContext)
  const entity = entityOf(own?.entity ?? params.entity)
  return { ...params, ...(own?.id ? { id: own.id } : {}), entity, slots: useSlots(entity.name) }
}

/** What the page's own address fixes; nothing at the generic addresses. */
export const useFixed = (): Readonly<Record<string, string>> => useContext(OwnAddressContext)?.fixed ?? nothingFixed
export const useOwnAddress = (): OwnAddress | null => useContext(OwnAddressContext)

// Where an entity's page stands: its declaration and ids from the address, and what hangs in its slots.
import { useParams } from '@tanstack/react-router'
import { entityOf } from '#domain/entities.ts'
import { useSlots } from './slots.ts'

type Params = { entity: string; id: string; eventId: string }

export function useHere() {
  const params = useParams({ strict: false }) as Params
  const entity = entityOf(params.entity)
  return { ...params, entity, slots: useSlots(entity.name) }
}

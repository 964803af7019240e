// The form of a new group begins with the registrations that the programme names for its groups (6.6).
import { CreateForm } from '#web/engine/form/entity-form.tsx'
import type { ScreenProps } from '#web/engine/slots.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useClient } from '../client/queries.ts'

export function NewOperator({ entity }: ScreenProps) {
  const { data, isPending } = useClient(useTenant().config.id)
  if (isPending) return <FormSkeleton />
  // Without the settings the form begins empty: a group can be registered all the same.
  const schemes = (data?.defaultSchemes ?? []).map((scheme) => ({ scheme }))
  return <CreateForm entity={entity} preset={schemes.length ? { schemes } : {}} />
}

// …/{entity}/list: the hand-made list where there is one, else the generic. Fetched without the forms.
import { Suspense } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { useMayList } from '../to-list.tsx'
import { EntityList } from './entity-list.tsx'

export function ListPage() {
  const { t } = useTranslation()
  const { entity, slots } = useHere()
  const mayList = useMayList(entity)
  if (entity.listRoles && !mayList) return <ErrorState title={t('Your role does not allow this.')} reason={t('Only administrators work with this list.')} />
  const Screen = slots.list ?? EntityList
  return (
    <Suspense fallback={<ListSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}

// …/{entity}/create and …/{entity}/{id}/edit: the hand-made form where there is one, else the generic. Nobody fills in
// a form that would be refused: who may not create hears it at once, and what may not be edited says so in EditForm.
import { Suspense } from 'react'
import { can } from '#domain/access.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { ToListButton } from '../to-list.tsx'
import { CreateForm, EditForm } from './entity-form.tsx'

export function CreatePage() {
  const { entity, slots } = useHere()
  const user = useAccess()?.user ?? null
  const Screen = slots.create ?? CreateForm
  if (entity.readOnly || (user && !can(user, entity.name, 'C'))) return <ReadOnlyNotice entity={entity} />
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}

export function EditPage() {
  const { entity, id, slots } = useHere()
  const Screen = slots.edit ?? EditForm
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={id} entity={entity} id={id} />
    </Suspense>
  )
}

function ReadOnlyNotice({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      title={entity.readOnly ? t('{{things}} are made by events, not by hand.', { things: t(entity.plural) }) : t('Your role does not allow this.')}
      reason={entity.readOnly ? t(entity.about) : t('An administrator decides who enters this. Nothing was started.')}
      actions={<ToListButton entity={entity} variant="contained" />}
    />
  )
}

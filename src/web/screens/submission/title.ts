// The name of a submission on screen: its form, and the record that it is about, by name where this reader may open that, else by kind. Nothing more of a record yet to be made.
import { findEntity } from '#domain/entities.ts'
import { kindOf } from '#domain/work/submitted.ts'
import type { EntitySlots } from '#web/engine/slots.ts'

export const submissionTitle: NonNullable<EntitySlots['title']> = ({ title: form, formCode, targetType, targetId }, { t, refs }) => {
  if (typeof targetId !== 'string') return form
  const kind = findEntity(kindOf(String(formCode), targetType) ?? '')
  const record = refs?.[targetId]?.title ?? (kind && t(kind.label))
  return record ? `${form}, ${record}` : form
}

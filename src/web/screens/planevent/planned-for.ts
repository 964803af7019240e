// The record that a planned event is done on: the one of those it names which takes such an event.
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

export function subjectOf(entity: AnyEntity, record: RecordAnswer): { entity: AnyEntity; id: string } | null {
  for (const [name, { target }] of Object.entries(entity.fields as Fields)) {
    const [id, subject] = [record[name], findEntity(target ?? '')]
    if (typeof id === 'string' && subject && String(record.eventType) in (subject.events ?? {})) return { entity: subject, id }
  }
  return null
}

// Into which states a task may be moved, and by which event: those of its state that the server offers this person.
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { requiredOf } from '#web/engine/event/required-evidence.tsx'

/** `words`: the field of the event that takes a reason, without which it is refused. `hasForm`: it is recorded on its form, with what the task requires. */
export type Move = { type: string; label: string; to: string; icon?: string | undefined; words?: string; hasForm?: true }

export function movesOf(entity: AnyEntity, { status, may, evidence }: Pick<RecordAnswer, 'status' | 'may'> & Record<string, unknown>): Move[] {
  return Object.entries(entity.events as Record<string, EventSpec>).flatMap(([type, { label, from, to, icon, fields }]) => {
    if (typeof to !== 'string' || to === status || !may.includes(type) || (from && !from.includes(status))) return []
    const words = Object.entries(fields as Record<string, Field>).find(([, field]) => field.required)?.[0]
    return [{ type, label, to, icon, ...(words ? { words } : {}), ...(type === 'DONE' && requiredOf({ evidence }).length > 0 ? { hasForm: true } : {}) }]
  })
}

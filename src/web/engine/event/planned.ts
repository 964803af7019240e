// An event that a package of practices planned (`create-event?plan_event_id=`): which event it is, and what of it is known
// before anybody types.
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Evidence } from '#domain/kernel/plan.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FormValues } from '#web/fields/form-values.ts'

/** Whether this plan is for this record. */
export const isPlannedFor = (plan: RecordAnswer, entity: AnyEntity, id: string): boolean =>
  Object.entries(entityOf('planevent').fields as Fields).some(([name, field]) => field.target === entity.name && plan[name] === id)

/** Values the plan brings: its input, and its quantity where exactly one field of the event is measured in its unit. */
export function plannedValues(plan: RecordAnswer, spec: EventSpec): FormValues {
  const fields = Object.entries(spec.fields as Fields)
  const measured = fields.filter(([, field]) => factsOf(field).isNumber && field.unit === plan.unit)
  const [only] = measured
  return {
    ...(plan.itemId && spec.fields.itemId?.target === 'inputitem' ? { itemId: plan.itemId } : {}),
    ...(plan.plannedQty !== null && plan.plannedQty !== undefined && plan.unit && only && measured.length === 1 ? { [only[0]]: plan.plannedQty } : {}),
  }
}

/** What the package asks to be shown of the step. */
export const stepEvidence = (plan: RecordAnswer | null): readonly Evidence[] => (Array.isArray(plan?.evidence) ? (plan.evidence as Evidence[]) : [])

/** The answer to which step an event is for that was recorded on a day of none; null: for none. Undefined as a whole: not answered. */
export type ChosenStep = { step: RecordAnswer | null } | undefined

/** The field of a planned step that names a record of this kind. */
export const planFieldOf = (entity: AnyEntity): string | undefined =>
  Object.entries(entityOf('planevent').fields as Fields).find(([, field]) => field.target === entity.name)?.[0]

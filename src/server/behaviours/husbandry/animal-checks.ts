// What an event of an animal is checked for beside its history: sessions, slaughter figures, places and groups.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { checkUnitFor, parentOf } from './husbandry-place.ts'
import { flagNotifiable } from './notifiable.ts'
import { checkTreatment } from './withdrawals.ts'

type Checks = { readonly [K in EventTypeOf<AnimalEntity>]?: (scope: Scope, entity: AnimalEntity, change: EventChange<AnimalEntity, K>) => Promise<void> }
type Milked = EventChange<AnimalEntity, 'MILKING'>

export const animalChecks = {
  async MILKING(scope, entity, change) {
    if (isGroup(change.subject)) return
    await checkInMilk(scope, entity, change)
    await checkSession(scope, entity, change)
  },
  TREATMENT: (scope, _entity, { subject, event }) => checkTreatment(scope, subject, event),
  SLAUGHTER: async (scope, _entity, change) => checkSlaughter(scope, change),
  DIAGNOSIS: (scope, _entity, { event, flag }) => flagNotifiable(scope, event.data.diagnosisId, flag),
  async UNIT_MOVE(scope, entity, { subject, event }) {
    const unit = await parentOf(scope, subject, entityOf('housingunit'), event.data.toUnitId, 'data.toUnitId')
    await checkUnitFor(scope, entity, unit, 'data.toUnitId')
  },
} as const satisfies Checks

const isGroup = (animal: Animal): boolean => 'recordKind' in animal && animal.recordKind === 'GROUP'

/** AH-03, AH-06: a milking is of a female in a lactation. Asked of her lactations, which follow from her whole history. */
async function checkInMilk(scope: Scope, entity: AnimalEntity, { subject, event }: Milked): Promise<void> {
  const day = localDay(scope, event.occurredAt)
  if (subject.sex !== 'FEMALE') throw ruleBlocked('AH-03', phrase`“Milked” on ${onDay(day)} happens to females only.`, { day, sex: subject.sex })
  const { rows } = await sql`
    select 1 from lactation where tenant_id = ${scope.tenant.id} and ${sql.ref(`${entity.name}_id`)} = ${subject.id}::uuid and deleted_at is null
      and begin_date <= ${day}::date and (end_date is null or end_date >= ${day}::date) limit 1`.execute(scope.db)
  if (rows.length > 0) return
  const message = phrase`She is not in milk on ${onDay(day)}: no birth opened a lactation that still runs.`
  throw ruleBlocked('AH-06', message, { day, lastBirthOn: subject.lastBirthOn })
}

/** AH-21: one milking of an animal in one session of a day. */
async function checkSession(scope: Scope, entity: AnimalEntity, { subject, event: { id, occurredAt, data } }: Milked): Promise<void> {
  const { rows } = await sql`
    select 1 from event where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${subject.id}::uuid and event_type = 'MILKING'
      and status = 'RECORDED' and id <> ${id}::uuid and data->>'session' = ${data.session}
      and (occurred_at at time zone ${scope.tenant.timezone})::date = ${localDay(scope, occurredAt)}::date limit 1`.execute(scope.db)
  if (rows.length)
    throw ruleBlocked('AH-21', phrase`${subject.title} was milked in this session already.`, { day: localDay(scope, occurredAt), session: data.session })
}

/** A condemned animal gives no meat, and a carcass is a part of the animal. */
function checkSlaughter(scope: Scope, { event, flag }: EventChange<AnimalEntity, 'SLAUGHTER'>): void {
  const { liveKg, carcassKg, anteMortem, postMortem } = event.data
  if (anteMortem === 'FAILED')
    throw fieldProblem(
      'data.anteMortem',
      'rule',
      'An animal that failed the inspection before slaughter gives no meat: record its death and how it was disposed of.',
    )
  if (postMortem === 'FAILED')
    flag({
      ruleId: 'AH-22',
      severity: 'REVIEW',
      message: 'The carcass failed the inspection: nothing of it may be used.',
      figures: { ownerRole: 'OPERATOR_MANAGER' },
    })
  if (!carcassKg) return
  if (carcassKg >= liveKg) throw fieldProblem('data.carcassKg', 'max', 'A carcass weighs less than the living animal.')
  const [least, most] = husbandrySettings(scope.tenant.config).carcass
  const share = carcassKg / liveKg
  if (share < least || share > most)
    flag({ ruleId: 'AH-08', severity: 'WARN', message: 'The carcass is an unusual share of the live weight.', figures: { share, mostShare: most } })
}

/** An animal is in groups of its own production system. Throws VALIDATION at `path`. */
export async function checkGroups(scope: Scope, { groupIds, productionSystemId }: Animal, path: string): Promise<void> {
  if (groupIds.length === 0) return
  const other = (await recordsById(scope, entityOf('animalgroup'), groupIds)).find((group) => group.productionSystemId !== productionSystemId)
  if (other) throw fieldProblem(path, 'rule', phrase`“${other.title}” is a group of another production system: an animal leaves it before it moves there.`)
}

// What an event of an animal is checked for beside its history: sessions, slaughter figures, places and groups.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { checkUnitFor, parentOf } from './husbandry-place.ts'
import { flagNotifiable } from './notifiable.ts'
import { checkTreatment } from './withdrawals.ts'

export async function checkAnimalEvent(scope: Scope, entity: AnyEntity, { subject, event, flag }: EventChange): Promise<void> {
  switch (event.eventType) {
    case 'MILKING':
      await checkInMilk(scope, entity, subject, event)
      return checkSession(scope, entity, subject, event)
    case 'TREATMENT':
      return checkTreatment(scope, subject, event)
    case 'SLAUGHTER':
      return checkSlaughter(scope, { event, flag })
    case 'DIAGNOSIS':
      return flagNotifiable(scope, { event, flag })
    case 'UNIT_MOVE':
      return checkUnitFor(
        scope,
        entity,
        await parentOf(scope, { ...subject, 'data.toUnitId': event.data.toUnitId }, 'data.toUnitId', 'housingunit'),
        'data.toUnitId',
      )
  }
}

/** AH-03, AH-06: a milking is of a female in a lactation. Asked of her lactations, which follow from her whole history. */
async function checkInMilk(scope: Scope, entity: AnyEntity, subject: Row, { occurredAt }: RecordedEvent): Promise<void> {
  if (subject.recordKind === 'GROUP') return
  const day = localDay(scope, occurredAt)
  if (subject.sex !== 'FEMALE') throw ruleBlocked('AH-03', `“Milked” on ${day} happens to females only.`, { day, sex: subject.sex })
  const { rows } = await sql`
    select 1 from lactation where tenant_id = ${scope.tenant.id} and ${sql.ref(`${entity.name}_id`)} = ${subject.id}::uuid and deleted_at is null
      and begin_date <= ${day}::date and (end_date is null or end_date >= ${day}::date) limit 1`.execute(scope.db)
  if (rows.length > 0) return
  const message = `She is not in milk on ${day}: no birth opened a lactation that still runs.`
  throw ruleBlocked('AH-06', message, { day, lastBirthOn: subject.lastBirthOn ?? null })
}

/** AH-21: one milking of an animal in one session of a day. */
async function checkSession(scope: Scope, entity: AnyEntity, subject: Row, { id, occurredAt, data }: RecordedEvent): Promise<void> {
  if (subject.recordKind === 'GROUP') return
  const { rows } = await sql`
    select 1 from event where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${subject.id}::uuid and event_type = 'MILKING'
      and status = 'RECORDED' and id <> ${id}::uuid and data->>'session' = ${data.session as string}
      and (occurred_at at time zone ${scope.tenant.timezone})::date = ${localDay(scope, occurredAt)}::date limit 1`.execute(scope.db)
  if (rows.length)
    throw ruleBlocked('AH-21', `${subject.title} was milked in this session already.`, { day: localDay(scope, occurredAt), session: data.session })
}

/** A condemned animal gives no meat, and a carcass is a part of the animal. */
function checkSlaughter(scope: Scope, { event, flag }: Pick<EventChange, 'event' | 'flag'>): void {
  const { liveKg, carcassKg, anteMortem, postMortem } = event.data as {
    liveKg: number
    carcassKg?: number | null
    anteMortem: string
    postMortem?: string | null
  }
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
export async function checkGroups(scope: Scope, row: Row, path: string): Promise<void> {
  const ids = (row.groupIds as string[] | null | undefined) ?? []
  if (ids.length === 0) return
  const other = (await recordsById(scope, entityOf('animalgroup'), ids)).find(({ productionSystemId }) => productionSystemId !== row.productionSystemId)
  if (other) throw fieldProblem(path, 'rule', `“${other.title}” is a group of another production system: an animal leaves it before it moves there.`)
}

// Events of a dairy and its milk tank (animal 4): only where there is milk, only a tank of this dairy; and what a test found
// keeps the milk in the tank (10.1.7).

import { entityOf } from '#domain/entities.ts'
import { hasMilk } from '#domain/husbandry/housing.ts'
import { dispatchedWhileRestricted, isTankRestricted, tankRestrictions } from '#domain/husbandry/milk-tank.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, phrase } from '#domain/messages/message.ts'
import { historyOf } from '../../queries/husbandry-events.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

const productionsystem = entityOf('productionsystem')
type Dairy = Stored<typeof productionsystem>

const tankEvents = ['TANK_TEST', 'TANK_WASH', 'MILK_DISPATCH'] as const
type TankEvent = (typeof tankEvents)[number]
type TankChange = EventChange<typeof productionsystem, TankEvent>

export function checkDairy(subject: Dairy): void {
  if (!hasMilk(subject)) throw fieldProblem('eventType', 'rule', 'No milk is produced or collected in this production system.')
}
async function checkTank(scope: Scope, subject: Dairy, unitId: string): Promise<void> {
  const [unit] = await recordsById(scope, entityOf('housingunit'), [unitId])
  if (unit?.productionSystemId !== subject.id || unit.unitType !== 'BULK_TANK')
    throw fieldProblem('data.unitId', 'missing', 'There is no such milk tank in this production system.')
}

async function judge(scope: Scope, { subject, event, flag }: TankChange): Promise<void> {
  const { unitId } = event.data
  const history = await historyOf(scope, 'productionsystem', subject.id, tankEvents)
  const restrictions = tankRestrictions(history, unitId)
  if (event.eventType === 'MILK_DISPATCH' && isTankRestricted(restrictions, event.occurredAt)) {
    const since = restrictions.findLast(({ from }) => Date.parse(from) <= Date.parse(event.occurredAt))?.from ?? event.occurredAt
    throw ruleBlocked('AH-09', 'Antibiotics were found in this tank, or may be in it: nothing leaves it until a test finds none or it is washed.', {
      path: 'data.unitId',
      product: 'Milk',
      since: localDay(scope, since),
    })
  }
  if (!('antibiotic' in event.data) || event.data.antibiotic === 'NEG') return
  const litres = dispatchedWhileRestricted(history, unitId)
  flag({
    ruleId: 'AH-09',
    severity: 'REVIEW',
    message:
      litres > 0
        ? phrase`Antibiotics were found in the milk tank, or may be in it; ${litres} litres had left it by then: tell who received them.`
        : 'Antibiotics were found in the milk tank, or may be in it: nothing leaves it until a test finds none or it is washed.',
    figures: { ownerRole: 'OPERATOR_MANAGER', ...(litres > 0 ? { litres } : {}) },
  })
}

const tankEvent: EventBehaviour<typeof productionsystem, TankEvent> = {
  async apply(scope, change) {
    checkDairy(change.subject)
    await checkTank(scope, change.subject, change.event.data.unitId)
    await judge(scope, change)
  },
  /** Without the test that cleared a tank, or its washing, what was dispatched since could not have been. */
  async checkVoid(scope, { subject, event }) {
    const { unitId } = event.data
    const history = await historyOf(scope, 'productionsystem', subject.id, tankEvents)
    const before = [...history, { ...event, day: localDay(scope, event.occurredAt) }]
    const litres = dispatchedWhileRestricted(history, unitId) - dispatchedWhileRestricted(before, unitId)
    if (litres > 0) throw ruleBlocked('AH-09', phrase`${counted(litres)} litres were dispatched because of this event. Take that back first.`, { litres })
  },
}

const ofDairy: EventBehaviour<typeof productionsystem, 'MILK_COLLECTION'> = {
  async apply(_scope, { subject }) {
    checkDairy(subject)
  },
}
const ofTank = {
  async apply(scope: Scope, { subject, event }: { subject: Dairy; event: { data: { unitId?: string | null | undefined } } }) {
    checkDairy(subject)
    if (event.data.unitId) await checkTank(scope, subject, event.data.unitId)
  },
}
/** The events of a dairy but the milking of its herd, which does more. */
export const dairyEvents = {
  MILK_COLLECTION: ofDairy,
  TANK_READING: ofTank,
  MILK_DISCARD: ofTank,
  TANK_TEST: tankEvent,
  TANK_WASH: tankEvent,
  MILK_DISPATCH: tankEvent,
} as const

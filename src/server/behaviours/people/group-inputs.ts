// Inputs that a group buys for its members and hands out (domain dictionary 5.4).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { firstShortage, type InputMovement } from '#domain/people/input-stock.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { openSeason } from '../open-season.ts'
import { membersOf } from './members-of.ts'
import { unlistedInput } from './unlisted-inputs.ts'

const collective = entityOf('collective')
const farmer = entityOf('farmer')

type StoredMovement = InputMovement & { id: string; isRecorded: boolean }
/** What came in and went out of one input of a group: what it bought, what it handed out to many at once, and what its members got one by one. Neither repeats the other (docs/decisions/0112). With those that were voided just now. */
const movementsOf = ({ tenant }: Scope, operatorId: string, itemId: string, voided: readonly string[]) => sql<StoredMovement>`
  select e.id, e.status = 'RECORDED' as "isRecorded", e.data->>'itemId' as "itemId", e.event_type = 'INPUT_PROCUREMENT' as "isBought", (e.data->>'kg')::float8 as kg, to_json(e.occurred_at)#>>'{}' as at
  from (
    select * from event as g where g.tenant_id = ${tenant.id} and g.subject_type = 'collective' and g.subject_id = ${operatorId}::uuid
      and g.event_type in ('INPUT_PROCUREMENT', 'INPUT_ISSUE')
    union all
    select * from event as m where m.tenant_id = ${tenant.id} and m.operator_id = ${operatorId}::uuid and m.event_type = 'INPUT_DISTRIBUTED'
  ) as e where (e.status = 'RECORDED' or e.id = any(${voided}::uuid[])) and e.data->>'itemId' = ${itemId}`

type Moved = { data: { itemId: string }; occurredAt: string }
/**
 * At the end of the step, when what was recorded, corrected or taken back is in place: refuses it where more of the input would have been handed out than there was at
 * some moment from that of the event on, and more than was short there before the step. Whoever takes from the same stock waits: people of a group record on different members.
 */
const settleStock = (scope: Scope, operatorId: string, { data: { itemId }, occurredAt }: Moved): Promise<void> =>
  atEndOfStep(scope, `stock of ${itemId} of ${operatorId} from ${occurredAt}`, async () => {
    await sql`select pg_advisory_xact_lock(${scope.tenant.id}::integer, hashtext(${`inputs of ${operatorId}`}))`.execute(scope.db)
    const step = changesOfStep(scope)
    const { rows } = await movementsOf(scope, operatorId, itemId, step.voided).execute(scope.db)
    const after = rows.filter(({ isRecorded }) => isRecorded)
    const before = rows.filter(({ id }) => !step.recorded.includes(id))
    const short = firstShortage(after, itemId, occurredAt, before)
    if (!short) return
    const [item] = await recordsById(scope, entityOf('inputitem'), [itemId])
    const { haveKg, neededKg } = short
    const day = onDay(localDay(scope, short.at))
    throw ruleBlocked('5.4', phrase`On ${day} the group had ${haveKg} kg of ${item?.title ?? itemId}; ${neededKg} kg were handed out.`, { haveKg, neededKg })
  })
/** What brings goods is judged when it is taken back, and what takes them when it is recorded: a purchase recorded late is never refused. A stock that was short before is put right by its purchase. */
const whenTakenBack = async (scope: Scope, operatorId: string, event: Moved, isVoided: boolean): Promise<void> => {
  if (isVoided) await settleStock(scope, operatorId, event)
}
const whenRecorded = async (scope: Scope, operatorId: string, event: Moved, isVoided: boolean): Promise<void> => {
  if (!isVoided) await settleStock(scope, operatorId, event)
}

export const inputProcurement: EventBehaviour<typeof collective, 'INPUT_PROCUREMENT'> = {
  async apply(scope, { subject, event, flag }) {
    const finding = await unlistedInput(scope, subject.id, event, null)
    if (finding) flag(finding)
  },
  settle: (scope, { subject, event }, isVoided) => whenTakenBack(scope, subject.id, event, isVoided),
}

export const inputIssue: EventBehaviour<typeof collective, 'INPUT_ISSUE'> = {
  async check(scope, { subject, event }) {
    await membersOf(scope, subject, event.data.farmerIds, (index) => `data.farmerIds.${index}`)
    if (event.data.seasonId) await openSeason(scope, event.data.seasonId)
  },
  async apply(scope, { subject, event, flag }) {
    const finding = await unlistedInput(scope, subject.id, event, event.data.farmerIds)
    if (finding) flag(finding)
  },
  async checkVoid(scope, { event }) {
    if (event.data.seasonId) await openSeason(scope, event.data.seasonId)
  },
  settle: (scope, { subject, event }, isVoided) => whenRecorded(scope, subject.id, event, isVoided),
}

/** Input of the group for one member: out of the same stock. */
export const inputDistributed: EventBehaviour<typeof farmer, 'INPUT_DISTRIBUTED'> = {
  async apply(scope, { subject, event, flag }) {
    const finding = await unlistedInput(scope, subject.operatorId, event, [subject.id])
    if (finding) flag(finding)
  },
  settle: (scope, { subject, event }, isVoided) => whenRecorded(scope, subject.operatorId, event, isVoided),
}

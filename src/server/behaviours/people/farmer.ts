// A member from draft to active: who is registered twice (BR-23), what must be there before approval, and
// what follows for plots and crops when somebody moves village.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { canBeIndexed } from '#domain/chain/duplicate-index.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, kilograms, phrase } from '#domain/messages/message.ts'
import { consents } from '#domain/people/consent-projection.ts'
import { type DuplicateVerdict, findDuplicate } from '#domain/people/duplicates.ts'
import { mergerColumns } from '#domain/people/merger-projection.ts'
import { withVillageOfGrower } from '#domain/people/village-of-grower.ts'

import { type GroupNumbers, groupNumbersOf } from '../../queries/group-numbers.ts'
import { type Ask, type Change, defineBehaviour, type EventBehaviour, type PreparedMany, type Scope } from '../../scope.ts'
import { isOwnAccount } from '../../store/accounts-of-person.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { changeBySystem } from '../../store/edit.ts'
import { openFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { farmerKeys, indexFor, possibleDuplicates } from '../farmer-duplicates.ts'
import { tolerances } from '../open-season.ts'
import { bringVillagesLater } from '../village-of-subject.ts'
import { maskNew, prepareAccount, writeAccount } from './bank-account.ts'
import { continuedBy, merged, mergeRequested, settleMerger } from './farmer-merge.ts'
import { inputDistributed } from './group-inputs.ts'
import { judgeLikenessesLater, likeness } from './likenesses.ts'
import { judgeBoughtLater } from './member-then.ts'
import { paymentByHand } from './premium.ts'
import { inspectionOfHolding } from './season-results.ts'
import { refuseUnlessQuarters } from './training-hours.ts'

const farmer = entityOf('farmer')
type Farmer = Stored<typeof farmer>
type FarmerChange = Change<typeof farmer>
type FarmerEvent = EventBehaviour<typeof farmer>
const adultAge = 18
const identity = [
  'firstName',
  'lastName',
  'localName',
  'relationName',
  'phone',
  'village',
  'homePoint',
  'nationalIdType',
  'nationalIdLast4',
  'duplicateOverride',
] as const

/** What somebody resembles others by. */
const resembling = identity.filter((field) => field !== 'duplicateOverride')

async function prepare(scope: Scope, change: FarmerChange, askLast: Ask): Promise<void> {
  derive(scope, change, (await groupNumbersOf(scope, [change.after.operatorId]))(change.after.operatorId))
  await prepareAccount(scope, change)
  const { before, after } = change
  await checkDuplicates(scope, change, before === null || identity.some((field) => before[field] !== after[field]), askLast)
}

/** Many new members at once: whom they may be is read for all of them together. */
async function prepareMany(scope: Scope, drafts: readonly FarmerChange[]): Promise<PreparedMany<typeof farmer> | null> {
  const own = tolerances(scope)
  if (!canBeIndexed(own.duplicateReview)) return null
  const index = await indexFor(
    scope,
    drafts.map(({ after }) => after),
    own.duplicateReview,
  )
  const numbersOf = await groupNumbersOf(
    scope,
    drafts.map(({ after }) => after.operatorId),
  )
  return {
    prepare(change) {
      derive(scope, change, numbersOf(change.after.operatorId))
      maskNew(scope, change)
      judge(change, findDuplicate(change.after, index.near(change.after), own))
    },
    accept: ({ after }) => index.add(after),
  }
}

/** Farms of this size are inspected by the certification body one by one. */
const isLarge = ({ totalHoldingHa }: Pick<Farmer, 'totalHoldingHa'>, { largeFarmHa }: GroupNumbers): boolean => totalHoldingHa >= largeFarmHa

function derive(scope: Scope, { after, flag }: FarmerChange, numbers: GroupNumbers): void {
  const year = Number(localDay(scope).slice(0, 4))
  if (after.birthYear && after.birthYear > year - adultAge) throw fieldProblem('birthYear', 'max', phrase`A member is at least ${adultAge} years old.`)
  for (const field of ['joinedOn', 'contractSignedOn'] as const)
    if ((after[field] ?? '') > localDay(scope)) throw fieldProblem(field, 'max', 'This lies in the future.')
  after.separateInspection = isLarge(after, numbers)
  after.womenShare = after.householdSize ? Math.round(((after.womenInHousehold ?? 0) / after.householdSize) * 100_000) / 100_000 : null
  const { maxMemberHa } = numbers
  if (after.totalHoldingHa > maxMemberHa)
    flag({
      ruleId: 'BR-22',
      severity: 'INFO',
      message: phrase`Above ${maxMemberHa} ha: membership under the EU rules needs the turnover test.`,
      figures: { totalHoldingHa: after.totalHoldingHa },
    })
  if (after.otherGroupMembership) flag({ ruleId: 'BR-22', severity: 'REVIEW', message: 'A member of another group: the EU rules allow one group only.' })
}

async function checkDuplicates(scope: Scope, change: FarmerChange, changed: boolean, askLast: Ask): Promise<void> {
  const { after } = change
  if (!changed && !(await hasOpenReview(scope, after.id))) return
  const own = tolerances(scope)
  judge(change, findDuplicate(after, await possibleDuplicates(scope, after, own.duplicateReview, askLast), own))
}
function judge({ after, flag }: FarmerChange, verdict: DuplicateVerdict): void {
  if (verdict.outcome === 'none') return
  const { finding } = verdict
  if (!after.duplicateOverride && verdict.outcome === 'block')
    throw ruleBlocked('BR-23', phrase`${finding.message} If it is another person, say why.`, finding.figures)
  flag(likeness(after, verdict))
}
const hasOpenReview = async (scope: Scope, id: string): Promise<boolean> =>
  ((await openFlags(scope, farmer, [id])).get(id) ?? []).some(({ ruleId, severity }) => ruleId === 'BR-23' && severity === 'REVIEW')

/** The group's size and the share of its large farms (BR-22), after one member's status or holding changed. `member`: not written yet. */
async function recount(scope: Scope, member: Farmer): Promise<void> {
  const [group] = await recordsById(scope, entityOf('collective'), [member.operatorId], { lock: true })
  if (!group) return
  const numbers = (await groupNumbersOf(scope, [group.id]))(group.id)
  const { rows } = await sql<{ members: number; ha: number; largeHa: number }>`
    select count(*) as members, coalesce(sum(f.total_holding_ha), 0) as ha, coalesce(sum(f.total_holding_ha) filter (where f.total_holding_ha >= ${numbers.largeFarmHa}::numeric), 0) as "largeHa" from farmer as f
    where f.tenant_id = ${scope.tenant.id} and f.operator_id = ${group.id}::uuid and f.status = 'ACTIVE' and f.id <> ${member.id}::uuid and f.deleted_at is null`.execute(
    scope.db,
  )
  const own = member.status === 'ACTIVE' ? member.totalHoldingHa : 0
  const { members = 0, ha = 0, largeHa = 0 } = rows[0] ?? {}
  const area = ha + own
  await changeBySystem(scope, entityOf('collective'), group, {
    memberCount: members + (member.status === 'ACTIVE' ? 1 : 0),
    largeFarmAreaShare: area > 0 ? Math.round(((largeHa + (isLarge(member, numbers) ? own : 0)) / area) * 100_000) / 100_000 : null,
  })
}
/** Brings the mark of a large farm, and what the group counts of them, to the schemes of now. */
export async function markLargeFarm(scope: Scope, member: Farmer): Promise<void> {
  const numbers = (await groupNumbersOf(scope, [member.operatorId]))(member.operatorId)
  await changeBySystem(scope, farmer, member, { separateInspection: isLarge(member, numbers) })
  await recount(scope, member)
}

/** An event by which somebody becomes a member or stops being one. */
const ofMembership = (own: FarmerEvent = {}): FarmerEvent => ({
  ...own,
  async settle(scope, { subject }) {
    await recount(scope, subject)
    await judgeBoughtLater(scope, subject.id)
  },
})

/** Where a member lives decides who may see their plots and crops; their names are shown on season results. */
async function written(scope: Scope, { before, after }: FarmerChange): Promise<void> {
  await writeAccount(scope, after)
  if (!before) return
  if (resembling.some((field) => !isDeepStrictEqual(before[field], after[field]))) await judgeLikenessesLater(scope, after)
  if (after.status === 'ACTIVE' && before.totalHoldingHa !== after.totalHoldingHa) await recount(scope, after)
  const isMoved = before.village !== after.village
  if (isMoved) await bringVillagesLater(scope, { farmerId: after.id })
  if (!isMoved && before.title === after.title) return
  for (const name of isMoved ? withVillageOfGrower : (['farmerseason'] as const)) {
    const ids = await scope.db
      .selectFrom(name)
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('farmer_id', '=', after.id)
      .where('deleted_at', 'is', null)
      .execute()
    const entity: AnyEntity = entityOf(name)
    for (const row of await recordsById(
      scope,
      entity,
      ids.map(({ id }) => id),
      { lock: true },
    )) {
      await changeBySystem(scope, entity, row, {
        village: after.village,
        ...(name === 'farmerseason' ? { farmerName: after.title } : {}),
      })
    }
  }
}

const submitted: FarmerEvent = {
  apply: (scope, { subject }) => needPlot(scope, subject),
}
async function needPlot(scope: Scope, subject: Farmer): Promise<void> {
  if (subject.noParcelReason) return
  const plot = await scope.db
    .selectFrom('landparcel')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', subject.id)
    .where('status', '!=', 'RETIRED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!plot) throw ruleBlocked('3.1', 'Register at least one plot first, or say why there is none yet.', { parcels: 0 })
}

/** Who wrote, last, why this member is no duplicate. */
async function authorOfOverride(scope: Scope, subject: Farmer): Promise<string | null> {
  const { rows } = await sql<{ by: string | null }>`
    select e.recorded_by as by from event as e
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'farmer' and e.subject_id = ${subject.id}::uuid
      and e.event_type in ('CREATED', 'EDITED') and e.data->'changes' ? 'duplicateOverride'
    order by e.subject_version desc limit 1`.execute(scope.db)
  return rows[0]?.by ?? null
}

const approved: FarmerEvent = {
  async apply(scope, { subject }) {
    if (!subject.contractSignedOn) throw ruleBlocked('3.1', 'The signed agreement is missing: enter the day it was signed.', { missing: 'contractSignedOn' })
    if (!subject.consent.some(({ purpose, withdrawnAt }) => purpose === 'CERTIFICATION' && !withdrawnAt))
      throw ruleBlocked('3.1', 'The consent to certification is missing.', { missing: 'consent' })
    await needPlot(scope, subject)
    if (await hasOpenReview(scope, subject.id))
      throw ruleBlocked('BR-23', 'This may be a member registered already. Clear that up first: correct the data, or say why it is another person.', {})
    if (subject.duplicateOverride && (await isOwnAccount(scope, await authorOfOverride(scope, subject))))
      throw ruleBlocked('BR-24', 'Somebody else must approve a member whom you declared not to be a duplicate.', {})
  },
}

const exited: FarmerEvent = {
  async apply(scope, { subject, flag }) {
    const { rows } = await sql<{
      kg: number
    }>`select coalesce(sum(b.on_hand_kg), 0) as kg from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.farmer_id = ${subject.id}::uuid and b.deleted_at is null`.execute(
      scope.db,
    )
    const kg = rows[0]?.kg ?? 0
    if (kg > 0)
      throw ruleBlocked('3.1', phrase`${kilograms(kg)} of this farmer’s harvest are in the books still. Buy them, or record that the farmer keeps them.`, {
        onHandKg: kg,
      })
    const plots = await scope.db
      .selectFrom('landparcel')
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('farmer_id', '=', subject.id)
      .where('status', '!=', 'RETIRED')
      .where('deleted_at', 'is', null)
      .execute()
    if (plots.length)
      flag({
        ruleId: '3.1',
        severity: 'WARN',
        message: phrase`${counted(plots.length)} plots still stand in this name: retire them or record the new grower.`,
        figures: { parcels: plots.length },
      })
  },
}

/** Who was expelled may come back once the sanction is lifted (3.1: prior sanctions are shown). */
async function refuseWhileExpelled(scope: Scope, { subject }: { subject: Farmer }): Promise<void> {
  const expulsion = await scope.db
    .selectFrom('nonconformity')
    .select('ref')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', subject.id)
    .where('sanction', '=', 'EXPULSION')
    .where('sanction_state', '=', 'IMPOSED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (expulsion)
    throw new Problem('STATE_CONFLICT', { message: phrase`This farmer was expelled by non-conformity ${expulsion.ref}. Lift that sanction first.` })
}

/** Consent is projected from what was typed and every change, recording and taking back alike. */
const projectConsent = async (scope: Scope, subject: Farmer): Promise<void> => {
  subject.consent = consents(await eventsOf(scope, farmer, subject.id, ['CREATED', 'EDITED', 'CONSENT_CHANGED']))
}
const consentChanged: FarmerEvent = {
  async settle(scope, { subject }, isVoided) {
    await projectConsent(scope, subject)
    if (!isVoided && subject.consent.length > 10)
      throw new Problem('STATE_CONFLICT', { message: 'Consent has changed ten times; an administrator must tidy up first.' })
  },
}

export const farmerBehaviour = defineBehaviour(farmer, {
  keys: farmerKeys,
  prepare,
  prepareMany,
  written,
  retired: (scope, row) => judgeLikenessesLater(scope, row, { isRetired: true }),
  settledThen: (history) => mergerColumns([...history].sort((one, other) => one.version - other.version)),
  continuedBy,
  events: {
    SUBMITTED: submitted,
    APPROVED: ofMembership(approved),
    SUSPENDED: ofMembership(),
    REINSTATED: ofMembership(),
    EXITED: ofMembership({ ...exited, withCause: true }),
    MERGE_REQUESTED: mergeRequested,
    TAKEN_OVER: { settle: settleMerger },
    MERGED: {
      ...merged,
      async settle(scope, change, isVoided) {
        await merged.settle?.(scope, change, isVoided)
        await recount(scope, change.subject)
      },
    },
    REJOINED: ofMembership({ check: refuseWhileExpelled }),
    INPUT_DISTRIBUTED: inputDistributed,
    CONSENT_CHANGED: consentChanged,
    PAYMENT: paymentByHand,
    // Of a training of the group: it is corrected there, where everybody who came is named.
    TRAINING_ATTENDED: { check: async (_scope, { event }) => refuseUnlessQuarters(event.data.hours), withCause: true },
    // One with a checklist is corrected there.
    INTERNAL_INSPECTION: {
      ...inspectionOfHolding<typeof farmer>(
        (_subject, event) => event.data.seasonId,
        (subject) => subject.id,
      ),
      withCause: true,
    },
  },
})

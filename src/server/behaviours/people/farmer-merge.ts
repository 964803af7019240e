// Two records of one person become one (BR-23: the merge keeps aliases; BR-24: by two people). The plots change hands by events of their own;
// the record that ends keeps its history and leads to the one that stays. Nothing that still runs is merged: it is ended first.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import { listed, phrase, type Sentence, word } from '#domain/messages/message.ts'
import { aliasesOf, mergerColumns } from '#domain/people/merger-projection.ts'
import { groupSeasonChanged } from '../../ledger/certificate-findings.ts'
import { openOfFarmer } from '../../queries/open-of-farmer.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { handBack, handOver } from '../../store/former-identifiers.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { judgePremiumLater } from './premium-overpaid.ts'
import { settleSeasonLater } from './season-results.ts'

const farmer = entityOf('farmer')
const landparcel = entityOf('landparcel')
type Farmer = Stored<typeof farmer>

/** Where a merged record goes on, as a sentence; null for every other one. */
export async function continuedBy(scope: Scope, { status, mergedIntoId }: Farmer): Promise<Sentence | null> {
  if (status !== 'MERGED' || !mergedIntoId) return null
  const [survivor] = await recordsById(scope, farmer, [mergedIntoId])
  return survivor ? phrase`This record was merged into ${survivor.title} (${survivor.memberNo}). What comes since is recorded there.` : null
}

/** The record that stays, locked. Refuses what can be no second record of this person. */
async function survivorOf(scope: Scope, subject: Farmer, survivorId: string): Promise<Farmer> {
  if (survivorId === subject.id) throw fieldProblem('data.survivorId', 'rule', 'This is the record itself.')
  const [survivor] = await recordsById(scope, farmer, [survivorId], { lock: true })
  if (survivor?.operatorId !== subject.operatorId) throw fieldProblem('data.survivorId', 'missing', 'This farmer belongs to another operator.')
  const elsewhere = await continuedBy(scope, survivor)
  if (elsewhere) throw new Problem('STATE_CONFLICT', { message: elsewhere, figures: { mergedIntoId: survivor.mergedIntoId } })
  if (survivor.status !== 'ACTIVE')
    throw fieldProblem('data.survivorId', 'rule', 'Only an active member’s record stays. Decide first what becomes of that membership.')
  if (subject.aliases)
    throw ruleBlocked('BR-23', phrase`Other records were merged into this one (${subject.aliases}): it stays. Merge the other way.`, {
      aliases: subject.aliases,
    })
  return survivor
}

async function refuseWhileOpen(scope: Scope, { id }: Farmer): Promise<void> {
  const codes = await openOfFarmer(scope, [id])
  if (codes.length)
    throw ruleBlocked('BR-23', phrase`Still open in this name: ${listed(codes.slice(0, 5))}. End these first, or let the record stay that they are in.`, {
      open: codes,
    })
}

/** The graver the higher; what was not decided is no obstacle. */
const gravity: Partial<Record<SeasonResult, number>> = { APPROVED: 0, CONDITIONAL: 1, SANCTIONED: 2, REJECTED: 3 }
type SeasonRow = { season: string; ended: SeasonResult; staying: SeasonResult | null }
/** The worse decision on one person counts: the committee takes it for the record that stays before the other one ends. */
async function refuseBetterResult(scope: Scope, subject: Farmer, survivor: Farmer): Promise<void> {
  const { rows } = await sql<SeasonRow>`
    select s.title as season, e.result as ended, k.result as staying from farmerseason as e
      join season as s on s.tenant_id = e.tenant_id and s.id = e.season_id and s.status = 'OPEN'
      left join farmerseason as k on k.tenant_id = e.tenant_id and k.season_id = e.season_id and k.farmer_id = ${survivor.id}::uuid and k.deleted_at is null
    where e.tenant_id = ${scope.tenant.id} and e.farmer_id = ${subject.id}::uuid and e.deleted_at is null order by s.title`.execute(scope.db)
  const worse = rows.find(({ ended, staying }) => (gravity[ended] ?? 0) > (gravity[staying ?? 'APPROVED'] ?? 0))
  if (worse)
    throw ruleBlocked(
      'BR-23',
      phrase`${worse.season}: the decision on this record is the worse one, and counts. The committee takes it for ${survivor.title} first.`,
      {
        season: worse.season,
        result: worse.ended,
      },
    )
}

type Plot = { id: string; code: string; isTaken: boolean }
/** Plots that change to the record that stays; refused where a number is used by both. */
async function plotsToMove(scope: Scope, subject: Farmer, survivor: Farmer): Promise<Plot[]> {
  const { rows } = await sql<Plot>`
    select p.id, p.code, exists (select from landparcel as o where o.tenant_id = p.tenant_id and o.farmer_id = ${survivor.id}::uuid
      and o.parcel_no = p.parcel_no and o.deleted_at is null) as "isTaken" from landparcel as p
    where p.tenant_id = ${scope.tenant.id} and p.farmer_id = ${subject.id}::uuid and p.status <> 'RETIRED' and p.deleted_at is null order by p.id`.execute(
    scope.db,
  )
  const taken = rows.filter(({ isTaken }) => isTaken).map(({ code }) => code)
  if (taken.length)
    throw ruleBlocked('BR-23', phrase`Both records have a plot of the same number: ${listed(taken.slice(0, 5))}. Number these anew first.`, { plots: taken })
  return rows
}

/** Seasons in which something is known of this record, as long as they are open: the visits to it count for the record that stays, or no longer do. */
async function openSeasonsOf({ db, tenant }: Scope, { id }: Farmer): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select s.id from farmerseason as e join season as s on s.tenant_id = e.tenant_id and s.id = e.season_id and s.status = 'OPEN'
    where e.tenant_id = ${tenant.id} and e.farmer_id = ${id}::uuid and e.deleted_at is null order by s.id`.execute(db)
  return rows.map((row) => row.id)
}

const requests = (scope: Scope, subject: Farmer) => eventsOf(scope, farmer, subject.id, ['MERGE_REQUESTED'])

/** Where the record goes on, what it took over, and which merger somebody else is to decide. */
export async function settleMerger(scope: Scope, { subject }: { subject: Farmer }): Promise<void> {
  Object.assign(subject, mergerColumns(await eventsOf(scope, farmer, subject.id, ['MERGE_REQUESTED', 'MERGED', 'TAKEN_OVER'])))
}

export const mergeRequested: EventBehaviour<typeof farmer, 'MERGE_REQUESTED'> = {
  async check(scope, { subject, event }) {
    await survivorOf(scope, subject, event.data.survivorId)
  },
  settle: settleMerger,
  /** A request that was decided leaves with its decision (BR-26). */
  async checkVoid(scope, { subject }) {
    const [built] = await eventsOf(scope, farmer, subject.id, ['MERGED'])
    if (built)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`“${word(farmer.events.MERGED.label)}” builds on this. Take that back first.`,
        figures: { eventId: built.id, eventType: 'MERGED' },
      })
  },
}

/** At the end of the step, when both rows are written. */
const settleIdentifiers = (scope: Scope, endedId: string, { id, data }: { id: string; data: { survivorId: string } }): Promise<void> =>
  atEndOfStep(scope, `identifiers of ${endedId} by ${id}`, async () => {
    const over = { endedId, stayingId: data.survivorId, causeEventId: id }
    const isMerged = (await eventsOf(scope, farmer, endedId, ['MERGED'])).some((event) => event.id === id)
    await (isMerged ? handOver(scope, farmer, over) : handBack(scope, farmer, over, 'TAKEN_OVER'))
  })

export const merged: EventBehaviour<typeof farmer, 'MERGED'> = {
  async check(scope, { subject, event }) {
    const survivor = await survivorOf(scope, subject, event.data.survivorId)
    if ((await requests(scope, subject)).at(-1)?.data.survivorId !== survivor.id)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`Nobody has asked for a merger with ${survivor.title} last. Record “${word(farmer.events.MERGE_REQUESTED.label)}” first.`,
      })
    await refuseWhileOpen(scope, subject)
    await refuseBetterResult(scope, subject, survivor)
  },
  async apply(scope, { subject, event }) {
    const [survivor] = await recordsById(scope, farmer, [event.data.survivorId])
    if (!survivor) return
    const caused = { occurredAt: event.occurredAt, causeEventId: event.id }
    for (const { id } of await plotsToMove(scope, subject, survivor))
      await recordBySystem(scope, landparcel, id, { ...caused, eventType: 'GROWER_CHANGED', data: { farmerId: survivor.id, document: null, files: [] } })
    const { memberNo, code, title, localName } = subject
    const data = { mergedId: subject.id, aliases: aliasesOf([memberNo, code, title, localName]), causeEventId: event.id }
    await recordBySystem(scope, farmer, survivor.id, { ...caused, eventType: 'TAKEN_OVER', data })
  },
  async settle(scope, { subject, event }, isVoided) {
    await settleMerger(scope, { subject })
    // What was bought of and paid to both counts as one person's, and each for itself once it is taken back.
    await judgePremiumLater(scope, event.data.survivorId)
    if (isVoided) await judgePremiumLater(scope, subject.id)
    await settleIdentifiers(scope, subject.id, event)
    await groupSeasonChanged(scope, subject.operatorId, null)
    for (const seasonId of await openSeasonsOf(scope, subject)) await settleSeasonLater(scope, event.data.survivorId, seasonId)
  },
}

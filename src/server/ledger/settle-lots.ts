// The end of a step for its lots: judged, lots of a voided event ended, every touched lot projected once. When a claim, a test or the
// days of picking change, so are the lots made of it, in order of depth; a claim that falls by that becomes a finding of that lot (BR-11,
// BR-15).

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { claimRank, isCertified } from '#domain/chain/claim.ts'
import { type Edge, levelsOfDepth } from '#domain/chain/lot-order.ts'
import { mixingFindings } from '#domain/chain/mixing-findings.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { claims } from '#domain/kernel/terms.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { spelledReason } from '#domain/messages/spelled-row.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { saveFlags } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'
import { projectRow } from '../store/project.ts'
import { projectFlags } from '../store/project-flags.ts'
import { recordBySystem } from '../store/record-event.ts'
import { atEndOfStep, changesOfStep } from '../store/step.ts'
import { changesBetween, updateRow } from '../store/write.ts'
import { certifiedLotsChanged, groupSeasonChanged, lotOfCertificates } from './certificate-findings.ts'
import { refuseStockAtEnd } from './closed-places.ts'
import { holdFilledLate, isRestrictedForTest, liftHoldsOfOthers } from './inherited-holds.ts'
import { judgeLots } from './judge-lots.ts'
import { refuseFallenOut } from './large-adjustments.ts'
import { recallFilledLate } from './late-recalls.ts'
import { projectLosses, projectLossesOfClaims } from './loss-findings.ts'
import { readLots } from './lot-readings.ts'
import type { Lot } from './lots.ts'
import { projectProposals } from './proposals.ts'
import { refuseReleasedUntested } from './released-untested.ts'
import { closeStepLedger, type LotInStep, readingInStep, stepLedger } from './step-ledger.ts'
import { judgeUnits } from './units.ts'

const productbatch = entityOf('productbatch')

export async function settleLots(scope: Scope): Promise<void> {
  try {
    await judgeLots(scope)
    await refuseFallenOut(scope)
    await judgeUnits(scope)
    const { endedLots, lots, joined, readings } = stepLedger(scope)
    const withLosses = [...lots.keys()].filter((id) => readings.get(id)?.hasLoss)
    const counted = [...lots.keys()].filter((id) => readings.get(id)?.isCounted)
    const closedPlaces = new Set([...lots.keys()].flatMap((id) => readings.get(id)?.closedPlace ?? []))
    for (const [id, causeEventId] of endedLots) {
      const data = { ...spelledReason(phrase`The event that made this lot was voided.`), causeEventId }
      await recordBySystem(scope, productbatch, id, { eventType: 'VOIDED', occurredAt: scope.now.toISOString(), data })
    }
    // What gave before what received.
    const waiting = [...lots].filter(([, { isProjected }]) => !isProjected).map(([id]) => id)
    const withOtherClaims: string[] = []
    for (const id of waiting.sort((one, other) => Number(joined.has(one)) - Number(joined.has(other))))
      if (isOtherClaim(await projectOne(scope, id))) withOtherClaims.push(id)
    withOtherClaims.push(...(await projectBelow(scope)))
    await followLinks(scope, [...joined])
    await judgeFilledLate(scope)
    if (changesOfStep(scope).voided.length) {
      await restrictGoodsThatCameBack(scope)
      await liftHoldsOfOthers(scope, [...stepLedger(scope).parted])
    }
    for (const id of withLosses) await projectLosses(scope, id)
    await projectLossesOfClaims(
      scope,
      withOtherClaims.filter((id) => !withLosses.includes(id)),
    )
    for (const id of counted) await projectProposals(scope, id)
    for (const id of closedPlaces) await refuseStockAtEnd(scope, id)
    await followCertificates(scope)
  } finally {
    closeStepLedger(scope)
  }
}

/** Certificates rest on where goods came from and on what their group bought: both change with what is taken back, and with what a restricted lot gives or gets. */
async function followCertificates(scope: Scope): Promise<void> {
  const { lots, readings } = stepLedger(scope)
  const isTakenBack = changesOfStep(scope).voided.length > 0
  const isRestricted = ({ before: { status, quarantineReason } }: LotInStep) => status === 'QUARANTINED' || status === 'RECALLED' || !!quarantineReason
  if (isTakenBack || [...lots.values()].some(isRestricted)) await certifiedLotsChanged(scope, [...lots.keys()])
  for (const [id, { before }] of lots)
    if (!before.processorId && (isTakenBack || readings.get(id)?.isDoubted)) await groupSeasonChanged(scope, before.operatorId, null)
}

/** BR-15: goods that came late into a lot, or are restricted for a test, are asked for in what stands on that lot or was made of it. */
async function judgeFilledLate(scope: Scope): Promise<void> {
  const { lots, joined, readings } = stepLedger(scope)
  const isTested = ([id, { requested }]: [string, LotInStep]) => requested > 0 && readings.get(id)?.history.some(isRestrictedForTest)
  if ([...lots].some(isTested)) await holdFilledLate(scope, [...joined])
  const isRecalled = ([id, { requested }]: [string, LotInStep]) => requested > 0 && readings.get(id)?.history.some(({ eventType }) => eventType === 'RECALL')
  if ([...lots].some(isRecalled)) await recallFilledLate(scope, [...joined])
  for (const id of joined) {
    const [lot, reading] = [lots.get(id), readings.get(id)]
    const isFilled = reading?.links.some(({ kind, at }) => kind === 'productbatch' && lot && Date.parse(at) >= Date.parse(lot.from))
    const isRelied = reading?.hasGivenAway || reading?.history.some(({ eventType }) => eventType === 'RELEASED' || eventType === 'RELEASE')
    if (lot && isFilled && isRelied) await refuseReleasedUntested(scope, id, lot.from, 'added')
  }
}

/** BR-15, BR-27: a lot that was empty when its source was restricted was left out; what a void brings back into it is restricted as well. */
async function restrictGoodsThatCameBack(scope: Scope): Promise<void> {
  const { lots } = stepLedger(scope)
  const filled = [...lots].filter(([, { before, onHand }]) => !before.onHandKg && onHand > 0).map(([id]) => id)
  if (filled.length === 0) return
  await holdFilledLate(scope, filled)
  await recallFilledLate(scope, filled)
}

/** Answers the lot before and after. */
async function projectOne(scope: Scope, id: string): Promise<{ before: Lot; after: Lot } | undefined> {
  const [before] = await recordsById(scope, productbatch, [id], { lock: true })
  if (!before) return undefined
  const after = { ...before }
  await projectRow(scope, productbatch, after, readingInStep(scope, before)?.history)
  if (Object.keys(changesBetween(productbatch, before, after)).length) {
    await updateRow(scope, productbatch, before, after)
    await scope.behaviours.productbatch?.projected?.(scope, before, after)
  }
  return { before, after }
}

const hasClaim = ({ claimStatus }: Lot): boolean => isCertified(claimStatus ?? 'CONVENTIONAL')
const isOtherClaim = (projected: { before: Lot; after: Lot } | undefined): boolean =>
  projected !== undefined && hasClaim(projected.before) !== hasClaim(projected.after)

/** What the lots made of a lot read of it. */
const inheritedColumns = ['claimStatus', 'schemeIds', 'gmoStatus', 'harvestFrom', 'harvestTo'] as const

/** After a lot was written: the lots made of it are projected again at the end of the step, when what they read of it has changed. */
export async function lotProjected(scope: Scope, before: Lot, after: Lot): Promise<void> {
  if (inheritedColumns.some((name) => !isDeepStrictEqual(before[name], after[name]))) await projectLotsMadeOf(scope, after)
  await lotOfCertificates(scope, before, after)
}
/** The lots that kilograms of this crop or lot went into are projected again at the end of the step. */
export async function projectLotsMadeOf(scope: Scope, source: Row): Promise<void> {
  stepLedger(scope).changedSources.set(source.id, source)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
}

/** By depth, so that each is projected once; those of one depth are locked and read at once. Answers those that are goods with a claim now and were not, or the other way. */
async function projectBelow(scope: Scope): Promise<string[]> {
  const { changedSources, readings, lots, joined, parted } = stepLedger(scope)
  // Of a lot that was read just now it is known whether anything was made of it.
  const requested = [...changedSources.keys()].filter((id) => readings.get(id)?.hasGivenAway !== false)
  if (requested.length === 0) return []
  const [edges = []] = await queryAll(
    scope.db,
    sql<Edge>`with recursive below (input, output) as (
        (select l.input_id, l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = any(${requested}::uuid[]) and l.voided_at is null
          -- A farm lot is its crop's also when nothing is in it.
          union select b.crop_id, b.id from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.crop_id = any(${requested}::uuid[]) and b.status <> 'VOIDED')
        union select l.input_id, l.output_id from below join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.output and l.voided_at is null
      ) select input, output from below`,
  )
  const inputs = Map.groupBy(edges, ({ output }) => output)
  const withOtherClaims: string[] = []
  for (const level of levelsOfDepth(edges)) {
    const below = level.flatMap((id) => {
      const [source] = (inputs.get(id) ?? []).flatMap(({ input }) => changedSources.get(input) ?? [])
      return source ? [{ id, source }] : []
    })
    if (below.length === 0) continue
    // Locked before they are read: who restricts one at this moment is waited for, and what was read without that would be written over it.
    await recordsById(
      scope,
      productbatch,
      below.map(({ id }) => id),
      { lock: true },
    )
    for (const [lotId, reading] of await readLots(
      scope,
      below.map(({ id }) => ({ id, since: null })),
    ))
      readings.set(lotId, reading)
    for (const { id, source } of below) {
      const known = lots.get(id)?.before
      const projected = await projectOne(scope, id)
      if (!projected) continue
      joined.add(id)
      parted.add(id)
      await flagFall(scope, known ?? projected.before, projected.after, source)
      if (isOtherClaim(projected)) withOtherClaims.push(id)
    }
  }
  return withOtherClaims
}

/** BR-11: a claim that falls because that of a source did. */
async function flagFall(scope: Scope, before: Lot, after: Lot, source: Row): Promise<void> {
  const [had, has] = [before.claimStatus, after.claimStatus]
  if (!had || !has || !isCertified(had) || claimRank[has] >= claimRank[had]) return
  const message = phrase`The claim fell from ${small(claims[had][0])} to ${small(claims[has][0])}, because that of ${source.title} did. What was sold under it is to be looked at.`
  await saveFlags(scope, productbatch, after.id, [{ ruleId: 'BR-11', severity: 'REVIEW', message, figures: { from: had, to: has, sourceId: source.id } }], {
    eventId: null,
  })
}

/** Lots whose links, or whose sources, have changed in this step: the findings of what filled them. */
async function followLinks(scope: Scope, lotIds: readonly string[]): Promise<void> {
  const { parted, readings } = stepLedger(scope)
  for (const id of lotIds) {
    const own = (readings.get(id)?.links ?? []).filter(({ isOwn }) => isOwn)
    const findings = mixingFindings(own.map(({ eventId, at, linkClaim, claim }) => ({ eventId, at, claim: linkClaim ?? claim ?? 'CONVENTIONAL' })))
    if (findings.length || parted.has(id)) await projectFlags(scope, productbatch, id, ['BR-11'], findings, { ofEvents: true })
  }
}

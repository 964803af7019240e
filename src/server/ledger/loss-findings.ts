// Losses of a lot, and what of goods with a claim was taken away as waste (4.4), each with what was lost of its goods until then, in this lot and in those of which the same holder made it, against what had come in until then: what is found
// follows from the order in which it happened, so that a loss or goods recorded late, or taken back, change what is found on the losses after them.

import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { follow, type Movement } from '#domain/chain/goods-lineage.ts'
import { toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { checkLoss } from '#domain/rules/loss.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { assertPasses, type Verdict } from '#domain/rules/verdict.ts'
import type { Scope } from '../scope.ts'
import { projectFlags } from '../store/project-flags.ts'
import { answerWith } from '../store/step.ts'
import { movementsOf } from './goods-lineage.ts'
import type { Lot } from './lots.ts'

const productbatch = entityOf('productbatch')

type LossVerdict = { eventId: string; lotId: string; verdict: Verdict }
/** Each loss of a lot, and of the lots made of it, in order of occurrence, as it is judged for somebody who is the manager or not; of two such people at once the second sees the first's. */
export async function lossVerdicts(scope: Scope, lotId: string, hasManager: boolean): Promise<LossVerdict[]> {
  const movements = (await movementsOf(scope, [lotId], { within: 'holder', ...(hasManager ? {} : { judged: 'alone' }) })).filter(({ grams }) => grams !== 0)
  const lots = madeOf(lotId, movements)
  const tolerances = tolerancesOf(scope.tenant.config.tolerances)
  return follow(movements).losses.flatMap(({ eventId, lotId: id, lost, credited }) => {
    const [lostKg, creditedKg] = [toKg(Math.round(lost)), toKg(Math.round(credited))]
    return lots.has(id) ? [{ eventId, lotId: id, verdict: checkLoss({ lostKg, creditedKg, hasManager }, tolerances) }] : []
  })
}
/** The lot, and those into which goods of it went, at whatever depth. */
function madeOf(lotId: string, movements: readonly Movement[]): ReadonlySet<string> {
  const lots = new Set([lotId])
  for (const id of lots) for (const movement of movements) if (movement.sources.some((source) => source.lotId === id)) lots.add(movement.lotId)
  return lots
}

/** Of a loss, or of waste, that was posted by somebody who does not decide on the lot: throws RULE_BLOCKED where it, or one after it, is too large. What is not judged as a loss passes. */
export async function refuseLargeLoss(scope: Scope, lot: Lot, eventId: string): Promise<void> {
  if (canOn(scope.user, productbatch, 'A', lot)) return
  const losses = await lossVerdicts(scope, lot.id, false)
  const from = losses.findIndex((one) => one.eventId === eventId)
  // The last of those that are too large says all of it.
  const tooLarge = from < 0 ? undefined : losses.slice(from).findLast(({ verdict }) => verdict.block)
  if (tooLarge) assertPasses(tooLarge.verdict)
}

/** Of lots whose claim came or went: what was taken away as waste is a loss of goods with a claim alone. */
export async function projectLossesOfClaims(scope: Scope, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return
  const { rows } = await sql<{ id: string }>`select distinct e.batch_id as id from ledger_entry as e
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = any(${[...lotIds]}::uuid[]) and e.account = 'LOSS' order by 1`.execute(scope.db)
  for (const { id } of rows) await projectLosses(scope, id)
}

/** Brings the findings of the lot's losses to its history; those of lots made of it follow when something happens to these, which are not locked here. */
export async function projectLosses(scope: Scope, lotId: string): Promise<void> {
  const losses = (await lossVerdicts(scope, lotId, true)).filter((one) => one.lotId === lotId)
  const findings = losses.flatMap(({ eventId, verdict }) => verdict.findings.map((finding) => ({ ...finding, eventId })))
  for (const { eventId, ...finding } of await projectFlags(scope, productbatch, lotId, ['4.4'], findings, { ofEvents: true }))
    answerWith(scope, eventId, finding)
}

// Losses of a lot (4.4), each with what was lost of its goods until then, in this lot and in those of which the same holder made it, against what had come in until then: what is found
// follows from the order in which it happened, so that a loss or goods recorded late, or taken back, change what is found on the losses after them.
import { follow, type Movement } from '#domain/chain/goods-lineage.ts'
import { toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { checkLoss } from '#domain/rules/loss.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Verdict } from '#domain/rules/verdict.ts'
import type { Scope } from '../scope.ts'
import { projectFlags } from '../store/project-flags.ts'
import { answerWith } from '../store/step.ts'
import { movementsOf } from './goods-lineage.ts'

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

/** Brings the findings of the lot's losses to its history; those of lots made of it follow when something happens to these, which are not locked here. */
export async function projectLosses(scope: Scope, lotId: string): Promise<void> {
  const losses = (await lossVerdicts(scope, lotId, true)).filter((one) => one.lotId === lotId)
  if (losses.length === 0) return
  const findings = losses.flatMap(({ eventId, verdict }) => verdict.findings.map((finding) => ({ ...finding, eventId })))
  for (const { eventId, ...finding } of await projectFlags(scope, productbatch, lotId, ['4.4'], findings, { ofEvents: true }))
    answerWith(scope, eventId, finding)
}

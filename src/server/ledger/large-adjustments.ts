// Adjustments of a lot that one approval is not enough for (BR-30; docs/decisions/0096): the certification body agrees to them first. They are judged with those of all lots in which the
// same goods lie or lay, one after the other.
import { fallenOut, type TooLarge, tooLarge } from '#domain/chain/adjustment-bounds.ts'
import type { Movement } from '#domain/chain/goods-lineage.ts'
import { toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { laterProblem } from '../store/history.ts'
import { movementsOf } from './goods-lineage.ts'
import type { Lot } from './lots.ts'
import { stepLedger } from './step-ledger.ts'

const mostOf = ({ tenant }: Scope): number => tolerancesOf(tenant.config.tolerances).stockCountReview

type Requested = { deltaKg: number; at: string }
/** Of each of these why it needs the body, by what is known of the lot; null: it does not. `at`: its moment. `isApproved`: by this step. */
export async function largeAdjustments(scope: Scope, lot: Pick<Lot, 'id'>, requested: readonly Requested[], isApproved: boolean): Promise<(TooLarge | null)[]> {
  if (requested.length === 0) return []
  const movements = (await movementsOf(scope, [lot.id], { within: 'trade', ...(isApproved ? { judged: 'alone' } : {}) })).filter(({ grams }) => grams !== 0)
  return requested.map(({ deltaKg, at }) => tooLarge(movements, { lotId: lot.id, at, grams: toGrams(deltaKg) }, mostOf(scope)))
}

/** Throws STATE_CONFLICT with the last adjustment that is too large without what this step takes back: an adjustment the other way, or goods that had come. */
export async function refuseFallenOut(scope: Scope): Promise<void> {
  const { lots, endedLots, hasLess } = stepLedger(scope)
  if (!hasLess) return
  // What comes back into a lot as it was is judged by the lot that made it.
  const touched = [...lots.keys()].filter((id) => !endedLots.has(id))
  // Mostly nothing was adjusted: then no other void waits for this one.
  const isAlone = ({ eventType, isAgreed, grams }: Movement): boolean => eventType === 'ADJUST_APPROVED' && !isAgreed && grams !== 0
  if (!(await movementsOf(scope, touched, { within: 'trade', judged: 'with others', isAdjusted: true })).some(isAlone)) return
  const movements = await movementsOf(scope, touched, { within: 'trade', judged: 'alone' })
  const beyond = new Set(fallenOut(movements, mostOf(scope)))
  if (beyond.size === 0) return
  const adjusted = movements.filter(isAlone).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const last = adjusted.findLast(({ lotId }) => beyond.has(lotId)) ?? adjusted.at(-1)
  if (last) throw laterProblem(entityOf('productbatch'), { id: last.eventId, eventType: last.eventType, occurredAt: last.at }, 'voided')
}

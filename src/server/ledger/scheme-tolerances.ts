// The tolerances by which a transaction certificate is judged: those of its scheme, of the moment that counts, over those of the programme (decision 0125). A
// scheme that is edited later leaves what was submitted, or sent back, before as it was.
import { tolerancesUnder } from '#domain/certification/scheme-tolerances.ts'
import { entityOf } from '#domain/entities.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { knownAsOf } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { inPast, isPast } from '../store/past.ts'

const scheme = entityOf('scheme')

/** `moment`: ISO 8601; absent: as the scheme is now. */
export async function tolerancesOfScheme(scope: Scope, schemeId: string, moment?: string): Promise<Tolerances> {
  const { past: _, ...present } = scope
  const [row] = await recordsById(present, scheme, [schemeId])
  // What has not been written since needs no history.
  const isAsThen = !row || moment === undefined || Date.parse(row.updatedAt) <= Date.parse(moment)
  const past = isAsThen ? present : inPast(present, { occurredBy: moment, knownBy: moment })
  const then = row && isPast(past) ? await knownAsOf(past, scheme, row) : undefined
  return tolerancesUnder((then?.row ?? row)?.tolerances, scope.tenant.config.tolerances)
}

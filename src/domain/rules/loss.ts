// Kilograms of a lot that were dried, spilt or stolen (domain dictionary 4.4): small losses are the keeper's word,
// larger ones the manager's; many small ones are a large one.
import { kilograms, percent, phrase } from '../messages/message.ts'
import { exceeds } from './exceeds.ts'
import type { Tolerances } from './tolerances.ts'
import { block, found, pass, type Verdict } from './verdict.ts'

const toGrams = (kg: number): number => Math.round(kg * 1000)

/**
 * 4.4: what a lot has lost, this loss included, against all it was ever credited with; above 1 % only the operator's manager
 * records it, and it is reviewed. Masses in kilograms.
 */
export function checkLoss({ lostKg, creditedKg, hasManager }: { lostKg: number; creditedKg: number; hasManager: boolean }, tolerances: Tolerances): Verdict {
  const whole = Math.max(creditedKg, lostKg)
  if (!exceeds(toGrams(lostKg), toGrams(whole), tolerances.lossWithoutManager)) return pass
  const share = Math.round((lostKg / whole) * 100_000) / 100_000
  const figures = { lostKg, creditedKg, share, mostShare: tolerances.lossWithoutManager }
  const message = phrase`This lot has lost ${kilograms(lostKg)} in all, ${percent(share)} of what went into it.`
  return hasManager
    ? found({ ruleId: '4.4', severity: 'REVIEW', message, figures })
    : block('4.4', phrase`${message} Above ${percent(tolerances.lossWithoutManager)} the operator’s manager records it.`, figures)
}

// Kilograms of a lot that were dried, spilt or stolen (domain dictionary 4.4): small losses are the keeper's word,
// larger ones the manager's; many small ones are a large one.
import { kilograms, percent, phrase } from '../messages/message.ts'
import type { Tolerances } from './tolerances.ts'
import { block, found, pass, type Verdict } from './verdict.ts'

/**
 * 4.4: what a lot has lost, this loss included, against all it was ever credited with; above 1 % only the operator's manager
 * records it, and it is reviewed. Masses in kilograms.
 */
export function checkLoss({ lostKg, creditedKg, hasManager }: { lostKg: number; creditedKg: number; hasManager: boolean }, tolerances: Tolerances): Verdict {
  const share = Math.round((lostKg / Math.max(creditedKg, lostKg)) * 100_000) / 100_000
  if (share <= tolerances.lossWithoutManager) return pass
  const figures = { lostKg, creditedKg, share, mostShare: tolerances.lossWithoutManager }
  const message = phrase`This lot has lost ${kilograms(lostKg)} in all, ${percent(share)} of what went into it.`
  return hasManager
    ? found({ ruleId: '4.4', severity: 'REVIEW', message, figures })
    : block('4.4', phrase`${message} Above ${percent(tolerances.lossWithoutManager)} the operator’s manager records it.`, figures)
}

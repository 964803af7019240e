// What a field officer does next on a crop, with the reason in a sentence and what can be filled in already.
import type { RecordAnswer } from '#web/api/answers.ts'

export type NextStep = { type: string /** "2" of "Picking 2". */; detail: string; why: string; date: string | null; prefill: Record<string, string> }

/** Pickings follow each other within weeks; after two months nobody picks again. */
const longestPause = 60
const isLongAgo = (on: unknown, today: string): boolean => typeof on === 'string' && Date.parse(today) - Date.parse(on) > longestPause * 86_400_000

/** `today` YYYY-MM-DD. Null when the season's work on it is done. */
export function nextStep(crop: RecordAnswer, today: string): NextStep | null {
  const step = (type: string, why: string, date: unknown = null, detail = '', prefill: Record<string, string> = {}): NextStep => ({
    type,
    detail,
    why,
    date: (date as string | null) ?? null,
    prefill,
  })
  if (crop.status === 'PLANNED')
    return step('SOWING', /* i18n */ 'Planned for {{date}}. Sowing fixes the claim.', crop.plannedSowing, '', {
      areaHa: String(crop.areaHa),
      ...(crop.seedLotNo ? { seedLotNo: String(crop.seedLotNo) } : {}),
    })
  if (crop.proposedKg !== null && crop.proposedKg !== undefined && crop.may.includes('ESTIMATE_APPROVED'))
    return step('ESTIMATE_APPROVED', /* i18n */ 'An estimate waits for somebody else’s word.')
  if (crop.status === 'SOWN') return step('GERMINATION_COUNT', /* i18n */ 'Sown {{date}}. Count the plants that came up.', crop.sowingDate)
  if (crop.status === 'GROWING' || crop.status === 'HARVESTING') {
    if (crop.estimatedKg === null && crop.proposedKg === null)
      return step('YIELD_ESTIMATE', /* i18n */ 'Without an approved estimate deliveries are limited by the ceiling alone.')
    const until = crop.harvestNotBefore as string | null
    if (until && until > today) return step('SCOUTING', /* i18n */ 'A waiting period runs: nothing may be picked before {{date}}.', until)
    if (crop.status === 'HARVESTING' && isLongAgo(crop.harvestEnd, today))
      return step('CROP_CLOSE', /* i18n */ 'Last picking {{date}}. When nothing more comes, the harvest ends.', crop.harvestEnd)
    if (crop.status === 'HARVESTING') return step('HARVEST', /* i18n */ 'No waiting period runs: clear to pick. Last picking {{date}}.', crop.harvestEnd)
    return step('HARVEST', /* i18n */ 'No waiting period runs: clear to pick.', null, '', { pickNo: '1' })
  }
  return null
}

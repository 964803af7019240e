// INPUT_ALLOWED_ONLY, INPUT_MAX_RATE and PHI: what was put on the crop, how much, and how long before it was picked.
import { addDays, daysBetween } from '../../kernel/day.ts'
import { inputCategories } from '../../kernel/terms.ts'
import { counted, listed, onDay, phrase, word } from '../../messages/message.ts'
import type { InputUse } from './facts.ts'
import { type Evaluator, failed, isOver, met, notApplicable, notChecked, notYet, partly, rounded } from './judgement.ts'

/**
 * The scheme's own list decides where it has one, whatever the list of the programme says (input permission per scheme). Without it
 * everything is allowed that is of no forbidden category and that the programme does not prohibit; of what it does not know somebody decides (BR-14).
 */
export const inputAllowedOnly: Evaluator<'INPUT_ALLOWED_ONLY'> = ({ itemIds, bannedCategories }, { inputs, crop }) => {
  const used = inputs.filter(({ isOfCrop }) => isOfCrop)
  if (used.length === 0) return crop.sowingDate === null ? notYet('Nothing is sown yet, and no input was used.') : met('No input was used on this crop.')
  const isAllowed = ({ itemId, category, permission }: InputUse): boolean =>
    itemIds.length > 0 ? itemIds.includes(itemId) : permission !== 'PROHIBITED' && (category === null || !bannedCategories.includes(category))
  const isBanned = ({ category }: InputUse): boolean => category !== null && bannedCategories.includes(category)
  const wrong = used.filter((use) => !isAllowed(use) || (isBanned(use) && !itemIds.includes(use.itemId)))
  const [worst] = wrong
  if (worst)
    return isBanned(worst)
      ? failed(phrase`${worst.itemName}, used on ${onDay(worst.day)}, is of a forbidden category: ${word(inputCategories[worst.category ?? 'OTHER'])}.`, wrong)
      : itemIds.length > 0
        ? failed(phrase`${worst.itemName}, used on ${onDay(worst.day)}, is not on the scheme’s list of allowed inputs.`, wrong)
        : failed(phrase`${worst.itemName}, used on ${onDay(worst.day)}, is prohibited.`, wrong)
  const unknown = itemIds.length > 0 ? [] : used.filter(({ permission }) => permission === 'UNKNOWN')
  const [open] = unknown
  if (open) return notChecked(phrase`Nobody has said yet whether ${open.itemName}, used on ${onDay(open.day)}, is allowed.`, unknown)
  return met(phrase`All inputs are allowed: ${listed([...new Set(used.map(({ itemName }) => itemName))])}.`, used)
}

type Uses = readonly InputUse[]
const rateOf = (uses: Uses): number => uses.reduce((sum, { kgPerHa }) => sum + (kgPerHa ?? 0), 0)
const highest = (rates: readonly number[]): number => Math.max(0, ...rates)
/** The most that one piece of ground can have got: in each season it was in one system, and there in one crop. */
const atMost = (uses: Uses): number =>
  [...Map.groupBy(uses, ({ ground }) => ground.season).values()].reduce((sum, ofSeason) => {
    const ofSystems = [...Map.groupBy(ofSeason, ({ ground }) => ground.system).values()].map((ofSystem) => {
      const crops = Map.groupBy(
        ofSystem.filter(({ ground }) => ground.crop !== null),
        ({ ground }) => ground.crop,
      )
      return rateOf(ofSystem.filter(({ ground }) => ground.crop === null)) + highest([...crops.values()].map(rateOf))
    })
    return sum + highest(ofSystems)
  }, 0)
/** What some of the crop's ground surely got: the heaviest uses that leave out less than its area between them. */
function atLeast(uses: Uses, areaHa: number): number {
  // By how much they leave out, the most that uses together put on: of two that leave out as much the lighter is dropped.
  let sums: { outsideHa: number; kgPerHa: number }[] = [{ outsideHa: 0, kgPerHa: 0 }]
  for (const { outsideHa, kgPerHa } of uses) {
    if (outsideHa === null || kgPerHa === null) continue
    const withThis = sums.map((one) => ({ outsideHa: one.outsideHa + Math.max(outsideHa, 0), kgPerHa: one.kgPerHa + kgPerHa }))
    let most = -1
    sums = [...sums, ...withThis.filter((one) => one.outsideHa < areaHa - 1e-9)]
      .sort((one, other) => one.outsideHa - other.outsideHa || other.kgPerHa - one.kgPerHa)
      .filter((one) => {
        const isHeavier = one.kgPerHa > most
        most = Math.max(most, one.kgPerHa)
        return isHeavier
      })
  }
  return highest(sums.map(({ kgPerHa }) => kgPerHa))
}

/**
 * The most that any twelve months put on the crop's ground, in kg/ha: those that end with one of the applications. Rates of different
 * ground are never added: failed is what was surely exceeded somewhere, and what only may have been an inspector judges.
 */
export const inputMaxRate: Evaluator<'INPUT_MAX_RATE'> = ({ itemId, kgPerHaYear }, { inputs, crop }) => {
  const uses = inputs.filter((use) => use.itemId === itemId)
  const [any] = uses
  if (!any) return notApplicable('This input was not used.')
  const unweighed = uses.filter(({ kgPerHa }) => kgPerHa === null)
  const years = uses.map((last) => uses.filter(({ day }) => day <= last.day && day > addDays(last.day, -365)))
  const most = (sumOf: (year: Uses) => number): Uses => years.reduce((heaviest, year) => (sumOf(year) > sumOf(heaviest) ? year : heaviest), years[0] ?? [])
  const surely = most((year) => atLeast(year, crop.areaHa))
  const sure = atLeast(surely, crop.areaHa)
  if (sure > kgPerHaYear + 1e-9) return failed(phrase`${any.itemName}: ${rounded(sure, 3)} kg/ha within a year, ${kgPerHaYear} kg/ha are allowed.`, surely)
  const heaviest = most(atMost)
  const kgPerHa = atMost(heaviest)
  if (kgPerHa > kgPerHaYear + 1e-9)
    return notChecked(
      phrase`${any.itemName}: up to ${rounded(kgPerHa, 3)} kg/ha within a year, ${kgPerHaYear} kg/ha are allowed; whether they were put on the same ground is not recorded.`,
      heaviest,
    )
  if (unweighed.length > 0) return notChecked(phrase`${any.itemName}: not recorded by weight, so that the yearly rate cannot be worked out.`, unweighed)
  return met(phrase`${any.itemName}: ${rounded(kgPerHa, 3)} kg/ha within a year, ${kgPerHaYear} kg/ha are allowed.`, heaviest)
}

/** BR-19: between the last plant protection before each picking and that picking. */
export const waitingBeforeHarvest: Evaluator<'PHI'> = ({ days }, facts) => {
  const applied = facts.inputs.filter(({ isOfCrop, isPlantProtection }) => isOfCrop && isPlantProtection)
  if (facts.pickings.length === 0)
    return isOver(facts)
      ? notApplicable('Nothing was picked.')
      : applied.length === 0
        ? notYet('Nothing is picked yet.')
        : notYet(
            phrase`Picking is allowed from ${onDay(
              addDays(
                applied
                  .map(({ day }) => day)
                  .sort()
                  .at(-1) ?? '',
                days,
              ),
            )}.`,
            applied,
          )
  const waits = facts.pickings.flatMap((picking) => {
    const before = applied.filter(({ day }) => day <= picking.day)
    const last = before.sort((one, other) => (one.day < other.day ? 1 : -1))[0]
    return last ? [{ picking, last, waited: daysBetween(last.day, picking.day) }] : []
  })
  if (waits.length === 0) return notApplicable('No plant protection was used before picking.')
  const shortest = waits.reduce((least, one) => (one.waited < least.waited ? one : least))
  const short = waits.filter(({ waited }) => waited < days)
  const evidence = short.flatMap(({ picking, last }) => [picking, last])
  if (short.length > 0 && short.every(({ picking }) => picking.isWaitOverridden))
    return partly(
      phrase`Picked ${counted(shortest.waited)} days after ${shortest.last.itemName}, ${days} asked; the manager allowed it with a laboratory report.`,
      evidence,
    )
  if (short.length > 0)
    return failed(
      phrase`Picked on ${onDay(shortest.picking.day)}, ${counted(shortest.waited)} days after ${shortest.last.itemName}; ${days} days have to pass.`,
      evidence,
    )
  return met(phrase`${counted(shortest.waited)} days passed between ${shortest.last.itemName} and picking, ${days} asked.`, [shortest.picking, shortest.last])
}

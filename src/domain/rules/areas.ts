// BR-03: what is planned on a plot must fit on it. Hectares with four decimals are compared as whole
// square metres, so that three thirds are one.
import { percent, phrase } from '../messages/message.ts'
import { exceeds } from './exceeds.ts'
import type { Tolerances } from './tolerances.ts'
import { block, found, pass, type Verdict } from './verdict.ts'

export const toM2 = (ha: number): number => Math.round(ha * 10_000)
const toHa = (m2: number): number => m2 / 10_000
export type Planned = { areaHa: number; from: string; to: string }

/** BR-03: the area that counts, mapped when there is a boundary, else declared (ha). */
export const parcelArea = (parcel: { mappedAreaHa: number | null; declaredAreaHa: number }): number => parcel.mappedAreaHa ?? parcel.declaredAreaHa

/** The most hectares covered at any one time: plans that touch on a day overlap. */
export function peakArea(plans: readonly Planned[]): number {
  const peak = plans.map((at) => plans.filter((one) => one.from <= at.from && at.from <= one.to).reduce((sum, one) => sum + toM2(one.areaHa), 0))
  return toHa(Math.max(0, ...peak))
}

/** BR-03: Σ areas of cropping systems overlapping in time ≤ parcel area × 1.02. */
export function systemsFit(parcelHa: number, plans: readonly Planned[], tolerances: Tolerances): Verdict {
  const askedHa = peakArea(plans)
  const allowedHa = toHa(Math.round(toM2(parcelHa) * tolerances.areaSum))
  if (toM2(askedHa) <= toM2(allowedHa)) return pass
  return block('BR-03', phrase`The plans of one time cover ${askedHa} ha, but the plot has ${parcelHa} ha (${allowedHa} ha with tolerance).`, {
    askedHa,
    parcelHa,
    allowedHa,
  })
}

/** `areaShare`: of crops that grow mixed, 0 to 1; null where nobody has entered it, and of one that is closed nobody can any more. */
export type CropArea = { role: string; areaHa: number; areaShare?: number | null; isClosed?: boolean }
type SystemArea = { areaHa: number; systemType: string; rowRatio?: string | null }
/** Systems whose crops stand on the same ground, together or one after the other. */
const shared = new Set(['MIXED', 'SEQUENCE', 'RELAY', 'AGROFORESTRY'])
const counted = new Set(['MAIN', 'INTERCROP', 'BORDER', 'TRAP'])

/**
 * BR-03: Σ crop areas (MAIN + INTERCROP + BORDER + TRAP) ≤ system area, those of an intercrop by its row ratio besides. Where crops share the ground, each one ≤
 * system area.
 */
export function cropsFit(system: SystemArea, crops: readonly CropArea[]): Verdict {
  const areas = crops.filter((crop) => counted.has(crop.role)).map((crop) => toM2(crop.areaHa))
  const requested = shared.has(system.systemType) ? Math.max(0, ...areas) : areas.reduce((sum, area) => sum + area, 0)
  if (requested <= toM2(system.areaHa)) return system.systemType === 'MIXED' ? sharesFit(crops) : rowsFit(system, crops)
  return block('BR-03', phrase`The crops cover ${toHa(requested)} ha, but this part of the plot has ${system.areaHa} ha.`, {
    askedHa: toHa(requested),
    systemHa: system.areaHa,
  })
}

/** A tenth of a per cent, as people write shares: three crops of 33.3 % are the whole. In hundred thousandths, as shares are stored. */
const shareTolerance = 100
const whole = 100_000
const toShare = (parts: number): number => parts / whole
export const hasShare = ({ role }: Pick<CropArea, 'role'>): boolean => counted.has(role)
const sharesOf = (crops: readonly CropArea[]): number => crops.filter(hasShare).reduce((sum, { areaShare }) => sum + Math.round((areaShare ?? 0) * whole), 0)

/** BR-03: shares of crops that grow mixed are never more than the whole. Less they may be until all of them are entered. */
function sharesFit(crops: readonly CropArea[]): Verdict {
  const sum = sharesOf(crops)
  if (sum <= whole + shareTolerance) return pass
  return block('BR-03', phrase`The shares of the crops that grow mixed here come to ${percent(toShare(sum))}: more than 100 % they cannot be.`, {
    share: toShare(sum),
  })
}

/**
 * BR-03: before anything is picked of them, the shares of all crops of a mixed system are the whole. `gone`: crops that were given up, failed or were deleted,
 * once something has been picked of the others, whose shares stand since. A crop that was closed before there were shares has what the others leave.
 */
export function sharesAreWhole({ systemType }: Pick<SystemArea, 'systemType'>, crops: readonly CropArea[], gone: readonly CropArea[] = []): Verdict {
  const sum = sharesOf(crops)
  if (systemType !== 'MIXED' || Math.abs(sum - whole) <= shareTolerance) return pass
  const without = crops.filter((crop) => hasShare(crop) && (crop.areaShare ?? null) === null)
  if (sum <= whole && without.length > 0 && without.every(({ isClosed }) => isClosed)) return pass
  if (sum <= whole && sum + sharesOf(gone) >= whole - shareTolerance) return pass
  return block(
    'BR-03',
    phrase`The shares of the crops that grow mixed here come to ${percent(toShare(sum))}. Enter them so that they are 100 %, then the picking.`,
    {
      share: toShare(sum),
    },
  )
}

/** The rows of the main crop come first in a ratio, and all others are of intercrops. A part is rounded up to the square metre: of 1 ha, 4 of 6 rows are 0.6667 ha. */
function rowsFit({ areaHa, systemType, rowRatio }: SystemArea, crops: readonly CropArea[]): Verdict {
  if (systemType !== 'INTERCROP' || !rowRatio) return pass
  const [main = 0, ...others] = rowRatio.split(':').map(Number)
  const rows = others.reduce((sum, part) => sum + part, main)
  if (rows === 0) return pass
  const covered = (role: string): number => crops.reduce((sum, crop) => sum + (crop.role === role ? toM2(crop.areaHa) : 0), 0)
  const part = (share: number): number => Math.ceil((toM2(areaHa) * share) / rows)
  const figures = (requested: number, allowed: number) => ({ askedHa: toHa(requested), systemHa: areaHa, allowedHa: toHa(allowed) })
  const [mains, allowedMain] = [covered('MAIN'), part(main)]
  if (mains > allowedMain)
    return block(
      'BR-03',
      phrase`By the row ratio ${rowRatio} the main crop covers ${toHa(allowedMain)} ha at most, but ${toHa(mains)} ha are entered.`,
      figures(mains, allowedMain),
    )
  const [between, allowedBetween] = [covered('INTERCROP'), part(rows - main)]
  if (between > allowedBetween)
    return block(
      'BR-03',
      phrase`By the row ratio ${rowRatio} intercrops cover ${toHa(allowedBetween)} ha at most, but ${toHa(between)} ha are entered.`,
      figures(between, allowedBetween),
    )
  return pass
}

/** What stands on a plot while a crop does: `system`: the crop's own; `others`: further crops of it; `plans`: all systems of the plot, this one among them. */
export type OnPlot = { plotHa: number; system: SystemArea & Planned; plans: readonly Planned[]; others: readonly CropArea[] }

/**
 * BR-03, BR-06: of these hectares of a crop, those that its plot has room for, to the square metre below. Plans that fit when they were made stay where the plot
 * turns out to be smaller: the systems of one time then share what there is by their areas, and so do the crops of a system, as far as they do not stand on the same ground.
 */
export function roomFor(crop: CropArea, { plotHa, system, plans, others }: OnPlot, tolerances: Tolerances): number {
  const meanwhile = plans.filter(({ from, to }) => from <= system.to && system.from <= to)
  if (!systemsFit(plotHa, meanwhile, tolerances).block) return crop.areaHa
  const systemM2 = Math.floor((toM2(system.areaHa) * toM2(plotHa)) / toM2(peakArea(meanwhile)))
  const own = toM2(crop.areaHa)
  if (shared.has(system.systemType)) return toHa(Math.min(own, systemM2))
  const requested = others.filter(({ role }) => counted.has(role)).reduce((sum, { areaHa }) => sum + toM2(areaHa), own)
  return toHa(requested <= systemM2 ? own : Math.floor((own * systemM2) / requested))
}

/** BR-03: mapped against declared area; difference = (mapped − declared) / declared. */
export function areaDifference(declaredHa: number, mappedHa: number, tolerances: Tolerances): Verdict & { difference: number } {
  const difference = (mappedHa - declaredHa) / declaredHa
  const size = Math.abs(difference)
  const isAbove = (share: number) => exceeds(Math.abs(toM2(mappedHa) - toM2(declaredHa)), toM2(declaredHa), share)
  const figures = { declaredHa, mappedHa, difference }
  const message = phrase`The mapped area (${mappedHa} ha) differs from the declared one (${declaredHa} ha) by ${Math.round(size * 100)} %.`
  if (isAbove(tolerances.areaDifferenceReview)) return { ...found({ ruleId: 'BR-03', severity: 'REVIEW', message, figures }), difference }
  if (isAbove(tolerances.areaDifferenceWarn)) return { ...found({ ruleId: 'BR-03', severity: 'WARN', message, figures }), difference }
  return { ...pass, difference }
}

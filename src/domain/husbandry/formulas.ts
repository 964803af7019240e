// The figures of animal husbandry (animal 10.6), each from recorded facts alone. What cannot be worked out is null: a
// screen then says nothing rather than nought.
import { daysBetween } from '../kernel/day.ts'

/** Laying rate of a day or a span (HDEP): eggs of all hens alive on those days. `henDays`: living hens, added up by day. */
export const layingShare = (eggs: number, henDays: number): number | null => (henDays > 0 ? eggs / henDays : null)

/** Share of the placed that died or were culled. */
export const lossShare = (lost: number, placed: number): number | null => (placed > 0 ? lost / placed : null)

/** Feed conversion: kg of feed for one kg gained. Nothing gained, or nothing fed, converts nothing. */
export const feedConversion = ({ feedKg, gainKg }: { feedKg: number; gainKg: number }): number | null => (gainKg > 0 && feedKg > 0 ? feedKg / gainKg : null)

/** Gain in g a day between two weighings; null within one day. */
export function dailyGainG(first: { day: string; grams: number }, last: { day: string; grams: number }): number | null {
  const days = daysBetween(first.day, last.day)
  return days > 0 ? (last.grams - first.grams) / days : null
}

/** Specific growth rate, in per cent a day: (ln W2 - ln W1) / days × 100. */
export function specificGrowthPct(first: { day: string; grams: number }, last: { day: string; grams: number }): number | null {
  const days = daysBetween(first.day, last.day)
  return days > 0 && first.grams > 0 && last.grams > 0 ? ((Math.log(last.grams) - Math.log(first.grams)) / days) * 100 : null
}

/** Un-ionised ammonia in mg/L, the part of the total (TAN) that harms: TAN / (1 + 10^(pKa - pH)), pKa after Emerson et al. 1975. */
export function freeAmmoniaMgL({ tanMgL, ph, temperatureC }: { tanMgL: number; ph: number; temperatureC: number }): number {
  const pKa = 0.09018 + 2729.92 / (273.15 + temperatureC)
  return tanMgL / (1 + 10 ** (pKa - ph))
}

/** Completed years and the months beyond them, from one plain day to another. */
export function ageOn(born: string, today: string): { years: number; months: number } {
  const [year = 0, month = 0, date = 0] = born.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDate = 0] = today.split('-').map(Number)
  const all = Math.max(0, (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0))
  return { years: Math.floor(all / 12), months: all % 12 }
}

/** A target between its points, on a straight line (animal 9.1); null before the first, after the last, or when none says it. */
export function targetOn<K extends string>(
  targets: readonly ({ day: number } & { readonly [name in K]?: number | null | undefined })[],
  day: number,
  name: K,
): number | null {
  const points = targets.flatMap((one) => (typeof one[name] === 'number' ? [{ day: one.day, value: one[name] as number }] : [])).sort((a, b) => a.day - b.day)
  const after = points.findIndex((one) => one.day >= day)
  const next = points[after]
  if (!next) return null
  if (next.day === day) return next.value
  const before = points[after - 1]
  return before ? before.value + ((next.value - before.value) * (day - before.day)) / (next.day - before.day) : null
}

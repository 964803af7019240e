// A list of bales while it is typed: numbers that run on, weights that must be a bale's, and the balance between the lint
// that was used and the bales that came of it (the server's own rules of pressing). Pure.
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkBalance, checkBands } from '#domain/chain/mass-balance.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { Block } from '#domain/rules/verdict.ts'
import { readKg } from './run-draft.ts'

export type BaleRow = { no: string; kg: string; moisture: string; stapleMm: string; mic: string }
/** kg of one bale (domain dictionary 4.2). */
export const baleBounds = { min: 140, max: 230 } as const
/** One event numbers at most so many. */
export const mostBales = 300

/** The number after this one: its last run of digits counted on, with its zeros. "KHG-25-0099" → "KHG-25-0100". Without digits, "-2" is put behind. */
export function nextNo(no: string): string {
  const [, before = '', digits, after = ''] = /^(.*?)(\d+)(\D*)$/.exec(no.trim()) ?? []
  if (digits === undefined) return no.trim() ? `${no.trim()}-2` : ''
  return `${before}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}${after}`
}

/** `count` empty rows, numbered on from `first`. */
export function numbered(first: string, count: number): BaleRow[] {
  const rows: BaleRow[] = []
  for (let no = first.trim(); rows.length < Math.min(count, mostBales); no = nextNo(no)) rows.push({ no, kg: '', moisture: '', stapleMm: '', mic: '' })
  return rows
}

export type BaleReading = {
  /** Bales with a weight. */
  count: number
  totalKg: number
  meanKg: number | null
  /** Of the lot, after this pressing. */
  looseKg: number
  /** By row: what is wrong with its number or its weight. */
  troubles: { no: 'missing' | 'twice' | null; kg: 'light' | 'heavy' | 'unreadable' | null }[]
  blocks: Block[]
  needsReason: boolean
}

/** `lintKg` and the rows as typed; `onHandKg`: what may be taken from the lot. */
export function readBales(rows: readonly BaleRow[], lintKg: string, onHandKg: number, reason: string, tolerances: Tolerances): BaleReading {
  const numbers = rows.map(({ no }) => no.trim())
  const troubles = rows.map(({ kg }, index): BaleReading['troubles'][number] => {
    const weight = readKg(kg)
    const no = numbers[index] ?? ''
    return {
      no: no === '' ? (weight ? 'missing' : null) : numbers.indexOf(no) < index ? 'twice' : null,
      kg: Number.isNaN(weight) ? 'unreadable' : weight === 0 ? null : weight < baleBounds.min ? 'light' : weight > baleBounds.max ? 'heavy' : null,
    }
  })
  const weights = rows.map(({ kg }) => readKg(kg)).filter((kg) => kg > 0)
  const grams = weights.reduce((sum, kg) => sum + toGrams(kg), 0)
  const used = readKg(lintKg)
  const usedGrams = Number.isFinite(used) ? toGrams(used) : 0
  const run = (hasReason: boolean) => ({
    process: 'PRESSING' as const,
    inputGrams: usedGrams,
    outputs: [{ material: 'BALE' as const, grams }],
    wasteGrams: 0,
    invisibleGrams: Math.max(0, usedGrams - grams),
    hasReason,
  })
  const judge = (hasReason: boolean): Block | null =>
    usedGrams > 0 && grams > 0 ? (checkBalance(run(hasReason), tolerances).block ?? checkBands(run(hasReason), tolerances).block) : null
  const tooMuch: Block | null =
    usedGrams > toGrams(onHandKg) ? { ruleId: 'BR-09', message: 'More lint than there is.', figures: { askedKg: toKg(usedGrams), onHandKg } } : null
  return {
    count: weights.length,
    totalKg: toKg(grams),
    meanKg: weights.length ? Math.round((toKg(grams) / weights.length) * 10) / 10 : null,
    looseKg: toKg(toGrams(onHandKg) - usedGrams),
    troubles,
    blocks: [tooMuch, judge(reason.trim() !== '')].filter((block) => block !== null),
    needsReason: judge(false) !== null && judge(true) === null,
  }
}

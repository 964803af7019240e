// Kilograms of an event as EPCIS has them: lots by class, what is left of a lot beside its numbered units, and what an event took, brought and yielded. Sums are in
// whole grams.
import { sumGrams, toGrams, toKg } from '../../chain/ledger.ts'
import { mainOutTurn } from '../../chain/mass-balance.ts'
import { type Process, processes } from '../../kernel/terms.ts'
import type { EventFacts, LotKg, Names, UnitFact } from './facts.ts'
import type { EpcisBody, QuantityElement } from './terms.ts'

export const kilograms = (epcClass: string, kg: number): QuantityElement => ({ epcClass, quantity: kg, uom: 'KGM' })
export const lots = (names: Names, list: readonly LotKg[]): QuantityElement[] => list.map(({ lotId, kg }) => kilograms(names.of('batch', lotId), kg))
export const totalKg = (list: readonly { kg: number | null }[]): number => toKg(sumGrams(list.map(({ kg }) => toGrams(kg ?? 0))))

/** Lots without what leaves them or comes into them as named units: those are named one by one. */
export function loose(list: readonly LotKg[], units: readonly UnitFact[], side: 'from' | 'to'): LotKg[] {
  return list.flatMap(({ lotId, kg }) => {
    const own = units.filter((unit) => unit[side] === lotId)
    if (own.length === 0) return [{ lotId, kg }]
    // Of units whose weight the event does not say, the lot's kilograms are theirs.
    if (own.some((unit) => unit.kg === null)) return []
    const rest = toGrams(kg) - toGrams(totalKg(own))
    return rest > 0 ? [{ lotId, kg: toKg(rest) }] : []
  })
}

/** What went in, what came out as goods, and the share: also where both are named unit by unit, which says no weight. */
export function massOf(event: EventFacts): EpcisBody {
  const [inputKg, outputKg, share] = [totalKg(event.taken), totalKg(event.brought), yieldOf(event)]
  return { 'fb:inputKg': inputKg, 'fb:outputKg': outputKg, ...(share === null ? {} : { 'fb:yield': share }) }
}

const isProcess = (value: unknown): value is Process => typeof value === 'string' && Object.hasOwn(processes, value)
/** To five decimals. Of a run that of its main output (BR-10), of all else that of everything that came out. Null: nothing went in, or no main output came out. */
function yieldOf({ name, data: { process }, taken, brought, materials }: EventFacts): number | null {
  const inputGrams = toGrams(totalKg(taken))
  if (inputGrams === 0) return null
  const outputs = brought.map(({ lotId, kg }) => ({ material: materials.get(lotId) ?? 'OTHER', grams: toGrams(kg) }))
  const share =
    name === 'processingsystem.PROCESS_RUN' && isProcess(process)
      ? mainOutTurn({ process, inputGrams, outputs })?.share
      : sumGrams(outputs.map(({ grams }) => grams)) / inputGrams
  return share === undefined ? null : Math.round(share * 100_000) / 100_000
}

// Kilograms of an event as EPCIS has them: lots by class, what is left of a lot beside its numbered units, what those weigh, and what an event took, brought and
// yielded. Sums are in whole grams.
import { sumGrams, toGrams, toKg } from '../../chain/ledger.ts'
import { mainOutTurn } from '../../chain/mass-balance.ts'
import { type Process, processes } from '../../kernel/terms.ts'
import type { EventFacts, LotKg, Names, UnitFact } from './facts.ts'
import type { EpcisBody, QuantityElement } from './terms.ts'

/** Of nothing the class alone: EPCIS has no quantity of zero. */
export const kilograms = (epcClass: string, kg: number): QuantityElement => (kg > 0 ? { epcClass, quantity: kg, uom: 'KGM' } : { epcClass })
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

/**
 * What numbered units weigh, all of them and one by one: EPCIS names a unit by itself or a quantity of a class, never both for the same goods, and has instance data (ilmd)
 * of what begins alone. `allKg`: with loose goods that are in the event, too. `isWeighed`: at that moment; else it is what the books had.
 */
export function weightsOf(units: readonly UnitFact[], names: Names, { allKg, isWeighed }: { allKg?: number; isWeighed: boolean }): EpcisBody {
  const known = units.flatMap((unit) => {
    const kg = unit.kg ?? unit.bookedKg
    return kg === null ? [] : [{ unit, kg }]
  })
  if (units.length === 0) return {}
  const value = allKg ?? (known.length === units.length ? totalKg(known) : 0)
  const method = isWeighed ? {} : { dataProcessingMethod: names.term('booked_weight') }
  return {
    ...(value > 0 ? { sensorElementList: [{ sensorReport: [{ type: 'Mass', value, uom: 'KGM', ...method }] }] } : {}),
    ...(known.length ? { 'fb:netWeights': known.map(({ unit, kg }) => unitWeight(names.unit(unit), kg)) } : {}),
  }
}
export const unitWeight = (epc: string, kg: number) => ({ 'fb:epc': epc, 'gs1:value': kg, 'gs1:unitCode': 'KGM' })

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

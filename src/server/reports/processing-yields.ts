// What runs and presses made of what went in, added up by process (domain dictionary 2.3, 11.2): out-turn, realisation, waste, invisible loss, and
// the flows from material to material. Pure; in whole grams.
import { sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { comesOf } from '#domain/chain/norms.ts'
import { keyOf } from '#domain/kernel/answer-shapes.ts'
import { type Material, materials, type Process, processes } from '#domain/kernel/terms.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'

/** Sums of ledger entries of runs by process, material and account (signed kg); `runs` among them. */
export type Sums = { process: string; material: string | null; account: string; kg: number; runs: number }
type Figures = Pick<ProcessingFigures, 'yields' | 'flows'>
const order = keyOf(processes).options
const knownMaterial = keyOf(materials).catch('OTHER')
const share = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100_000) / 100_000 : 0)

export function yieldsOf(sums: readonly Sums[], losses: readonly Sums[]): Figures {
  const yields: Figures['yields'] = []
  const flows: Figures['flows'] = []
  for (const process of order) {
    const own = sums.filter((one) => one.process === process)
    const inputs = own.flatMap(({ account, material, kg }) => (account === 'CONSUMED' ? [{ material: asMaterial(material), grams: -toGrams(kg) }] : []))
    const outputs = own.flatMap(({ account, material, kg }) => (account === 'PRODUCED' ? [{ material: asMaterial(material), grams: toGrams(kg) }] : []))
    const lost = (account: string) => sumGrams(losses.filter((one) => one.process === process && one.account === account).map(({ kg }) => toGrams(kg)))
    const [into, waste, invisible] = [sumGrams(inputs.map(({ grams }) => grams)), lost('WASTE'), lost('INVISIBLE')]
    if (into <= 0) continue
    yields.push({
      process,
      inKg: toKg(into),
      outputs: outputs.map(({ material, grams }) => ({ material, kg: toKg(grams), share: share(grams, sourcesOf(process, inputs, material)) })),
      wasteKg: toKg(waste),
      wasteShare: share(waste, into),
      invisibleKg: toKg(invisible),
      invisibleShare: share(invisible, into),
      runs: Math.max(0, ...own.map(({ runs }) => Number(runs))),
    })
    // Each output came from all inputs in the proportion of their mass.
    for (const input of inputs) {
      const part = (grams: number, of = into): number => toKg(Math.round((grams * input.grams) / of))
      for (const { material, grams } of outputs)
        if (comesOf(process, input.material, material))
          flows.push({ from: input.material, to: material, kg: part(grams, sourcesOf(process, inputs, material)) })
      if (waste > 0) flows.push({ from: input.material, to: 'WASTE', kg: part(waste) })
      if (invisible > 0) flows.push({ from: input.material, to: 'INVISIBLE', kg: part(invisible) })
    }
  }
  return { yields, flows: merged(flows) }
}
/** What an output can have come of: all inputs, or those of its material where the process keeps it. */
const sourcesOf = (process: Process, inputs: readonly { material: Material; grams: number }[], output: Material): number =>
  sumGrams(inputs.filter(({ material }) => comesOf(process, material, output)).map(({ grams }) => grams))
const asMaterial = (material: string | null): Material => knownMaterial.parse(material)

/** One flow for each pair. */
function merged(flows: Figures['flows']): Figures['flows'] {
  const sums = Map.groupBy(flows, ({ from, to }) => `${from} ${to}`)
  return [...sums.values()].flatMap(([first, ...others]) => (first ? [{ ...first, kg: toKg(sumGrams([first, ...others].map(({ kg }) => toGrams(kg)))) }] : []))
}

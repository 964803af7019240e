// What certificates of what went in can have become (BR-12 T05, T09): bounds of the way from one material to another by the norms of the processes (2.3). Pure.
import { type Material, materials, type Process } from '../kernel/terms.ts'
import { comesOf, processInputs, processNorms } from './norms.ts'

/** Kilograms that come out of one kilogram, at least and at most. */
export type Shares = { least: number; most: number }

const all = Object.keys(processNorms) as Process[]
/** Each process at most once; the same material unchanged is a way too. Null: no known process leads there. */
export function sharesBetween(from: Material, to: Material, left: readonly Process[] = all): Shares | null {
  const ways: Shares[] = from === to ? [{ least: 1, most: 1 }] : []
  for (const process of left.filter((one) => processInputs[one].includes(from)))
    for (const [material, { min, max, hardMin = min, hardMax = max }] of outputsOf(process).filter(([output]) => comesOf(process, from, output))) {
      const on = sharesBetween(
        material,
        to,
        left.filter((one) => one !== process),
      )
      if (on) ways.push({ least: hardMin * on.least, most: hardMax * on.most })
    }
  return widest(ways)
}
type Bounds = { min: number; max: number; hardMin?: number; hardMax?: number }
function outputsOf(process: Process): [Material, Bounds][] {
  const { outputs, besides = [] } = processNorms[process]
  return [...(Object.entries(outputs) as [Material, Bounds][]), ...besides.map((material): [Material, Bounds] => [material, { min: 0, max: 1 }])]
}
const widest = (ways: readonly Shares[]): Shares | null =>
  ways.length ? { least: Math.min(...ways.map(({ least }) => least)), most: Math.max(...ways.map(({ most }) => most)) } : null

type Output = { material: Material; kg: number }
type Input = { materials: readonly Material[]; kg: number }
/**
 * SHORT: more of `material` than what is named can have become, `mostKg`; `isForOthers`: with what the outputs that are made of it need. SURPLUS: more is named than any of
 * the outputs needs.
 * UNKNOWN: no known process leads from an input to an output, or the material of an input is not known. By-products of one run have the same input, so each output is judged alone, but for what is made of it.
 */
export type InputNeed = { kind: 'FITS' | 'SURPLUS' | 'UNKNOWN' } | { kind: 'SHORT'; material: Material; kg: number; mostKg: number; isForOthers: boolean }

/** Of whatever material it is made of: the most that can come of one kilogram. */
const mostOfAny = (to: Material): number => {
  const most = mostKnown.get(to) ?? Math.max(...(Object.keys(materials) as Material[]).map((from) => sharesBetween(from, to)?.most ?? 0))
  mostKnown.set(to, most)
  return most
}
const mostKnown = new Map<Material, number>()

/** `otherKg`: kilograms that are named further, and of which no material is known: they count as the one of which most can come. */
export function inputNeed(outputs: readonly Output[], inputs: readonly Input[], otherKg: number): InputNeed {
  const kgs = [...Map.groupBy(outputs, ({ material }) => material)].map(([material, of]) => ({ material, kg: of.reduce((sum, { kg }) => sum + kg, 0) }))
  const bounds = kgs.map(({ material, kg }) => {
    const shares = inputs.map((input) => ({ kg: input.kg, share: widest(input.materials.flatMap((from) => sharesBetween(from, material) ?? [])) }))
    const sum = (of: (share: Shares) => number) => shares.reduce((total, one) => total + (one.share ? one.kg * of(one.share) : 0), 0)
    const neededKg = kg + kgs.reduce((total, output) => total + neededFor(output, material, inputs, otherKg), 0)
    const ofOthersKg = otherKg > 0 ? otherKg * mostOfAny(material) : 0
    return {
      material,
      kg,
      neededKg,
      mostKg: sum(({ most }) => most) + ofOthersKg,
      leastKg: sum(({ least }) => least),
      isKnown: otherKg > 0 || shares.some(({ share }) => share !== null),
    }
  })
  // A gram is what rounding may leave.
  const short = bounds.find(({ neededKg, mostKg, isKnown }) => isKnown && neededKg > mostKg + 0.001)
  if (short) {
    const [isForOthers, kg] = [short.kg <= short.mostKg + 0.001, Math.round(short.neededKg * 1000) / 1000]
    return { kind: 'SHORT', material: short.material, kg: isForOthers ? kg : short.kg, mostKg: Math.floor(short.mostKg * 1000) / 1000, isForOthers }
  }
  if (otherKg > 0 || bounds.some(({ isKnown }) => !isKnown)) return { kind: 'UNKNOWN' }
  return bounds.length > 0 && bounds.every(({ kg, leastKg }) => kg < leastKg - 0.001) ? { kind: 'SURPLUS' } : { kind: 'FITS' }
}

/** Kilograms of `material` that went on into an output made of it, at least: what cannot have come of inputs that are further than it. */
function neededFor(output: Output, material: Material, inputs: readonly Input[], otherKg: number): number {
  const made = output.material === material ? null : sharesBetween(material, output.material)
  if (!made || made.most === 0 || sharesBetween(output.material, material)) return 0
  const further = inputs.filter(({ materials }) => materials.every((from) => sharesBetween(from, material) === null))
  const fromFurther = further.reduce(
    (sum, { materials, kg }) => sum + kg * (widest(materials.flatMap((from) => sharesBetween(from, output.material) ?? []))?.most ?? 0),
    otherKg > 0 ? otherKg * mostOfAny(output.material) : 0,
  )
  return Math.max(0, output.kg - fromFurther) / made.most
}

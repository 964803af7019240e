// What a facility is, in the words of its screens: which process its line runs, what that takes in and makes,
// which lots lie there, and what to do next. Pure, so that the page and the run form say the same.

import { changeover } from '#domain/chain/claim.ts'
import { isMadeBy, processInputs, processNorms } from '#domain/chain/norms.ts'
import { type Claim, type Material, materials, type Process } from '#domain/kernel/terms.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { processOf, runsProcess } from './default-step.ts'
import type { Line } from './run-draft.ts'

/** A lot may be used once it is weighed (the server's rule for runs). */
export const usableStates = ['CLOSED', 'RELEASED', 'RECEIVED'] as const
/** Lots reported by the list that the facility's owner holds: an operator's own facility never handles a processor's goods. */
export const isOwnedBy = (system: RecordAnswer, lot: RecordAnswer): boolean =>
  system.processorId ? lot.processorId === system.processorId : !lot.processorId && lot.operatorId === system.collectiveId

export type OwnedLot = { lot: RecordAnswer; material: Material; product: string }
/** Lots with kilograms in them, those lying at this very place first, then the oldest. */
export function ownedLots(system: RecordAnswer, lots: readonly RecordAnswer[], products: readonly RecordAnswer[]): OwnedLot[] {
  const known = new Map(products.map((product) => [product.id, product]))
  const isElsewhere = (lot: RecordAnswer) => Number(lot.processingSystemId !== system.id)
  return lots
    .filter((lot) => isOwnedBy(system, lot) && Number(lot.onHandKg) > 0)
    .sort((one, other) => isElsewhere(one) - isElsewhere(other) || one.createdAt.localeCompare(other.createdAt))
    .map((lot) => ({ lot, material: materialOf(known.get(lot.productId as string)), product: known.get(lot.productId as string)?.title ?? '' }))
}
const materialOf = (product: RecordAnswer | undefined): Material =>
  product && String(product.material) in materials ? (product.material as Material) : 'OTHER'

/** Lots the process can be fed with now. */
export const feedable = (owned: readonly OwnedLot[], process: Process): OwnedLot[] =>
  owned.filter(
    ({ lot, material }) => processInputs[process].includes(material) && (usableStates as readonly string[]).includes(lot.status) && Number(lot.availableKg) > 0,
  )

export type OutputProduct = { productId: string; title: string; material: Material; norm: { min: number; max: number } | null }
/** Lots that may be fed with the materials chosen so far: where a run keeps its material, those of the same. */
export const addable = (choices: readonly OwnedLot[], process: Process, chosen: readonly Material[]): OwnedLot[] =>
  processNorms[process].keepsMaterial ? choices.filter(({ material }) => chosen.every((one) => one === material)) : [...choices]

/** What a run of the line makes: the products named for it that such a process yields (a gin house that also presses names bales too), else the first of each material that such a process yields. What is thrown away is no product. */
export function outputsOf(system: RecordAnswer, process: Process, products: readonly RecordAnswer[]): OutputProduct[] {
  const named = (system.outputProductIds as string[] | null) ?? []
  const { outputs, besides = [] } = processNorms[process]
  const made = [...(Object.keys(outputs) as Material[]), ...besides].filter((material) => material !== 'GIN_TRASH' && material !== 'OTHER')
  const chosen = named.length
    ? named.flatMap((id) => products.find((product) => product.id === id) ?? []).filter((product) => isMadeBy(process, materialOf(product)))
    : made.flatMap((material) => products.find((product) => product.material === material) ?? [])
  const own = (system.norms as { productId: string; min: number; max: number }[] | null) ?? []
  return chosen.map((product) => {
    const norm = own.find(({ productId }) => productId === product.id)
    return { productId: product.id, title: product.title, material: materialOf(product), norm: norm ? { min: norm.min, max: norm.max } : null }
  })
}

export const lineOf = (system: RecordAnswer): Line => ({
  segregation: String(system.segregation),
  lastRunClaim: (system.lastRunClaim as Claim | null) ?? null,
  lastRunAt: (system.lastRunAt as string | null) ?? null,
  lastCleaningAt: (system.lastCleaningAt as string | null) ?? null,
})

/** The smallest bale there is (domain: BALE_PRESSED); less lint than this stays loose. */
export const smallestBaleKg = 140
export type FacilityStep = { type: string; why: string; figures: Readonly<Record<string, string | number>>; prefill: Readonly<Record<string, string>> }

/** What to do next here: take in what arrived, press what was ginned, run what lies there; null when nothing waits. `at`: ISO 8601. */
export function facilityStep(
  system: RecordAnswer,
  owned: readonly OwnedLot[],
  at: string,
  { cleaningHours }: Pick<Tolerances, 'cleaningHours'>,
): FacilityStep | null {
  const may = (type: string) => system.may.includes(type)
  const step = (type: string, why: string, figures: FacilityStep['figures'] = {}, prefill: FacilityStep['prefill'] = {}): FacilityStep | null =>
    may(type) ? { type, why, figures, prefill } : null
  if (system.status === 'DRAFT') return step('ACTIVATED', /* i18n */ 'Nothing can be recorded here before it is active.')
  if (system.status !== 'ACTIVE') return null
  const arriving = owned.find(({ lot }) => lot.status === 'IN_TRANSIT')
  const received =
    arriving &&
    step(
      'GOODS_RECEIVED',
      /* i18n */ '{{lot}} is on its way here with {{kg}}. Weigh it in.',
      { lot: arriving.lot.title, kg: Number(arriving.lot.onHandKg) },
      { batchId: arriving.lot.id },
    )
  if (received) return received
  if (!runsProcess(system)) return null
  const process = processOf(system)
  const lint =
    process === 'GINNING' || process === 'PRESSING' ? feedable(owned, 'PRESSING').find(({ lot }) => Number(lot.availableKg) >= smallestBaleKg) : undefined
  const pressed =
    lint &&
    step('BALE_PRESSED', /* i18n */ '{{lot}} holds {{kg}} of loose lint.', { lot: lint.lot.title, kg: Number(lint.lot.availableKg) }, { batchId: lint.lot.id })
  if (pressed) return pressed
  const [first] = process === 'PRESSING' ? [] : feedable(owned, process)
  if (!first) return null
  const needsCleaning = changeover(lineOf(system), (first.lot.claimStatus as Claim | null) ?? 'CONVENTIONAL', at, cleaningHours).block !== null
  const cleaned = needsCleaning
    ? step('CLEANING', /* i18n */ 'The line ran a lower claim before. {{lot}} needs it cleaned first.', { lot: first.lot.title })
    : null
  return (
    cleaned ??
    step('PROCESS_RUN', /* i18n */ '{{lot}} waits with {{kg}}.', { lot: first.lot.title, kg: Number(first.lot.availableKg) }, { batchId: first.lot.id })
  )
}

/** Lots whose number, code or public address was typed or scanned; all of them before anything is. */
export function lotsMatching(owned: readonly OwnedLot[], typed: string): OwnedLot[] {
  const requested = typed.trim().toLowerCase()
  if (!requested) return [...owned]
  const token = /([a-z0-9_-]{22})\/?$/i.exec(typed.trim())?.[1]
  const scanned = token ? owned.filter(({ lot }) => lot.qrToken === token) : []
  return scanned.length
    ? scanned
    : owned.filter(({ lot, product }) => [lot.title, lot.code, product].some((word) => String(word).toLowerCase().includes(requested)))
}

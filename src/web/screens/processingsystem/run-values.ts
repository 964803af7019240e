// Between the run form's fields and the run that the rules judge: texts with names and norms put to them,
// and the times a run usually has. Pure.
import type { Claim, Process } from '#domain/kernel/terms.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { fromWallClock, toWallClock } from '#web/format/zone.ts'
import type { OutputProduct, OwnedLot } from './line.ts'
import { type RunDraft, readKg } from './run-draft.ts'

export type InputValue = { batchId: string | null; kg: string }
export type OutputValue = { productId: string | null; kg: string; grade?: string; batchNo?: string }
export type RunValues = FormValues & {
  inputs: InputValue[]
  outputs: OutputValue[]
  wasteKg: string
  invisibleKg: string
  startedAt: string
  endedAt: string
  shift: string
  reason: string
  downgradeConfirmed: boolean | null
  lateReason: string
  notes: string
}

/** Eight in the morning until now; on an early start, the hour before; not before what it takes was received (BR-25). `now` in the programme's zone. */
export function defaultTimes(now: Date, zone: string | undefined, receivedAt?: unknown): { startedAt: string; endedAt: string } {
  const endedAt = toWallClock(now, zone)
  const eight = `${endedAt.slice(0, 10)}T08:00`
  const usual = endedAt > `${endedAt.slice(0, 10)}T09:00` ? eight : toWallClock(new Date(now.getTime() - 3_600_000), zone)
  // The first full minute in which it was there.
  const there = typeof receivedAt === 'string' ? toWallClock(new Date(Math.ceil(Date.parse(receivedAt) / 60_000) * 60_000), zone) : usual
  return { startedAt: there > usual && there < endedAt ? there : usual, endedAt }
}

export function runDraftOf(values: RunValues, process: Process, owned: readonly OwnedLot[], outputs: readonly OutputProduct[]): RunDraft {
  return {
    process,
    inputs: values.inputs.flatMap(({ batchId, kg }) => {
      const found = owned.find((one) => one.lot.id === batchId)
      const lot = found?.lot
      return lot
        ? [
            {
              batchId: lot.id,
              title: lot.title,
              material: found.material,
              claim: (lot.claimStatus as Claim | null) ?? 'CONVENTIONAL',
              onHandKg: Number(lot.availableKg ?? 0),
              gmoStatus: (lot.gmoStatus as string | null) ?? null,
              kg,
            },
          ]
        : []
    }),
    outputs: values.outputs.flatMap(({ productId, kg }) => {
      const product = outputs.find((one) => one.productId === productId)
      return product ? [{ ...product, kg }] : []
    }),
    wasteKg: values.wasteKg,
    invisibleKg: values.invisibleKg,
    reason: values.reason,
    downgradeConfirmed: values.downgradeConfirmed === true,
  }
}

/** Rows of outputs of which something came off; the others are no lots, and are not sent. */
export const sentOutputs = ({ outputs }: Pick<RunValues, 'outputs'>): number[] => outputs.flatMap(({ kg }, row) => (readKg(kg) === 0 ? [] : row))

/** A stored draft without the lots that are empty by now, and how many those were. */
export function withoutGone(stored: FormValues, choices: readonly OwnedLot[]): { values: FormValues; gone: number } {
  const inputs = (stored as Partial<RunValues>).inputs ?? []
  const left = inputs.filter(({ batchId }) => batchId === null || choices.some(({ lot }) => lot.id === batchId))
  return { values: { ...stored, inputs: left }, gone: inputs.length - left.length }
}

/** Outputs of which nothing came off are left out; a kilogram is sent as it was read on the gauge, whatever comma it was typed with. */
export function toSend(values: RunValues): RunValues {
  const plain = (text: string) => {
    const kg = readKg(text)
    return Number.isNaN(kg) ? text : text.trim() === '' ? '' : String(kg)
  }
  return {
    ...values,
    occurredAt: values.endedAt,
    inputs: values.inputs.map((one) => ({ ...one, kg: plain(one.kg) })),
    outputs: sentOutputs(values)
      .flatMap((row) => values.outputs[row] ?? [])
      .map((one) => ({ ...one, kg: plain(one.kg) })),
    wasteKg: plain(values.wasteKg) || '0',
    invisibleKg: plain(values.invisibleKg) || '0',
  }
}

/** ISO moment of the run's start, or now's when it cannot be read. */
export const startOf = (values: Pick<RunValues, 'startedAt'>, zone: string | undefined, now: Date): string =>
  fromWallClock(values.startedAt, zone) ?? now.toISOString()

/** Whole bales of `baleKg` in so much lint, and what stays loose; kg. */
export function balesIn(lintKg: number, baleKg: number): { bales: number; looseKg: number } {
  const bales = baleKg > 0 ? Math.floor(lintKg / baleKg + 1e-9) : 0
  return { bales, looseKg: Math.round((lintKg - bales * baleKg) * 1000) / 1000 }
}

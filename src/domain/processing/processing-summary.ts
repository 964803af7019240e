// Processing in summary: what lies where it can be processed or sold, and how each line balances.
import type { StatusCounts } from '../kernel/status-counts.ts'
import type { Material, Process } from '../kernel/terms.ts'

/** The nouns of processing, in the order of the work. */
export const processingEntities = ['processingsystem', 'productbatch', 'processor', 'product'] as const

/** Lots with kilograms on hand, of one material. */
export type MaterialStock = { material: Material; lots: number; onHandKg: number; availableKg: number /** Lots under restriction. */; onHoldKg: number }
export type LineSummary = {
  id: string
  title: string
  code: string
  process: Process | null
  /** Of the latest 300. */
  runs: number
  lastRunAt: string | null
  lastShare: number | null
  meanShare: number | null
  norm: { material: Material; min: number; max: number } | null
  throughputKg30Days: number
}
export type ProcessingSummary = {
  statusCounts: StatusCounts[]
  /** Most kilograms first; null without the right to see lots. */
  stock: MaterialStock[] | null
  /** Latest run first; null without the right to see lines. */
  lines: LineSummary[] | null
}

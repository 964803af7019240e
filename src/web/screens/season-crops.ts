// The season's crops added up: area, ceiling, estimate, harvested, bought. Kilograms as the ledger left them on each crop.
import type { RecordAnswer } from '#web/api/answers.ts'

export type SeasonTotals = {
  crops: number
  areaHa: number
  capKg: number
  estimatedKg: number
  harvestedKg: number
  purchasedKg: number
  leftKg: number
  claims: { claim: string; areaHa: number }[]
}

const out = new Set(['CANCELLED', 'FAILED'])
/** To the gram, so that adding thousands of weights leaves no dust. */
const sum = (rows: readonly RecordAnswer[], name: string): number => Math.round(rows.reduce((total, row) => total + Number(row[name] ?? 0), 0) * 1000) / 1000

/** Intercrops share the plot's area with the main crop, so area counts main crops only. Cancelled and failed crops count for kilograms already recorded, not for area. */
export function addUp(rows: readonly RecordAnswer[]): SeasonTotals {
  const main = rows.filter((row) => (row.role === 'MAIN' || row.role === undefined) && !out.has(row.status))
  const claims = [...new Set(main.map((row) => row.claimStatus).filter((claim): claim is string => typeof claim === 'string'))]
  return {
    crops: rows.filter((row) => !out.has(row.status)).length,
    areaHa: sum(main, 'areaHa'),
    capKg: sum(rows, 'yieldCapKg'),
    estimatedKg: sum(rows, 'estimatedKg'),
    harvestedKg: sum(rows, 'harvestedKg'),
    purchasedKg: sum(rows, 'purchasedKg'),
    leftKg: sum(rows, 'remainingSellableKg'),
    claims: claims.map((claim) => ({
      claim,
      areaHa: sum(
        main.filter((row) => row.claimStatus === claim),
        'areaHa',
      ),
    })),
  }
}

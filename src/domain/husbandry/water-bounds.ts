// Bounds of pond water outside which somebody has to act (animal 8): what carp and other fish of fresh water bear, and
// shrimp too. They are drawn as bands, and what lies beyond them is flagged.
import type { WaterTest } from './pond-projection.ts'

export const waterBounds = {
  doMgL: { least: 4, most: null },
  ph: { least: 6.5, most: 9 },
  temperatureC: { least: 20, most: 33 },
  nh3MgL: { least: null, most: 0.06 },
} as const
export type WaterMeasure = keyof typeof waterBounds

/** Figures of a finding are read by their names. */
const figureNames: Readonly<Record<WaterMeasure, string>> = { doMgL: 'oxygen', ph: 'ph', temperatureC: 'temperature', nh3MgL: 'ammonia' }

export const isOutOfBounds = (measure: WaterMeasure, value: number): boolean => {
  const { least, most } = waterBounds[measure]
  return (least !== null && value < least) || (most !== null && value > most)
}

/** What is out of bounds in one reading, by its name; null when nothing is. */
export function waterTrouble(test: Pick<WaterTest, WaterMeasure>): Record<string, number> | null {
  const wrong = (Object.keys(waterBounds) as WaterMeasure[]).flatMap((measure) => {
    const value = test[measure]
    return value !== null && isOutOfBounds(measure, value) ? [{ measure, value }] : []
  })
  return wrong.length > 0 ? Object.fromEntries(wrong.map(({ measure, value }) => [figureNames[measure], Math.round(value * 1000) / 1000])) : null
}

// The columns of the chart from estimate to purchase: four totals and the steps between them. What was picked and not bought is in two steps: what the farmers
// keep and what they can still sell. Each step is the sum of what the list behind it shows (reports/figure-lists.ts).
import type { Sums } from './season-summary.ts'

/** `field` and `above`: less or more was picked than was estimated; never both. */
export type FlowColumn =
  | { key: 'estimate' | 'harvest' | 'purchase'; isStep: false; name: 'estimatedKg' | 'harvestedKg' | 'purchasedKg'; from: 0; kg: number }
  | { key: 'field' | 'above' | 'farm' | 'retained'; isStep: true; from: number; kg: number }

const grams = (kg: number) => Math.round(kg * 1000) / 1000

/** Without the step of what the farmers keep where they keep nothing. */
export function kilogramFlow({ estimatedKg, harvestedKg, retainedKg, leftKg, purchasedKg }: Sums): FlowColumn[] {
  const whole = (key: 'estimate' | 'harvest' | 'purchase', name: 'estimatedKg' | 'harvestedKg' | 'purchasedKg', kg: number): FlowColumn => ({
    ...{ key, isStep: false, name, from: 0, kg },
  })
  const down = (key: 'farm' | 'retained', kg: number, top: number): FlowColumn => ({ key, isStep: true, from: Math.max(0, grams(top - kg)), kg })
  return [
    whole('estimate', 'estimatedKg', estimatedKg),
    {
      key: harvestedKg > estimatedKg ? 'above' : 'field',
      isStep: true,
      from: Math.min(estimatedKg, harvestedKg),
      kg: grams(Math.abs(harvestedKg - estimatedKg)),
    },
    whole('harvest', 'harvestedKg', harvestedKg),
    ...(retainedKg > 0 ? [down('retained', retainedKg, harvestedKg)] : []),
    down('farm', leftKg, harvestedKg - retainedKg),
    whole('purchase', 'purchasedKg', purchasedKg),
  ]
}

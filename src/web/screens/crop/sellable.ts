// How much of a crop may still be bought, worked out as the server will (BR-08): the figure under the kg field of a ticket.
import { certifiedLimit } from '#domain/chain/yield.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

/** What may still be bought of a crop (BR-08), and which of its limits decides; kg. The same arithmetic as checkPurchase. */
export function sellable(
  crop: RecordAnswer,
  { purchaseOverEstimate }: Pick<Tolerances, 'purchaseOverEstimate'>,
): { leftKg: number; limitedBy: 'harvest' | 'estimate' | 'cap' | 'nothing' } {
  const number = (name: string) => (typeof crop[name] === 'number' ? (crop[name] as number) : null)
  const purchased = number('purchasedKg') ?? 0
  const isClaimed = typeof crop.claimStatus === 'string' && crop.claimStatus !== 'CONVENTIONAL'
  const limits = (
    [
      ['harvest', (number('harvestedKg') ?? 0) - (number('retainedKg') ?? 0)],
      ['estimate', number('estimatedKg') === null ? null : (number('estimatedKg') as number) * purchaseOverEstimate],
      [
        'cap',
        isClaimed
          ? certifiedLimit({
              yieldCapKg: number('yieldCapKg'),
              harvestedKg: number('harvestedKg'),
              areaHa: Number(crop.areaHa),
              excludedHa: number('excludedHa'),
            })
          : number('yieldCapKg'),
      ],
    ] as const
  )
    .filter((limit): limit is readonly ['harvest' | 'estimate' | 'cap', number] => limit[1] !== null)
    .sort((a, b) => a[1] - b[1])
  const [first] = limits
  const leftKg = Math.max(0, Math.round(((first?.[1] ?? 0) - purchased) * 1000) / 1000)
  return { leftKg, limitedBy: leftKg === 0 && first?.[0] === 'harvest' && !number('harvestedKg') ? 'nothing' : (first?.[0] ?? 'nothing') }
}

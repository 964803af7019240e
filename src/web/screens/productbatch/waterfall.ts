// Where a lot's kilograms went, as steps of a waterfall: what came in, what was lost, what went on, what is left, what
// of it is bound. Sums of the ledger; the steps always end at what is on hand.
import type { LotLedger } from '#domain/chain/chain-reports.ts'

export type WaterfallStep = {
  key: string
  label: string /** Change, or level for 'level' steps; kg. */
  kg: number
  kind: 'in' | 'out' | 'loss' | 'level' | 'bound' /** Bottom and top of the bar, kg. */
  from: number
  to: number
}

const steps: readonly { key: string; accounts: readonly string[]; label: string; kind: 'in' | 'out' | 'loss' }[] = [
  { key: 'PRODUCED', accounts: ['PRODUCED'], label: 'Made', kind: 'in' },
  { key: 'PURCHASED', accounts: ['PURCHASED'], label: 'Bought', kind: 'in' },
  { key: 'RECEIVED', accounts: ['RECEIVED'], label: 'Received', kind: 'in' },
  { key: 'LOSS', accounts: ['LOSS'], label: 'Lost', kind: 'loss' },
  { key: 'ADJUST', accounts: ['ADJUST'], label: 'Adjusted', kind: 'loss' },
  { key: 'CONSUMED', accounts: ['CONSUMED'], label: 'Used', kind: 'out' },
  { key: 'SHIPPED', accounts: ['SHIPPED'], label: 'Sent on', kind: 'out' },
]

export function waterfall({
  totals,
  onHandKg,
  reservedKg,
  availableKg,
}: Pick<LotLedger, 'totals' | 'onHandKg' | 'reservedKg' | 'availableKg'>): WaterfallStep[] {
  let level = 0
  const moved = steps.flatMap(({ key, accounts, label, kind }): WaterfallStep[] => {
    const kg = round(accounts.reduce((sum, account) => sum + (totals[account] ?? 0), 0))
    if (kg === 0) return []
    const before = level
    level = round(level + kg)
    return [{ key, label, kg, kind, from: Math.min(before, level), to: Math.max(before, level) }]
  })
  const onHoldKgShown = round(onHandKg - availableKg)
  return [
    ...moved,
    { key: 'onHand', label: 'On hand', kg: onHandKg, kind: 'level', from: 0, to: onHandKg },
    ...(onHoldKgShown > 0 && onHandKg > 0
      ? [
          {
            key: 'restricted',
            label: reservedKg > 0 ? /* i18n */ 'Held for certificate' : /* i18n */ 'Held back',
            kg: -onHoldKgShown,
            kind: 'bound' as const,
            from: availableKg,
            to: onHandKg,
          },
          { key: 'free', label: 'Free', kg: availableKg, kind: 'level' as const, from: 0, to: availableKg },
        ]
      : []),
  ]
}

const round = (kg: number): number => Math.round(kg * 1000) / 1000

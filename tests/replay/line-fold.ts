// What the domain dictionary says of a line from its opening to its end (4.2, BR-30): goods weighed in, waste, counts, bales, as a fold over
// its facts in order of occurrence. Written from the dictionary alone: nothing here is imported from the product.
import type { Fold } from './engine.ts'

export type Site = {
  status: string
  /** Kilograms on hand of what was sent here; null while it is on its way. */
  received: Record<string, number | null>
  lintKg: number
  /** Kilograms of the bales that were pressed here, sorted. */
  bales: number[]
  /** Rule, severity and fact, sorted. */
  findings: string[]
  /** Differences that wait for approval, by lot, sorted. */
  proposed: string[]
}

/** Sent here, and not weighed in at the beginning. */
export const sentKg: Readonly<Record<string, number>> = { first: 10, second: 20 }
/** Lint that lies elsewhere with the same owner. */
export const lintKg = 400
const gramsOf = (kg: unknown): number => Math.round(Number(kg) * 1000)

const moves = ['ACTIVATED', 'SUSPENDED', 'REINSTATED', 'DECOMMISSIONED']

export const foldSite: Fold<Site> = (facts) => {
  let status = 'DRAFT'
  const isAdmitted = facts.some(({ type }) => type === 'ACTIVATED')
  const left: Record<string, number | null> = { first: null, second: null }
  let lint = gramsOf(lintKg)
  const bales: number[] = []
  const findings: string[] = []
  const proposed: string[] = []
  for (const fact of facts) {
    const no = (because: string) => ({ impossible: fact, because })
    const { key, type, data } = fact
    const from = { ACTIVATED: ['DRAFT'], REINSTATED: ['SUSPENDED'], DECOMMISSIONED: ['ACTIVE', 'SUSPENDED'] }[type] ?? ['ACTIVE']
    // What happened before the line was admitted belongs to it once it is, whenever that was recorded.
    const isOfAdmitted = status === 'DRAFT' && isAdmitted && !moves.includes(type)
    if (!from.includes(status) && !isOfAdmitted) return no(`the line is ${status}`)
    const lot = String(data.lot)
    const there = left[lot] ?? null
    switch (type) {
      case 'ACTIVATED':
      case 'REINSTATED':
        status = 'ACTIVE'
        break
      case 'SUSPENDED':
        status = 'SUSPENDED'
        break
      case 'DECOMMISSIONED':
        if (Object.values(left).some((grams) => grams) || bales.length) return no('there is stock')
        status = 'DECOMMISSIONED'
        break
      case 'GOODS_RECEIVED': {
        if (there !== null) return no('it is here already')
        const share = Math.abs(gramsOf(data.netKg) - gramsOf(sentKg[lot])) / gramsOf(sentKg[lot])
        if (share > 0.02) return no('weigh again')
        if (share > 0.005) findings.push(`4.2 WARN ${key}`)
        left[lot] = gramsOf(data.netKg)
        break
      }
      case 'WASTE_OUT':
        if (there === null || there < gramsOf(data.kg)) return no('there is not as much')
        left[lot] = there - gramsOf(data.kg)
        break
      case 'STOCK_COUNT': {
        // Of what is in the books at that moment, whatever was recorded first; where nothing should be, of a gram.
        if (there === null) return no('it is not here')
        const delta = gramsOf(data.countedKg) - there
        const share = Math.abs(delta) / Math.max(there, 1)
        if (share > 0.01) findings.push(`BR-30 ${share > 0.03 ? 'REVIEW' : 'WARN'} ${key}`)
        if (delta) proposed.push(`${lot} ${delta / 1000}`)
        break
      }
      case 'BALE_PRESSED':
        if (lint < gramsOf(data.kg)) return no('there is not as much lint')
        lint -= gramsOf(data.kg)
        bales.push(Number(data.kg))
        break
    }
  }
  return {
    state: {
      status,
      received: Object.fromEntries(Object.entries(left).map(([lot, grams]) => [lot, grams === null ? null : grams / 1000])),
      lintKg: lint / 1000,
      bales: bales.sort(),
      findings: findings.sort(),
      proposed: proposed.sort(),
    },
  }
}

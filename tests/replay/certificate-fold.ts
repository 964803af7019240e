// What the domain dictionary says of a scope certificate (5.3), as a fold over its facts in order of occurrence. Written from the
// dictionary alone: nothing here is imported from the product.
import type { Fold, Folded } from './engine.ts'

export type Certificate = { status: string }

const rules: Readonly<Record<string, { from: readonly string[]; to: string }>> = {
  CONFIRMED: { from: ['PROPOSED'], to: 'VALID' },
  REJECTED: { from: ['PROPOSED'], to: 'REJECTED' },
  SUSPENDED: { from: ['VALID'], to: 'SUSPENDED' },
  REINSTATED: { from: ['SUSPENDED'], to: 'VALID' },
  WITHDRAWN: { from: ['VALID', 'SUSPENDED'], to: 'WITHDRAWN' },
}

export const foldCertificate: Fold<Certificate> = (facts): Folded<Certificate> => {
  let status = 'PROPOSED'
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    if (!rule.from.includes(status)) return { impossible: fact, because: `the certificate is ${status}` }
    status = rule.to
  }
  return { state: { status } }
}

// What `#rule-cases` is in a browser (package.json): the same cases, fetched with the first page of rules.
import { lateParts } from '../kernel/late-cases.ts'
import type { ruleParts as Cases } from './rule-cases.ts'

export const ruleParts: typeof Cases = lateParts('type', 'Rule type', async () => (await import('./rule-cases.ts')).ruleParts)
/** The server's business: it answers rules of the past in their form of today, and refuses what no single case can. */
export const ruleOfBefore = undefined
export const ruleChecks = [] as const

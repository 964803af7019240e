// The checks of a transaction certificate that are judged again when a fact becomes known after its issue (chain/late-checks.ts); each is a rule of its findings.
import type { RuleId } from './catalogue.ts'

export const lateChecks = ['T01', 'T04', 'T05', 'T07', 'T08', 'T10', 'T13', 'T15'] as const satisfies readonly RuleId[]
export type LateCheck = (typeof lateChecks)[number]

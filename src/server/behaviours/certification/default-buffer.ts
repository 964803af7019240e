// BR-13: where none of the versions of rules that hold for a crop says how wide a buffer is, that of the programme holds, under the first of them. It counts
// in no score, and is among the rules while it fails (docs/decisions/0147-a-proposal-is-decided-on.md).
import { evaluate } from '#domain/certification/judging/evaluate.ts'
import type { CropFacts } from '#domain/certification/judging/facts.ts'
import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../../scope.ts'

type SchemePop = Stored<ReturnType<typeof entityOf<'schemepop'>>>
type Rule = SchemePop['rules'][number]
const code = 'BR-13'

const wordsOf = (metres: number): Sentence =>
  phrase`A buffer of ${metres} m, or a physical barrier, lies between the plot and GM cotton or conventional fields.`

/** What the product itself asks for, with its values; null: a rule of the version, in the words of its owner. */
export const wordsOfDefault = ({ rules }: Pick<SchemePop, 'rules'>, { code: of, check }: Pick<Rule, 'code' | 'check'>): Sentence | null =>
  of === code && check.type === 'MIN_BUFFER' && !rules.some((rule) => rule.code === code) ? wordsOf(check.metres) : null

export function withDefaultBuffer(
  { tenant }: Pick<Scope, 'tenant'>,
  versions: readonly SchemePop[],
  facts: CropFacts,
): { schemePop: SchemePop; rules: SchemePop['rules'] }[] {
  const hasOwn = versions.some(({ rules }) => rules.some(({ check }) => check.type === 'MIN_BUFFER'))
  const metres = tolerancesOf(tenant.config.tolerances).bufferDefault
  const text = String(wordsOf(metres))
  const rule: Rule = {
    ...{ code, text, clauseRef: null, severity: 'MAJOR', weight: 0, correctiveDays: 30, effectOnFail: 'NONE' },
    check: { type: 'MIN_BUFFER', neighbourUses: ['GM_COTTON', 'CONVENTIONAL'], metres },
  }
  const isMissed = !hasOwn && evaluate(rule, facts).outcome === 'FAILED'
  return versions.map((schemePop, at) => ({ schemePop, rules: isMissed && at === 0 ? [...schemePop.rules, rule] : schemePop.rules }))
}

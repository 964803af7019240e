// What a rule function answers: findings to keep as flags, or the one reason why it must not be saved.
// Pure functions answer; the server turns `block` into a refusal (RULE_BLOCKED) with the same figures.
import type { Finding } from '../kernel/entity.ts'
import { ruleBlocked } from '../kernel/problems.ts'
import type { Sentence } from '../messages/message.ts'
import type { RuleId } from './catalogue.ts'

export type Block = { ruleId: RuleId; message: Sentence; figures: Record<string, unknown> }
export type Verdict = { block: Block | null; findings: Finding[] }

export const pass: Verdict = { block: null, findings: [] }
export const block = (ruleId: RuleId, message: Sentence, figures: Record<string, unknown> = {}): Verdict => ({
  block: { ruleId, message, figures },
  findings: [],
})
export const found = (...findings: Finding[]): Verdict => ({ block: null, findings })
/** All findings of several verdicts, and the first block among them. */
export const mergeVerdicts = (...verdicts: Verdict[]): Verdict => ({
  block: verdicts.find((one) => one.block)?.block ?? null,
  findings: verdicts.flatMap((one) => one.findings),
})
/** Throws the block as a refusal, or hands back the findings. */
export function assertPasses({ block, findings }: Verdict): Finding[] {
  if (block) throw ruleBlocked(block.ruleId, block.message, block.figures)
  return findings
}

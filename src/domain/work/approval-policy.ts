// Which submissions a programme approves without a person (domain dictionary 6.1): by form, role of the sender, and how far that sender is trusted.
// Anything that a rule has to say about one is for a person.
import { z } from 'zod'
import { count, inUnit, moment, text } from '../kernel/answer-shapes.ts'
import { captureForms } from './capture-forms.ts'

type Form = Exclude<keyof typeof captureForms, 'CHANGE_REQUEST'>
/** A change of a certified fact is decided by a person. */
export const formCodes = Object.keys(captureForms).filter((form) => form !== 'CHANGE_REQUEST') as [Form, ...Form[]]
export const senderRoles = ['FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'FARMER'] as const

/** `afterApplied`: of the same form and sender, applied before. `cleanDays`: none of theirs returned, rejected or refused for so many days; 0 = not asked. */
export const policyRule = z.strictObject({
  form: z.enum(formCodes),
  role: z.enum(senderRoles),
  afterApplied: z.int().min(0).max(1000),
  cleanDays: z.int().min(0).max(365),
})
export type PolicyRule = z.infer<typeof policyRule>
/** One rule for a form and role: the second is refused at its role. */
export const policyRules = z
  .array(policyRule)
  .max(formCodes.length * senderRoles.length)
  .superRefine((rules, refuse) => {
    const seen = new Set<string>()
    for (const [at, { form, role }] of rules.entries()) {
      if (seen.has(`${form} ${role}`)) refuse.addIssue({ code: 'custom', path: [at, 'role'], message: 'There is one rule for a form and a role.' })
      seen.add(`${form} ${role}`)
    }
  })

export const policyAnswer = z.object({ version: count, rules: z.array(policyRule) }).meta({ id: 'SubmissionPolicy' })
export type PolicyAnswer = z.infer<typeof policyAnswer>

export type Sender = {
  roles: readonly string[]
  applied: number /** Days since the last one that was not accepted; null = never. */
  daysSinceRefused: number | null
}

/** How far a preview looks back. */
export const previewDays = 30
const judged = z.object({
  form: z.enum(formCodes),
  role: z.enum(senderRoles),
  received: count.describe('Sent in of this form by people of this role who are active now.'),
  approved: count,
  flagged: count.describe('Left to a person because of a flag.'),
  tooFew: count.describe('Without a flag, from somebody of whom too few had been applied.'),
  refusedLately: count.describe('Without a flag, from somebody who had one refused too recently.'),
  flags: z.array(z.object({ ruleId: text, outcome: text, count })).describe('What was flagged, the most frequent first. One submission may have several.'),
})
export const policyPreview = z
  .object({
    days: inUnit('days'),
    received: count.describe('Sent in within these days, of every form that a rule can be about.'),
    approved: count.describe('Of them, those that any rule would have approved.'),
    rules: z.array(judged).describe('In the order of the rules that were sent.'),
  })
  .meta({ id: 'SubmissionPolicyPreview' })
export type PolicyPreview = z.infer<typeof policyPreview>
export const policyChanges = z
  .object({
    items: z.array(
      z.object({ version: count, changedAt: moment, changedBy: z.object({ id: text, name: text }), before: z.array(policyRule), after: z.array(policyRule) }),
    ),
    next: count.nullable().describe('Send it as `before` for the changes before these. Null: there are none.'),
  })
  .meta({ id: 'SubmissionPolicyChanges' })
export type PolicyChanges = z.infer<typeof policyChanges>

/** The rules of a programme as they were stored; what cannot be read is none. */
export function policyOf(stored: unknown): PolicyRule[] {
  const read = policyRules.safeParse(stored)
  return read.success ? read.data : []
}
/** Rules that could approve this form from somebody of these roles, whatever their record. */
export const rulesFor = (policy: readonly PolicyRule[], form: string, of: readonly string[]): PolicyRule[] =>
  policy.filter((rule) => rule.form === form && of.includes(rule.role))

/** `outcomes`: of the checks. An INFO is no obstacle. */
export function approvesItself(policy: readonly PolicyRule[], form: string, sender: Sender, outcomes: readonly string[]): boolean {
  return rulesFor(policy, form, sender.roles).some((rule) => outcomeOf(rule, sender, outcomes.some(isFlag)) === 'approved')
}

/** A note leaves it to nobody. */
const isFlag = (outcome: string): boolean => outcome !== 'INFO'
/** What the rule makes of one from this sender: approved, or the first thing that leaves it to a person. */
function outcomeOf({ afterApplied, cleanDays }: PolicyRule, sender: Sender, isFlagged: boolean): 'approved' | 'flagged' | 'tooFew' | 'refusedLately' {
  if (isFlagged) return 'flagged'
  if (sender.applied < afterApplied) return 'tooFew'
  return cleanDays === 0 || sender.daysSinceRefused === null || sender.daysSinceRefused >= cleanDays ? 'approved' : 'refusedLately'
}

/** `sender`: as they were when it came in. `checks`: what the rules had to say of it. `times`: so many alike. */
export type Arrival = { form: string; sender: Sender; checks: readonly { ruleId: string; outcome: string }[]; times: number }

/** What these rules would have made of what came in: of each rule its own, so that what two rules approve counts with both; together each once. */
export function previewOf(policy: readonly PolicyRule[], arrivals: readonly Arrival[]): PolicyPreview {
  const rules = policy.map((rule) => {
    const found = { form: rule.form, role: rule.role, received: 0, approved: 0, flagged: 0, tooFew: 0, refusedLately: 0 }
    const flags = new Map<string, { ruleId: string; outcome: string; count: number }>()
    for (const { form, sender, checks, times } of arrivals) {
      if (form !== rule.form || !sender.roles.includes(rule.role)) continue
      const raised = new Map(checks.flatMap((one) => (isFlag(one.outcome) ? [[`${one.ruleId} ${one.outcome}`, one]] : [])))
      found.received += times
      found[outcomeOf(rule, sender, raised.size > 0)] += times
      for (const [key, { ruleId, outcome }] of raised) flags.set(key, { ruleId, outcome, count: (flags.get(key)?.count ?? 0) + times })
    }
    const byCount = [...flags.values()].sort((a, b) => b.count - a.count || a.ruleId.localeCompare(b.ruleId) || a.outcome.localeCompare(b.outcome))
    return { ...found, flags: byCount }
  })
  const total = (of: readonly Arrival[]): number => of.reduce((sum, { times }) => sum + times, 0)
  const approved = arrivals.filter(({ form, sender, checks }) =>
    approvesItself(
      policy,
      form,
      sender,
      checks.map(({ outcome }) => outcome),
    ),
  )
  return { days: previewDays, received: total(arrivals), approved: total(approved), rules }
}

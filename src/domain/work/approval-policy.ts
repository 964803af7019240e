// Which submissions a programme approves without a person (domain dictionary 6.1): by form, role of the sender, and how far that sender is trusted.
// Anything that a rule has to say about one is for a person.
import { z } from 'zod'
import { count } from '../kernel/answer-shapes.ts'
import { captureForms } from './capture-forms.ts'

type Form = Exclude<keyof typeof captureForms, 'CHANGE_REQUEST'>
/** A change of a certified fact is decided by a person. */
const formCodes = Object.keys(captureForms).filter((form) => form !== 'CHANGE_REQUEST') as [Form, ...Form[]]
export const senderRoles = ['FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'FARMER'] as const

/** `afterApplied`: of the same form and sender, applied before. `cleanDays`: none of theirs returned, rejected or refused for so many days; 0 = not asked. */
export const policyRule = z.strictObject({
  form: z.enum(formCodes),
  role: z.enum(senderRoles),
  afterApplied: z.int().min(0).max(1000),
  cleanDays: z.int().min(0).max(365),
})
export type PolicyRule = z.infer<typeof policyRule>
/** One rule for a form and role. */
export const policyRules = z
  .array(policyRule)
  .max(formCodes.length * senderRoles.length)
  .refine((rules) => new Set(rules.map(({ form, role }) => `${form} ${role}`)).size === rules.length, { message: 'There is one rule for a form and a role.' })

export const policyAnswer = z.object({ version: count, rules: z.array(policyRule) }).meta({ id: 'SubmissionPolicy' })
export type PolicyAnswer = z.infer<typeof policyAnswer>

export type Sender = {
  roles: readonly string[]
  applied: number /** Days since the last one that was not accepted; null = never. */
  daysSinceRefused: number | null
}

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
  if (outcomes.some((outcome) => outcome !== 'INFO')) return false
  return rulesFor(policy, form, sender.roles).some(
    ({ afterApplied, cleanDays }) =>
      sender.applied >= afterApplied && (cleanDays === 0 || sender.daysSinceRefused === null || sender.daysSinceRefused >= cleanDays),
  )
}

// What a programme approves without a person: only by a rule about form and role, only of somebody trusted so far, never where a rule has something to say.
import { describe, expect, it } from 'vitest'
import { approvesItself, type PolicyRule, policyOf, policyRules } from './approval-policy.ts'

const rule: PolicyRule = { form: 'CROP_EVENT', role: 'FIELD_OFFICER', afterApplied: 20, cleanDays: 30 }
const officer = { roles: ['FIELD_OFFICER'], applied: 20, daysSinceRefused: null }

describe('approvesItself', () => {
  it.each([
    ['without a rule', [], officer, [], false],
    ['of another form', [{ ...rule, form: 'PURCHASE' as const }], officer, [], false],
    ['of another role', [rule], { ...officer, roles: ['FARMER'] }, [], false],
    ['of somebody who has sent too few', [rule], { ...officer, applied: 19 }, [], false],
    ['of somebody who has sent enough', [rule], officer, [], true],
    ['refused on the last day but one', [rule], { ...officer, daysSinceRefused: 29 }, [], false],
    ['refused long enough ago', [rule], { ...officer, daysSinceRefused: 30 }, [], true],
    ['refused today, which is not asked', [{ ...rule, cleanDays: 0 }], { ...officer, daysSinceRefused: 0 }, [], true],
    ['with a note', [rule], officer, ['INFO'], true],
    ['with a warning', [rule], officer, ['INFO', 'WARN'], false],
    ['to be looked at', [rule], officer, ['REVIEW'], false],
    ['that a rule refuses', [rule], officer, ['BLOCK'], false],
    [
      'by the milder of two roles',
      [rule, { ...rule, role: 'FARMER' as const, afterApplied: 0 }],
      { ...officer, roles: ['FIELD_OFFICER', 'FARMER'], applied: 0 },
      [],
      true,
    ],
  ])('%s', (_, policy, sender, outcomes, expected) => {
    expect(approvesItself(policy, 'CROP_EVENT', sender, outcomes)).toBe(expected)
  })
})

describe('policyOf', () => {
  it('reads what is stored, and nothing from what is not a policy', () => {
    expect(policyOf([rule])).toEqual([rule])
    for (const odd of [undefined, null, 'all', { rules: [rule] }, [{ ...rule, role: 'ADMIN' }]]) expect(policyOf(odd)).toEqual([])
  })
  it('takes one rule for a form and role', () => expect(policyRules.safeParse([rule, { ...rule, afterApplied: 0 }]).success).toBe(false))
})

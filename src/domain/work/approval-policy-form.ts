// The rules of automatic approval as fields of a form (domain dictionary 6.1): a row for each form and role. The page of administrators is made of them.
import { choice, integer, rows } from '../kernel/kinds.ts'
import { roles } from '../kernel/terms.ts'
import { formCodes, policyRule, senderRoles } from './approval-policy.ts'
import { captureForms } from './capture-forms.ts'

const labelled = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, labels[key]])) as Record<K, string>
const { afterApplied, cleanDays } = policyRule.shape

export const policyFields = {
  rules: rows(
    'Rules',
    {
      form: choice('Form', labelled(formCodes, captureForms)),
      role: choice('Sent in by', labelled(senderRoles, roles)),
      // What a new rule begins with trusts nobody who has not been read for a while (assumption).
      afterApplied: integer('Applied before, at least', { max: afterApplied.maxValue ?? 1000, initial: 20, help: 'Of this form, from the same person.' }),
      cleanDays: integer('Days since the last refusal, at least', { max: cleanDays.maxValue ?? 365, initial: 30, help: '0: not asked.' }),
    },
    { max: formCodes.length * senderRoles.length },
  ),
}

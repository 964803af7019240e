// Rules of before their figures had fields of their own: a kind and a text. A migration brought the stored ones to the form of today in
// the same way; recorded events keep the form that they were recorded in (docs/decisions/0023-recorded-events-keep-former-codes.md).

type Values = Readonly<Record<string, unknown>>
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A question asks for nothing but its text; of every other kind the figures are kept as the words that they were. */
export function ruleOfBefore(rule: Values): Values {
  if ('check' in rule || typeof rule.type !== 'string') return rule
  const { type, params, ...rest } = rule
  const figures = isBlank(params) ? {} : { figures: params }
  const check = type === 'CHECKLIST_QUESTION' && isBlank(params) ? { type, evidence: [] } : { type: 'UNCLASSIFIED', kind: type, ...figures }
  return { ...rest, check }
}

// The team of a task in the reader's words: a role by its label, the product's own teams translated, what people typed as it is.
import { roles } from '#domain/kernel/terms.ts'
import type { TFunction } from '#web/locales/translation.ts'

export function teamWords(t: TFunction, team: unknown): string | undefined {
  if (typeof team !== 'string' || !team) return undefined
  if (team === 'Field officers') return t('Field officers')
  return Object.hasOwn(roles, team) ? t(roles[team as keyof typeof roles]) : team
}

// Value lists of schemes, their rules and their certificates that several declarations of this area share (domain dictionary 2.1, 5).
import { longText } from '../kernel/kinds.ts'
import type { SchemeKey } from '../kernel/scheme-keys.ts'

/**
 * Schemes whose scope certificate supports an organic or in-conversion claim of its holder: a grower group is certified to a
 * farm standard, a processor to one of those or to a chain-of-custody standard (assumption). An own standard supports none.
 */
export const organicSchemes: Readonly<Record<'collective' | 'processor', readonly SchemeKey[]>> = {
  collective: ['NPOP', 'EU_ORG', 'NOP', 'ROC'],
  processor: ['NPOP', 'EU_ORG', 'NOP', 'ROC', 'GOTS', 'OCS'],
}

/** A certification body does not write rules; it says what it thinks of them. */
export const comment = {
  label: 'Comment',
  fields: { text: longText('Comment', { max: 1000 }) },
  roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
  icon: 'feedback',
} as const

export const ruleEffects = {
  NONE: 'None',
  CONDITION: 'Condition',
  BLOCK_SALE: 'Stops sales',
  RESET_CONVERSION: 'Conversion starts again',
} as const

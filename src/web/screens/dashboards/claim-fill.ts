// Claims in the dashboard's drawings: their fill, their order from the strongest, their word.

import { type Claim, claims } from '#domain/kernel/terms.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimColours, neutral } from '#web/theme/tokens.ts'

const fills: Readonly<Record<Claim, string>> = {
  ORGANIC: claimColours.organic,
  IC3: claimColours.ic2,
  IC2: claimColours.ic2,
  IC1: claimColours.ic1,
  CONVENTIONAL: claimColours.conventional,
}
/** Null: no claim yet, because nothing is sown or the plot's past is not entered. */
export const claimFill = (claim: Claim | null): string => (claim ? fills[claim] : neutral.line)

const strongest = Object.keys(claims).toReversed()
export const claimOrder = (claim: Claim | null): number => (claim ? strongest.indexOf(claim) : strongest.length)

export function useClaimWord(): (claim: Claim | null) => string {
  const { t } = useTranslation()
  return (claim) => (claim ? t(claims[claim][0]) : t('Not yet known'))
}

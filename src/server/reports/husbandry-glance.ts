// A trade of animal husbandry at a glance: its records by state, and those with open findings.
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type HusbandryGlance, isTrade, type TradePart, trades } from '#domain/husbandry/husbandry-glance.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { standingOf } from './standing.ts'

/** `trade` null = all of animal husbandry. Throws FORBIDDEN for roles without dashboards, VALIDATION for a trade there is none of. */
export async function husbandryGlance(scope: Scope, trade: string | null): Promise<HusbandryGlance> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  const asked = trade ?? 'husbandry'
  if (!isTrade(asked)) throw new Problem('VALIDATION', { fields: [{ path: 'trade', code: 'choice', message: `One of ${Object.keys(trades).join(', ')}.` }] })
  const standing: HusbandryGlance['standing'] = []
  for (const { entity, within = {} } of trades[asked] as readonly TradePart[])
    if (can(scope.user, entity, 'L')) standing.push({ ...(await standingOf(scope, entityOf(entity), within)), within })
  return { standing }
}

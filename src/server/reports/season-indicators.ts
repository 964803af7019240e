// The figures of /dashboard (domain dictionary 11.1), in two messages to the database whatever the size of the programme.
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { CropTypeIndicators, SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import type { Context } from './dashboard/context.ts'
import { certificatesOf, certificatesQuestion, nonConformitiesOf, openQuestion, scopeQuestion } from './dashboard/control.ts'
import { type CropRow, complianceQuestion, cropsQuestion, planQuestion } from './dashboard/crops.ts'
import { conversionOf, farmersOf, farmersQuestion, inspectionsQuestion, parcelsOf, parcelsQuestion, qualityOf, recordedQuestion } from './dashboard/members.ts'
import { certifiableQuestion, type PriceRow, pricesQuestion, testsQuestion } from './dashboard/trade.ts'

/** `seasonId` null = all seasons. Throws FORBIDDEN for roles without dashboards, NOT_FOUND for a season out of reach. */
export async function dashboardContext(scope: Scope, seasonId: string | null): Promise<Context> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  return { scope, season: seasonId === null ? null : await getRecord(scope, entityOf('season'), seasonId) }
}

/** `seasonId` null = all seasons. Throws FORBIDDEN for roles without dashboards, NOT_FOUND for a season out of reach. */
export async function seasonIndicators(scope: Scope, seasonId: string | null): Promise<SeasonIndicators> {
  const context = await dashboardContext(scope, seasonId)
  const limits = tolerancesOf(scope.tenant.config.tolerances)
  const requested = {
    farmers: farmersQuestion(context),
    parcels: parcelsQuestion(context),
    open: openQuestion(context),
    certificates: certificatesQuestion(context),
    certifiable: certifiableQuestion(context),
  }
  const [farmers, parcels, inspections, recorded, crops, [compliance], [plan], prices, certifiable, [tests], open, [scopes], certificates] = await queryAll(
    scope.db,
    requested.farmers,
    requested.parcels,
    inspectionsQuestion(context),
    recordedQuestion(context),
    cropsQuestion(context, limits),
    complianceQuestion(context),
    planQuestion(context),
    pricesQuestion(context, limits),
    requested.certifiable,
    testsQuestion(context),
    requested.open,
    scopeQuestion(context),
    requested.certificates,
  )
  return {
    farmers: farmersOf(farmers),
    parcels: requested.parcels && parcelsOf(parcels),
    inspections: inspections[0] ?? null,
    plan: plan ?? null,
    compliance: compliance ? { ...compliance, score: compliance.score === null ? null : Math.round(compliance.score * 10) / 10 } : null,
    nonConformities: requested.open && nonConformitiesOf(open),
    cropTypes: cropTypesOf(crops, prices),
    certifiable: requested.certifiable && [...certifiable],
    tests: tests ?? null,
    scope: scopes ?? null,
    certificates: requested.certificates && certificatesOf(context, certificates),
    quality: qualityOf(farmers, parcels, recorded),
    conversion: requested.parcels && conversionOf(parcels),
  }
}

/** Hectares to the square metre and kilograms to the gram, so that thousands of parts leave no dust. */
const rounded = (parts: readonly number[], decimals: number): number =>
  Math.round(parts.reduce((sum, one) => sum + Math.round(one * 10 ** decimals), 0)) / 10 ** decimals

function cropTypesOf(rows: readonly CropRow[], prices: readonly PriceRow[]): CropTypeIndicators[] {
  return [...Map.groupBy(rows, ({ cropTypeId }) => cropTypeId)].map(([cropTypeId, parts]) => {
    const price = prices.find((one) => one.cropTypeId === cropTypeId)
    const sum = (name: 'grownHa' | 'provenHa' | 'headroomKg', decimals: number) =>
      rounded(
        parts.map((one) => one[name]),
        decimals,
      )
    return {
      cropTypeId,
      isGmRisk: parts.some(({ isGmRisk }) => isGmRisk),
      areas: parts.flatMap(({ claim, areaHa }) => (areaHa > 0 ? [{ claim, areaHa }] : [])),
      outliers: parts.reduce((total, { outliers }) => total + outliers, 0),
      headroomKg: sum('headroomKg', 3),
      proof: { done: sum('provenHa', 4), of: sum('grownHa', 4) },
      price: price
        ? {
            perKg: Math.round(price.perKg),
            premiumPerKg: price.premiumPerKg === null ? null : Math.round(price.premiumPerKg),
            onTime: price.hasPayments ? { done: price.paid, of: price.due } : null,
          }
        : null,
    }
  })
}

// What the product answers of a season, in the shape in which it is counted once more.
import type { Row } from './facts.ts'
import { round, sum } from './facts.ts'
import { type SeasonCount, tableOf } from './season.ts'
import { certifiable, mapByClaim, strip } from './season-charts.ts'

export type Answers = { indicators: Row; charts: Row; summary: Row }
const pairs = (list: readonly Row[], of: (one: Row) => [string, unknown]) => Object.fromEntries(list.map(of))

/** A part that the reader may not see is null. */
export function answered({ indicators, charts, summary }: Answers, cropTypeIds: readonly string[]): Row {
  const { nonConformities, certificates, conversion, quality } = indicators
  return {
    farmers: indicators.farmers,
    parcels: indicators.parcels,
    plots: summary.plots && { count: summary.plots.count, mapped: summary.plots.mapped },
    inspections: indicators.inspections,
    plan: indicators.plan,
    compliance: indicators.compliance,
    nonConformities: nonConformities && {
      bySeverity: pairs(nonConformities.bySeverity, ({ severity, open }) => [severity, open]),
      medianDays: nonConformities.medianDays,
    },
    tests: indicators.tests,
    scope: indicators.scope,
    certificates: certificates && { byState: pairs(certificates.byState, ({ status, count }) => [status, count]), medianDays: certificates.medianDays },
    conversion: conversion && pairs(conversion, ({ bucket, plots, areaHa }) => [bucket, [plots, areaHa]]),
    quality: quality && pairs(quality.parts, ({ part, done, of }) => [part, [done, of]]),
    index: quality && (quality.index === null ? null : round(quality.index, 9)),
    crops: pairs(
      cropTypeIds.map((id) => ({ id })),
      ({ id }) => {
        const shown = indicators.cropTypes.find((one: Row) => one.cropTypeId === id)
        const sums = summary.cropTypes.find((one: Row) => one.cropTypeId === id)
        return [
          id,
          {
            headroomKg: shown?.headroomKg ?? 0,
            proof: shown?.proof ?? { done: 0, of: 0 },
            price: shown?.price ?? null,
            areas: pairs(shown?.areas ?? [], ({ claim, areaHa }) => [claim ?? 'none', areaHa]),
            sums: (sums?.claims ?? [])
              .map(({ claim, areaHa, capKg, estimatedKg, harvestedKg, purchasedKg }: Row) => ({
                ...{ claim: claim ?? 'none', areaHa, capKg, estimatedKg, harvestedKg, purchasedKg },
              }))
              .toSorted((one: Row, other: Row) => (one.claim < other.claim ? -1 : 1)),
          },
        ]
      },
    ),
    areas:
      charts.areas &&
      tableOf(
        charts.areas as Row[],
        (one) => `${one.seasonId} ${one.cropTypeId} ${one.claim}`,
        ([one]) => round(one.areaHa, 4),
      ),
    clauses:
      charts.clauses &&
      tableOf(
        charts.clauses as Row[],
        ({ clause }) => clause,
        ([one]) => sum(one.severities as Row[], ({ count }) => count),
      ),
    inspectors:
      charts.inspectors &&
      tableOf(
        charts.inspectors as Row[],
        ({ inspectorId }) => inspectorId ?? '',
        ([one]) => [one.first, one.second],
      ),
    deliveries:
      charts.deliveries &&
      tableOf(
        charts.deliveries as Row[],
        ({ day, cropTypeId }) => `${day} ${cropTypeId}`,
        ([one]) => [one.kg, one.tickets],
      ),
    funnel: charts.funnel,
    certifiable:
      indicators.certifiable &&
      tableOf(
        indicators.certifiable as Row[],
        ({ product, claim }) => `${product} ${claim}`,
        ([one]) => one.kg,
      ),
    strip:
      charts.steps &&
      tableOf(
        charts.steps.flatMap(({ village, weeks }: Row) => weeks.map((week: Row) => ({ village, ...week }))) as Row[],
        ({ village, from }) => `${village} ${from}`,
        ([one]) => [one.onTime, one.late, one.due, one.planned],
      ),
    map:
      summary.plots &&
      tableOf(
        summary.plots.claims as Row[],
        ({ claim }) => claim,
        ([one]) => [one.plots, round(one.areaHa, 4)],
      ),
  }
}

/** Only the parts of `shown` that the reader sees. */
export const seenOf = (shown: Row, count: Row): Row =>
  Object.fromEntries(Object.entries(count).map(([name, part]) => [name, shown[name] === null ? null : part]))

export function counted(season: SeasonCount, cropTypeIds: readonly string[], now: number): Row {
  const quality = season.quality()
  const shares = Object.values(quality).flatMap(([done, of]) => (of > 0 ? [done / of] : []))
  return {
    farmers: season.farmers(),
    parcels: season.parcels(),
    plots: { count: season.parcels().live, mapped: season.parcels().mapped },
    inspections: season.inspections(),
    plan: season.plan(),
    compliance: season.compliance(),
    nonConformities: season.nonConformities(),
    tests: season.tests(),
    scope: season.scope(),
    certificates: season.certificates(),
    conversion: season.conversion(),
    quality,
    index: shares.length ? round(shares.reduce((total, one) => total + one, 0) / shares.length, 9) : null,
    crops: pairs(
      cropTypeIds.map((id) => ({ id })),
      ({ id }) => {
        const sums = season.sums(id)
        return [
          id,
          {
            headroomKg: round(season.headroom(id), 3),
            proof: season.proof(id),
            price: season.price(id, now),
            areas: pairs(
              sums.filter(({ areaHa }) => areaHa > 0),
              ({ claim, areaHa }) => [claim, areaHa],
            ),
            sums,
          },
        ]
      },
    ),
    areas: season.areas(),
    clauses: season.clauses(),
    inspectors: season.inspectors(),
    deliveries: season.deliveries(),
    funnel: season.funnel(),
    certifiable: certifiable(season.facts, season.lots),
    strip: strip(season.facts, season.question),
    map: mapByClaim(season.plots, season.question.today),
  }
}

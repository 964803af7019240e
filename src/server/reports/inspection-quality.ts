// The internal control of an operator in statistics: what the first inspection had found of what a second look found, inspectors compared at the same risk,
// and how many members to look at again. As many statements for a hundred members as for thousands; nothing is stored.
import { maySeeInspectionQuality } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { InspectionQuality } from '#domain/reports/inspection-quality-answer.ts'
import { icsScore, spreadOf } from '#domain/rules/ics-score.ts'
import { compareInspectors, detectionOf, type Findings, sampleToDetect } from '#domain/rules/inspection-quality.ts'
import { classWithout, type RiskClass, riskOrder, suggestedSample } from '#domain/rules/risk.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { risksOf } from '../queries/farmer-risk.ts'
import { type SeasonVisit, visitsOfSeason } from '../queries/season-visits.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import { correctedInTime, externalLooks, findingsOf, type Look, membersOf } from './inspection-looks.ts'

const [collective, season] = [entityOf('collective'), entityOf('season')]
/** Shares of members that do not conform, for each of which a sample is named. */
const prevalences = [0.01, 0.02, 0.05, 0.1] as const

/** Throws FORBIDDEN for other roles, also for whoever has one of these at another operator only; NOT_FOUND for an operator or season out of reach. */
export async function inspectionQuality(scope: Scope, seasonId: string): Promise<InspectionQuality> {
  const operatorId = scope.operator?.id
  if (!operatorId) throw fieldProblem('operator', 'required', 'An internal control is that of one operator.')
  const operator = await getRecord(scope, collective, operatorId)
  if (!maySeeInspectionQuality(scope.user, collective, operator)) throw new Problem('FORBIDDEN')
  const of: Stored<typeof season> = await getRecord(scope, season, seasonId)
  const members = await membersOf(scope, operatorId)
  const risks = await risksOf(
    scope,
    members.map(({ id }) => id),
  )
  const findings = await findingsOf(scope, operatorId)
  const visits = await visitsOfSeason(scope, operatorId, of.id, 'ALL')
  const looks = visits.map((visit): Look => ({ ...lookOf(visit), found: findings.of(visit) }))
  const external = await externalLooks(scope, operatorId, of, findings)
  const bounds = tolerancesOf(scope.tenant.config.tolerances)
  // Points of earlier findings would make members safe at whom an inspector overlooked everything.
  const groupOf = (farmerId: string): RiskClass => classWithout(risks.get(farmerId) ?? { reasons: [] }, 'MAJOR_FINDING', bounds)
  const visited = visitedOnce(looks).map((one) => ({ ...one, group: groupOf(one.farmerId) }))
  const compared = compareInspectors(visited)
  const names = new Map(looks.map(({ person, by }) => [person, by]))
  const active = members.filter(({ isActive }) => isActive)
  const nameOf = new Map(members.map(({ id, name }) => [id, name]))
  const high = active.filter(({ id }) => risks.get(id)?.riskClass === 'HIGH')
  const certificationBody = suggestedSample(active.length)
  const detection = detected(looks, external, nameOf)
  // What was looked at under a record that was merged since counts for the person.
  const staysOf = new Map(members.map(({ id, stays }) => [id, stays]))
  const inspected = new Set(looks.map(({ farmerId }) => staysOf.get(farmerId) ?? farmerId))
  return {
    seasonId: of.id,
    detection,
    score: icsScore(
      {
        COVERAGE: { done: active.filter(({ id }) => inspected.has(id)).length, of: active.length },
        DETECTION: { done: detection.byFirst, of: detection.byEither },
        SPREAD: spreadOf(compared.inspectors.map(({ place }) => place)),
        CORRECTION: await correctedInTime(scope, operatorId, of),
      },
      bounds,
    ),
    rate: compared.rate,
    inspectors: compared.inspectors.map(({ inspectorId, visited: seen, ...one }) => ({
      ...one,
      inspectorId: inspectorId || null,
      name: names.get(inspectorId) ?? '',
      members: seen,
    })),
    classes: riskOrder.map((riskClass) => {
      const own = visited.filter(({ group }) => group === riskClass)
      return {
        riskClass,
        members: active.filter(({ id }) => groupOf(id) === riskClass).length,
        visited: own.length,
        found: own.filter(({ hasFinding }) => hasFinding).length,
      }
    }),
    sample: {
      members: active.length,
      high: high.map(({ id, name }) => ({ farmerId: id, name })),
      others: Math.max(0, certificationBody - high.length),
      certificationBody,
      toDetect: prevalences.map((prevalence) => ({ prevalence, sample: sampleToDetect(active.length, prevalence) })),
    },
  }
}

const lookOf = ({ farmerId, day, inspectorId, inspector }: SeasonVisit) => ({
  farmerId,
  kind: 'INTERNAL' as const,
  person: inspectorId ?? '',
  by: inspector,
  on: day,
})
const hasAny = ({ rules, unnamed }: Findings): boolean => rules.length > 0 || unnamed

/** A member counts once for each inspector, with whatever they found there in the season. */
const visitedOnce = (looks: readonly Look[]) =>
  [...Map.groupBy(looks, ({ person, farmerId }) => `${person} ${farmerId}`).values()].flatMap((own) => {
    const [first] = own
    return first ? [{ inspectorId: first.person, farmerId: first.farmerId, hasFinding: own.some(({ found }) => hasAny(found)) }] : []
  })

/** Several looks of one person as one. */
const mergedFindings = (looks: readonly Look[]): Findings => {
  const rules = [...new Set(looks.flatMap(({ found }) => found.rules))].sort()
  return { rules, unnamed: rules.length === 0 && looks.some(({ found }) => found.unnamed) }
}

/**
 * Of each member the first inspector of the season, with all that they found until somebody else looked, and the first person who looked after them: another
 * inspector or the certification body, on the same day or later.
 */
function detected(internal: readonly Look[], external: readonly Look[], nameOf: ReadonlyMap<string, string>): InspectionQuality['detection'] {
  const later = Map.groupBy([...internal, ...external], ({ farmerId }) => farmerId)
  const pairs = [...Map.groupBy(internal, ({ farmerId }) => farmerId)].flatMap(([farmerId, own]) => {
    const [first] = own
    if (!first) return []
    const others = (later.get(farmerId) ?? [])
      .filter(({ person, on }) => person !== first.person && on >= first.on)
      .sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    const [second] = others
    if (!second) return []
    const mine = own.filter(({ person, on }) => person === first.person && on <= second.on)
    const its = others.filter(({ person, on, kind }) => person === second.person && on === second.on && kind === second.kind)
    return [{ farmerId, first, second, looks: { first: mergedFindings(mine), second: mergedFindings(its) } }]
  })
  const items = pairs.map(({ farmerId, first, second, looks }) => {
    const { byFirst, byEither } = detectionOf([looks])
    return {
      farmerId,
      name: nameOf.get(farmerId) ?? '',
      kind: second.kind,
      first: { by: first.by, on: first.on, found: [...looks.first.rules], unnamed: looks.first.unnamed },
      second: { by: second.by, on: second.on, found: [...looks.second.rules], unnamed: looks.second.unnamed },
      missed: byEither - byFirst,
    }
  })
  return {
    ...detectionOf(pairs.map(({ looks }) => looks)),
    items: items.sort(
      (one, other) => other.missed - one.missed || (one.name < other.name ? -1 : one.name > other.name ? 1 : one.farmerId < other.farmerId ? -1 : 1),
    ),
  }
}

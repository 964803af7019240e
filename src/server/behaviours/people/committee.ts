// What the approval committee looks at: every active member of the operator with what the decision of a season needs, a proposal, and why a
// member may not be decided. As many statements for a member as for thousands. It says of the future event what that itself refuses.
import { canRecord } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, type Sentence, spelled } from '#domain/messages/message.ts'
import { byAttention, type Proposal, proposalOf, type Result, stateOf } from '#domain/people/committee.ts'
import type { CommitteeMeeting, CommitteeMember } from '#domain/people/committee-answer.ts'
import { riskOf } from '#domain/rules/risk.ts'
import { risksOf } from '../../queries/farmer-risk.ts'
import { type SeasonVisit, visitsOfSeason } from '../../queries/season-visits.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { getRecord } from '../../store/get.ts'
import { isNear, tolerances } from '../open-season.ts'
import { inspectedBy } from './collective.ts'
import { isOneself, ownAmong } from './committee-members.ts'
import { type CommitteeRow, committeeRows } from './committee-rows.ts'
import { inspectionsRequired, tooFewVisits, visitsInYear } from './inspection-coverage.ts'

const [collective, season] = [entityOf('collective'), entityOf('season')]
type Season = Stored<typeof season>

/**
 * `day`: of the meeting, today where it is null. Throws FORBIDDEN for whoever does not record the committee's decisions of this operator, NOT_FOUND for a
 * season out of reach, VALIDATION without an operator, and for a day to come.
 */
export async function committeeMeeting(scope: Scope, seasonId: string, requestedDay: string | null): Promise<CommitteeMeeting> {
  const operatorId = scope.operator?.id
  if (!operatorId) throw fieldProblem('operator', 'required', 'A committee decides for one operator.')
  const operator = await getRecord(scope, collective, operatorId)
  if (!canRecord(scope.user, collective, collective.events.APPROVAL_COMMITTEE, operator)) throw new Problem('FORBIDDEN')
  const of = await getRecord(scope, season, seasonId)
  const day = requestedDay ?? localDay(scope)
  if (day > localDay(scope)) throw fieldProblem('day', 'max', 'The day of the meeting lies ahead.')
  const rows = await committeeRows(scope, operatorId, of, day)
  const ids = rows.map(({ farmerId }) => farmerId)
  const days = tolerances(scope).sowingOutsideSeason
  const visits = Map.groupBy(
    (await visitsOfSeason(scope, operatorId, of.id, 'ACTIVE')).filter((one) => one.day <= day && isNear(of, one.day, days)),
    ({ farmerId }) => farmerId,
  )
  const [risks, own, self, often, times] = [
    await risksOf(scope, ids),
    await inspectedBy(scope, of.id, await accountsOfCaller(scope), ids),
    await ownAmong(scope, ids),
    await visitsInYear(scope, operatorId, day),
    await inspectionsRequired(scope, operatorId, day),
  ]
  const noRisk = riskOf(
    {
      isFirstYear: false,
      gmNeighbours: 0,
      parallelCrops: 0,
      majorFindings: 0,
      yieldOfMedian: null,
      plotsWithoutPolygon: 0,
      isLargeFarm: false,
      lateShare: null,
    },
    tolerances(scope),
  )
  const items = rows
    .map((row) =>
      memberOf(row, {
        day,
        visits: visits.get(row.farmerId) ?? [],
        risk: risks.get(row.farmerId) ?? noRisk,
        often: often.get(row.farmerId) ?? 0,
        times,
        gap: tolerances(scope).visitGap,
        isOwn: own.has(row.farmerId),
        isSelf: self.has(row.farmerId),
      }),
    )
    .sort((one, other) => byAttention({ ...one, riskPoints: one.risk.points }, { ...other, riskPoints: other.risk.points }))
  const inspected = rows.filter(({ inspectedOn }) => inspectedOn !== null && inspectedOn <= day).length
  const inspectedOften = rows.filter(({ farmerId }) => (often.get(farmerId) ?? 0) >= times).length
  const stopped = whyStopped(scope, { operator, season: of, members: rows.length, inspected, inspectedOften, times })
  return { seasonId: of.id, day, stopped: stopped === null ? null : spelled(stopped), members: rows.length, inspected, times, inspectedOften, items }
}

type Whole = { operator: Stored<typeof collective>; season: Season; members: number; inspected: number; inspectedOften: number; times: number }
/** As the event refuses it (`inspection-coverage.ts`, `open-season.ts`). */
function whyStopped(scope: Scope, { operator, season: { status, title }, members, inspected, inspectedOften, times }: Whole): Sentence | null {
  if (operator.status !== 'ACTIVE') return 'The committee decides for an operator that is active.'
  if (status !== 'OPEN') return phrase`${title} is closed. An administrator can reopen it.`
  if (inspected < members) return phrase`${inspected} of ${members} active members were inspected this season; the committee decides when all were.`
  if (times > 1 && inspectedOften < members) return tooFewVisits(scope, { often: inspectedOften, members, times })
  return null
}

type Around = {
  day: string
  visits: readonly SeasonVisit[]
  risk: ReturnType<typeof riskOf>
  often: number
  times: number
  gap: number
  isOwn: boolean
  isSelf: boolean
}
function memberOf(row: CommitteeRow, { day, visits, risk, often, times, gap, isOwn, isSelf }: Around): CommitteeMember {
  const results = visits.map(({ result }): Result => result)
  const sanction = row.sanction && { sanction: row.sanction.sanction, isImposed: row.sanction.isImposed, ref: row.sanction.ref }
  const proposal = proposalOf({
    day,
    results,
    riskClass: risk.riskClass,
    open: row.open,
    sanction: row.sanction && { isImposed: row.sanction.isImposed, stops: row.sanction.stops },
    before: row.before?.result ?? null,
    isRelated: row.isRelated,
  })
  const blocked = whyNotDecided(row, { day, often, times, gap, isOwn, isSelf })
  const decision = row.decision
  return {
    farmerId: row.farmerId,
    memberNo: row.memberNo,
    name: row.name,
    village: row.village,
    state: stateOf({ isBlocked: blocked.length > 0, decision: decision?.result ?? null, proposal }),
    risk: { riskClass: risk.riskClass, points: risk.points, reasons: risk.reasons.map(({ points, message }) => ({ points, message })) },
    visits: visits.map(({ farmerId: _, inspectionId: __, ...visit }) => visit),
    visitsInYear: often,
    open: row.open,
    complianceScore: row.complianceScore,
    areaHa: Math.round(row.claims.reduce((sum, { areaHa }) => sum + areaHa, 0) * 10_000) / 10_000,
    claims: row.claims,
    estimatedKg: row.estimatedKg,
    sanction,
    before: row.before,
    decision,
    proposal: spelledProposal(proposal),
    blocked,
  }
}
const spelledProposal = ({ result, reasons, doubts }: Proposal): CommitteeMember['proposal'] => ({
  result,
  reasons: reasons.map(spelled),
  doubts: doubts.map(spelled),
})

/** As the event refuses it of one member. */
function whyNotDecided(
  { name, inspectedOn }: CommitteeRow,
  { day, often, times, gap, isOwn, isSelf }: Pick<Around, 'day' | 'often' | 'times' | 'gap' | 'isOwn' | 'isSelf'>,
): CommitteeMember['blocked'] {
  const why = (ruleId: string, sentence: Sentence) => ({ ruleId, ...spelled(sentence) })
  return [
    ...(inspectedOn === null || inspectedOn > day ? [why('BR-21', phrase`${name} was not inspected this season by that day.`)] : []),
    ...(times > 1 && often < times
      ? [why('BR-21', phrase`Inspections of the year that count, ${gap} days apart: ${often} of the ${times} that the scheme asks for.`)]
      : []),
    ...(isSelf ? [why('BR-24', isOneself(name))] : []),
    ...(isOwn ? [why('BR-24', phrase`You inspected ${name}: somebody else must decide.`)] : []),
  ]
}

// Once a day: groups that come close to a limit of a scheme that they are certified to (BR-22), and those whose members lie far apart (5.4). The notification follows from the finding.
import { sql } from 'kysely'
import { groupNearsLimits, groupSpread, isWithinDecided } from '#domain/certification/group-limits.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { groupFacts, groupSpreadKm } from '../../behaviours/certification/group-limits.ts'
import { tolerances } from '../../behaviours/open-season.ts'
import { type ClosedFlag, flagsOfRules } from '../../store/flags.ts'
import { findRecord, recordsById } from '../../store/get.ts'
import { bringFlags, byPerson } from '../../store/project-flags.ts'
import type { ClockHandler } from './handler.ts'

type Scheme = Stored<Declarations['scheme']>

export const groupsNearLimits: ClockHandler = {
  name: 'groups near a limit',
  stage: 'reminder',
  isDaily: true,
  async due({ db, tenant }, after, limit) {
    const { rows } = await sql<{
      id: string
    }>`select id from collective where tenant_id = ${tenant.id} and deleted_at is null and status in ('ACTIVE', 'SUSPENDED')
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const group = await findRecord(scope, entityOf('collective'), id, { lock: true, by: 'any' })
    if (!group) return
    const { rows } = await sql<{ id: string }>`select distinct s.scheme_id as id from scopecertificate as s
      where s.tenant_id = ${scope.tenant.id} and s.collective_id = ${id}::uuid and s.status in ('VALID', 'SUSPENDED') and s.deleted_at is null`.execute(
      scope.db,
    )
    const schemes: Scheme[] = await recordsById(
      scope,
      entityOf('scheme'),
      rows.map((row) => row.id),
    )
    const findings = []
    for (const scheme of schemes) {
      const finding = groupNearsLimits(await groupFacts(scope, id, scheme), scheme, scheme.title)
      if (finding) findings.push({ ...finding, eventId: null })
    }
    // One finding per rule: of several schemes the one that is nearest to its limit.
    const nearest = findings.sort((one, other) => mark(other) - mark(one)).slice(0, 1)
    const far = groupSpread(await groupSpreadKm(scope, id), tolerances(scope).groupSpread)
    const known = await flagsOfRules(scope, entityOf('collective'), id, ['BR-22'])
    await bringFlags(scope, entityOf('collective'), id, known, [...nearest, ...(far ? [{ ...asDecided(far, known), eventId: null }] : [])])
  },
}
/** As a person has decided it where that still counts, so that it is not found anew for each hundred metres. */
function asDecided(far: Finding & { figures: { distanceM: number; mostM: number } }, known: readonly ClosedFlag[]): Finding {
  const decided = known.find(
    ({ aspect, figures, closedReason }) =>
      aspect === far.aspect &&
      byPerson.includes(closedReason) &&
      figures?.mostM === far.figures.mostM &&
      isWithinDecided(far.figures.distanceM, Number(figures?.distanceM ?? 0)),
  )
  return decided?.figures ? { ...far, figures: decided.figures } : far
}
const mark = ({ figures }: { figures?: Record<string, unknown> }): number => Math.max(Number(figures?.membersMark ?? 0), Number(figures?.shareMark ?? 0))

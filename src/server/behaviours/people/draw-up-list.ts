// Drawing up a version of the approved farmer list: of the day on which it is done, when every member was inspected (BR-21), one version at a time.
import { sql } from 'kysely'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { fingerprintOf } from '../../queries/list-fingerprint.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { openSeason } from '../open-season.ts'
import { entriesNow } from './approved-list-entries.ts'
import { checkCoverage } from './inspection-coverage.ts'

const approvedlist = entityOf('approvedlist')
type Version = Pick<Stored<Declarations['approvedlist']>, 'id' | 'status' | 'hash'> & { versionNo: number }

/** The subject is locked: two versions are never drawn up at once. */
export const drawnUp: EventBehaviour<Declarations['collective'], 'LIST_DRAWN_UP'> = {
  // What was drawn up is discarded or returned, not taken back.
  isFinal: true,
  async check(scope, { subject, event }) {
    const { seasonId } = event.data
    await openSeason(scope, seasonId)
    if (localDay(scope, event.occurredAt) !== localDay(scope))
      throw fieldProblem('occurredAt', 'rule', 'A list says what holds on the day on which it is drawn up.')
    await checkCoverage(scope, subject, seasonId, localDay(scope))
  },
  async apply(scope, { subject, event }) {
    const { farmSchemeId: schemeId, seasonId } = event.data
    const versions = await versionsOf(scope, { operatorId: subject.id, schemeId, seasonId })
    const waiting = versions.find(({ status }) => status === 'DRAFT' || status === 'SIGNED')
    if (waiting)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`Version ${waiting.versionNo} waits for its signatures. Sign or discard it first.`,
      })
    const entries = await entriesNow(scope, subject.id, seasonId)
    if (entries.length === 0) throw ruleBlocked('BR-21', 'The committee has approved nobody for this season yet.', {})
    const inForce = versions.find(({ status }) => status === 'IN_FORCE') ?? null
    const head = {
      operatorId: subject.id,
      schemeId,
      seasonId,
      versionNo: (versions[0]?.versionNo ?? 0) + 1,
      asOf: localDay(scope),
      replacesHash: inForce?.hash ?? null,
    }
    const sum = (of: 'areaHa' | 'estimatedKg', factor: number) => Math.round(entries.reduce((total, one) => total + (one[of] ?? 0), 0) * factor) / factor
    await createBySystem(
      scope,
      approvedlist,
      {
        operatorId: head.operatorId,
        schemeId,
        seasonId,
        versionNo: head.versionNo,
        asOf: head.asOf,
        replacesId: inForce?.id ?? null,
        farmersCount: new Set(entries.map(({ farmerId }) => farmerId)).size,
        plotsCount: new Set(entries.flatMap(({ parcelId }) => parcelId ?? [])).size,
        areaHa: sum('areaHa', 10_000),
        estimatedKg: sum('estimatedKg', 1000),
        hash: fingerprintOf(head, entries),
        entries,
      },
      event.id,
    )
  },
}

/** The newest first. */
async function versionsOf(
  { db, tenant }: Scope,
  { operatorId, schemeId, seasonId }: { operatorId: string; schemeId: string; seasonId: string },
): Promise<Version[]> {
  const { rows } = await sql<Version>`select id, status, hash, version_no as "versionNo" from approvedlist
    where tenant_id = ${tenant.id} and operator_id = ${operatorId}::uuid and scheme_id = ${schemeId}::uuid and season_id = ${seasonId}::uuid and deleted_at is null
    order by version_no desc`.execute(db)
  return rows
}

// A release stands on the tests of its lot, and of what that was made of (BR-15): a result is not taken back from under it, nor is a
// sample, or are goods that are awaited, recorded late when it had to await them.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { laterProblem } from '../store/history.ts'
import { atEndOfStep } from '../store/step.ts'
import { type LotTests, testsAt } from './lot-tests.ts'

type Release = { id: string; lotId: string; eventType: string; occurredAt: string }

/** Whether a release has to wait: the first release for the GMO test, one out of a hold for every test. */
export const mustWait = (eventType: string, { GMO, RESIDUE, HEAVY_METALS, isAwaited }: LotTests): boolean =>
  GMO === 'PENDING' || (eventType === 'RELEASE' && (RESIDUE === 'PENDING' || HEAVY_METALS === 'PENDING' || isAwaited))

/** At the end of the step no release since then, of the lot or of one made of it, stands while its test is awaited. */
export const refuseReleasedUntested = (scope: Scope, lotId: string, since: string, because: 'added' | 'voided'): Promise<void> =>
  atEndOfStep(scope, `tests of ${lotId}`, async () => {
    for (const release of await releasesOf(scope, lotId, since)) {
      const tests = (await testsAt(scope, [release.lotId], release.occurredAt)).get(release.lotId)
      if (tests && mustWait(release.eventType, tests)) throw laterProblem(entityOf('productbatch'), release, because)
    }
  })

/** Releases with the claim, in order of occurrence. */
async function releasesOf({ db, tenant }: Scope, lotId: string, since: string): Promise<Release[]> {
  const [rows = []] = await queryAll(
    db,
    sql<Release>`with recursive made (id) as (
        select ${lotId}::uuid
        union select l.output_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.id and l.voided_at is null
      )
      select e.id, e.subject_id as "lotId", e.event_type as "eventType", e.occurred_at as "occurredAt" from made
      join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = made.id and e.status = 'RECORDED'
        and e.event_type in ('RELEASED', 'RELEASE') and e.occurred_at >= ${since}::timestamptz and not coalesce((e.data->>'downgrade')::boolean, false)
      order by e.occurred_at, e.id`,
  )
  return rows.map(({ occurredAt, ...release }) => ({ ...release, occurredAt: new Date(occurredAt).toISOString() }))
}

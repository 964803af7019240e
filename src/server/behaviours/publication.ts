// Packages of practices and rules of schemes: how many steps, and since when published (5.1, 5.2; animal 9).
import { sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import { seriesKey } from '#domain/kernel/series-key.ts'
import type { Behaviour, Scope } from '../scope.ts'

type Versioned = 'pop' | 'poultrypop' | 'aquapop' | 'checklist'
type Named = { name: string; versionNo: number | null }

/** The number of a version that is made or renamed. One that is spelled otherwise stays the version that it is. */
export async function numberVersion(scope: Scope, entity: Versioned, before: Named | null, after: Named): Promise<void> {
  if (!before || seriesKey(before.name) !== seriesKey(after.name)) after.versionNo = await nextVersion(scope, entity, seriesKey(after.name))
}

/** The number after the highest of its series, of deleted ones too: a number is used once. Of two made at once one waits for the other. */
async function nextVersion({ db, tenant }: Scope, entity: Versioned, key: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext(${`number ${entity} ${key}`}))`.execute(db)
  const { rows } = await sql<{ next: number }>`select coalesce(max(r.version_no), 0) + 1 as next from ${sql.table(entity)} as r
    where r.tenant_id = ${tenant.id} and r.series_key = ${key}`.execute(db)
  return rows[0]?.next ?? 1
}

/** Values of the key column by which the versions of a series are found. */
export const seriesKeys = ({ name }: Pick<Named, 'name'>) => ({ seriesKey: seriesKey(name) })

export const publicationBehaviour: Behaviour = {
  async prepare(_scope, { after }) {
    if ('planEvents' in after) after.stepCount = Array.isArray(after.planEvents) ? after.planEvents.length : 0
  },
  events: {
    PUBLISHED: {
      async settle(scope, { subject, event }, isVoided) {
        subject.publishedOn = isVoided ? null : localDay(scope, event.occurredAt)
      },
    },
  },
}

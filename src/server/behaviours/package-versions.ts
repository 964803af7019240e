// Versions of a package of practices: the later one supersedes those before it from the day on which it holds, whoever records what in
// which order (domain dictionary 5.1; animal 9.1; decision 102). Those of one name, one owner and for the same crop, birds or fish are versions of one another.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { dayIn, localDay, startOfDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { PackageVersions } from '#domain/kernel/package-answers.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { seriesKey } from '#domain/kernel/series-key.ts'
import { onDay, phrase, type Sentence } from '#domain/messages/message.ts'
import { columnName } from '../db/names.ts'
import type { EventBehaviour, EventBehaviours, Scope } from '../scope.ts'
import { typedRecord } from '../store/columns.ts'
import { recordsById } from '../store/get.ts'
import { occurrenceOf } from '../store/occurrence.ts'
import { recordBySystem } from '../store/record-event.ts'
import { atEndOfStep } from '../store/step.ts'
import { publicationBehaviour } from './publication.ts'

export type PackageName = 'pop' | 'poultrypop' | 'aquapop'
/** What a package is made for: the type of crop, the birds, the species. */
export const purposeField = { pop: 'cropTypeId', poultrypop: 'birdType', aquapop: 'speciesGroup' } as const
/** A package as it is read here, of whatever kind. */
type Package = { id: string; name: string; collectiveId: string | null; versionNo: number | null; status: string; purpose: string }
/** The record of this kind in its types. */
export const packageOf = (entity: PackageName, row: Row): Package => ({ ...typedRecord(entityOf(entity), row), purpose: String(row[purposeField[entity]]) })
type Named = Pick<Package, 'name' | 'collectiveId' | 'purpose'>
/** What a series is called where one waits for the other. */
export const seriesName = (entity: PackageName, { collectiveId, purpose, name }: Named): string =>
  `versions of ${entity} ${collectiveId} ${purpose} ${seriesKey(name)}`
/** `publishedAt`: when its publication in force happened, which is `eventId`. */
type Version = { id: string; code: string; title: string; versionNo: number; status: string; validFrom: string; eventId: string; publishedAt: string }

/** Why nobody begins with it; null: it is published. */
export function unpublishedBecause({ status }: Pick<Package, 'status'>): Sentence | null {
  if (status === 'SUPERSEDED') return 'This version is overtaken by a newer one: nobody begins with it any more.'
  return status === 'PUBLISHED' ? null : 'Only a published package is followed.'
}

/** Published versions of this name, owner and purpose, and those that were superseded since, the latest first. */
async function versionsOf({ db, tenant }: Scope, entity: PackageName, { name, collectiveId, purpose }: Named): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select r.id, r.code, r.title, r.version_no as "versionNo", r.status, r.valid_from as "validFrom", e.id as "eventId", e.occurred_at as "publishedAt" from ${sql.table(entity)} as r
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = ${entity} and e.subject_id = r.id and e.event_type = 'PUBLISHED' and e.status = 'RECORDED'
    where r.tenant_id = ${tenant.id} and r.series_key = ${seriesKey(name)} and r.collective_id is not distinct from ${collectiveId}::uuid
      and r.${sql.ref(columnName(purposeField[entity]))}::text = ${purpose} and r.status in ('PUBLISHED', 'SUPERSEDED') and r.deleted_at is null order by r.version_no desc`.execute(
    db,
  )
  return rows
}

/**
 * Before an event of a package is recorded or taken back, and before any of its versions is locked: whoever holds one of them never waits for the series, of which somebody else may have
 * gone on to these versions already.
 */
export const versionLock =
  (entity: PackageName) =>
  async (scope: Scope, id: string): Promise<void> => {
    const [row] = await recordsById(scope, entityOf(entity), [id])
    if (row) await oneAtATime(scope, entity, packageOf(entity, row))
  }

/** Of those who publish, or take it back, one after the other. */
async function oneAtATime({ db, tenant }: Scope, entity: PackageName, named: Named): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext(${seriesName(entity, named)}))`.execute(db)
}

/** The moment from which a published version holds: its first day, or its publication where that is later. */
function holdsFrom({ tenant }: Scope, { validFrom, publishedAt }: Pick<Version, 'validFrom' | 'publishedAt'>): string {
  const first = startOfDay(validFrom, tenant.timezone)
  return Date.parse(publishedAt) > Date.parse(first) ? publishedAt : first
}

/** Every published version before the latest one that holds by now is superseded by it. Repeatable: nothing where nothing is to do. */
export async function supersedeOvertaken(scope: Scope, entity: PackageName, named: Named): Promise<void> {
  await oneAtATime(scope, entity, named)
  const published = (await versionsOf(scope, entity, named)).filter(({ status }) => status === 'PUBLISHED')
  const latest = published.find(({ validFrom }) => validFrom <= localDay(scope))
  if (!latest) return
  const kind: AnyEntity = entityOf(entity)
  for (const { id } of published.filter(({ versionNo }) => versionNo < latest.versionNo))
    await recordBySystem(scope, kind, id, {
      eventType: 'SUPERSEDED',
      occurredAt: await occurrenceOf(scope, kind, id, holdsFrom(scope, latest)),
      data: { replacedById: latest.id },
      causeEventId: latest.eventId,
    })
}

/** A version is published after those before it, and never when a later one holds already. Throws STATE_CONFLICT, VALIDATION. */
async function refuseOutOfOrder(scope: Scope, entity: PackageName, subject: Package, occurredAt: string): Promise<void> {
  await oneAtATime(scope, entity, subject)
  const moment = Date.parse(occurredAt)
  for (const other of await versionsOf(scope, entity, subject)) {
    const { code, versionNo, publishedAt } = other
    if (versionNo > (subject.versionNo ?? 0) && other.status === 'PUBLISHED' && Date.parse(holdsFrom(scope, other)) <= moment)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`Version ${versionNo} of this package is published already. Make a new version of that one instead.`,
        figures: { code },
      })
    if (versionNo < (subject.versionNo ?? 0) && Date.parse(publishedAt) > moment)
      throw fieldProblem(
        'occurredAt',
        'min',
        phrase`Version ${versionNo} was published on ${onDay(dayIn(scope.tenant.timezone, publishedAt))}. A later version is published after it.`,
      )
  }
}

/** `checkVoid`: throws where somebody follows it. `checkContents`: throws where it may not be published as it is. */
export function versionEvents(
  entity: PackageName,
  {
    checkVoid,
    checkContents,
  }: { checkVoid(scope: Scope, subject: Package): Promise<void>; checkContents?(scope: Scope, row: Row, event: { occurredAt: string }): Promise<void> },
): EventBehaviours {
  const of = (row: Row): Package => packageOf(entity, row)
  /** Of the others only what is taken back brings a version back. */
  const brought: EventBehaviour = {
    async follow(scope, { subject, event }) {
      const named = of(subject)
      if (event.eventType === 'PUBLISHED' || event.status !== 'RECORDED')
        await atEndOfStep(scope, seriesName(entity, named), () => supersedeOvertaken(scope, entity, named))
    },
  }
  return {
    PUBLISHED: {
      ...publicationBehaviour.events?.PUBLISHED,
      ...brought,
      async check(scope, { subject, event }) {
        await refuseOutOfOrder(scope, entity, of(subject), event.occurredAt)
        await checkContents?.(scope, subject, event)
      },
      async checkVoid(scope, { subject }) {
        await oneAtATime(scope, entity, of(subject))
        await checkVoid(scope, of(subject))
      },
    },
    // Taken back with the publication that superseded it.
    SUPERSEDED: { ...brought, withCause: true },
    ARCHIVED: brought,
  }
}

/** What publishing this one changes among its versions, or did where its first day has not come. */
export async function versionChanges(scope: Scope, entity: PackageName, row: Row): Promise<PackageVersions> {
  const own = packageOf(entity, row)
  const published = (await versionsOf(scope, entity, own)).filter(({ id, status }) => status === 'PUBLISHED' && id !== own.id)
  const brief = ({ id, title }: Version) => ({ id, title })
  const isOwn = own.status === 'DRAFT' || own.status === 'PUBLISHED'
  const later = published.find(({ versionNo, validFrom }) => versionNo > (own.versionNo ?? 0) && validFrom <= localDay(scope))
  return {
    supersedes: isOwn && !later ? published.filter(({ versionNo }) => versionNo < (own.versionNo ?? 0)).map(brief) : [],
    later: later ? brief(later) : null,
  }
}

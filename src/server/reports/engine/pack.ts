// A pack of reports (`packs` of its declaration): each with all of its rows, the documents of the group beside them, and the index that names everything by its fingerprint.
// Of a past day: the reports of that day, lists that were signed and documents that were attached by then.
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type AnyReport, isOffered } from '#domain/reports/report.ts'
import type { Db, Scope } from '../../scope.ts'
import { withinAccessScope } from '../../store/access-scope.ts'
import { recordsById } from '../../store/get.ts'
import { conditions } from '../../store/list.ts'
import { statusThen } from '../../store/past.ts'
import { textOfList } from '../../store/signed-list.ts'
import type { Values } from './parameters.ts'
import { onPastDay } from './past-day.ts'
import type { WholeReport } from './run-report.ts'

export type PackDocument = { id: string; name: string; sha256: string; storedIn: 'database' | 'folder' | 's3'; owner: string }
/** The text of a list as it was signed, of which its fingerprint is (decision 59). */
export type SignedList = { name: string; title: string; text: string; hash: string; rows: number }
export type Pack = { parts: { report: AnyReport; whole: WholeReport }[]; lists: SignedList[]; documents: PackDocument[] }
/** Documents of one pack. */
const mostDocuments = 200
const mostLists = 100

const made = new WeakMap<Db, Map<string, Pack>>()

/** Once in a transaction, so that the index speaks of the very rows that the files hold. `run`: a report with all of its rows. Reports that are not for the reader's role are left out. */
export async function packOf(
  scope: Scope,
  { id, packs = [] }: AnyReport,
  values: Values,
  run: (report: AnyReport, values: Values) => Promise<WholeReport>,
): Promise<Pack> {
  const known = made.get(scope.db) ?? new Map<string, Pack>()
  made.set(scope.db, known)
  const key = `${id} ${JSON.stringify(values)}`
  const found = known.get(key)
  if (found) return found
  const parts: Pack['parts'] = []
  for (const report of packs.filter((one) => isOffered(one, scope.user.grants) && can(scope.user, one.on, 'L'))) {
    const own = Object.fromEntries(Object.entries(values).filter(([name, value]) => name in report.parameters && value !== null))
    parts.push({ report, whole: await run(report, own) })
  }
  const dayOf = (name: 'asOf' | 'knownAt') => (typeof values[name] === 'string' ? values[name] : null)
  const then = onPastDay(scope, { asOf: dayOf('asOf'), knownAt: dayOf('knownAt') })
  const pack = { parts, lists: await signedLists(then, values.season), documents: await documentsOf(then) }
  known.set(key, pack)
  return pack
}

/** Of the season, also those in whose place another has come. */
async function signedLists(scope: Scope, season: unknown): Promise<SignedList[]> {
  const { db, tenant, user, operator } = scope
  const approvedlist = entityOf('approvedlist')
  if (!can(user, 'approvedlist', 'L')) return []
  const { rows } = await sql<{ id: string; replacesHash: string | null }>`select r.id, l.hash as "replacesHash" from approvedlist as r
    left join approvedlist as l on l.tenant_id = ${tenant.id} and l.id = r.replaces_id
    where ${sql.join(conditions(scope, approvedlist, { q: null, filters: [] }), sql` and `)} and ${statusThen(scope, 'approvedlist', sql`r.id`, sql`r.status`)} in ('SIGNED', 'IN_FORCE', 'REPLACED')
      ${operator ? sql`and r.operator_id = ${operator.id}::uuid` : sql``} ${typeof season === 'string' ? sql`and r.season_id = ${season}::uuid` : sql``}
    order by r.operator_id, r.season_id, r.scheme_id, r.version_no limit ${sql.lit(mostLists)}`.execute(db)
  const former = new Map(rows.map(({ id, replacesHash }) => [id, replacesHash]))
  const lists = await recordsById(scope, approvedlist, [...former.keys()])
  return lists.flatMap(({ id, code, title, operatorId, schemeId, seasonId, versionNo, asOf, entries, hash }) =>
    operatorId && schemeId && seasonId && versionNo !== null && asOf && hash
      ? [
          {
            name: code,
            title,
            hash,
            rows: entries?.length ?? 0,
            text: textOfList({ operatorId, schemeId, seasonId, versionNo, asOf, replacesHash: former.get(id) ?? null }, entries ?? []),
          },
        ]
      : [],
  )
}

/** Documents of the groups that the reader may view, and of their scope certificates, by owner and name. */
async function documentsOf(scope: Scope): Promise<PackDocument[]> {
  const { tenant, operator, past } = scope
  const wasAttached = past ? sql`u.used_at <= least(${past.occurredBy}::timestamptz, ${past.knownBy}::timestamptz)` : sql`true`
  const viewed = (
    name: 'collective' | 'scopecertificate',
    which: RawBuilder<unknown>,
  ) => sql`select r.id, r.title, ${name}::text as entity from ${sql.table(name)} as r
    where r.tenant_id = ${tenant.id} and r.deleted_at is null and ${withinAccessScope(scope, entityOf(name), 'V')} and ${which}`
  const groups = viewed('collective', operator ? sql`r.id = ${operator.id}::uuid` : sql`true`)
  const certificates = viewed('scopecertificate', sql`r.collective_id in (select g.id from groups as g)`)
  const { rows } = await sql<PackDocument>`
    with groups as (${groups}), owners as (select * from groups union all ${certificates})
    select distinct f.id, f.name, f.sha256, f.stored_in as "storedIn", o.title as owner from owners as o
    join file_use as u on u.tenant_id = ${tenant.id} and u.entity = o.entity and u.record_id = o.id and u.event_type is null and ${wasAttached}
    join file as f on f.tenant_id = ${tenant.id} and f.id = u.file_id and f.state = 'ATTACHED'
    order by o.title, f.name, f.id limit ${sql.lit(mostDocuments)}`.execute(scope.db)
  return rows
}

/** Names of files in the pack, without an ending. */
export const partName = ({ code, id }: AnyReport): string => `${code}-${id}`
export const documentName = ({ name }: PackDocument, index: number): string => `documents/${String(index + 1).padStart(3, '0')}-${name}`

export const listName = ({ name }: SignedList): string => `signed-lists/${name}.json`

export type IndexRow = { code: string | null; report: string | null; title: string | null; file: string; rows: number | null; hash: string }
/** Of a report the fingerprint is that of its rows, of a signed list that of its text, of a document that of its bytes (SHA-256). */
export const indexOf = ({ parts, lists, documents }: Pack): IndexRow[] => [
  ...parts.map(({ report, whole }) => ({
    code: report.code,
    report: report.id,
    title: null,
    file: partName(report),
    rows: whole.rows.length,
    hash: whole.sha256,
  })),
  ...lists.map((one) => ({ code: null, report: null, title: one.title, file: listName(one), rows: one.rows, hash: one.hash })),
  ...documents.map((one, index) => ({ code: null, report: null, title: one.owner, file: documentName(one, index), rows: null, hash: one.sha256 })),
]

// R28: what a certification body audits a group by, in one ZIP: the reports of the season as tables and for printing, the plots as a map, the signed lists
// as they were signed, the papers of the group and its certificates, and an index with the fingerprint of every part.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Language } from '#domain/messages/languages.ts'
import { findReport } from '#domain/reports/all.ts'
import { directRowsOf, type ReportFormat } from '#domain/reports/report.ts'
import { textOfList } from '../queries/list-fingerprint.ts'
import type { RowOf, Scope } from '../scope.ts'
import { findRecord, isUuid, recordsById } from '../store/get.ts'
import { requireFormat } from './engine/access.ts'
import { momentText } from './engine/cell-text.ts'
import { documentOf } from './engine/document-of.ts'
import type { ReportDocument } from './engine/report-document.ts'
import { makeFile } from './engine/report-file.ts'

/** R02, R03, R06, R08, R10, R11 and R12 of the domain dictionary. */
const contents: readonly [report: string, ...formats: ReportFormat[]][] = [
  ['approved-farmer-list', 'pdf', 'xlsx'],
  ['parcel-register', 'xlsx', 'geojson'],
  ['crop-area-statement', 'pdf', 'xlsx'],
  ['input-use', 'pdf', 'xlsx'],
  ['internal-inspections', 'pdf', 'xlsx'],
  ['nonconformity-log', 'pdf', 'xlsx'],
  ['estimate-to-purchase', 'xlsx'],
]
/** Papers that go along, of one pack; what is more is named in the index and fetched from its record. */
const mostPaperBytes = 60_000_000

export type Paper = { id: string; name: string; bytes: number; sha256: string; storedIn: RowOf<'file'>['stored_in']; of: string }
export type PackPart = { name: string; bytes: Uint8Array }
export type PackContents = {
  reports: { document: ReportDocument; format: ReportFormat }[]
  lists: { name: string; content: string }[]
  papers: Paper[]
  about: { operator: string; season: string; at: string; zone: string; tenantId: number }
}
type Line = { file: string; what: string; rows: string; rowsSha256: string; sha256: string }

/** Everything that needs the database. Throws FORBIDDEN to who may not take every one of the reports away, VALIDATION, and TOO_LARGE. */
export async function packContents(scope: Scope, { seasonId, language }: { seasonId: string; language: Language }): Promise<PackContents> {
  const wanted = contents.flatMap(([id, ...formats]) => {
    const report = findReport(id)
    if (!report) throw new Error(`There is no report ${id}`)
    return formats.map((format) => ({ report, format }))
  })
  for (const { report, format } of wanted) requireFormat(scope, report, format)
  if (!scope.operator) throw fieldProblem('operator', 'required', 'Say to which operator this belongs.')
  const season = isUuid(seasonId) ? await findRecord(scope, entityOf('season'), seasonId) : undefined
  if (!season) throw fieldProblem('season', 'missing', 'There is no such record, or it is not yours to see.')
  const reports: PackContents['reports'] = []
  for (const { report, format } of wanted) {
    const values = 'season' in report.parameters ? { season: seasonId } : {}
    reports.push({ format, document: await documentOf(scope, { report, format, values, language }, directRowsOf(format)) })
  }
  const about = { operator: scope.operator.name, season: season.title, at: scope.now.toISOString(), zone: scope.tenant.timezone, tenantId: scope.tenant.id }
  return { reports, lists: await signedLists(scope, seasonId), papers: await papersOf(scope), about }
}

/** `fetched`: the bytes of a paper, undefined where they are gone. */
export async function packParts(
  { reports, lists, papers, about }: PackContents,
  fetched: (paper: Paper) => Promise<Uint8Array | undefined>,
): Promise<PackPart[]> {
  const parts: PackPart[] = []
  const lines: Line[] = []
  const add = (name: string, bytes: Uint8Array, line: Pick<Line, 'what'> & Partial<Line>) => {
    parts.push({ name, bytes })
    lines.push({ file: name, rows: '', rowsSha256: '', sha256: createHash('sha256').update(bytes).digest('hex'), ...line })
  }
  for (const { document, format } of reports) {
    const { report, whole } = document
    const { bytes } = await makeFile(document, format)
    add(`${report.code}-${report.id}.${format}`, bytes, { what: report.title, rows: String(whole.rows.length), rowsSha256: whole.sha256 })
  }
  for (const { name, content } of lists) add(`signed-lists/${name}.json`, Buffer.from(content), { what: 'Approved farmer list as it was signed' })
  let left = mostPaperBytes
  for (const paper of papers) {
    const { id, name, bytes, sha256, of } = paper
    const stored = bytes <= left ? await fetched(paper) : undefined
    if (stored) {
      left -= bytes
      add(`documents/${id.slice(-8)}-${plain(name)}`, stored, { what: of })
    } else lines.push({ file: '', what: `${of}: ${name}`, rows: '', rowsSha256: '', sha256 })
  }
  const head = [`${about.operator}, ${about.season}, ${momentText(about.at, about.zone)} (${about.zone})`]
  const index = csvText(
    ['file', 'what', 'rows', 'sha256 of the rows', 'sha256 of the file'],
    lines.map(({ file, what, rows, rowsSha256, sha256 }) => [file, what, rows, rowsSha256, sha256]),
  )
  return [{ name: 'index.csv', bytes: Buffer.from(`\ufeff${index}`) }, { name: 'about.txt', bytes: Buffer.from(`${head.join('\n')}\n`) }, ...parts]
}

/** Signed in this season, also those in whose place another has come: each is the text that its fingerprint is of. */
async function signedLists(scope: Scope, seasonId: string): Promise<PackContents['lists']> {
  const { db, tenant, operator } = scope
  const { rows } = await sql<{ id: string; replacesHash: string | null }>`select l.id, r.hash as "replacesHash" from approvedlist as l
    left join approvedlist as r on r.tenant_id = ${tenant.id} and r.id = l.replaces_id
    where l.tenant_id = ${tenant.id} and l.operator_id = ${operator?.id ?? null}::uuid and l.season_id = ${seasonId}::uuid
      and l.status in ('SIGNED', 'IN_FORCE', 'REPLACED') and l.deleted_at is null order by l.version_no limit 50`.execute(db)
  const former = new Map(rows.map(({ id, replacesHash }) => [id, replacesHash]))
  const lists = await recordsById(scope, entityOf('approvedlist'), [...former.keys()])
  return lists.flatMap(({ id, code, operatorId, schemeId, versionNo, asOf, entries }) =>
    operatorId && schemeId && versionNo !== null && asOf
      ? [{ name: code, content: textOfList({ operatorId, schemeId, seasonId, versionNo, asOf, replacesHash: former.get(id) ?? null }, entries ?? []) }]
      : [],
  )
}

/** Of the group itself and of its scope certificates, newest first. */
async function papersOf({ db, tenant, operator }: Scope): Promise<Paper[]> {
  const { rows } = await sql<Paper>`
    select distinct on (f.id) f.id, f.name, f.size as bytes, f.sha256, f.stored_in as "storedIn", coalesce(s.title, c.title) as of
    from file_use as u join file as f on f.tenant_id = ${tenant.id} and f.id = u.file_id and f.state = 'ATTACHED'
    left join collective as c on c.tenant_id = ${tenant.id} and u.entity = 'collective' and c.id = u.record_id and c.id = ${operator?.id ?? null}::uuid
    left join scopecertificate as s on s.tenant_id = ${tenant.id} and u.entity = 'scopecertificate' and s.id = u.record_id and s.collective_id = ${operator?.id ?? null}::uuid
    where u.tenant_id = ${tenant.id} and u.entity in ('collective', 'scopecertificate') and coalesce(s.id, c.id) is not null
    order by f.id desc limit 200`.execute(db)
  return rows
}

/** A name that every system takes. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80)

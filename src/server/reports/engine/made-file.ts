// Every file of a report that was made, one row each: by the code that it carries anybody finds out whether it is ours, and what it was made of.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Field } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import { reports } from '#domain/reports/all.ts'
import type { AnyReport, ReportFormat } from '#domain/reports/report.ts'
import type { Db, RowOf, Scope } from '../../scope.ts'
import type { WholeReport } from './run-report.ts'

export type MadeFile = { code: string; report: AnyReport; format: ReportFormat; whole: Pick<WholeReport, 'rows' | 'values' | 'sha256'>; fileSha256: string }
export type FoundFile = RowOf<'report_file'> & {
  operator: string | null /** Hashes of the bytes of files of the same rows, the newest first. */
  files: string[]
}

export const fileCheckPath = '/public/report/'
/** Without those that are read as others: 60 bits, which nobody finds by trying. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12
export const newFileCode = (): string => Array.from({ length }, () => signs[randomInt(signs.length)]).join('')

/** A table of other programs and a document of a standard have nothing of ours beside their rows; a ZIP has it in each of its parts. */
export const isRowsAlone = ({ isLinkedData }: Pick<AnyReport, 'isLinkedData'>, format: ReportFormat): boolean =>
  format === 'csv' || (format === 'json' && isLinkedData === true)

const linked = reports.filter(({ isLinkedData }: AnyReport) => isLinkedData).map(({ id }) => id)
/** The same of a row. */
const isStoredRowsAlone = sql`(f.format = 'csv' or (f.format = 'json' and f.report = any(${linked}::text[])))`

/** Values that say nothing of a person: what is named or written freely is not among them. */
const shownKinds: ReadonlySet<FieldKind> = new Set(['choice', 'choices', 'date', 'flag', 'integer', 'quantity', 'share', 'money', 'time'])
export const isShownToAnybody = ({ kind }: Pick<Field, 'kind'>): boolean => shownKinds.has(kind)

const chosen = ({ report, whole }: MadeFile): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Field>(report.parameters).flatMap(([name, field]) => {
      const value = whole.values[name]
      if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
      return [[name, isShownToAnybody(field) ? value : null]]
    }),
  )

export async function recordMadeFiles({ db, tenant, operator, user }: Scope, made: readonly MadeFile[], madeAt: string): Promise<void> {
  if (made.length === 0) return
  await db
    .insertInto('report_file')
    .values(
      made.map((one) => ({
        tenant_id: tenant.id,
        code: one.code,
        report: one.report.id,
        operator_id: operator?.id ?? null,
        format: one.format,
        parameters: JSON.stringify(chosen(one)),
        row_count: one.whole.rows.length,
        sha256: one.whole.sha256,
        file_sha256: one.fileSha256,
        roles: [...new Set(user.grants.map(({ role }) => role))],
        made_by: user.id,
        made_at: madeAt,
      })),
    )
    .execute()
}

/** By report, the newest file that the caller had made at this address, at once or in the background; of a pack the ZIP, not what is in it. */
export async function newestMadeFiles({ db, tenant, user, operator }: Scope): Promise<Pick<RowOf<'report_file'>, 'report' | 'format' | 'made_at'>[]> {
  const { rows } = await sql<Pick<RowOf<'report_file'>, 'report' | 'format' | 'made_at'>>`
    select distinct on (f.report) f.report, f.format, f.made_at from report_file as f
    where f.tenant_id = ${tenant.id} and f.made_by = ${user.id}::uuid and (${operator?.id ?? null}::uuid is null or f.operator_id = ${operator?.id ?? null}::uuid)
    order by f.report, f.made_at desc, f.format desc`.execute(db)
  return rows
}

/** Files of the same rows whose bytes a page knows besides its own, and rows that are looked at for them. */
const [mostFiles, mostRows] = [50, 500]

/**
 * By the code as somebody types it, in which small letters, spaces and signs are no fault, or by the SHA-256 of the bytes, by which the newest is found.
 * Whoever guesses the rows of a small report knows the hash of a file that has nothing but them: such files have their code in their name, and are found by it alone.
 * Undefined where there is none; the statement is the same either way.
 */
export async function findMadeFile(db: Db, tenantId: number, typed: string): Promise<FoundFile | undefined> {
  const code = typed
    .slice(0, 80)
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
  const { rows } = await sql<FoundFile>`
    select f.*, c.title as operator, array(
        select distinct_file.file_sha256 from (
          select o.file_sha256, max(o.made_at) as made_at from (
            select r.file_sha256, r.made_at from report_file as r
            where r.tenant_id = ${tenantId} and r.sha256 = f.sha256 and r.report = f.report order by r.made_at desc limit ${mostRows}
          ) as o group by 1
        ) as distinct_file order by distinct_file.made_at desc, 1 limit ${mostFiles}) as files
    from report_file as f left join collective as c on c.tenant_id = ${tenantId} and c.id = f.operator_id
    where f.tenant_id = ${tenantId} and (f.code = ${code} or (f.file_sha256 = ${code.toLowerCase()} and not ${isStoredRowsAlone})) order by f.made_at desc, f.code limit 1`.execute(
    db,
  )
  return rows[0]
}

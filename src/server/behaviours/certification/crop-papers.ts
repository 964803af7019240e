// Documents of a crop, its plot, its grower and its group as facts of its rules, and what was shown with the answers of inspectors (domain dictionary 5.2):
// by the files themselves. A file that its device has announced and not sent yet is not there.
import { sql } from 'kysely'
import { isOfFiles } from '#domain/certification/judging/control.ts'
import type { CropFacts } from '#domain/certification/judging/facts.ts'
import type { RuleCheck } from '#domain/certification/rule-cases.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Evidence } from '#domain/kernel/plan.ts'
import { evidenceKinds, kindsMissing } from '#domain/work/task-evidence.ts'
import type { Scope } from '../../scope.ts'
import type { CropRow, FactRows, SubjectEvent } from './crop-fact-rows.ts'

/** `day`: local day on which it was first put on something. */
type PaperFile = { name: string; mediaType: string; isPlaced: boolean; day: string }
export type PaperFiles = ReadonlyMap<string, PaperFile>
type Fields = Pick<CropRow, 'plotFiles' | 'contractFiles' | 'farmerFiles' | 'groupFiles' | 'nonGmProofFiles'>

const none: PaperFiles = new Map()
const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])
const fieldsOf = (row: Fields): readonly string[] =>
  [row.plotFiles, row.contractFiles, row.farmerFiles, row.groupFiles, row.nonGmProofFiles].flatMap((ids) => ids ?? [])
const answerFiles = ({ answerFiles: files }: SubjectEvent): readonly string[] => Object.values(files ?? {}).flatMap(idsIn)

/** One statement where a rule is judged by files, none where none is. `then`: the files of records as the scope knows them. */
export async function filesOf(
  scope: Scope,
  { events }: FactRows,
  then: readonly Fields[],
  versions: readonly { rules: readonly { check: RuleCheck }[] }[],
): Promise<PaperFiles> {
  if (!versions.some(({ rules }) => rules.some(({ check }) => isOfFiles(check)))) return none
  const ids = [
    ...new Set([
      ...then.flatMap(fieldsOf),
      ...events.flatMap((event) => [...idsIn(event.data.files), ...idsIn(event.data.nonGmProofFiles), ...answerFiles(event)]),
    ]),
  ]
  if (ids.length === 0) return none
  const { rows } = await sql<Omit<PaperFile, 'day'> & { id: string; usedAt: string }>`
    select f.id, f.name, f.media_type as "mediaType", f.taken_lat is not null as "isPlaced", u."usedAt"
    from file as f join lateral (select min(o.used_at) as "usedAt" from file_use as o where o.tenant_id = ${scope.tenant.id} and o.file_id = f.id) as u on u."usedAt" is not null
    where f.tenant_id = ${scope.tenant.id} and f.id = any(${ids}::uuid[]) and f.state <> 'UPLOADING'`.execute(scope.db)
  const today = localDay(scope)
  return new Map(rows.map(({ id, usedAt, ...file }) => [id, { ...file, day: localDay(scope, usedAt) }] as const).filter(([, { day }]) => day <= today))
}

type Dated = { id: string; eventType: string; occurredAt: string; data: unknown }
const filesIn = ({ data }: Dated): readonly string[] => (typeof data === 'object' && data !== null && 'files' in data ? idsIn(data.files) : [])

/** `receipts`: what was received of seed and inputs. Of before today’s files a number or a day says that there is a document, which is no file. */
export function documentsOf(row: CropRow, receipts: readonly Dated[], day: (moment: string) => string, files: PaperFiles): CropFacts['documents'] {
  const there = (ids: readonly string[] | null): PaperFile[] => (ids ?? []).flatMap((id) => files.get(id) ?? [])
  const ofRecord = (kind: 'LAND_RECORD' | 'CONTRACT', ids: readonly string[] | null, entry: unknown, stated: string | null): CropFacts['documents'] => [
    ...(entry ? [{ kind, day: stated, eventId: null, isFile: false }] : []),
    ...there(ids).map((file) => ({ kind, day: stated ?? file.day, eventId: null, isFile: true })),
  ]
  return [
    ...ofRecord('LAND_RECORD', row.plotFiles, row.surveyNo, row.landRecordOn),
    ...ofRecord('CONTRACT', row.contractFiles, row.contractSignedOn, row.contractSignedOn),
    ...receipts.map((event) => ({
      ...{ kind: 'INPUT_RECEIPT' as const, day: day(event.occurredAt), eventId: event.id },
      isFile: there(filesIn(event)).length > 0,
    })),
    ...there([...(row.farmerFiles ?? []), ...(row.groupFiles ?? [])]).map((file) => ({
      ...{ kind: 'OTHER' as const, day: file.day, eventId: null, isFile: true, name: file.name },
    })),
  ]
}

/** The kinds of evidence that came with an answer: of an inspection with a checklist its own files, of any other visit those of the visit. */
export function shownWith(event: SubjectEvent, rule: string, files: PaperFiles): readonly Evidence[] {
  const isOfChecklist = event.answerFiles !== null
  const own = (isOfChecklist ? idsIn(event.answerFiles?.[rule]) : idsIn(event.data.files)).flatMap((id) => files.get(id) ?? [])
  // Each kind by itself: a picture of what was signed is asked for once. An inspection is signed before it is submitted.
  return evidenceKinds.filter((kind) => (kind === 'SIGNATURE' && isOfChecklist) || kindsMissing([kind], own, event.isPlaced).length === 0)
}

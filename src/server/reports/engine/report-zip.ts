// A pack as one ZIP: its index, every report as paper and as a workbook, and the documents.
import { zip } from 'fflate'
import type { ReportFormat } from '#domain/reports/report.ts'
import { documentName, listName, partName } from './pack.ts'
import type { Making, ReportDocument } from './report-document.ts'

/** One report as a file of a format. */
type MakePart = (document: ReportDocument, format: ReportFormat) => Promise<Uint8Array>

/** Pages and workbooks are made one after the other; `onProgress` follows them. Documents that are not there any more are left out: the index names them. */
export async function zipOf(document: ReportDocument, { onProgress, bytesOf }: Making, make: MakePart): Promise<Uint8Array<ArrayBuffer>> {
  const { pack } = document
  if (!pack) throw new Error(`${document.report.id} is no pack`)
  const files: Record<string, Uint8Array> = {}
  const index = { ...document, pack: undefined }
  for (const format of ['pdf', 'csv'] as const) files[`index.${format}`] = await make(index, format)
  for (const [place, { report, whole }] of pack.parts.entries()) {
    for (const format of ['pdf', 'xlsx'] as const)
      if (report.formats.includes(format)) files[`${partName(report)}.${format}`] = await make({ ...index, report, whole }, format)
    await onProgress?.((place + 1) / (pack.parts.length + 1))
  }
  for (const list of pack.lists) files[listName(list)] = new TextEncoder().encode(list.text)
  for (const [place, one] of pack.documents.entries()) {
    const bytes = await bytesOf?.(one)
    if (bytes) files[documentName(one, place)] = bytes
  }
  return new Promise((resolve, reject) => {
    zip(files, { level: 6 }, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))))
  })
}

// A page of paper for the demo programme: a title and some lines, as a PDF that is the same each time it is made.
import PDFDocument from 'pdfkit'

/** `madeAt`: the moment that the document carries as its date, ISO 8601. */
export function documentOf(title: string, lines: readonly string[], madeAt: string): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title, CreationDate: new Date(madeAt) } })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    doc.on('error', reject)
  })
  doc.font('Helvetica-Bold').fontSize(18).text(title).moveDown()
  doc.font('Helvetica').fontSize(11)
  for (const [index, line] of lines.entries()) doc.text(`${index + 1}. ${line}`).moveDown(0.5)
  doc.end()
  return ended
}

// What every paper of a programme has at its head and foot: colour, logo, title and number; who made it, when, and which page of how many it is.
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { momentText, type Reader } from './cell-text.ts'
import type { Imprint } from './imprint.ts'
import { colour, footerHeight, lineOf, margin, type Paper, size } from './paper.ts'

/** `under`: in smaller letters below the title. Answers where what follows begins. */
export function letterhead(
  paper: Paper,
  { colours, logo }: Imprint,
  { title, under, code, made }: { title: string; under: string; code: string; made: string },
): number {
  const { doc } = paper
  const { primary } = deriveColours(colours)
  doc.rect(0, 0, doc.page.width, 5).fill(primary)
  let x = margin
  if (logo) {
    // A picture that the library cannot read is left out: what is written is what counts.
    try {
      doc.image(Buffer.from(logo), margin, margin - 6, { fit: [110, 34] })
      x += 122
    } catch {
      x = margin
    }
  }
  paper.line(title, x, margin - 8, { fontSize: size.title, weight: 600 })
  paper.line(under, x, margin + 17, { fontSize: 9.5, fill: colour.quiet })
  const right = doc.page.width - margin
  paper.lineTo(code, right, margin - 4, { fontSize: 11, weight: 600 })
  paper.lineTo(made, right, margin + 17, { fontSize: 9.5, fill: colour.quiet })
  return margin + 36
}

/** On every page, when it is known how many there are. `first`: the upper line; `check`: where anybody finds out whether the paper is ours. */
export function footers(
  paper: Paper,
  { first, by, at, reader, check }: { first: string; by: string; at: string; reader: Reader; check?: string | null | undefined },
): void {
  const { doc } = paper
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Below the margin the library would begin another page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - margin - footerHeight + 10
    const right = doc.page.width - margin
    doc
      .moveTo(margin, y - 4)
      .lineTo(right, y - 4)
      .lineWidth(0.4)
      .stroke(colour.line)
    const options = { fontSize: size.small, fill: colour.quiet }
    paper.line(first, margin, y, options)
    paper.line([`${by}, ${momentText(at, reader.zone)} (${reader.zone})`, check].filter(Boolean).join(' · '), margin, y + lineOf(size.small), options)
    paper.lineTo(reader.t('Page {{page}} of {{pages}}', { page: page + 1, pages: count }), right, y, options)
  }
}

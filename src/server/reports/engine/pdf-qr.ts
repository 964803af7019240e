// The QR symbol of an address on paper, drawn as squares so that it stays sharp at any size of print.
import QRCode from 'qrcode'
import { colour, margin, type Paper } from './paper.ts'

/** 2 cm and a little: a telephone reads it from a hand's width. */
const side = 62
/** The standard wants four modules of white around it; the margin of the page is white too. */
const quiet = 2

/** At the right end of the page, below `y`; answers how wide and high it is. */
export function drawQr(paper: Paper, text: string, y: number): number {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const module = side / (modules.size + 2 * quiet)
  const left = paper.doc.page.width - margin - side
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) paper.doc.rect(left + (column + quiet) * module, y + (row + quiet) * module, module, module)
  paper.doc.fill(colour.ink)
  return side
}

// Pages to draw on: a document of the library with our fonts in it, and text in any of our scripts.
import PDFDocument from 'pdfkit'
import { fontFiles, type Measure, runsOf, type Weight, widthOf } from './pdf-text.ts'

/** In points. */
export const margin = 36
export const footerHeight = 26
export const size = { title: 17, text: 8.5, small: 7 } as const
export const lineOf = (fontSize: number): number => fontSize * 1.42
export const colour = { ink: '#1E2622', quiet: '#56625B', line: '#D5DDD8', row: '#F7F9F7' } as const

export class Paper {
  readonly doc: PDFKit.PDFDocument
  readonly ended: Promise<Uint8Array<ArrayBuffer>>
  #widths = new Map<string, number>()
  constructor(isWide: boolean, title: string, author: string) {
    this.doc = new PDFDocument({
      size: 'A4',
      layout: isWide ? 'landscape' : 'portrait',
      margin,
      bufferPages: true,
      autoFirstPage: false,
      info: { Title: title, Author: author },
    })
    for (const { name, path } of fontFiles()) this.doc.registerFont(name, path)
    const parts: Buffer[] = []
    this.doc.on('data', (part: Buffer) => parts.push(part))
    this.ended = new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
      this.doc.on('error', reject)
    })
  }
  get width(): number {
    return this.doc.page.width - 2 * margin
  }
  /** Where the last line of a page ends. */
  get bottom(): number {
    return this.doc.page.height - margin - footerHeight
  }
  measure(fontSize: number): Measure {
    return ({ text, font }) => {
      const key = `${font} ${text}`
      let width = this.#widths.get(key)
      if (width === undefined) {
        width = this.doc.font(font).fontSize(1000).widthOfString(text)
        // Of a long report most cells are alike; of one with a hundred thousand names they are not.
        if (this.#widths.size > 50_000) this.#widths.clear()
        this.#widths.set(key, width)
      }
      return (width * fontSize) / 1000
    }
  }
  /** One line of text; answers where it ends. */
  line(
    text: string,
    x: number,
    y: number,
    { fontSize = size.text, weight = 400, fill = colour.ink }: { fontSize?: number; weight?: Weight; fill?: string } = {},
  ): number {
    const measure = this.measure(fontSize)
    let at = x
    for (const run of runsOf(text, weight)) {
      this.doc.font(run.font).fontSize(fontSize).fillColor(fill).text(run.text, at, y, { lineBreak: false })
      at += measure(run)
    }
    return at
  }
  /** One line that ends at `right`. */
  lineTo(text: string, right: number, y: number, options: { fontSize?: number; weight?: Weight; fill?: string } = {}): void {
    this.line(text, right - widthOf(text, options.weight ?? 400, this.measure(options.fontSize ?? size.text)), y, options)
  }
}

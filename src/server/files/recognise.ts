// What a file is, by its content. These kinds are taken (domain/kernel/files.ts); everything else is refused, whatever it is called.
// Nothing is unpacked or rendered here: a workbook is known by its directory, a page description by its beginning and end.

import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { SaxesParser } from 'saxes'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { FileType } from '#domain/kernel/files.ts'
import { formatOf } from '#server/images/picture.ts'
import { recordingOf } from './recording.ts'

/** Undefined for everything that is none of the kinds. */
export async function typeOfContent(bytes: Uint8Array): Promise<FileType | undefined> {
  const picture = formatOf(bytes)
  if (picture === 'svg') return (await isKml(textOf(bytes))) ? 'application/vnd.google-earth.kml+xml' : undefined
  if (picture) return `image/${picture}`
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPdf(buffer)) return 'application/pdf'
  if (isWorkbook(buffer)) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const recording = recordingOf(buffer)
  if (recording) return recording
  const text = textOf(bytes)
  if (await isKml(text)) return 'application/vnd.google-earth.kml+xml'
  return isCsv(text) ? 'text/csv' : undefined
}

/** Begins and ends as one; where the end is missing half of it is missing. */
const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.includes('%%EOF', Math.max(0, bytes.byteLength - 2048), 'latin1')

/** Names of the parts of a ZIP, from its directory; empty when it is none. */
function partsOfZip(bytes: Buffer): string[] {
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return []
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.byteLength) return []
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const names: string[] = []
  for (let at = start, n = 0; n < count && at + 46 <= end; n++) {
    if (bytes.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') return []
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    names.push(bytes.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}

/** With its table of contents and its book of sheets; without programs (macros), which have a name of their own. */
function isWorkbook(bytes: Buffer): boolean {
  const parts = partsOfZip(bytes)
  return parts.includes('[Content_Types].xml') && parts.includes('xl/workbook.xml') && !parts.some((name) => /vbaProject|\.bin$|\.exe$|\.js$/i.test(name))
}

/** UTF-8 without control characters; null for everything else. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** Well-formed XML whose outermost element is `kml`. Entities of a document type are never expanded. */
async function isKml(text: string | null): Promise<boolean> {
  if (text === null || !/^\s*<(\?xml|!--|kml|[a-z]+:kml)/i.test(text)) return false
  const parser = new SaxesParser()
  const path: string[] = []
  let root: string | undefined
  let isBroken = false
  parser.on('error', () => {
    isBroken = true
  })
  parser.on('doctype', () => {
    isBroken = true
  })
  parser.on('opentag', ({ name }) => {
    root ??= name
    path.push(name)
    if (path.length > 50) isBroken = true
  })
  parser.on('closetag', () => {
    path.pop()
  })
  // In pieces, so that a broken file is left at its first fault, and others have their turn meanwhile.
  for (let at = 0; at < text.length && !isBroken; at += 262_144) {
    parser.write(text.slice(at, at + 262_144))
    await setImmediate()
  }
  if (!isBroken) parser.close()
  return !isBroken && root !== undefined && root.slice(root.indexOf(':') + 1) === 'kml'
}

/** Characters that are looked at: reading a whole file for this would hold up everybody else. */
const csvSample = 65_536
/** Rows of at least two columns, all of the same number, as far as the beginning shows; never a page or a script. */
function isCsv(text: string | null): boolean {
  if (text === null || /^\s*(<|#!|\{|\[)/.test(text)) return false
  const isCut = text.length > csvSample
  // The last row of a sample may be half a row.
  const sample = isCut ? text.slice(0, text.lastIndexOf('\n', csvSample) + 1) : text
  return [',', ';', '\t'].some((delimiter) => {
    let columns = 0
    const noteColumns = (row: string[]) => {
      columns ||= row.length
      return null
    }
    try {
      parse(sample, { delimiter, bom: true, skip_empty_lines: true, on_record: noteColumns })
    } catch (error) {
      // Cut within a quoted cell of several lines.
      if (!isCut || codeOf(error) !== 'CSV_QUOTE_NOT_CLOSED') return false
    }
    return columns >= 2
  })
}

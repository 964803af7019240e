// The thread in which a workbook is read: unpacking and parsing XML would hold up everybody in the one that answers requests. It
// has a memory of its own with a limit, and can be ended. One message asks for rows, one brings them.

import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import { phrase, type Spelled, spelled } from '#domain/messages/message.ts'

export type WorkbookOrder = { path: string; mostCells: number; longestRow: number }
export type WorkbookRow = { index: number; cells: string[] }
/** No rows: the sheet is over. */
export type WorkbookReply = { rows: WorkbookRow[]; bytesRead: number } | ({ error: 'unreadable' | 'too long' } & Spelled)

const rowsAtOnce = 200
const lettersAtOnce = 2_000_000

const port = parentPort
if (!port) throw new Error('workbook-worker.ts runs only as a worker thread')
const { path, mostCells, longestRow }: WorkbookOrder = workerData
const file = createReadStream(path, { highWaterMark: 64 * 1024 })
// The web streams of Node and of the browser are one at run time and two in their types.
const rows = streamXlsxRows(Readable.toWeb(file) as ReadableStream<Uint8Array>, { sheet: 0 })[Symbol.asyncIterator]()

port.on('message', async () => {
  try {
    const batch: WorkbookRow[] = []
    let letters = 0
    while (batch.length < rowsAtOnce && letters < lettersAtOnce) {
      const { done, value } = await rows.next()
      if (done) break
      // One more than is accepted, so that too many are noticed.
      const cells = value.values.slice(0, mostCells + 1).map(cellText)
      const length = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (length > longestRow) {
        send({ error: 'too long', ...spelled(phrase`Row ${value.index + 1} is longer than a row can be.`) })
        return
      }
      letters += length
      if (cells.some((cell) => cell.trim())) batch.push({ index: value.index, cells })
    }
    send({ rows: batch, bytesRead: file.bytesRead })
  } catch (error) {
    send({ error: 'unreadable', message: error instanceof Error ? error.message : String(error) })
  }
})

const send = (reply: WorkbookReply): void => port.postMessage(reply)

/** A day without a time is a day; a number with more digits than a cell keeps shows it, as in a spreadsheet; anything else as a person would type it. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? ''
      : value
          .toISOString()
          .replace(/T00:00:00\.000Z$/, '')
          .replace(/\.\d+Z$/, '')
          .replace('T', ' ')
  if (typeof value === 'boolean') return value ? 'Y' : 'N'
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return value.toExponential(5)
  return String(value)
}

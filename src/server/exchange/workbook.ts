// Rows of a workbook, read by a thread of its own within limits of size, memory and time.
import { Worker } from 'node:worker_threads'
import { Problem } from '#domain/kernel/problems.ts'
import { sentenceOf } from '#domain/messages/message.ts'
import { checkWorkbook } from './workbook-limits.ts'
import type { WorkbookOrder, WorkbookReply, WorkbookRow } from './workbook-worker.ts'

export type WorkbookOptions = Omit<WorkbookOrder, 'path'> & {
  /** Called with how many bytes of the file have been read. */
  onProgress(bytes: number): void
}
/** Beyond this the thread is ended; strings of a sheet at its limit fit several times. */
const memoryMb = 512
/** For two hundred rows, or for the shared strings before the first of them, on a busy machine. */
const batchMs = 60_000

/** Throws MALFORMED and TOO_LARGE, at the point where the file cannot be read on. */
export async function* workbookRows(path: string, { onProgress, ...limits }: WorkbookOptions): AsyncGenerator<WorkbookRow> {
  await checkWorkbook(path)
  const order: WorkbookOrder = { path, ...limits }
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
  })
  try {
    for (;;) {
      const reply = await next(worker)
      if ('error' in reply) throw reply.error === 'too long' ? new Problem('MALFORMED', { message: sentenceOf(reply) }) : unreadable(reply.message)
      onProgress(reply.bytesRead)
      if (reply.rows.length === 0) return
      yield* reply.rows
    }
  } finally {
    await worker.terminate()
  }
}

const unreadable = (cause: unknown): Problem =>
  new Problem('MALFORMED', { message: 'This is not a workbook that can be read. Please save it as .xlsx or CSV again.', cause })

function next(worker: Worker): Promise<WorkbookReply> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => fail(new Problem('TOO_LARGE', { message: 'This workbook takes too long to read. Please save it as CSV, or divide it.' })),
      batchMs,
    )
    const onError = (error: Error & { code?: string }) =>
      fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new Problem('TOO_LARGE', { message: 'This workbook is larger than we read. Please save it as CSV, or divide it.', cause: error })
          : unreadable(error),
      )
    const onMessage = (reply: WorkbookReply) => {
      clear()
      resolve(reply)
    }
    const clear = () => {
      clearTimeout(late)
      worker.off('error', onError).off('message', onMessage)
    }
    const fail = (error: Error) => {
      clear()
      reject(error)
    }
    worker.on('error', onError).on('message', onMessage)
    worker.postMessage('next')
  })
}

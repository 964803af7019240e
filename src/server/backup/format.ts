// The form of a backup: lines of JSON, compressed with Zstandard. First what it is, then for each table (and programme) a line that names
// the columns and a line for each row with its values as the database writes them, then files and waiting jobs, at last the
// counts and digests by which a reader knows that nothing is missing. `zstd -dc` shows it to anybody.
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What stops a backup or a restore; the message is a sentence for the person at the terminal. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

const migrationList = z.array(z.object({ name: z.string(), hash: z.string() }))
export const header = z.object({
  format: z.literal('farmbook-backup'),
  version: z.literal(1),
  takenAt: z.string(),
  engine: z.string(),
  migrations: migrationList,
})
export type Header = z.infer<typeof header>

/** `tenant`: the rows of this programme; absent where the table has none. */
const tableSection = z.object({ table: z.string(), columns: z.array(z.string()), tenant: z.number().optional() })
/** Bytes of files that are stored in a folder: [tenant, id, base64]. */
const fileSection = z.object({ files: z.literal('folder') })
/** What waited to be carried out: [topic, payload as JSON, moment]. */
const jobSection = z.object({ jobs: z.literal('waiting') })
export type TableSection = z.infer<typeof tableSection>

const digest = z.object({ rows: z.number(), sum: z.string() })
export const end = z.object({
  end: z.literal(true),
  tables: z.record(z.string(), digest),
  files: digest,
  jobs: digest,
  /** Files whose bytes were not where they should be. */
  missingFiles: z.number(),
  /** Files whose bytes lie in an object store: not in the backup. */
  elsewhere: z.object({ files: z.number(), bytes: z.number() }),
  /** Next number of each sequence. */
  sequences: z.record(z.string(), z.string().regex(/^\d{1,18}$/)),
  /** SHA-256 of all lines before this one. */
  sha256: z.string(),
})
export type End = z.infer<typeof end>

const row = z.array(z.string().nullable())
export type Row = readonly (string | null)[]
const line = z.union([row, tableSection, fileSection, jobSection, end])
export type Line = z.infer<typeof line>

/** One line of a backup after the first. Throws BackupError. */
export function readLine(text: string): Line {
  const found = line.safeParse(parsed(text))
  if (!found.success) throw new BackupError('This file is damaged: one of its lines cannot be read.')
  return found.data
}
/** The first line. Throws BackupError for a file that is no backup, or one of a later form. */
export function readHeader(text: string | undefined): Header {
  const found = header.safeParse(text === undefined ? undefined : parsed(text))
  if (!found.success) throw new BackupError('This file is no backup of Farmbook, or one of a later version.')
  return found.data
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Counts rows and adds up their SHA-256 (modulo 2^256): the same for the same rows in whatever order, so that what was written can be
 * compared with what a database answers afterwards.
 */
export class RowDigest {
  rows = 0
  #sum = 0n
  add(text: string): void {
    this.rows++
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
  }
  get value(): z.infer<typeof digest> {
    return { rows: this.rows, sum: this.#sum.toString(16).padStart(64, '0') }
  }
}

// Failures at start that a person can do something about, in a sentence; anything else is a bug and keeps its stack.

import { codeOf } from '#domain/kernel/error-code.ts'
import { BackupError } from './backup/format.ts'
import { ConfigError } from './config.ts'
import { DataDirInUse } from './db/lock.ts'
import { MigrationMismatch } from './db/migrate.ts'
import { NoRights } from './db/rights.ts'

/** Prints what went wrong and ends the process with 1. */
export function exitWithReason(error: unknown): never {
  console.error(sentence(error) ?? error)
  process.exit(1)
}

function sentence(error: unknown): string | undefined {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const isSentence = [ConfigError, DataDirInUse, MigrationMismatch, BackupError, NoRights].some((known) => error instanceof known)
  if (isSentence) return message
  if (code === 'EADDRINUSE') return `${message}. Choose another one with PORT.`
  // PostgreSQL: nobody listens, wrong password, no such database.
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000') return `The database of DATABASE_URL cannot be used: ${message}`
  return undefined
}

// From the settings to where files are stored. The database is always there: what was stored in it before another store was set up stays in it.
import { mkdirSync } from 'node:fs'
import type { Database } from '#server/db/database.ts'
import type { FileStoreConfig } from '../config.ts'
import { databaseDriver } from './database-driver.ts'
import { folderDriver } from './folder-driver.ts'
import { s3Driver } from './s3-driver.ts'
import type { FileStorage } from './storage.ts'

export function openStorage(database: Database, { into, folder, s3, quotaMb }: FileStoreConfig): FileStorage {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    into,
    drivers: {
      database: databaseDriver(database),
      ...(folder === null ? {} : { folder: folderDriver(folder) }),
      ...(s3 === null ? {} : { s3: s3Driver(s3) }),
    },
    quotaBytes: quotaMb * 1_000_000,
  }
}

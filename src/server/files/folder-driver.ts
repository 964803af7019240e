// Bytes of files in a folder that all processes of the installation see: <folder>/<tenant>/<two letters>/<id>. Written under
// another name and renamed, so that a file is either whole or not there.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { FileDriver, FileKey } from './storage.ts'

export function folderDriver(folder: string): FileDriver {
  // Ids are uuids (the column says so): nothing of a path can stand in them. The last letters are the random ones.
  const pathOf = ({ tenantId, id }: FileKey): string => join(folder, String(tenantId), id.slice(-2), id)
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const partial = `${path}.${randomUUID()}`
      try {
        const file = await open(partial, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

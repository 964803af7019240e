// Where the bytes of files are: a port with three drivers, chosen by a setting. Each file remembers where its own are, so that those
// stored before the setting was changed are still found.
import type { RowOf } from '../scope.ts'

export type StoreName = RowOf<'file'>['stored_in']
const storeNames: readonly StoreName[] = ['database', 'folder', 's3']
export type FileKey = { tenantId: number; id: string }

export type FileDriver = {
  /** Writing the same file again leaves it as it is. Resolves when it would survive the end of this process. */
  put(key: FileKey, bytes: Uint8Array, mediaType: string): Promise<void>
  /** Undefined when there is none. */
  get(key: FileKey): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** It is no fault when there is none. */
  remove(key: FileKey): Promise<void>
}

export type FileStorage = {
  /** Where new files go. */
  into: StoreName
  drivers: Readonly<Partial<Record<StoreName, FileDriver>>>
  /** Bytes a programme may store, unless its own settings say otherwise. */
  quotaBytes: number
}

export const defaultQuotaBytes = 2_000_000_000

/** Those that are set up. */
export const storesOf = ({ drivers }: Pick<FileStorage, 'drivers'>): StoreName[] => storeNames.filter((name) => drivers[name] !== undefined)

/** Throws when no driver for it is set up: files were stored there once, and the setting was taken away. */
export function driverOf({ drivers }: FileStorage, name: StoreName): FileDriver {
  const driver = drivers[name]
  if (!driver) throw new Error(`Files are stored in “${name}”, which is not set up (FILE_STORE and the settings beside it)`)
  return driver
}

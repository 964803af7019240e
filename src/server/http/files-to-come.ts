// `X-Files-To-Come: id,id`: files that the device has not sent yet. A record or an event may name them although they are not here; each is
// attached when it comes from the same person (docs/decisions/0053-jobs-and-files-to-come.md).
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { isUuid } from '#server/store/get.ts'

export const filesToComeHeader = 'x-files-to-come'
/** Of one call. */
const mostToCome = 50
const none: ReadonlySet<string> = new Set()

/** Ids in lower case. Throws VALIDATION for what is no list of ids. */
export function filesToCome(header: string | null): ReadonlySet<string> {
  if (header === null || header.trim() === '') return none
  const ids = header.split(',').map((id) => id.trim().toLowerCase())
  if (ids.length > mostToCome)
    throw new Problem('VALIDATION', { fields: [{ path: filesToComeHeader, code: 'max', message: phrase`At most ${mostToCome} files.` }] })
  if (!ids.every(isUuid)) throw new Problem('VALIDATION', { fields: [{ path: filesToComeHeader, code: 'format', message: 'A uuid, made by the caller.' }] })
  return new Set(ids)
}

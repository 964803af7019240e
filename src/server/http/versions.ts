// The version of a record as text: ETag out, If-Match in.
import type { Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'

export const etag = ({ version }: Pick<Row, 'version'>): string => `"${version}"`

/** The version of an If-Match header; undefined when there is none. Throws VALIDATION for anything that is no version of ours. */
export function seenVersion(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  // A proxy that compresses may have made it weak; it still names the version.
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim()) ?? []
  if (version === undefined)
    throw new Problem('VALIDATION', { fields: [{ path: 'If-Match', code: 'format', message: 'The ETag of the record you saw, like "3".' }] })
  return Number(version)
}

/** The same where it may not be missing: throws VERSION_REQUIRED (428). */
export function neededVersion(header: string | undefined): number {
  const version = seenVersion(header)
  if (version === undefined) throw new Problem('VERSION_REQUIRED')
  return version
}

// The link to the file of a report that was made: for one person and for fifteen minutes, signed with the installation's secret, so nothing of it is
// stored. It replaces no right: who fetches is signed in as that person, and their rights are looked up again.
import { createHmac } from 'node:crypto'
import { fileKeys, type Secrets } from './tokens.ts'

export const fileLinkSeconds = 900

export type FileLink = { run: string; user: string /** Seconds since 1970. */; until: number }
export type FileLinks = {
  sealOf(tenantId: number, link: FileLink): string
  /** Whether one of this installation's secrets has signed it. */
  isOurs(tenantId: number, link: FileLink, seal: string): boolean
}

export const createFileLinks = (secrets: Secrets, isSame: (given: string, wanted: string) => boolean): FileLinks => ({
  sealOf(tenantId, link) {
    const [newest = Buffer.alloc(0)] = fileKeys(secrets, tenantId)
    return sealWith(newest, link)
  },
  isOurs: (tenantId, link, seal) => fileKeys(secrets, tenantId).some((key) => isSame(seal, sealWith(key, link))),
})

const sealWith = (key: Buffer, { run, user, until }: FileLink): string => createHmac('sha256', key).update(`${run} ${user} ${until}`).digest('base64url')

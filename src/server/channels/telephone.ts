// Telephones: SMS, messages and voice calls, behind a port. The driver of development writes each into a file; a provider's driver is
// one more function like it.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowOf } from '../scope.ts'

export type TelephoneMessage = {
  /** The same at each try: a provider that got it twice sends it once. */
  id: string
  channel: RowOf<'delivery'>['channel']
  to: string
  language: string
  text: string
  /** Recording to be played on a voice call, and the number of the registered text of an SMS. */
  audioRef: string | null
  templateId: string | null
}
/** `isFinal`: trying again cannot help. */
export type Telephoned = { state: 'SENT' | 'DELIVERED' | 'HEARD'; heardSeconds?: number } | { state: 'FAILED'; reason: string; isFinal: boolean }
export type Telephone = { send(message: TelephoneMessage): Promise<Telephoned> }

/** Where no provider is configured: says so of each. */
export const noTelephone: Telephone = {
  send: async () => ({ state: 'FAILED', reason: 'This installation has no provider for telephones.', isFinal: true }),
}

/** For development: one file for each message, named by its id, so that a second try writes the same one again. */
export const fileTelephone = (folder: string): Telephone => ({
  async send(message) {
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${message.id}.json`)
    await writeFile(`${file}.part`, `${JSON.stringify(message, null, 2)}\n`)
    await rename(`${file}.part`, file)
    return { state: 'DELIVERED' }
  },
})

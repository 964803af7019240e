// What the development identity provider remembers, in one small file beside the embedded database:
// its signing key and its sign-ins. Without it every restart of the server would sign everybody out.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Adapter, Payload } from 'oidc-provider'
import { z } from 'zod'

type Item = { payload: Payload; until: number | null }
type StoredState = { jwks: { keys: JWK[] }; cookieKey: string; items: [string, Item][] }

/** Milliseconds between a change and the file: one sign-in is a dozen changes. */
const writeDelayMs = 150

export type IdpStore = {
  jwks: { keys: JWK[] }
  cookieKey: string
  adapter(model: string): Adapter
  /** Writes what is not yet written. */
  close(): Promise<void>
}

/** `file` null = in memory only (tests). An unreadable file is replaced: it holds nothing that cannot be made anew. */
export async function openIdpStore(file: string | null, clock: () => number = Date.now): Promise<IdpStore> {
  const stored = (file && read(file)) || { ...(await newKeys()), items: [] }
  const items = new Map<string, Item>(stored.items)
  const { jwks, cookieKey } = stored
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    for (const [key, item] of items) if (item.until !== null && item.until <= clock()) items.delete(key)
    if (!file) return
    await writeFile(`${file}.new`, JSON.stringify({ jwks, cookieKey, items: [...items] } satisfies StoredState), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // One after the other, or two writers would share the temporary file. A full disk must not stop a sign-in.
    writing = writing.then(write).catch((error: unknown) => console.warn('The development identity provider could not save its state.', error))
    return writing
  }
  const changed = () => {
    timer ??= setTimeout(flush, writeDelayMs).unref()
  }
  if (stored.items.length === 0) changed()

  const find = (test: (key: string, payload: Payload) => boolean): Payload | undefined => {
    for (const [key, { payload, until }] of items) if ((until === null || until > clock()) && test(key, payload)) return payload
    return undefined
  }
  const adapter = (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    const ours = (key: string) => key.startsWith(`${model}:`)
    return {
      async upsert(id, payload, expiresIn) {
        items.set(keyOf(id), { payload, until: expiresIn ? clock() + expiresIn * 1000 : null })
        changed()
      },
      find: async (id) => find((key) => key === keyOf(id)),
      findByUid: async (uid) => find((key, payload) => ours(key) && payload.uid === uid),
      findByUserCode: async (userCode) => find((key, payload) => ours(key) && payload.userCode === userCode),
      async consume(id) {
        const item = items.get(keyOf(id))
        if (item) item.payload.consumed = Math.floor(clock() / 1000)
        changed()
      },
      async destroy(id) {
        items.delete(keyOf(id))
        changed()
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of items) if (ours(key) && payload.grantId === grantId) items.delete(key)
        changed()
      },
    }
  }
  return { jwks, cookieKey, adapter, close: flush }
}

async function newKeys(): Promise<Pick<StoredState, 'jwks' | 'cookieKey'>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') }] },
    cookieKey: randomBytes(32).toString('base64url'),
  }
}

const storedState: z.ZodType<StoredState> = z.object({
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }),
  cookieKey: z.string(),
  items: z.array(z.tuple([z.string(), z.object({ payload: z.looseObject({}), until: z.number().nullable() })])),
})

function read(file: string): StoredState | null {
  try {
    return storedState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

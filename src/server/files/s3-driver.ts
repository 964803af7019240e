// Bytes of files in an object store that speaks S3: one object a file, named by tenant and id. Addresses are path-style, which every such store answers.
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { Problem } from '#domain/kernel/problems.ts'
import type { FileDriver, FileKey } from './storage.ts'

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

/** A store that does not answer within this, tries and bytes included, is away. */
const usualPatienceMs = 60_000
/** Of one call. Each of ours may come twice: the same bytes under the same key, a removal of what is gone. */
const triesAtMost = 3
const pauseMs = 100

/**
 * Called outside any transaction: a store that hangs holds no connection to the database. Throws UNAVAILABLE for one that is away (no answer, a connection
 * that breaks, 5xx, 429), after its tries, and an Error with the status for every other refusal.
 */
export function s3Driver({ endpoint, bucket, ...keys }: S3Settings, patienceMs = usualPatienceMs): FileDriver {
  const client = new AwsClient({ ...keys, service: 's3' })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  /** With its bytes: one that breaks off in the middle is asked again. */
  const ask = async (what: string, { tenantId, id }: FileKey, init: RequestInit = {}): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> }> => {
    const signal = AbortSignal.timeout(patienceMs)
    for (let attempt = 1; ; attempt++) {
      // Not `client.fetch`: it wraps the signal in a Request, and a collection of garbage in the middle of the call loses the time limit with that.
      const { url, headers } = await client.sign(`${base}/${tenantId}/${id}`, init)
      const answer = await fetch(url, { ...init, headers, signal })
        .then(async (response) => ({ status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }))
        .catch((error: unknown) => ({ error }))
      const isAway = 'error' in answer || answer.status >= 500 || answer.status === 429
      if (!isAway) return answer
      if (attempt < triesAtMost && !signal.aborted) {
        await setTimeout(Math.random() * pauseMs * 2 ** attempt)
        continue
      }
      const cause = 'error' in answer ? answer.error : faultOf(what, answer)
      throw new Problem('UNAVAILABLE', {
        message: 'The store of files does not answer; please try again in a moment.',
        headers: { 'Retry-After': '10' },
        cause,
      })
    }
  }
  return {
    async put(key, bytes, mediaType) {
      const answer = await ask('storing', key, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': mediaType } })
      if (!isOk(answer)) throw faultOf('storing', answer)
    },
    async get(key) {
      const answer = await ask('reading', key)
      if (answer.status === 404) return undefined
      if (!isOk(answer)) throw faultOf('reading', answer)
      return answer.bytes
    },
    async remove(key) {
      const answer = await ask('removing', key, { method: 'DELETE' })
      if (!isOk(answer) && answer.status !== 404) throw faultOf('removing', answer)
    },
  }
}

type Answer = { status: number; bytes: Uint8Array }
const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300
const faultOf = (what: string, { status, bytes }: Answer): Error =>
  new Error(`The object store answered ${status} to ${what}: ${Buffer.from(bytes).toString('utf8').slice(0, 300)}`)

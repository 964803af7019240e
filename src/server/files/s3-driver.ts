// Bytes of files in an object store that speaks S3: one object a file, named by tenant and id. Addresses are path-style, which every such store answers.
import { AwsClient } from 'aws4fetch'
import type { FileDriver, FileKey } from './storage.ts'

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

/** A store that does not answer within this is away. */
const patienceMs = 60_000

export function s3Driver({ endpoint, bucket, ...keys }: S3Settings): FileDriver {
  // Its own retries have no end that a person waits for: two are enough.
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const ask = async ({ tenantId, id }: FileKey, init: RequestInit = {}): Promise<Response> =>
    client.fetch(`${base}/${tenantId}/${id}`, { ...init, signal: AbortSignal.timeout(patienceMs) })
  const refuse = async (what: string, response: Response): Promise<never> => {
    throw new Error(`The object store answered ${response.status} to ${what}: ${(await response.text()).slice(0, 300)}`)
  }
  return {
    async put(key, bytes, mediaType) {
      const response = await ask(key, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': mediaType } })
      if (!response.ok) await refuse('storing', response)
      await response.arrayBuffer()
    },
    async get(key) {
      const response = await ask(key)
      if (response.status === 404) {
        await response.arrayBuffer()
        return undefined
      }
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : await refuse('reading', response)
    },
    async remove(key) {
      const response = await ask(key, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) await refuse('removing', response)
      await response.arrayBuffer()
    },
  }
}

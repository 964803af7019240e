// A push service of our own: takes what is sent to its browsers over HTTP, and decrypts it as RFC 8291 and RFC 8188 say, written
// from those texts and without the library that encrypts. A browser is made by `browser()`.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'

export type Arrived = { path: string; headers: IncomingHttpHeaders; payload: Record<string, unknown>; claims: JWTPayload; key: string }
type Keys = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

export async function openPushService() {
  const browsers = new Map<string, Keys>()
  const arrived: Arrived[] = []
  /** What it answers to a browser's address, instead of 201. */
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>()
  let whileArriving: (path: string) => Promise<void> = async () => {}
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    // Left open it would be closed after some idle seconds, perhaps while the next message is on its way.
    response.setHeader('connection', 'close')
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const refusal = answers.get(path)
    if (refusal) return response.writeHead(refusal.status, refusal.headers).end()
    const keys = browsers.get(path)
    if (!keys || request.method !== 'POST') return response.writeHead(404).end()
    const { claims, key } = await signer(request.headers.authorization ?? '')
    arrived.push({ path, headers: request.headers, payload: JSON.parse(decrypt(Buffer.concat(parts), keys).toString('utf8')), claims, key })
    await whileArriving(path)
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    arrived,
    answers,
    onArrival(work: (path: string) => Promise<void>) {
      whileArriving = work
    },
    /** What a browser answers when it is asked to be notified. */
    browser(name = '') {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/send/${randomBytes(12).toString('hex')}`
      browsers.set(path, { ecdh, auth })
      return { path, device: { endpoint: `${origin}${path}`, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }, name } }
    },
    to: (path: string) => arrived.filter((one) => one.path === path),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** RFC 8292: `vapid t=<JWT of ES256>, k=<public key>`; throws where the signature is not of that key. */
async function signer(authorization: string): Promise<{ claims: JWTPayload; key: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'))
  return { claims: payload, key }
}

/** One record of aes128gcm: salt(16) rs(4) idlen(1) keyid, then ciphertext with its tag; the padding begins with 2. */
function decrypt(body: Buffer, { ecdh, auth }: Keys): Buffer {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (sealed.length > body.readUInt32BE(16)) throw new Error('More than one record')
  const secret = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('No end of the last record')
  return plain.subarray(0, end)
}

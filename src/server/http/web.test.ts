// The built web as it is handed out: compressed as the browser takes it, stored for ever where the name holds the content, and
// each page with what its address will ask for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { Problem } from '#domain/kernel/problems.ts'
import { webFiles } from './web.ts'

const dist = mkdtempSync(join(tmpdir(), 'farmbook-web-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))
mkdirSync(join(dist, 'assets'))
const script = `${'export const x = 1\n'.repeat(200)}`
writeFileSync(join(dist, 'assets/a-1.js'), script)
writeFileSync(join(dist, 'assets/a-1.js.br'), brotliCompressSync(script))
writeFileSync(join(dist, 'assets/b-1.js'), script)
writeFileSync(join(dist, 'index.html'), '<!doctype html><head><title>x</title></head><body></body>')

const app = new Hono()
app.onError((error) => new Response(null, { status: error instanceof Problem ? error.status : 500 }))
app.all('*', webFiles(dist))
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => app.request(`http://cotton.example.org${path}`, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a built file', () => {
  it('is handed out as Brotli as the build wrote it, to who takes it', async () => {
    const response = await ask('/assets/a-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(brotliDecompressSync(await bytesOf(response)).toString()).toBe(script)
  })
  it.each(['gzip', 'br;q=0, gzip', 'br; q=0.0,gzip;q=1'])('is gzipped for who takes only that: %s', async (accepted) => {
    const response = await ask('/assets/a-1.js', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytesOf(response)).toString()).toBe(script)
  })
  it('is itself for who takes neither, and gzipped where the build has written nothing', async () => {
    const plain = await ask('/assets/a-1.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
    expect((await ask('/assets/b-1.js', { 'accept-encoding': 'br, gzip' })).headers.get('content-encoding')).toBe('gzip')
  })
  it('has no second address for what it is compressed to', async () => {
    expect((await ask('/assets/a-1.js.br')).status).toBe(404)
  })
})

describe('a page', () => {
  it('is the built one with what its address asks for, and is asked about each time', async () => {
    const response = await ask('/public/login', { 'accept-encoding': 'br' })
    expect([response.headers.get('content-encoding'), response.headers.get('cache-control')]).toEqual(['br', 'no-cache'])
    const html = brotliDecompressSync(await bytesOf(response)).toString()
    expect(html).toContain('href="/api/tenant/cotton"')
    expect(html).toMatch(/<\/title>.*<\/head><body>/)
  })
  it('has one name for one content, and 304 for who has it', async () => {
    const [login, list] = [await ask('/public/login'), await ask('/private/farmbook/OP1/farmer/list')]
    const etag = login.headers.get('etag') ?? ''
    expect(list.headers.get('etag')).not.toBe(etag)
    expect((await ask('/public/login', { 'if-none-match': etag })).status).toBe(304)
  })
})

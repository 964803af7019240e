// Uploaded pictures, /files/{hash} and /_image: only pictures, only our own, never larger than they are.
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxPictureBytes } from '#server/images/picture.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let uploads: string
let logo: string
const drawn = (width: number, height = 300) => sharp({ create: { width, height, channels: 4, background: '#F79023' } })
const upload = (bytes: Uint8Array | string, type = 'image/png', person = 'ada') =>
  world.as(person).send(uploads, { method: 'POST', headers: { 'content-type': type }, body: bytes as BodyInit })
const ask = (path: string, headers: Record<string, string> = {}, tenant: 'cotton' | 'dairy' = 'cotton') =>
  world.app.request(`http://${world.tenants[tenant].subdomain}.farmbook.test${path}`, {
    headers: { host: `${world.tenants[tenant].subdomain}.farmbook.test`, ...headers },
  })
const image = (url: string, w: number | string, rest = '') => `/_image?url=${encodeURIComponent(url)}&w=${w}${rest}`
const problem = async (response: Response): Promise<[number, string]> => [response.status, ((await response.json()) as { code: string }).code]

beforeAll(async () => {
  world = await openWorld()
  uploads = `/api/client/${world.tenants.cotton.id}/pictures`
  const { status, body } = await upload(await drawn(1400).png().toBuffer())
  expect(status).toBe(201)
  logo = body.url
})

describe('POST /api/client/{id}/pictures', () => {
  it.each([
    ['an SVG under its own name', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['an SVG that calls itself PNG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'image/gif'],
    ['a form', 'x', 'multipart/form-data; boundary=x'],
    ['nothing', '', 'image/png'],
  ])('refuses %s (415)', async (_, bytes, type) => {
    expect(await upload(bytes, type)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA' } })
  })
  it('refuses a picture that is cut off, and one that claims more pixels than it may have (400 file format)', async () => {
    const whole = await drawn(200).jpeg().toBuffer()
    const vast = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (const bytes of [whole.subarray(0, 200), vast])
      expect(await upload(bytes)).toMatchObject({ status: 400, body: { fields: [{ path: 'file', code: 'format' }] } })
  })
  it('refuses a strip that is millions of pixels high, before it is decoded (400 file max)', async () => {
    const strip = await drawn(1, 39_000).png().toBuffer()
    expect(await upload(strip)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'file', code: 'max', message: 'No side of a picture may be longer than 20000 pixels.' }] },
    })
  })
  it('refuses more bytes than a photograph has (413)', async () => {
    expect(await upload(new Uint8Array(maxPictureBytes + 1))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })
  it('writes a picture anew, without what a camera or a person hid in it', async () => {
    const secret = 'Surveyor Asha, plot 14'
    const sent = await drawn(300)
      .jpeg()
      .withExif({ IFD0: { Copyright: secret } })
      .toBuffer()
    expect(sent.includes(secret)).toBe(true)
    const { body } = await upload(Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]), 'image/jpeg')
    expect(body).toMatchObject({ format: 'jpeg', width: 300, height: 300 })
    const stored = Buffer.from(await (await ask(body.url)).arrayBuffer())
    expect([stored.includes(secret), stored.includes('<script>')]).toEqual([false, false])
  })
  it('gives the same picture the same address', async () => {
    const bytes = await drawn(1400).png().toBuffer()
    expect((await upload(bytes)).body.url).toBe(logo)
  })
})

describe('GET /files/{hash}', () => {
  it('is another programme’s picture nowhere else (404)', async () => {
    expect(await problem(await ask(logo, {}, 'dairy'))).toEqual([404, 'NOT_FOUND'])
    expect(await problem(await ask(image(logo, 640), {}, 'dairy'))).toEqual([404, 'NOT_FOUND'])
  })
  it.each(['/files/x', `/files/${'0'.repeat(64)}`, '/files/..%2f..%2fetc%2fpasswd', `${'/files/'}${'A'.repeat(64)}`])('knows no %s (404)', async (path) => {
    expect(await problem(await ask(path))).toEqual([404, 'NOT_FOUND'])
  })
  it('answers the picture for ever, as a picture that may run nothing, and 304 to whoever has it', async () => {
    const response = await ask(logo)
    expect(Object.fromEntries(['content-type', 'cache-control', 'x-content-type-options'].map((name) => [name, response.headers.get(name)]))).toEqual({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect((await ask(logo, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
  })
})

describe('GET /_image', () => {
  it.each([
    'https://evil.test/logo.png',
    '//evil.test/logo.png',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '/etc/passwd',
    '/api/openapi.json',
    '/files/../api/openapi.json',
    '',
  ])('fetches nothing from %j (400 url)', async (url) => {
    const response = await ask(image(url, 640))
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: { path: string }[] }).fields[0]?.path).toBe('url')
  })
  it.each([
    ['&w=641', 'w'],
    ['&w=', 'w'],
    ['&w=0640', 'w'],
    ['&w=640&q=0', 'q'],
    ['&w=640&q=101', 'q'],
    ['&w=640&q=7.5', 'q'],
    ['&w=640&h=10', 'h'],
    ['', 'w'],
  ])('refuses %s (400 %s)', async (rest, path) => {
    const response = await ask(`/_image?url=${encodeURIComponent(logo)}${rest}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: { path: string }[] }).fields[0]?.path).toBe(path)
  })
  it('names the widths that there are to whoever asks for another', async () => {
    const { fields } = (await (await ask(image(logo, 2560))).json()) as { fields: { message: string }[] }
    expect(fields.map(({ message }) => message)).toEqual(['One of: 640, 750, 828, 1080, 1200, 1920, 2048, 3840.'])
  })
  it.each([640, 750, 828, 1080, 1200, 1920, 2048, 3840].map((width) => [width, Math.min(width, 1400)]))(
    'at %i gives %i pixels, never more than there are',
    async (requested, given) => {
      const { width } = await sharp(Buffer.from(await (await ask(image(logo, requested))).arrayBuffer())).metadata()
      expect(width).toBe(given)
    },
  )
  it('has one encoding for all widths beyond the picture’s own, and for qualities that are near each other', async () => {
    const tags = async (wishes: [number, string][]) => {
      const answers = await Promise.all(
        wishes.map(async ([width, rest]) => (await ask(image(logo, width, rest), { accept: 'image/webp' })).headers.get('etag')),
      )
      return new Set(answers).size
    }
    expect(
      await tags([
        [1920, ''],
        [2048, ''],
        [3840, ''],
      ]),
    ).toBe(1)
    expect(await tags(Array.from({ length: 100 }, (_, at) => [640, `&q=${at + 1}`]))).toBe(3)
  })
  it('gives WebP to those who take it, the picture’s own format to others, and says that it depends', async () => {
    const [webp, png] = [await ask(image(logo, 640), { accept: 'image/avif,image/webp,*/*' }), await ask(image(logo, 640), { accept: 'image/png' })]
    expect([webp, png].map(({ headers }) => [headers.get('content-type'), headers.get('vary')])).toEqual([
      ['image/webp', 'Accept'],
      ['image/png', 'Accept'],
    ])
    expect(webp.headers.get('etag')).not.toBe(png.headers.get('etag'))
  })
  it('takes quality 75 where none is named, keeps it for ever, and answers 304', async () => {
    const accept = 'image/webp'
    const [plain, named, other] = [
      await ask(image(logo, 640), { accept }),
      await ask(image(logo, 640, '&q=75'), { accept }),
      await ask(image(logo, 640, '&q=40'), { accept }),
    ]
    expect(named.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(other.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect((await ask(image(logo, 640), { accept, 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
  })
  it('answers no other method (405)', async () => {
    expect(await world.stranger().send('/api/../_image', { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

describe('a picture of a mission', () => {
  const settings = () => `/api/client/${world.tenants.cotton.id}`
  it('is one of this programme’s own, stays with its mission, and is shown to anybody', async () => {
    const ada = world.as('ada')
    const seen = (await ada.get(settings())).body
    const change = (carousel: object[]) =>
      ada.send(settings(), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': `"${seen.version}"` },
        body: JSON.stringify({ carousel }),
      })
    const theirs = (
      await world.as('dina').send(`/api/client/${world.tenants.dairy.id}/pictures`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: (await drawn(500).png().toBuffer()) as BodyInit,
      })
    ).body.url
    expect(await change([{ mission: 'One', missionDesc: '', image: theirs }])).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'carousel.0.image', code: 'missing' }] },
    })
    const carousel = [
      { mission: 'One', missionDesc: '' },
      { mission: 'Two', missionDesc: 'Words', image: logo },
    ]
    expect((await change(carousel)).body.carousel).toEqual(carousel)
    expect((await world.deps.tenants.bySubdomain(world.tenants.cotton.subdomain))?.config.carousel).toEqual(carousel)
    expect((await ask(image(logo, 640))).status).toBe(200)
    expect((await ada.get(`${settings()}/history`)).body.items[0].changes.carousel[1]).toEqual(carousel)
  })
})

// Whether a paper is ours, for anybody who has it: the code on it, the public page, what that says and what not. And the links to files of runs:
// for one person, one file and fifteen minutes; and their end after thirty days.
import { createHash, randomUUID } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { createFileLinks } from '#server/auth/file-link.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { removeUnusedFiles } from '#server/files/remove-unused.ts'
import { isSameSecret } from '#server/http/same-secret.ts'
import { runClock } from '#server/jobs/clock.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { reportJob } from '#server/jobs/report.ts'
import { pdfQr } from '../harness/pdf-qr.ts'
import { pdfWords } from '../harness/pdf-words.ts'
import { fileOfRun } from '../harness/run-file.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, type Json, clock as start } from './chain-stage.ts'

let world: World
let now = start()
const host = () => `${world.tenants.cotton.subdomain}.farmbook.test`
const purpose = 'purpose=OWN_RECORDS'

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  const chain = await chainOf(world)
  for (const name of ['Anilkumar', 'Bhagwandas']) await chain.member({ name })
})

const context = (): JobContext => ({
  database: world.database,
  behaviours: world.deps.behaviours,
  log: world.deps.log,
  clock: () => now,
  stop: new AbortController().signal,
})
const work = (runId: string) =>
  reportJob({
    storage: databaseStorage(world.database),
    personNow: async (tenant, id, db) => (await world.deps.personNow?.(tenant, id, db)) ?? null,
    homeOf: ({ subdomain }) => `https://${subdomain}.farmbook.test`,
  }).run(context(), { tenantId: world.tenants.cotton.id, runId })
/** Bytes, as a browser saves them. */
async function saved(path: string, who = 'omar', method = 'GET'): Promise<Uint8Array<ArrayBuffer>> {
  const response = await world.app.request(`http://${host()}${path}`, { method, headers: { host: host(), 'x-test-user': world.people[who]?.id ?? '' } })
  expect([path, response.status]).toEqual([path, 200])
  return new Uint8Array(await response.arrayBuffer())
}
const direct = (file: string, who = 'omar') => saved(`/api/operators/OP1/reports/${file}`, who)
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const page = (address: string, at = host()) => world.stranger(at).get(new URL(address).pathname)
const files = (): Promise<Json[]> =>
  world.scoped(
    'omar',
    async ({ db }) => (await sql<Json>`select * from report_file where tenant_id = ${world.tenants.cotton.id} order by made_at, code`.execute(db)).rows,
  )
async function finished(format = 'csv', who = 'omar'): Promise<Json> {
  const { body } = await world
    .as(who)
    .post('/reports/farmer-register/runs', { format, parameters: {}, purpose: 'OWN_RECORDS' }, { 'idempotency-key': randomUUID() })
  await work(body.id)
  return (await world.as(who).get(`/report-runs/${body.id}`)).body
}

describe('the page of a report refuses', () => {
  it('codes that no report has, whatever they look like, with the one page', async () => {
    const answers = await Promise.all(['ABCDEFGHJKLM', 'x', 'abcd-efgh-jklm', 'A'.repeat(300)].map((code) => world.stranger().get(`/public/report/${code}`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.body).toContain('No report has this code')
    expect((await world.stranger().get('/public/report/ABCDEFGHJKLM?lang=hi')).body).toContain('lang="hi"')
  })
  it('whoever asks too often, with all other public pages', async () => {
    const app = createApp({ ...world.deps, anonymousRate: { burst: 2, perMinute: 1 } })
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push((await app.request(`http://${host()}/public/report/ABCDEFGHJKLM`, { headers: { host: host() } })).status)
    expect(statuses).toEqual([404, 404, 429])
  })
  it('files that were refused or only looked at: nothing is noted of them', async () => {
    const before = (await files()).length
    expect((await world.as('omar').get('/reports/farmer-register.pdf')).status).toBe(400)
    expect((await world.as('paul', 'OP1').get(`/reports/farmer-register.pdf?${purpose}`)).status).toBe(403)
    await saved(`/api/operators/OP1/reports/farmer-register.pdf?${purpose}`, 'omar', 'HEAD')
    expect(await files()).toHaveLength(before)
  })
})

describe('a paper', () => {
  it('says in its QR symbol and in words where it is checked, and there anybody reads what it is of and nobody’s name', async () => {
    const pdf = await direct(`farmer-register.pdf?${purpose}&gender=F,M&village=Ghattinagar`)
    const address = pdfQr(pdf) ?? ''
    expect(address).toMatch(new RegExp(`^http://${host()}/public/report/[2-9A-Z]{12}$`))
    const words = pdfWords(pdf).join('')
    expect(words).toContain(address)
    const { status, body, headers } = await page(address)
    expect(status).toBe(200)
    expect([headers.get('x-robots-tag'), headers.get('set-cookie')]).toEqual(['noindex, nofollow', null])
    const [row] = (await files()).slice(-1)
    expect(words).toContain(row?.sha256)
    for (const one of [row?.sha256, hashOf(pdf), 'Farmer register', 'Operator manager', '2026-01-15', 'Woman, Man', 'Chosen; not shown here', 'PDF'])
      expect(body).toContain(one)
    for (const one of ['Ghattinagar', world.people.omar?.name ?? '?', 'Anilkumar', 'Bhagwandas']) expect(body).not.toContain(one)
    expect(JSON.stringify(row?.parameters)).not.toContain('Ghattinagar')
    // Of another programme nobody made it.
    expect((await page(address, `${world.tenants.dairy.subdomain}.farmbook.test`)).status).toBe(404)
    // As somebody types it.
    const code = address.slice(-12).toLowerCase()
    expect((await world.stranger().get(`/public/report/${code.slice(0, 4)}-${code.slice(4)}`)).status).toBe(200)
  })
  it('is one of several files of the same rows; two at once have a code each, and the rows, later, another hash', async () => {
    const before = new Set((await files()).map(({ code }) => code))
    const made = await Promise.all(
      [`farmer-register.pdf?${purpose}`, `farmer-register.pdf?${purpose}`, `farmer-register.csv?${purpose}`, `farmer-register.xlsx?${purpose}`].map((one) =>
        direct(one),
      ),
    )
    const rows = (await files()).filter(({ code }) => !before.has(code))
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ code }) => code)).size).toBe(4)
    expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1)
    const [first, second, csv] = made
    const [one, other] = [pdfQr(first ?? new Uint8Array()) ?? '', pdfQr(second ?? new Uint8Array()) ?? '']
    expect(one).not.toBe(other)
    const { body } = await page(one)
    for (const bytes of made) expect(body).toContain(hashOf(bytes))
    expect(rows.map(({ row_count }) => row_count)).toEqual([2, 2, 2, 2])
    // Two members are no figure for strangers (BR-35).
    expect(body).toMatch(/Rows(<[^>]+>|\s)+Fewer than ten/)
    expect(csv?.length).toBeGreaterThan(0)
  })
  it('made in the background says so too, and its row stays when the run is gone; nobody alters it', async () => {
    const run = await finished('pdf')
    const pdf = await saved(run.fileUrl)
    const address = pdfQr(pdf) ?? ''
    expect(address).toMatch(/^https:/)
    expect(pdfWords(pdf).join('')).toContain(address)
    expect((await page(address)).body).toContain(hashOf(pdf))
    // The job comes again: the file was made once.
    const count = (await files()).length
    await work(run.id)
    expect(await files()).toHaveLength(count)
    await expect(world.scoped('ada', ({ db }) => sql`update report_file set sha256 = ''`.execute(db))).rejects.toThrow()
    await expect(world.scoped('ada', ({ db }) => sql`delete from report_file`.execute(db))).rejects.toThrow()
  })
})

describe('the comparison in the browser', () => {
  /** The page's own script over as much of a page as it touches. */
  async function opened(address: string, went: string[] = []) {
    const { body } = await page(address)
    const attribute = (name: string) => (new RegExp(`data-${name}="([^"]*)"`).exec(body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    const script = (await world.stranger().get('/api/public/report-check.js')).body
    expect(script).not.toMatch(/fetch|XMLHttpRequest|sendBeacon|WebSocket|innerHTML/)
    const answer = { textContent: '', className: '' }
    const heard: Record<string, (event: unknown) => unknown> = {}
    const listens = (id: string) => ({
      addEventListener: (kind: string, does: (event: unknown) => unknown) => {
        heard[`${id} ${kind}`] = does
      },
    })
    const box = {
      dataset: { rows: attribute('rows'), files: attribute('files'), words: attribute('words'), lookup: attribute('lookup') },
      querySelector: () => answer,
      classList: { add() {}, remove() {} },
    }
    const there = (id: string) => (body.includes(`id="${id}"`) ? listens(id) : null)
    const document = { ...listens('page'), documentElement: { lang: 'hi' }, getElementById: (id: string) => (id === 'compare' ? box : there(id)) }
    const location = { assign: (to: string) => went.push(to) }
    runInContext(script, createContext({ document, location, crypto, TextEncoder, TextDecoder, Uint8Array, URLSearchParams }))
    /** Hashes are worked out beside: it is over when something is shown or another page is opened. */
    const verdict = async (before: number) => {
      while (answer.textContent === '' && went.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
      return answer.textContent.split(/[:.]/)[0]
    }
    return {
      drop: async (bytes: Uint8Array<ArrayBuffer>) => {
        answer.textContent = ''
        const before = went.length
        await heard['page drop']?.({ preventDefault() {}, dataTransfer: { files: [new Blob([bytes])] } })
        return await verdict(before)
      },
      paste: async (value: string) => {
        answer.textContent = ''
        heard['hash input']?.({ target: { value } })
        return await verdict(went.length)
      },
    }
  }
  it('knows the file, others of its rows, and the rows of JSON written anew; and nothing else', async () => {
    const [pdf, csv, json] = [
      await direct(`farmer-register.pdf?${purpose}`),
      await direct(`farmer-register.csv?${purpose}`),
      await direct(`farmer-register.json?${purpose}`),
    ]
    const { drop, paste } = await opened(pdfQr(pdf) ?? '')
    for (const file of [pdf, csv, json]) expect(await drop(file)).toBe('The same')
    const read = JSON.parse(new TextDecoder().decode(json))
    const again = (rows: unknown) => new TextEncoder().encode(JSON.stringify({ rows }, null, 2))
    expect(await drop(again(read.rows))).toBe('The same')
    expect(await drop(again(read.rows.toReversed()))).toBe('Not the same as this report')
    expect(await drop(new TextEncoder().encode('Anilkumar'))).toBe('Not the same as this report')
    expect(await paste(`SHA-256 ${read.sha256.toUpperCase()}`)).toBe('The same')
    expect(await paste(hashOf('x'))).toBe('Not the same as this report')
    expect(await paste('abc')).toBe('This is no SHA-256 hash')
    expect(read.check).toMatch(/\/public\/report\//)
  })
  it('without a code is led to what is known of the hash of a file: nothing else of it is sent', async () => {
    const json = await direct(`farmer-register.json?${purpose}`)
    const went: string[] = []
    const { drop } = await opened(`http://${host()}/public/report`, went)
    await drop(json)
    await drop(new TextEncoder().encode('Anilkumar'))
    expect(went).toEqual([json, new TextEncoder().encode('Anilkumar')].map((bytes) => `/public/report?code=${hashOf(bytes)}&lang=hi`))
    expect((await world.stranger().get(went[0] ?? '')).status).toBe(303)
  })
})

describe('a file that programs read', () => {
  const fetched = async (file: string, who = 'omar') => {
    const response = await world.app.request(`http://${host()}/api/operators/OP1/reports/${file}`, {
      headers: { host: host(), 'x-test-user': world.people[who]?.id ?? '' },
    })
    expect(response.status).toBe(200)
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { bytes: new Uint8Array(await response.arrayBuffer()), name, headers: response.headers }
  }
  it('as CSV has header and rows alone; its name and an HTTP header say where it is checked', async () => {
    const { bytes, name, headers } = await fetched(`farmer-register.csv?${purpose}`)
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
    expect([lines.length, new Set(lines.map((line) => line.split(',').length)).size]).toEqual([3, 1])
    const [, code = ''] = /^farmer-register-2026-01-15-([2-9A-Z]{12})\.csv$/.exec(name) ?? []
    expect(headers.get('x-report-check')).toBe(`http://${host()}/public/report/${code}`)
    const { status, body } = await page(`http://${host()}/public/report/${code}`)
    expect([status, body.includes(hashOf(bytes)), body.includes('CSV')]).toEqual([200, true, true])
    // Made in the background it has its name, too.
    const run = await finished('csv')
    const of = /-([2-9A-Z]{12})\.csv$/.exec(run.fileName)?.[1] ?? ''
    expect((await page(`http://${host()}/public/report/${of}`)).body).toContain(hashOf(await saved(run.fileUrl)))
    expect(new TextDecoder().decode(await saved(run.fileUrl))).toBe(new TextDecoder().decode(bytes))
  })
  it('as GeoJSON says of itself in foreign members what a paper says in its footer', async () => {
    const { bytes, name, headers } = await fetched(`parcel-register.geojson?${purpose}&village=Ghattinagar`)
    const { features, ...read } = JSON.parse(new TextDecoder().decode(bytes))
    expect([name, Array.isArray(features)]).toEqual(['parcel-register-2026-01-15.geojson', true])
    expect(read).toMatchObject({
      ...{ type: 'FeatureCollection', report: 'parcel-register', programme: expect.stringMatching(/./), operator: world.places.cotton.OP1?.title },
      ...{ parameters: { village: 'Ghattinagar' }, ranAt: now.toISOString(), sha256: headers.get('x-report-sha256'), check: headers.get('x-report-check') },
    })
    expect((await page(read.check)).body).toContain(hashOf(bytes))
  })
})

describe('the link to a file', () => {
  it('is refused without its seal, altered, of another file, of another person, of another secret (403), and after fifteen minutes (410)', async () => {
    const [run, other] = [await finished(), await finished()]
    const url = new URL(run.fileUrl, 'http://x')
    const omar = world.as('omar')
    const changed = (values: Record<string, string>) => `${url.pathname}?${new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...values })}`
    const until = Number(url.searchParams.get('until'))
    const foreign = createFileLinks([randomUUID()], isSameSecret).sealOf(world.tenants.cotton.id, { run: run.id, user: world.people.omar?.id ?? '', until })
    const neighbour = createFileLinks(world.deps.secrets ?? ['x'], isSameSecret).sealOf(world.tenants.dairy.id, {
      run: run.id,
      user: world.people.omar?.id ?? '',
      until,
    })
    for (const path of [
      url.pathname,
      changed({ until: String(until + 900) }),
      changed({ until: 'x' }),
      changed({ seal: '' }),
      changed({ seal: foreign }),
      changed({ seal: neighbour }),
      `/api/operators/OP1/report-runs/${other.id}/file${url.search}`,
    ])
      expect([path, (await omar.get(path)).body.code]).toEqual([path, 'FORBIDDEN'])
    expect((await world.as('ines').get(run.fileUrl)).status).toBe(404)
    expect((await world.stranger().get(run.fileUrl)).status).toBe(401)
    expect((await omar.get(run.fileUrl)).status).toBe(200)
    expect(until * 1000).toBe(now.getTime() + 15 * 60_000)
    now = new Date(until * 1000 - 1)
    expect((await omar.get(run.fileUrl)).status).toBe(200)
    now = new Date(until * 1000)
    expect(await omar.get(run.fileUrl)).toMatchObject({ status: 410, body: { code: 'GONE' } })
    expect((await fileOfRun(omar, run.id)).status).toBe(200)
  })
  it('opens nothing for whoever was suspended since or lost the right to the report', async () => {
    const run = await finished()
    const person = world.people.omar
    if (!person) throw new Error('no Omar')
    const lesser = world.asUser({ ...person, grants: [{ role: 'PROCESSOR_USER', operatorIds: person.grants[0]?.operatorIds ?? [] }] })
    expect((await lesser.get(run.fileUrl)).body.code).toBe('FORBIDDEN')
    const suspended = createApp({ ...world.deps, authenticate: async () => null })
    expect((await suspended.request(`http://${host()}${run.fileUrl}`, { headers: { host: host() } })).status).toBe(401)
  })
  it('outlives a restart, and a secret that became the second', async () => {
    const run = await finished()
    const ask = async (secrets: readonly [string, ...string[]]) =>
      (
        await createApp({ ...world.deps, secrets }).request(`http://${host()}${run.fileUrl}`, {
          headers: { host: host(), 'x-test-user': world.people.omar?.id ?? '' },
        })
      ).status
    const [secret = ''] = world.deps.secrets ?? []
    expect([await ask([secret]), await ask([randomUUID(), secret]), await ask([randomUUID()])]).toEqual([200, 200, 403])
  })
})

describe('a file after its days', () => {
  it('goes by the clock, not before, once with two clocks; the run says so and the paper is still known', async () => {
    const pdf = await finished('pdf')
    const address = pdfQr(await saved(pdf.fileUrl)) ?? ''
    const stateOf = async () => (await world.as('omar').get(`/report-runs/${pdf.id}`)).body
    const tick = () => runClock(context(), world.tenants.cotton)
    const file = () =>
      world.scoped(
        'omar',
        async ({ db }) =>
          (
            await sql<Json>`select f.state from report_run as r join file as f on f.tenant_id = r.tenant_id and f.id = r.file_id where r.id = ${pdf.id}::uuid`.execute(
              db,
            )
          ).rows[0]?.state,
      )
    now = new Date(Date.parse(pdf.expiresAt) - 1)
    await tick()
    expect([(await stateOf()).state, await file()]).toEqual(['DONE', 'UNATTACHED'])
    now = new Date(Date.parse(pdf.expiresAt))
    await Promise.all([tick(), tick()])
    expect([await stateOf(), await file()]).toMatchObject([{ state: 'EXPIRED', fileUrl: null }, 'REMOVING'])
    expect((await world.as('omar').get(`/report-runs/${pdf.id}/file`)).body.code).toBe('GONE')
    expect(await removeUnusedFiles(world.database, now, databaseStorage(world.database))).toBeGreaterThan(0)
    expect([(await stateOf()).state, await file()]).toEqual(['EXPIRED', undefined])
    expect((await page(address)).status).toBe(200)
  })
})

// Which file is found by what: the hash of its bytes, or the code in its name alone, where the bytes are nothing but rows; and the newest file of each report that its reader sees.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { reports } from '#domain/reports/all.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, type Json, clock as start } from './chain-stage.ts'

let world: World
const now = start()
const host = () => `${world.tenants.cotton.subdomain}.farmbook.test`
const purpose = 'purpose=OWN_RECORDS'

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  const chain = await chainOf(world)
  for (const name of ['Anilkumar', 'Bhagwandas']) await chain.member({ name })
})

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const files = (): Promise<Json[]> =>
  world.scoped(
    'omar',
    async ({ db }) => (await sql<Json>`select * from report_file where tenant_id = ${world.tenants.cotton.id} order by made_at, code`.execute(db)).rows,
  )
async function fetched(file: string, who = 'omar') {
  const headers = { host: host(), 'x-test-user': world.people[who]?.id ?? '' }
  world.as(who)
  const response = await world.app.request(`http://${host()}/api/operators/OP1/reports/${file}`, { headers })
  expect([file, response.status]).toEqual([file, 200])
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { bytes: new Uint8Array(await response.arrayBuffer()), name }
}

describe('a file without its address', () => {
  it('is found by the hash of its bytes and by its code as somebody types it, at its own programme alone', async () => {
    const { bytes } = await fetched(`farmer-register.json?${purpose}`)
    const code = (JSON.parse(new TextDecoder().decode(bytes)).check as string).slice(-12)
    const look = (typed: string, at = host()) => world.stranger(at).get(`/public/report?${new URLSearchParams({ code: typed, lang: 'hi' })}`)
    const same = (await files()).filter((one) => one.file_sha256 === hashOf(bytes))
    const newest = same.find((one) => String(one.made_at) === String(same.at(-1)?.made_at))?.code
    for (const [typed, found] of [
      [hashOf(bytes), newest],
      [hashOf(bytes).toUpperCase(), newest],
      [`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`, code],
    ]) {
      const { status, headers, body } = await look(typed)
      expect([typed, status, headers.get('location'), body]).toEqual([typed, 303, `/public/report/${found}?lang=hi`, ''])
    }
    for (const typed of [hashOf('x'), 'ABCDEFGHJKLM', 'x'.repeat(5000), "' or 1=1"]) {
      const { status, body } = await look(typed)
      expect([typed.length, status, body.includes('lang="hi"')]).toEqual([typed.length, 404, true])
    }
    expect((await look(code, `${world.tenants.dairy.subdomain}.farmbook.test`)).status).toBe(404)
    const { status, body } = await world.stranger().get('/public/report?lang=en')
    expect([status, body.includes('Check a report'), body.includes(hashOf(bytes))]).toEqual([200, true, false])
  })
  it('is not found by its hash where it is nothing but its rows: whoever guesses the rows of a small report learns nothing', async () => {
    const found = async (typed: string) => {
      const answers = await Promise.all([`/public/report?code=${typed}`, `/public/report/${typed}`].map((one) => world.stranger().get(one)))
      return answers.map(({ status }) => status)
    }
    const unknown = (await world.stranger().get(`/public/report/${hashOf('x')}?lang=en`)).body
    const { bytes: table, name } = await fetched(`farmer-register.csv?${purpose}`)
    // A document of a standard, as it stands among the files that were made.
    const [made] = await files()
    const [document, documentCode] = [hashOf('document'), 'DDDDDDDDDDDD']
    await world.scoped('ada', ({ db }) =>
      db
        .insertInto('report_file')
        .values({ ...made, report: 'epcis-document', format: 'json', code: documentCode, file_sha256: document, parameters: '{}' } as never)
        .execute(),
    )
    for (const [hash, code] of [
      [hashOf(table), name.slice(-16, -4)],
      [document, documentCode],
    ] as const) {
      expect([code, await found(hash), await found(code)]).toEqual([code, [404, 404], [303, 200]])
      expect((await world.stranger().get(`/public/report/${hash}?lang=en`)).body).toBe(unknown)
    }
    for (const page of [unknown, (await world.stranger().get('/public/report?lang=en')).body])
      expect(page).toMatch(/enter the code at the end of (its|their) name/)
    // A workbook has its code within.
    const { bytes } = await fetched(`farmer-register.xlsx?${purpose}`)
    expect(await found(hashOf(bytes))).toEqual([303, 200])
  })
})

describe('the reports of a reader', () => {
  const list = async (who: string) => (await world.as(who, 'OP1').get('/reports')).body.items as { report: string; lastFile: unknown }[]
  it('are those that their role may run, each with the newest file that they had made, and nobody else', async () => {
    const at = async (who: string, report: string) => (await world.as(who, 'OP1').get(`/reports/${report}`)).status
    for (const who of ['omar', 'ada', 'paul', 'ines', 'bella']) {
      if (!world.people[who]) continue
      const own = new Set((await list(who)).map(({ report }) => report))
      for (const { id } of reports) expect([who, id, (await at(who, id)) === 403]).toEqual([who, id, !own.has(id)])
    }
    await fetched('certificate-register.csv', 'ada')
    expect((await list('ada')).find(({ report }) => report === 'certificate-register')?.lastFile).toEqual({ format: 'csv', madeAt: now.toISOString() })
    expect((await list('omar')).find(({ report }) => report === 'certificate-register')?.lastFile).toBeNull()
    expect((await world.stranger().get('/api/operators/OP1/reports')).status).toBe(401)
  })
  it('show a pack by itself, not by one of the files in it, which were made at the same moment', async () => {
    const [made] = (await files()).filter(({ report }) => report === 'certificate-register')
    const madeAt = new Date(now.getTime() + 1).toISOString()
    const add = (format: string, code: string) =>
      world.scoped('ada', ({ db }) =>
        db
          .insertInto('report_file')
          .values({ ...made, format, code, made_at: madeAt, parameters: '{}' } as never)
          .execute(),
      )
    for (const [format, code] of [
      ['pdf', 'AAAAAAAAAAAA'],
      ['zip', 'BBBBBBBBBBBB'],
      ['csv', 'CCCCCCCCCCCC'],
    ] as const)
      await add(format, code)
    expect((await list('ada')).find(({ report }) => report === 'certificate-register')?.lastFile).toEqual({ format: 'zip', madeAt })
  })
})

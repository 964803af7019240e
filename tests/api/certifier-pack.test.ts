// The certifier pack (R28): for whom it is made and of what, what its index says of every part, and that a signed list in it is what was signed.
import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const as = (who: string, at = 'OP1') => world.as(who, at)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const pack = (who: string, query: string, at = 'OP1') => as(who, at).get(`/reports/certifier-pack.zip?${query}`)
async function madeFor(who: string): Promise<Map<string, Buffer>> {
  const host = `${world.tenants.cotton.subdomain}.farmbook.test`
  const address = `http://${host}/api/operators/OP1/reports/certifier-pack.zip?season=${chain.season}&language=hi`
  const response = await world.app.request(address, { headers: { host, 'x-test-user': world.people[who]?.id ?? '' } })
  return unzipped(Buffer.from(await response.arrayBuffer()))
}
/** Read by its directory, without the product's own code. */
function unzipped(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  for (let at = bytes.readUInt32LE(end + 16), n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [size, name, extra, comment, start] = [
      bytes.readUInt32LE(at + 20),
      ...[28, 30, 32].map((field) => bytes.readUInt16LE(at + field)),
      bytes.readUInt32LE(at + 42),
    ] as [number, number, number, number, number]
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const packed = bytes.subarray(from, from + size)
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed)
    at += 46 + name + extra + comment
  }
  return parts
}

describe('the certifier pack', () => {
  it('is refused to a field officer, an inspector, a buyer and a ginner (403) and another group’s manager (404), and without an operator or a season (400)', async () => {
    const query = `season=${chain.season}`
    for (const who of ['fatima', 'ines', 'pooja', 'paul']) expect((await pack(who, query)).status, who).toBe(403)
    expect((await pack('leela', query)).status).toBe(404)
    expect(await pack('ada', query, '-')).toMatchObject({ status: 400, body: { fields: [{ path: 'operator', code: 'required' }] } })
    for (const wrong of ['', 'season=', 'season=x', `season=${crypto.randomUUID()}`])
      expect(await pack('omar', wrong), wrong).toMatchObject({ status: 400, body: { fields: [{ path: 'season', code: 'missing' }] } })
    expect(await pack('omar', `${query}&language=xx`)).toMatchObject({ status: 400 })
    expect(await pack('omar', `${query}&village=x`)).toMatchObject({ status: 400 })
  })
  it('has every report, the signed list as it was signed and nothing that is not, each with its fingerprint in the index', async () => {
    const { farmerId } = await chain.sown({ areaHa: 1.5 })
    await chain.decide('APPROVED', farmerId)
    const draw = () =>
      record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', '2026-01-15', { farmSchemeId: npop, seasonId: chain.season })
    const npop = await chain.standards.scheme('NPOP')
    await ok(draw())
    const { id, hash, code } = (await ok(as('omar').get('/approvedlist?limit=1'))).items[0]
    const listed = async (who: string) => {
      const parts = await madeFor(who)
      return { parts, list: parts.get(`signed-lists/${code}.json`) }
    }
    expect((await listed('omar')).list).toBeUndefined()
    await ok(record(as('omar'), 'approvedlist', id, 'SIGNED', '2026-01-15', { hash }))
    await ok(record(as('carla'), 'approvedlist', id, 'COUNTERSIGNED', '2026-01-15', { hash }))
    const { parts, list } = await listed('carla')
    expect(sha256(list as Buffer)).toBe(hash)
    const names = [...parts.keys()]
    for (const number of ['R02', 'R03', 'R06', 'R08', 'R10', 'R11', 'R12'])
      expect(
        names.filter((name) => name.startsWith(number)),
        number,
      ).not.toEqual([])
    expect(JSON.parse(String(parts.get('R03-parcel-register.geojson')))).toMatchObject({ type: 'FeatureCollection', features: [{ type: 'Feature' }] })
    expect(parts.get('R02-approved-farmer-list.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
    const index = String(parts.get('index.csv')).split(/\r?\n/)
    for (const [name, bytes] of parts)
      if (name !== 'index.csv' && name !== 'about.txt')
        expect(
          index.find((line) => line.startsWith(name)),
          name,
        ).toContain(sha256(bytes))
    const rows = index.find((line) => line.startsWith('R02-approved-farmer-list.pdf'))?.split(',')
    expect([rows?.[2], rows?.[3]]).toEqual(['1', (await ok(as('omar').get(`/reports/approved-farmer-list?season=${chain.season}`))).sha256])
  })
})

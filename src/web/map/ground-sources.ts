// Fetches what the ground of a map needs before it is drawn, and reads its tiles through the browser's store.
import { addProtocol, type StyleSpecification } from 'maplibre-gl'
import type { RangeResponse, Source } from 'pmtiles'
import type { Ground, GroundSource } from '#domain/geo/ground.ts'
import { bytesOnce } from './ground-cache.ts'
import { absolute, type Fetched, type PmtilesFacts } from './ground-style.ts'

const patienceMs = 5000
let isPrepared = false

/** Everything of `ground` that can be had within some seconds; the rest is left out, and said on the console. */
export async function fetchGround({ base, satellite }: Ground): Promise<Fetched> {
  prepare()
  const [style, baseFacts, satelliteFacts] = await Promise.all([
    base?.kind === 'style' ? orNothing(styleAt(base)) : undefined,
    base?.kind === 'pmtiles' ? orNothing(factsOf(base)) : undefined,
    satellite?.kind === 'pmtiles' ? orNothing(factsOf(satellite)) : undefined,
  ])
  return { style, facts: { ...(baseFacts ? { base: baseFacts } : {}), ...(satelliteFacts ? { satellite: satelliteFacts } : {}) } }
}

const orNothing = <T>(wanted: Promise<T>): Promise<T | undefined> =>
  wanted.catch((error: unknown) => {
    console.error('A map of this installation could not be read; it is left out.', error)
    return undefined
  })

const styleAt = async ({ url }: GroundSource): Promise<StyleSpecification> => {
  const bytes = await bytesOnce(url, () => bytesAt(url, AbortSignal.timeout(patienceMs)))
  return JSON.parse(new TextDecoder().decode(bytes)) as StyleSpecification
}

async function bytesAt(url: string, signal?: AbortSignal, headers: Record<string, string> = {}): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers, ...(signal ? { signal } : {}) })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  return response.arrayBuffer()
}

function prepare(): void {
  if (isPrepared) return
  isPrepared = true
  addProtocol('once', async ({ url }, abort) => {
    const address = url.slice('once://'.length)
    return { data: await bytesOnce(address, () => bytesAt(address, abort.signal)) }
  })
}

let protocol: Promise<{ add(archive: InstanceType<typeof import('pmtiles').PMTiles>): void }> | undefined
async function factsOf({ url }: GroundSource): Promise<PmtilesFacts> {
  const { PMTiles, Protocol, TileType } = await import('pmtiles')
  protocol ??= Promise.resolve().then(() => {
    const made = new Protocol()
    addProtocol('pmtiles', made.tile)
    return made
  })
  const archive = new PMTiles(storedRanges(absolute(url)))
  ;(await protocol).add(archive)
  const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  return { tiles: tileType === TileType.Mvt ? 'vector' : 'raster', minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] }
}

/** Ranges of a file, each stored as if it were an address of its own. */
const storedRanges = (url: string): Source => ({
  getKey: () => url,
  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const range = `bytes=${offset}-${offset + length - 1}`
    return { data: await bytesOnce(`${url}?${range}`, () => bytesAt(url, signal, { range })) }
  },
})

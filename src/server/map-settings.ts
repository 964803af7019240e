// Maps that a deployment puts under its own: what their settings say, and which other origins a browser may ask for them.
import type { Ground, GroundSource } from '#domain/geo/ground.ts'

/** `files`: PMTiles files of this machine, which the server hands out itself. `origins`: of addresses elsewhere. */
export type GroundSettings = { ground: Ground; files: { base: string | null; satellite: string | null }; origins: readonly string[] }
type Given = { readonly [Name in 'base' | 'baseAttribution' | 'satellite' | 'satelliteAttribution' | 'origins']?: string | undefined }

/** Addresses under which the server hands out its own files. */
export const groundAddress = (name: keyof Ground): string => `/maps/${name}.pmtiles`

/** Throws an Error whose message is a sentence for the person at the terminal. */
export function groundSettings({ base, baseAttribution, satellite, satelliteAttribution, origins }: Given): GroundSettings {
  const [under, photo] = [sourceOf('base', base, baseAttribution), sourceOf('satellite', satellite, satelliteAttribution)]
  if (photo?.source.kind === 'style') throw new Error('SATELLITE_MAP is an address of tiles with {z}, {x} and {y}, or a PMTiles file; a style is for BASE_MAP.')
  const more = (origins ?? '').split(/[\s,]+/).filter(Boolean)
  for (const origin of more)
    if (URL.parse(origin)?.origin !== origin) throw new Error(`MAP_ORIGINS are origins like https://tiles.example, separated by spaces; one is "${origin}".`)
  const elsewhere = [under, photo].flatMap((one) => (one && one.file === null ? [originOf(one.source.url)] : []))
  return {
    ground: { base: under?.source ?? null, satellite: photo?.source ?? null },
    files: { base: under?.file ?? null, satellite: photo?.file ?? null },
    origins: [...new Set([...elsewhere, ...more])],
  }
}

function sourceOf(name: keyof Ground, given: string | undefined, attribution: string | undefined): { source: GroundSource; file: string | null } | null {
  if (given === undefined) return null
  const setting = name === 'base' ? 'BASE_MAP' : 'SATELLITE_MAP'
  const isAddress = /^https?:\/\//.test(given)
  if (isAddress && !URL.canParse(given.replace(/[{}]/g, ''))) throw new Error(`${setting} is no address: "${given}".`)
  const isFile = /\.pmtiles$/i.test(isAddress ? new URL(given.replace(/[{}]/g, '')).pathname : given)
  const kind = isFile ? 'pmtiles' : ['{z}', '{x}', '{y}'].every((part) => given.includes(part)) ? 'raster' : 'style'
  if (!isAddress && kind !== 'pmtiles')
    throw new Error(`${setting} is the address of a map style, of tiles with {z}, {x} and {y}, or a PMTiles file; it is "${given}".`)
  if (kind !== 'style' && !attribution) throw new Error(`${setting}_ATTRIBUTION is needed beside ${setting}: whoever drew a map is named on it.`)
  const url = isAddress ? given : groundAddress(name)
  return { source: { kind, url, attribution: attribution ?? null }, file: isAddress ? null : given }
}

/** Of an address in which parts may stand in braces. */
const originOf = (url: string): string => new URL(url.replace(/[{}]/g, '')).origin

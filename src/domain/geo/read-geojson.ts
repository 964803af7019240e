// GeoJSON in (RFC 7946): a FeatureCollection, a Feature or a bare geometry; whole, or in pieces as a file arrives, so that
// 10,000 plots never lie in memory at once.

import { isTooDeep, notJson, tooDeep } from '../kernel/sound-json.ts'
import { fromGeometry, type Shape, unreadable } from './shapes.ts'

/** Reads a parsed GeoJSON value. Throws MALFORMED when it is no GeoJSON or in another coordinate system than WGS84. */
export function readGeoJson(value: unknown): Shape[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('This is not GeoJSON: an object with a type was expected.')
  const { type, features, crs } = value as { type?: unknown; features?: unknown; crs?: unknown }
  refuseOtherSystem(crs)
  if (type === 'FeatureCollection') {
    if (!Array.isArray(features)) throw unreadable('This FeatureCollection has no list of features.')
    return features.map(featureShape)
  }
  if (typeof type !== 'string') throw unreadable('This is not GeoJSON: it has no type.')
  return [featureShape(type === 'Feature' ? value : { geometry: value })]
}

/** One feature of a collection. A feature that is no plot comes back with its problem. */
export function featureShape(feature: unknown): Shape {
  const { geometry, properties } = (typeof feature === 'object' && feature !== null ? feature : {}) as { geometry?: unknown; properties?: unknown }
  const words = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? (properties as Record<string, unknown>) : {}
  return { name: typeof words.name === 'string' ? words.name : null, properties: words, ...fromGeometry(geometry) }
}

/** Old files name their coordinate system; anything but longitude and latitude would land in the wrong place. */
function refuseOtherSystem(crs: unknown): void {
  if (crs === undefined || crs === null) return
  const name = (crs as { properties?: { name?: unknown } }).properties?.name
  if (typeof name === 'string' && /(CRS84|EPSG:+4326)$/i.test(name)) return
  throw unreadable('Only WGS84 longitude and latitude are read; please export the file in EPSG:4326.')
}

/** Longest text of a single feature; 5,000 positions are well under it. */
const longestFeature = 1_000_000

/**
 * Features of a FeatureCollection one by one while the text arrives in chunks. A single Feature or geometry is given at the end.
 * Throws MALFORMED for text that is no JSON, for one feature of more than a megabyte, and when the end is missing.
 */
export async function* streamGeoJson(chunks: AsyncIterable<string>): AsyncGenerator<Shape> {
  const splitter = new FeatureSplitter()
  for await (const chunk of chunks) {
    for (const text of splitter.push(chunk)) yield featureShape(parsed(text))
  }
  // What stood around the features: an empty collection, a single Feature, or whatever makes the file unreadable.
  yield* readGeoJson(parsed(splitter.end()))
}

function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unreadable(notJson(cause))
  }
  if (isTooDeep(value)) throw unreadable(tooDeep)
  return value
}

const opensFeatures = /"features"\s*:\s*$/
/** Cuts the objects out of the top-level "features" list by counting braces outside strings; what is around them stays as `end()`. */
class FeatureSplitter {
  #around = ''
  #feature = ''
  #depth = 0
  #inString = false
  #escaped = false
  #inFeatures = false

  push(chunk: string): string[] {
    const features: string[] = []
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const character = chunk[i] as string
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (character === '\\') this.#escaped = true
        else if (character === '"') this.#inString = false
        continue
      }
      if (character === '"') this.#inString = true
      else if (character === '{' || character === '[') {
        if (character === '[' && this.#depth === 1 && opensFeatures.test(this.#around.slice(-40) + chunk.slice(Math.max(from, i - 40), i))) {
          this.#keep(chunk.slice(from, i + 1))
          from = i + 1
          this.#inFeatures = true
          refuseOtherSystem((parsed(`${this.#around}]}`) as { crs?: unknown }).crs)
        } else if (this.#inFeatures && this.#depth === 2) {
          this.#separator(chunk.slice(from, i))
          from = i
        }
        this.#depth++
      } else if (character === '}' || character === ']') {
        this.#depth--
        if (this.#inFeatures && this.#depth === 2) {
          features.push(this.#feature + chunk.slice(from, i + 1))
          this.#feature = ''
          from = i + 1
        } else if (this.#inFeatures && this.#depth === 1) {
          this.#separator(chunk.slice(from, i))
          from = i
          this.#inFeatures = false
        }
      }
    }
    this.#keep(chunk.slice(from))
    return features
  }

  end(): string {
    return this.#around
  }

  #keep(text: string): void {
    if (this.#inFeatures && this.#depth > 2) this.#feature += text
    else if (this.#inFeatures && this.#depth === 2) this.#separator(text)
    else this.#around += text
    if (this.#feature.length > longestFeature || this.#around.length > longestFeature * 10)
      throw unreadable('One feature of this file is too large to be a plot.')
  }

  /** Between features only commas and space may stand; anything else is left in, so that parsing the rest refuses it. */
  #separator(text: string): void {
    this.#around += text.replaceAll(/[\s,]/g, '')
  }
}

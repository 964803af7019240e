// KML in: the Placemarks of a file from Google Earth or a GPS, as a stream of text. Entities of a document type are never
// expanded (the parser refuses unknown ones), so a small file cannot grow into a large one.
import { SaxesParser } from 'saxes'
import type { Position } from '../kernel/kinds.ts'
import { Problem } from '../kernel/problems.ts'
import { phrase } from '../messages/message.ts'
import { fromPoint, fromPolygons, type Shape, shapeProblem, unreadable } from './shapes.ts'

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
/** Longest run of text inside one element: 5,000 positions with heights are a fifth of it. */
const longestText = 1_000_000

type Placemark = { name: string | null; properties: Record<string, unknown>; polygons: Position[][][]; point: Position | null; others: string[] }

/** Placemarks of a KML text given in chunks. Throws MALFORMED with the line when it is no XML. */
export async function* streamKml(chunks: AsyncIterable<string>): AsyncGenerator<Shape> {
  const reader = new KmlReader()
  for await (const chunk of chunks) yield* reader.write(chunk)
  yield* reader.close()
}

/** The same for a text that is there already. */
export function readKml(text: string): Shape[] {
  const reader = new KmlReader()
  return [...reader.write(text), ...reader.close()]
}

class KmlReader {
  #parser = new SaxesParser()
  #path: string[] = []
  #text = ''
  #dataName: string | null = null
  #placemark: Placemark | null = null
  #ready: Shape[] = []
  #sawKml = false

  constructor() {
    this.#parser.on('error', () => {
      throw unreadable(phrase`This is not KML: it cannot be read from line ${this.#parser.line}, column ${this.#parser.column} on.`)
    })
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(localName(name), attributes))
    this.#parser.on('closetag', () => this.#close())
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
  }

  write(chunk: string): Shape[] {
    this.#run(() => this.#parser.write(chunk))
    return this.#take()
  }

  close(): Shape[] {
    this.#run(() => this.#parser.close())
    if (!this.#sawKml) throw unreadable('This is not KML: it has no <kml> element.')
    return this.#take()
  }

  #run(work: () => void): void {
    try {
      work()
    } catch (cause) {
      throw cause instanceof Problem ? cause : unreadable('This is not KML.')
    }
  }

  #take(): Shape[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  #add(text: string): void {
    if (this.#placemark) this.#text += text
    if (this.#text.length > longestText) throw unreadable('One element of this file is too large to be a plot.')
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'kml') this.#sawKml = true
    if (this.#path.length > 100) throw unreadable('This file is nested too deeply to be KML.')
    this.#path.push(name)
    this.#text = ''
    if (name === 'Placemark') this.#placemark = { name: null, properties: {}, polygons: [], point: null, others: [] }
    if (name === 'Polygon') this.#placemark?.polygons.push([])
    if (name === 'LineString' || name === 'Track' || name === 'MultiTrack') this.#placemark?.others.push(name)
    if (name === 'Data' || name === 'SimpleData') this.#dataName = attributes.name ?? null
  }

  #close(): void {
    const name = this.#path.pop()
    const parent = this.#path.at(-1)
    const text = this.#text.trim()
    this.#text = ''
    const placemark = this.#placemark
    if (!placemark) return
    if (name === 'name' && parent === 'Placemark') placemark.name = text || null
    else if ((name === 'value' && parent === 'Data') || name === 'SimpleData') {
      if (this.#dataName) placemark.properties[this.#dataName] = text
      this.#dataName = null
    } else if (name === 'coordinates' && parent === 'LinearRing') this.#addRing(placemark, toPositions(text))
    else if (name === 'coordinates' && parent === 'Point') placemark.point = toPositions(text)[0] ?? null
    else if (name === 'Placemark') {
      this.#placemark = null
      this.#ready.push(toShape(placemark))
    }
  }

  /** Outer ring first, whatever order the file has them in. */
  #addRing(placemark: Placemark, ring: Position[]): void {
    const polygon = placemark.polygons.at(-1)
    if (this.#path.includes('outerBoundaryIs')) polygon?.unshift(ring)
    else polygon?.push(ring)
  }
}

/** `lon,lat[,height]` separated by white space; a tuple that is no number becomes NaN and is refused with its position. */
function toPositions(text: string): Position[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple): Position => {
      const [lon = Number.NaN, lat = Number.NaN] = tuple.split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
      return [lon, lat]
    })
}

function toShape({ name, properties, polygons, point, others }: Placemark): Shape {
  const words = { name, properties }
  if (polygons.length) return { ...words, ...fromPolygons(polygons) }
  if (point) return { ...words, ...fromPoint(point) }
  if (others.length)
    return {
      ...words,
      polygon: null,
      point: null,
      problem: shapeProblem('geometry_type', 'A line or track is not an area: please close it into a polygon first.'),
    }
  return { ...words, polygon: null, point: null, problem: shapeProblem('no_boundary', 'There is no boundary here.') }
}

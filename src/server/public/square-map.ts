// The 10 km square as a drawing inside the page: the square on a grid of degrees, and where in the world that is.
// No tile, no request to anybody: whoever scans a code is not disclosed to a map service.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { metreRuler } from '#domain/geo/area.ts'
import { clipRing, type Point, type Window } from './clip.ts'
import { escapeHtml, type Html, trusted } from './html.ts'

const size = { width: 350, height: 170 }
const inset = { size: 74, degrees: 13 }
const colours = { ground: '#EEF0EA', grid: '#D5DBD2', square: '#2B7A4B', land: '#FFFFFF', water: '#D5E2E6', words: '#56625B' }

/** `square`: west, south, east, north of the cell. `words` are put in as text. */
export function squareMap(square: readonly [number, number, number, number], words: { square: string; title: string }): Html {
  const [west, south, east, north] = square
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  const { kx, ky } = metreRuler(lat)
  const perMetre = 118 / 10_000
  const x = (degrees: number) => round(size.width / 2 - 26 + (degrees - lon) * kx * perMetre)
  const y = (degrees: number) => round(size.height / 2 - (degrees - lat) * ky * perMetre)
  const steps = (middle: number) => Array.from({ length: 7 }, (_, index) => (Math.round(middle * 10) + index - 3) / 10)
  const lines = [
    ...steps(lon).map((degrees) => `<path d="M${x(degrees)},0V${size.height}"/>`),
    ...steps(lat).map((degrees) => `<path d="M0,${y(degrees)}H${size.width}"/>`),
  ].join('')
  const labels = [
    ...steps(lat)
      .filter((degrees) => y(degrees) > 14 && y(degrees) < size.height - 22)
      .map((degrees) => `<text x="5" y="${y(degrees) - 4}">${Math.abs(degrees).toFixed(1)}° ${degrees < 0 ? 'S' : 'N'}</text>`),
    ...steps(lon)
      .filter((degrees) => x(degrees) > 66 && x(degrees) < size.width - 130)
      .map((degrees) => `<text x="${x(degrees) + 4}" y="${size.height - 6}">${Math.abs(degrees).toFixed(1)}° ${degrees < 0 ? 'W' : 'E'}</text>`),
  ].join('')
  const bar = round(5_000 * perMetre)
  return trusted(`<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escapeHtml(words.title)}" font-size="11" fill="${colours.words}">
<rect width="${size.width}" height="${size.height}" fill="${colours.ground}"/><g stroke="${colours.grid}" fill="none">${lines}</g>${labels}
<rect x="${x(west)}" y="${y(north)}" width="${round(x(east) - x(west))}" height="${round(y(south) - y(north))}" fill="${colours.square}" fill-opacity=".18" stroke="${colours.square}" stroke-width="2"/>
<text x="${x(lon)}" y="${y(lat) + 4}" text-anchor="middle" font-size="13" font-weight="600" fill="#1E4D31">${escapeHtml(words.square)}</text>
<path d="M${size.width - 14 - bar},${size.height - 14}v4h${bar}v-4" fill="none" stroke="#1E2622" stroke-width="1.5"/><text x="${size.width - 14 - bar / 2}" y="${size.height - 15}" text-anchor="middle" fill="#1E2622">5 km</text>
${locator(lon, lat)}</svg>`)
}

/** The subcontinent around the place, with a dot, in the upper right corner. */
function locator(lon: number, lat: number): string {
  const window: Window = {
    west: lon - inset.degrees,
    east: lon + inset.degrees,
    south: Math.max(-85, lat - inset.degrees),
    north: Math.min(85, lat + inset.degrees),
  }
  const left = size.width - inset.size - 8
  const x = (degrees: number) => round(left + ((degrees - window.west) / (2 * inset.degrees)) * inset.size)
  const y = (degrees: number) => round(8 + ((window.north - degrees) / (window.north - window.south)) * inset.size)
  const land = coast()
    .map((ring) => clipRing(ring, window))
    .filter((ring) => ring.length > 2)
    .map((ring) => `M${ring.map(([a, b]) => `${x(a)},${y(b)}`).join('L')}Z`)
    .join('')
  return `<rect x="${left}" y="8" width="${inset.size}" height="${inset.size}" rx="4" fill="${colours.water}"/><path d="${land}" fill="${colours.land}"/><rect x="${left}" y="8" width="${inset.size}" height="${inset.size}" rx="4" fill="none" stroke="#C3CCC5"/><circle cx="${x(lon)}" cy="${y(lat)}" r="4" fill="${colours.square}" stroke="#fff" stroke-width="1.5"/>`
}

let rings: Point[][] | undefined
function coast(): Point[][] {
  if (rings) return rings
  // A file of the package, of the kind that its documentation says; nothing in it is anybody's input.
  const topology = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('world-atlas/land-110m.json')), 'utf8')) as Topology
  const land = topology.objects.land
  const found = land ? feature(topology, land) : null
  const shapes = found === null ? [] : found.type === 'FeatureCollection' ? found.features : [found]
  rings = shapes
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.type === 'Polygon' ? geometry.coordinates : []))
    .map((ring) => ring.map(([x = 0, y = 0]): Point => [x, y]))
  return rings
}

const round = (value: number): number => Math.round(value * 10) / 10

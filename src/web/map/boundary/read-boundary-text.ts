// One boundary out of whatever a person pastes or opens: GeoJSON, KML, well-known text, a table with a wkt column,
// or plain lines of latitude and longitude as GPS devices and maps show them.

import { readGeoJson } from '#domain/geo/read-geojson.ts'
import { readKml } from '#domain/geo/read-kml.ts'
import { readWkt } from '#domain/geo/read-wkt.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'

/** `others`: how many further boundaries the text has; the first is taken. */
export type ReadBoundary = { polygon: Polygon; name: string | null; others: number } | { refused: Sentence }

export const largestBoundaryText = 1_000_000

export function readBoundaryText(text: string): ReadBoundary {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (!trimmed) return { refused: /* i18n */ 'There is nothing here yet.' }
  if (trimmed.length > largestBoundaryText) return { refused: /* i18n */ 'This is too long to be one boundary; please use the import on the list of parcels.' }
  try {
    if (trimmed.startsWith('{')) return firstOf(readGeoJson(JSON.parse(trimmed)))
    if (trimmed.startsWith('<')) return firstOf(readKml(trimmed))
  } catch (error) {
    return { refused: error instanceof Problem ? error.sentence : /* i18n */ 'This is not GeoJSON: it could not be read.' }
  }
  // A table: the well-known text is quoted in one of its cells.
  const wkt = trimmed.match(/(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI)?POLYGON\s*(?:ZM|Z|M)?\s*\([\d\s.,()+\-eE]*\)/gi)
  if (wkt) return firstOf(wkt.map((one) => ({ name: null, ...readWkt(one) })))
  return readLines(trimmed)
}

type Found = { name: string | null; polygon: Polygon | null; problem: { message: Sentence } | null }
function firstOf(shapes: readonly Found[]): ReadBoundary {
  const sound = shapes.filter((shape) => shape.polygon)
  const [first] = sound
  if (first?.polygon) return { polygon: first.polygon, name: first.name, others: sound.length - 1 }
  return { refused: shapes[0]?.problem?.message ?? /* i18n */ 'There is no boundary here.' }
}

/**
 * `22.1305, 75.6012` a line. Maps and phones write latitude first, files longitude first; in a programme's country the two
 * cannot be confused when one of them is beyond 90, otherwise the header or the usual order (latitude first) decides.
 */
function readLines(text: string): ReadBoundary {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const header = /[a-z]/i.test(lines[0] ?? '') && !/\d/.test(lines[0] ?? '') ? lines.shift() : undefined
  const pairs = lines.map((line) => (line.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number))
  const bad = pairs.findIndex((pair) => pair.length < 2)
  if (pairs.length < 3 || bad >= 0) {
    return {
      refused:
        bad >= 0 && pairs.length >= 3
          ? phrase`Line ${bad + 1 + (header ? 1 : 0)} has no latitude and longitude.`
          : /* i18n */ 'Neither GeoJSON, KML, well-known text nor lines of latitude and longitude.',
    }
  }
  const lonFirst = header
    ? header.toLowerCase().search(/lon|lng/) >= 0 && header.toLowerCase().search(/lon|lng/) < header.toLowerCase().search(/lat/)
    : pairs.some(([first = 0]) => Math.abs(first) > 90)
  const ring = pairs.map(([first = 0, second = 0]): Position => (lonFirst ? [first, second] : [second, first]))
  return { polygon: { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }, name: null, others: 0 }
}

// Files that people bring: what is read, what is set aside with a reason, what is refused whole.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../kernel/problems.ts'
import { plotRing, polygonOf } from './arbitraries.ts'
import { readGeoJson, streamGeoJson } from './read-geojson.ts'
import { readKml, streamKml } from './read-kml.ts'
import { readGeometryText } from './read-wkt.ts'
import type { Shape } from './shapes.ts'

const ring = [
  [75.6, 22.1],
  [75.602, 22.1],
  [75.602, 22.102],
  [75.6, 22.1],
]
const feature = (geometry: unknown, properties: unknown = { name: 'North field', parcelNo: '12/1' }): unknown => ({ type: 'Feature', properties, geometry })
const polygon = { type: 'Polygon', coordinates: [ring] }
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function collect(shapes: AsyncIterable<Shape>): Promise<Shape[]> {
  const all: Shape[] = []
  for await (const shape of shapes) all.push(shape)
  return all
}

describe('readGeoJson', () => {
  it.each([
    ['a list', [1, 2]],
    ['nothing', null],
    ['an object without type', { features: [] }],
    ['a collection without features', { type: 'FeatureCollection', features: 'x' }],
    ['another coordinate system', { type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32643' } }, features: [] }],
  ])('refuses %s (MALFORMED)', (_, value) => {
    expect(() => readGeoJson(value)).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
  })

  it.each([
    ['no geometry', null, 'no_boundary'],
    ['a line', { type: 'LineString', coordinates: ring }, 'geometry_type'],
    ['two areas', { type: 'MultiPolygon', coordinates: [[ring], [ring]] }, 'multi_polygon'],
    ['text for numbers', { type: 'Polygon', coordinates: [[['75', '22'], ...ring]] }, 'format'],
    ['an empty ring', { type: 'Polygon', coordinates: [[]] }, 'too_few_points'],
    ['100,000 corners', { type: 'Polygon', coordinates: [Array.from({ length: 100_000 }, () => [75, 22])] }, 'too_many_points'],
    ['rings that are no lists', { type: 'Polygon', coordinates: [5] }, 'format'],
  ])('keeps a feature with %s aside with its reason and reads the others', (_, geometry, code) => {
    const shapes = readGeoJson({ type: 'FeatureCollection', features: [feature(geometry), feature(polygon)] })
    expect(shapes.map((shape) => shape.problem?.code ?? 'good')).toEqual([code, 'good'])
    expect(shapes[0]?.problem?.path).toBe('boundary')
  })

  it('reads a collection, a feature, a bare polygon, a polygon of one part, a point, and drops heights', () => {
    const high = { type: 'Polygon', coordinates: [ring.map(([lon, lat]) => [lon, lat, 250])] }
    for (const value of [
      { type: 'FeatureCollection', features: [feature(high)] },
      feature(polygon),
      polygon,
      { type: 'MultiPolygon', coordinates: [[ring]] },
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [75, 22] }, polygon] },
    ]) {
      expect(readGeoJson(value)[0]?.polygon).toEqual(polygon)
    }
    expect(readGeoJson({ type: 'Point', coordinates: [75, 22] })[0]).toMatchObject({ polygon: null, point: { coordinates: [75, 22] }, problem: null })
    expect(readGeoJson(feature(polygon))[0]).toMatchObject({ name: 'North field', properties: { parcelNo: '12/1' } })
  })
})

describe('streamGeoJson', () => {
  const tricky = { name: 'Brackets ]}[{ and "quotes" \\ and features', list: [{ a: [1, { b: 2 }] }] }
  const collection = {
    type: 'FeatureCollection',
    name: 'with "features": [ in a text',
    bbox: [1, 2, 3, 4],
    features: [feature(polygon, tricky), feature(null), feature(polygon)],
    foot: { features: [1] },
  }

  it('gives what reading it at once gives, in whatever pieces it arrives', async () => {
    const text = JSON.stringify(collection, null, 1)
    const whole = readGeoJson(collection)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        expect(await collect(streamGeoJson(inPieces(text, size)))).toEqual(whole)
      }),
    )
  })

  it('reads an empty collection and a single feature', async () => {
    expect(await collect(streamGeoJson(inPieces('{"type":"FeatureCollection","features":[ ]}', 7)))).toEqual([])
    expect((await collect(streamGeoJson(inPieces(JSON.stringify(feature(polygon)), 7))))[0]?.polygon).toEqual(polygon)
  })

  it.each([
    ['a file cut off', JSON.stringify(collection).slice(0, -30)],
    ['no JSON', 'PK\u0003\u0004 not json'],
    ['nothing', ''],
    [
      'another coordinate system, before the first plot',
      `{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:3857"}},"features":[${JSON.stringify(feature(polygon))}]}`,
    ],
    ['rubbish between features', `{"type":"FeatureCollection","features":[${JSON.stringify(feature(polygon))} rubbish]}`],
  ])('refuses %s (MALFORMED)', async (_, text) => {
    await expect(collect(streamGeoJson(inPieces(text, 64)))).rejects.toMatchObject({ code: 'MALFORMED' })
  })

  it('refuses one feature of megabytes (MALFORMED)', async () => {
    await expect(collect(streamGeoJson(inPieces(`{"type":"FeatureCollection","features":[{"x":"${'a'.repeat(1_200_000)}`, 65_536)))).rejects.toBeInstanceOf(
      Problem,
    )
  })
})

const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Village</name>
<Placemark><name>Field &amp; well</name><ExtendedData><Data name="parcelNo"><value>12/1</value></Data><SchemaData><SimpleData name="tenure">OWNED</SimpleData></SchemaData></ExtendedData>
<Polygon><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>
 75.6,22.1,250 75.602,22.1,250
 75.602,22.102,251 75.6,22.1,250 </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><name>Track</name><LineString><coordinates>75,22 75.1,22</coordinates></LineString></Placemark>
<Placemark><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark>
<Placemark><Point><coordinates>75.5,22.5</coordinates></Point></Placemark>
<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>a,b 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
</Document></kml>`

describe('readKml', () => {
  it('reads name, words and rings, outer first, without heights', () => {
    const [field] = readKml(kml)
    expect(field).toMatchObject({ name: 'Field & well', properties: { parcelNo: '12/1', tenure: 'OWNED' }, problem: null })
    expect(field?.polygon?.coordinates).toEqual([
      ring,
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ])
  })

  it('keeps lines, several areas and rubbish aside with the reason, and reads points', () => {
    expect(
      readKml(kml)
        .slice(1)
        .map((shape) => shape.problem?.code ?? 'good'),
    ).toEqual(['geometry_type', 'multi_polygon', 'good', 'format'])
    expect(readKml(kml)[3]?.point?.coordinates).toEqual([75.5, 22.5])
  })

  it('gives the same in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (size) => {
        expect(await collect(streamKml(inPieces(kml, size)))).toEqual(readKml(kml))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['no XML', 'hello'],
    ['XML that is no KML', '<html></html>'],
    ['a file cut off', kml.slice(0, 400)],
    ['nothing', ''],
    ['entities that grow', '<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><kml><Placemark><name>&b;</name></Placemark></kml>'],
    ['a thousand levels', `<kml>${'<Folder>'.repeat(1000)}`],
  ])('refuses %s (MALFORMED)', (_, text) => {
    expect(() => readKml(text)).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
  })
})

describe('readGeometryText', () => {
  const wkt = 'POLYGON ((75.6 22.1, 75.602 22.1, 75.602 22.102, 75.6 22.1))'
  it.each([
    wkt,
    wkt.toLowerCase(),
    `SRID=4326;${wkt}`,
    'POLYGON Z((75.6 22.1 1,75.602 22.1 1,75.602 22.102 1,75.6 22.1 1))',
    'MULTIPOLYGON(((75.6 22.1,75.602 22.1,75.602 22.102,75.6 22.1)))',
    `  ${wkt}  `,
    JSON.stringify(polygon),
    JSON.stringify(feature(polygon)),
  ])('reads %s', (text) => {
    expect(readGeometryText(text)).toEqual({ polygon, point: null, problem: null })
  })

  it('reads a point', () => {
    expect(readGeometryText('POINT(75.6 -22.1)').point?.coordinates).toEqual([75.6, -22.1])
  })

  it.each([
    ['', 'no_boundary'],
    ['POLYGON EMPTY', 'no_boundary'],
    ['POLYGON', 'format'],
    ['POLYGON ((75 22, 76 22', 'format'],
    ['POLYGON ((75 22, 76 22)) x', 'format'],
    ['POLYGON ((a b, c d))', 'format'],
    ['SRID=32643;POLYGON ((1 1, 2 1, 2 2, 1 1))', 'format'],
    ['LINESTRING (75 22, 76 23)', 'geometry_type'],
    ['POLYGON ((75 22, 76 22, 75 22))', 'too_few_points'],
    ['POLYGON (75 22, 76 22)', 'too_few_points'],
    ['{"type":"Polygon"', 'format'],
    ['{}', 'geometry_type'],
    ['=HYPERLINK("http://x")', 'format'],
    [`POLYGON ((${'75 22,'.repeat(100_000)}75 22))`, 'too_many_points'],
    ['MULTIPOLYGON (((1 1, 2 1, 2 2, 1 1)), ((1 1, 2 1, 2 2, 1 1)))', 'multi_polygon'],
  ])('refuses %.60s (%s) without an exception', (text, code) => {
    expect(readGeometryText(text).problem?.code).toBe(code)
  })

  it('reads back what a polygon is written as', () => {
    fc.assert(
      fc.property(plotRing, (own) => {
        expect(readGeometryText(`POLYGON ((${own.map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`).polygon).toEqual(polygonOf(own))
      }),
    )
  })

  it('never throws, whatever stands in the cell', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .constantFrom('POLYGON', 'POINT', '((', '))', '{"type":"Polygon","coordinates":', '[[', ']]')
            .chain((start) => fc.string().map((rest) => start + rest)),
        ),
        (text) => {
          const { polygon: found, point, problem } = readGeometryText(text)
          expect([found, point, problem].filter(Boolean)).toHaveLength(1)
        },
      ),
    )
  })
})

describe('a file that cannot be read', () => {
  const messageOf = async (read: () => unknown): Promise<string> => {
    try {
      await read()
    } catch (error) {
      if (error instanceof Problem) return String(error.sentence)
      throw error
    }
    return 'read'
  }
  it('says where, in a sentence of the product without the words of whoever reads JSON or XML', async () => {
    // The brace after the comma is the 42nd character; the tag is closed in the second line.
    const broken = '{"type":"FeatureCollection","features":[],}'
    expect(broken[42]).toBe('}')
    expect(await messageOf(() => collect(streamGeoJson(inPieces(broken, 10))))).toBe('This is not JSON: it cannot be read from character 43 on.')
    expect(await messageOf(() => collect(streamGeoJson(inPieces('half', 10))))).toBe('This is not JSON.')
    expect(await messageOf(() => readKml('<kml>\n</kmz>'))).toMatch(/^This is not KML: it cannot be read from line 2, column \d+ on\.$/)
    expect(await messageOf(() => readKml('<html></html>'))).toBe('This is not KML: it has no <kml> element.')
  })
})

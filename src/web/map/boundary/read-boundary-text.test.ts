// People paste what they have. Whatever can be a boundary becomes one; whatever cannot says why.
import { describe, expect, it } from 'vitest'
import { type ReadBoundary, readBoundaryText } from './read-boundary-text.ts'

const refusal = (text: string) => (readBoundaryText(text) as { refused: string }).refused
const ring = (read: ReadBoundary) => ('polygon' in read ? read.polygon.coordinates[0] : read)
const square = [
  [75.6, 22.13],
  [75.602, 22.13],
  [75.602, 22.132],
  [75.6, 22.13],
]

describe('readBoundaryText', () => {
  it.each([
    ['', /nothing/],
    ['hello', /Neither/],
    ['{"type":', /could not be read/],
    ['{"type":"LineString","coordinates":[[1,2],[3,4]]}', /not an area/],
    ['<kml><Placemark/></kml>', /no boundary/],
    ['<html><p>', /not KML/],
    ['POLYGON ((75.6 22.1, 75.7))', /brackets or numbers|corners|position/i],
    ['22.1, 75.6\n22.2, 75.6\nthird corner', /Line 3/],
    ['SRID=32643;POLYGON ((1 2, 3 4, 5 6, 1 2))', /32643/],
  ])('refuses %j with a reason', (text, reason) => expect(String(refusal(text))).toMatch(reason))

  it('reads a GeoJSON feature with its name and says that there were more', () => {
    const feature = (name: string) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [square] } })
    expect(readBoundaryText(JSON.stringify({ type: 'FeatureCollection', features: [feature('Kua wala'), feature('Ghat')] }))).toMatchObject({
      name: 'Kua wala',
      others: 1,
      polygon: { coordinates: [square] },
    })
  })
  it('reads KML', () => {
    expect(
      ring(
        readBoundaryText(
          `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${square.map((p) => `${p.join()},0`).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
        ),
      ),
    ).toEqual(square)
  })
  it('finds well-known text in the cell of a table', () => {
    expect(ring(readBoundaryText(`parcel_no,wkt\nP-1,"POLYGON ((${square.map((p) => p.join(' ')).join(', ')}))"`))).toEqual(square)
  })
  it('reads latitude first from a phone, longitude first when the header says so', () => {
    expect(ring(readBoundaryText('22.13, 75.6\n22.13, 75.602\n22.132, 75.602'))).toEqual(square)
    expect(ring(readBoundaryText('lon;lat\n75.6;22.13\n75.602;22.13\n75.602;22.132'))).toEqual(square)
  })
  it('knows longitude by its size when no latitude is that large', () => {
    expect((ring(readBoundaryText('105.6 20.1\n105.7 20.1\n105.7 20.2')) as number[][])[0]).toEqual([105.6, 20.1])
  })
})

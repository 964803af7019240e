// Shapefiles that people bring: what is refused whole, what is set aside with its reason, and what is read as it was drawn.
import { describe, expect, it } from 'vitest'
import { dbfOf, type ShapefileRow, shpOf, utm43, wgs84 } from '#tests/harness/shapefile.ts'
import { readShapefile, type ShapefileParts } from './read-shapefile.ts'

const clockwise = [
  [75.6, 22.1],
  [75.6, 22.102],
  [75.602, 22.102],
  [75.602, 22.1],
  [75.6, 22.1],
] as const
const hole = [
  [75.6005, 22.1005],
  [75.6015, 22.1005],
  [75.6015, 22.1015],
  [75.6005, 22.1005],
] as const
const elsewhere = clockwise.map(([x, y]) => [x + 1, y] as const)
const read = (rows: readonly ShapefileRow[], more: Partial<ShapefileParts> = {}) => [
  ...readShapefile({ shp: shpOf(rows), dbf: dbfOf(rows), prj: wgs84, cpg: null, ...more }),
]
const plot: ShapefileRow = { rings: [clockwise], words: { parcel_no: '1', name: 'खेत' } }
const malformed = expect.objectContaining({ code: 'MALFORMED' })

describe('readShapefile', () => {
  it.each([
    ['metres of a grid, by its words', { prj: utm43 }],
    ['metres of a grid without words', { shp: shpOf([{ rings: [clockwise.map(([x, y]) => [x * 1000, y * 1000] as const)], words: {} }]), prj: null }],
    ['another datum', { prj: 'GEOGCS["GCS_Kalianpur_1975",DATUM["D_Kalianpur_1975"]]' }],
    ['what is none', { shp: Buffer.from('<kml/>'.repeat(40)) }],
    ['nothing', { shp: Buffer.alloc(0) }],
    ['a table that is cut off', { dbf: dbfOf([plot]).subarray(0, 150) }],
    ['a table of nothing', { dbf: Buffer.alloc(4) }],
  ])('refuses %s (MALFORMED)', (_, more) => {
    expect(() => read([plot], more)).toThrow(malformed)
  })
  it('refuses every cut of a good file that is not at the end of a shape, and reads the shapes before it', () => {
    const shp = shpOf([plot, plot])
    const whole = new Set([100, 100 + (shp.length - 100) / 2, shp.length])
    for (let end = 0; end < shp.length; end++)
      if (!whole.has(end)) expect(() => read([plot, plot], { shp: shp.subarray(0, end) }), `${end} bytes`).toThrow(malformed)
    expect(read([plot, plot], { shp: shp.subarray(0, 100 + (shp.length - 100) / 2) })).toHaveLength(1)
  })
  it('sets aside two areas, a line and a shape of nothing with the reason', () => {
    const shapes = read([{ rings: [clockwise, elsewhere], words: {} }, { line: true, words: {} }, { words: {} }, plot])
    expect(shapes.map(({ problem }) => problem?.code ?? 'good')).toEqual(['multi_polygon', 'geometry_type', 'no_boundary', 'good'])
  })
  it('reads rings and holes, points, and the words of each row; what was deleted is none', () => {
    const shapes = read([
      { rings: [clockwise, hole], words: { parcel_no: '1' } },
      { ...plot, isDeleted: true },
      { point: [75.6, 22.1], words: { parcel_no: '3' } },
    ])
    expect(shapes).toMatchObject([
      { polygon: { type: 'Polygon', coordinates: [clockwise, hole] }, properties: { parcel_no: '1' } },
      { point: { type: 'Point', coordinates: [75.6, 22.1] }, properties: { parcel_no: '3' } },
    ])
  })
  it('takes a lone ring the other way round for an area', () => {
    expect(read([{ rings: [[...clockwise].reverse()], words: {} }])[0]?.problem).toBeNull()
  })
  it('reads days, yes and no, figures, nothing, and texts of three character sets', () => {
    const words = { mapped_on: '20260115', locked: 'T', area: '   1.25', wide: '****', note: '' }
    const rows = [{ rings: [clockwise], words }]
    const [shape] = read(rows, { dbf: dbfOf(rows, 'utf8', { mapped_on: 'D', locked: 'L', area: 'N', wide: 'N' }) })
    expect(shape?.properties).toEqual({ mapped_on: '2026-01-15', locked: true, area: '1.25', wide: null, note: null })
    const latin = [{ rings: [clockwise], words: { name: 'Café' } }]
    expect(read([plot])[0]?.name).toBe('खेत')
    expect(read(latin, { dbf: dbfOf(latin, 'latin1') })[0]?.name).toBe('Café')
    expect(read(latin, { dbf: dbfOf(latin, 'latin1'), cpg: 'ISO-8859-1' })[0]?.name).toBe('Café')
  })
  it('reads boundaries without a table, and without words about their system where they can be degrees', () => {
    expect(read([plot], { dbf: null, prj: null })).toMatchObject([{ name: null, properties: {}, problem: null }])
  })
})

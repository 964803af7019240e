// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { baseStyle } from './base-style.ts'
import { satelliteLayer, styleOn } from './ground-style.ts'

const raster = (url: string) => ({ kind: 'raster' as const, url, attribution: 'Somebody' })
const pmtiles = { kind: 'pmtiles' as const, url: '/maps/base.pmtiles', attribution: 'Somebody' }
const facts = (tiles: 'raster' | 'vector') => ({ tiles, minZoom: 0, maxZoom: 12, bounds: [74, 21, 77, 23] as [number, number, number, number] })
const drawn = (style: ReturnType<typeof styleOn>) =>
  style.layers.filter(({ layout }) => (layout as { visibility?: string } | undefined)?.visibility !== 'none').map(({ id }) => id)

describe('styleOn', () => {
  it('is the ground of the product where there is nothing else, or it cannot be read', () => {
    const own = baseStyle.layers.map(({ id }) => id)
    expect(drawn(styleOn({ base: null, satellite: null }, { facts: {} }))).toEqual(own)
    expect(drawn(styleOn({ base: pmtiles, satellite: null }, { facts: {} }))).toEqual(own)
    expect(drawn(styleOn({ base: { kind: 'style', url: 'https://m.example/style.json', attribution: null }, satellite: null }, { facts: {} }))).toEqual(own)
  })
  it('lays tiles, a file of pictures or of shapes over the land and leaves the grid out', () => {
    const tiles = styleOn({ base: raster('https://t.example/{z}/{x}/{y}.png'), satellite: null }, { facts: {} })
    expect(drawn(tiles)).toEqual(['ground', 'land', 'base'])
    expect(tiles.sources.base).toMatchObject({ type: 'raster', tiles: ['once://https://t.example/{z}/{x}/{y}.png'] })
    expect(styleOn({ base: pmtiles, satellite: null }, { facts: { base: facts('raster') } }).sources.base).toMatchObject({
      type: 'raster',
      url: `pmtiles://${location.origin}/maps/base.pmtiles`,
    })
    const shapes = styleOn({ base: pmtiles, satellite: null }, { facts: { base: facts('vector') } })
    expect(shapes.sources.base).toMatchObject({ type: 'vector' })
    expect(drawn(shapes).slice(0, 4)).toEqual(['ground', 'land', 'base-earth', 'base-landuse'])
    expect(drawn(shapes)).not.toContain('graticule')
  })
  it('takes over the layers, sources, glyphs and sprite of a style', () => {
    const style = {
      version: 8 as const,
      glyphs: 'https://m.example/{fontstack}/{range}.pbf',
      sources: { roads: { type: 'vector' as const, url: 'https://m.example/roads.json' } },
      layers: [{ id: 'streets', type: 'line' as const, source: 'roads', 'source-layer': 'roads' }],
    }
    const merged = styleOn({ base: { kind: 'style', url: 'https://m.example/style.json', attribution: null }, satellite: null }, { style, facts: {} })
    expect(merged).toMatchObject({ glyphs: style.glyphs, sources: { roads: style.sources.roads, land: { type: 'geojson' } } })
    expect(drawn(merged)).toEqual(['ground', 'land', 'streets'])
  })
  it('has imagery above everything of the ground, not shown until it is asked for', () => {
    const style = styleOn({ base: raster('https://t.example/{z}/{x}/{y}.png'), satellite: raster('https://p.example/{z}/{x}/{y}.jpg') }, { facts: {} })
    expect(drawn(style)).not.toContain(satelliteLayer)
    expect(style.layers.map(({ id }) => id).indexOf(satelliteLayer)).toBeGreaterThan(style.layers.map(({ id }) => id).indexOf('base'))
  })
})

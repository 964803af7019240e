import { describe, expect, it } from 'vitest'
import { groundSettings } from './map-settings.ts'

describe('groundSettings', () => {
  it.each([
    [{ base: 'tiles' }, /BASE_MAP is the address/],
    [{ base: 'https://' }, /BASE_MAP is no address/],
    [{ base: 'https://t.example/{z}/{x}/{y}.png' }, /BASE_MAP_ATTRIBUTION is needed/],
    [{ satellite: '/maps/india.pmtiles' }, /SATELLITE_MAP_ATTRIBUTION is needed/],
    [{ satellite: 'https://t.example/style.json' }, /SATELLITE_MAP is an address of tiles/],
    [{ origins: 'https://t.example/path' }, /MAP_ORIGINS are origins/],
    [{ origins: 'tiles.example' }, /MAP_ORIGINS are origins/],
  ])('refuses %j', (given, why) => {
    expect(() => groundSettings(given)).toThrow(why)
  })
  it('is nothing without settings', () => {
    expect(groundSettings({})).toEqual({ ground: { base: null, satellite: null }, files: { base: null, satellite: null }, origins: [] })
  })
  it('knows a style, tiles and a PMTiles file by their address, and the origins that are asked', () => {
    expect(groundSettings({ base: 'https://maps.example/streets/style.json?key=1', origins: 'https://tiles.example https://fonts.example' })).toMatchObject({
      ground: { base: { kind: 'style', url: 'https://maps.example/streets/style.json?key=1', attribution: null } },
      origins: ['https://maps.example', 'https://tiles.example', 'https://fonts.example'],
    })
    expect(groundSettings({ satellite: 'https://{s}.tiles.example:8443/wmts/{z}/{y}/{x}.jpg', satelliteAttribution: 'Earth' })).toMatchObject({
      ground: { satellite: { kind: 'raster', attribution: 'Earth' } },
      origins: ['https://s.tiles.example:8443'],
    })
    expect(groundSettings({ base: 'https://files.example/india.pmtiles', baseAttribution: 'OpenStreetMap' })).toMatchObject({
      ground: { base: { kind: 'pmtiles' } },
      origins: ['https://files.example'],
    })
  })
  it('hands out a file of its own machine under an address of its own', () => {
    expect(groundSettings({ base: '/srv/maps/india.pmtiles', baseAttribution: 'OpenStreetMap' })).toEqual({
      ground: { base: { kind: 'pmtiles', url: '/maps/base.pmtiles', attribution: 'OpenStreetMap' }, satellite: null },
      files: { base: '/srv/maps/india.pmtiles', satellite: null },
      origins: [],
    })
  })
})

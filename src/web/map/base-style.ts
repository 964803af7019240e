// The ground every map stands on: land and a grid, from our own bundle, so that it is there without a network.
// No borders on purpose: which lines to draw between countries is not this product's business, and in some
// countries a question of law. A tenant with internet may lay imagery under the plots (map-view.tsx).
import type { StyleSpecification } from 'maplibre-gl'

/** Below this zoom the coast is drawn; above it the bundled coast (1:50 million) would be wrong by more than it shows. */
export const coastZoom = 9

export const mapColours = {
  water: '#D5E2E6',
  land: '#EEF0EA',
  grid: '#DFE4DC',
  ink: '#1E2622',
  ink2: '#56625B',
  halo: '#FFFFFF',
  picked: '#1E67A8',
  trouble: '#B3362B',
  neighbour: '#8C9490',
} as const

export const baseStyle: StyleSpecification = {
  version: 8,
  sources: {
    land: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    graticule: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  },
  layers: [
    // Land everywhere until the coast is there (coast.ts).
    { id: 'ground', type: 'background', paint: { 'background-color': mapColours.land } },
    { id: 'land', type: 'fill', source: 'land', maxzoom: coastZoom, paint: { 'fill-color': mapColours.land, 'fill-antialias': true } },
    { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': mapColours.grid, 'line-width': 1 } },
  ],
}

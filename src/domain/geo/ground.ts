// What lies under the shapes of a map besides the product's own coast and grid: maps that a deployment names in its settings.

/** `style`: address of a MapLibre style; `raster`: address of tiles with {z}, {x} and {y}; `pmtiles`: address of a PMTiles file. `attribution`: plain text; null where the style says it. */
export type GroundSource = { kind: 'style' | 'raster' | 'pmtiles'; url: string; attribution: string | null }
export type Ground = { base: GroundSource | null; satellite: GroundSource | null }
export const noGround: Ground = { base: null, satellite: null }

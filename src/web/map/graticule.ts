// The grid of a map without streets: lines of latitude and longitude at round distances, so that a person
// in a village with no base map still sees scale, north and where on earth this is.
import type { Feature, FeatureCollection, LineString } from 'geojson'
import type { Bbox } from '#domain/geo/area.ts'

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001] as const

/** The finest round step in degrees that keeps lines at least `apart` px from each other. */
export function graticuleStep(degreesPerPx: number, apart = 150): number {
  let found: number = steps[0]
  for (const step of steps) if (step / degreesPerPx >= apart) found = step
  return found
}

export type GridLine = { axis: 'lat' | 'lon'; value: number; label: string }

/** The lines crossing a box (west, south, east, north), each with its label: 22.1305° N. */
export function graticuleLines([west, south, east, north]: Bbox, step: number): GridLine[] {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const between = (low: number, high: number) => {
    const first = Math.ceil(low / step - 1e-9)
    const count = Math.max(0, Math.min(200, Math.floor(high / step + 1e-9) - first + 1))
    // Multiplying the index, not adding steps: sums of 0.1 drift.
    return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(6)))
  }
  const name = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(decimals)}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`
  return [
    ...between(Math.max(-85, south), Math.min(85, north)).map((value): GridLine => ({ axis: 'lat', value, label: name(value, 'N', 'S') })),
    ...between(west, east).map((value): GridLine => {
      const wrapped = ((((value + 180) % 360) + 360) % 360) - 180
      return { axis: 'lon', value, label: name(Number(wrapped.toFixed(6)), 'E', 'W') }
    }),
  ]
}

export function graticuleFeatures(lines: readonly GridLine[], [west, south, east, north]: Bbox): FeatureCollection<LineString> {
  const features = lines.map(
    (line): Feature<LineString> => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates:
          line.axis === 'lat'
            ? [
                [west, line.value],
                [east, line.value],
              ]
            : [
                [line.value, Math.max(-85, south)],
                [line.value, Math.min(85, north)],
              ],
      },
    }),
  )
  return { type: 'FeatureCollection', features }
}

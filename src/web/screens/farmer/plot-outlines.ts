// Plots as outlines for a small picture: true to scale and to each other, north up. Pure; no map is fetched for it.
import { metreRuler } from '#domain/geo/area.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'

export type Plot = { id: string; polygon: Polygon }
/** `path`: an SVG path; `at`: where its name stands; `width`: px the name may take. */
export type Outline = { id: string; path: string; at: [x: number, y: number]; width: number }
export type Picture = { outlines: Outline[] /** Metres in one px; 0 when there is nothing to draw. */; metresPerPx: number }

/** Closer than this no plot is drawn: two metres of it must not fill the picture. */
const smallestSpanM = 60

/** Fits all plots into `width` × `height` px with `margin` around them. */
export function drawPlots(plots: readonly Plot[], width: number, height: number, margin = 18): Picture {
  const rings = plots.map(({ polygon }) => polygon.coordinates[0] ?? []).filter((ring) => ring.length > 2)
  const points = rings.flat()
  if (points.length === 0 || width <= 2 * margin || height <= 2 * margin) return { outlines: [], metresPerPx: 0 }
  const [lons, lats] = [points.map((point) => point[0]), points.map((point) => point[1])]
  const [west, south, east, north] = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
  const { kx, ky } = metreRuler((south + north) / 2)
  const metresPerPx = Math.max(
    smallestSpanM / (width - 2 * margin),
    ((east - west) * kx) / (width - 2 * margin),
    ((north - south) * ky) / (height - 2 * margin),
  )
  const [middleLon, middleLat] = [(west + east) / 2, (south + north) / 2]
  const place = ([lon, lat]: Position): [number, number] => [
    tenth(width / 2 + ((lon - middleLon) * kx) / metresPerPx),
    tenth(height / 2 - ((lat - middleLat) * ky) / metresPerPx),
  ]
  return {
    metresPerPx,
    outlines: plots.flatMap(({ id, polygon }): Outline[] => {
      const ring = (polygon.coordinates[0] ?? []).map(place)
      if (ring.length < 3) return []
      const xs = ring.map(([x]) => x)
      const ys = ring.map(([, y]) => y)
      const [left, right] = [Math.min(...xs), Math.max(...xs)]
      return [
        {
          id,
          path: `M${ring.map((point) => point.join(',')).join('L')}Z`,
          at: [tenth((left + right) / 2), tenth((Math.min(...ys) + Math.max(...ys)) / 2)],
          width: right - left,
        },
      ]
    }),
  }
}
const tenth = (value: number): number => Math.round(value * 10) / 10

/** The longest round length (1, 2 or 5 × 10ⁿ metres) that is at most `px` wide. */
export function scaleBar(metresPerPx: number, px: number): { metres: number; px: number } | null {
  if (!(metresPerPx > 0)) return null
  const most = metresPerPx * px
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most * (1 + 1e-9)) ?? 1) * power
  return { metres, px: metres / metresPerPx }
}

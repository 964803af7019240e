// The plots of the bench: rings of eight corners on a grid of about 120 m, and boxes and tiles in their middle.
import type { Polygon, Position } from '#domain/kernel/kinds.ts'

export const plots = Number(process.env.BENCH_PLOTS ?? 1600)
const across = Math.ceil(Math.sqrt(plots))
const [west, south] = [75.6, 21.9]
const [stepLon, stepLat] = [0.0012, 0.0011]

export function plotAt(n: number): Polygon {
  const middle: Position = [west + (n % across) * stepLon, south + Math.floor(n / across) * stepLat]
  const ring = Array.from({ length: 8 }, (_, i): Position => {
    const turn = (i / 8) * 2 * Math.PI
    return [middle[0] + Math.cos(turn) * 0.0005, middle[1] + Math.sin(turn) * 0.00045]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }
}

const centre = [west + (across / 2) * stepLon, south + (across / 2) * stepLat] as const

/** `west,south,east,north` around so many plots in each direction. */
export const boxOf = (side: number): string => {
  const [lon, lat] = [(side / 2) * stepLon, (side / 2) * stepLat]
  return [centre[0] - lon, centre[1] - lat, centre[0] + lon, centre[1] + lat].map((degrees) => degrees.toFixed(6)).join()
}

/** `z/x/y` of the tile that holds the middle. */
export function tileAt(z: number): string {
  const [lon, lat] = centre
  const tiles = 2 ** z
  return [z, Math.floor(((lon + 180) / 360) * tiles), Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * tiles)].join('/')
}

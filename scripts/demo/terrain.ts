// The fields around one village: rows of plots between wavy lanes, cut to the areas asked for.
// Neighbouring plots share their edges vertex by vertex, so nothing overlaps and nothing gapes.
import type { Village } from './places.ts'
import type { Random } from './random.ts'

export type Ring = [lon: number, lat: number][]
type Metres = [x: number, y: number]
/** A line from west to east: height at every x, straight between its knots. */
type Lane = Metres[]

export type Plot = { ring: Ring; areaHa: number; centre: [number, number]; row: number; edgeOfVillage: 'E' | null }

const degree = { lon: 103_100, lat: 110_800 }
const rowHeight = 104
const rowLength = 620

/** One plot per target area (ha), in their order; the plots' own areas differ from the targets by a few per cent, as fields do. */
export function plotsFor(village: Village, targetsHa: readonly number[], chance: Random): Plot[] {
  const plots: Plot[] = []
  let row = 0
  let lower = lane(0, chance)
  let upper = lane(1, chance)
  let x = 0
  let westKnot: Metres | null = chance.next() < 0.5 ? sideKnot(0, lower, upper, chance) : null
  for (const target of targetsHa) {
    if (x > rowLength) {
      const last = plots.at(-1)
      if (last) last.edgeOfVillage = 'E'
      row++
      lower = upper
      upper = lane(row + 1, chance)
      x = chance.between(-25, 25)
      westKnot = null
    }
    const east = widthFor(target * 10_000, x, lower, upper)
    const inner = between(lower, x, east).length + between(upper, x, east).length
    const vertices = 4 + inner + (westKnot ? 1 : 0)
    const eastKnot = vertices < 5 || (vertices < 9 && chance.next() < 0.5) ? sideKnot(east, lower, upper, chance) : null
    const outline: Metres[] = [
      [x, heightAt(lower, x)],
      ...between(lower, x, east),
      [east, heightAt(lower, east)],
      ...(eastKnot ? [eastKnot] : []),
      [east, heightAt(upper, east)],
      ...between(upper, x, east).reverse(),
      [x, heightAt(upper, x)],
      ...(westKnot ? [westKnot] : []),
    ]
    plots.push({
      ring: toRing(outline, village),
      areaHa: shoelace(outline) / 10_000,
      centre: toDegrees([(x + east) / 2, heightAt(lower, (x + east) / 2) + rowHeight / 2], village),
      row,
      edgeOfVillage: null,
    })
    // Now and then a footpath between two plots; then their sides are their own.
    const path = chance.next() < 0.2 ? chance.between(3, 6) : 0
    westKnot = path ? (eastKnot ? [eastKnot[0] + path, eastKnot[1]] : null) : eastKnot
    x = east + path
  }
  const last = plots.at(-1)
  if (last) last.edgeOfVillage = 'E'
  return plots
}

/** Knots at least 150 m apart: a plot meets at most four of them, so that no ring has more than nine vertices. */
function lane(row: number, chance: Random): Lane {
  const knots: Lane = []
  for (let x = -60; x < rowLength + 600; x += chance.between(170, 230)) knots.push([x, row * rowHeight + chance.between(-9, 9)])
  return knots
}

function heightAt(knots: Lane, x: number): number {
  for (let index = 1; index < knots.length; index++) {
    const [x1, y1] = knots[index - 1] as Metres
    const [x2, y2] = knots[index] as Metres
    if (x <= x2) return y1 + ((y2 - y1) * (x - x1)) / (x2 - x1)
  }
  return knots.at(-1)?.[1] ?? 0
}
/** The knots strictly inside a stretch; those nearer than 4 m to its ends are smoothed away on both sides alike by the caller's choice of ends. */
const between = (knots: Lane, west: number, east: number): Metres[] => knots.filter(([x]) => x > west && x < east)

function sideKnot(x: number, lower: Lane, upper: Lane, chance: Random): Metres {
  const share = chance.between(0.35, 0.65)
  return [x + chance.between(-5, 5), heightAt(lower, x) * (1 - share) + heightAt(upper, x) * share]
}

/** East side of the plot that begins at `west` and covers `area` square metres between its lanes; never within 4 m of a knot. */
function widthFor(area: number, west: number, lower: Lane, upper: Lane): number {
  let near = west
  let far = west + area / 40
  for (let step = 0; step < 40; step++) {
    const middle = (near + far) / 2
    const outline: Metres[] = [
      [west, heightAt(lower, west)],
      ...between(lower, west, middle),
      [middle, heightAt(lower, middle)],
      [middle, heightAt(upper, middle)],
      ...between(upper, west, middle).reverse(),
      [west, heightAt(upper, west)],
    ]
    if (shoelace(outline) < area) near = middle
    else far = middle
  }
  const knot = [...lower, ...upper].find(([x]) => Math.abs(x - far) < 4)
  return knot ? knot[0] + 4 : far
}

export function shoelace(ring: readonly (readonly [number, number])[]): number {
  let doubled = 0
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as [number, number]
    doubled += x * nextY - nextX * y
  })
  return Math.abs(doubled) / 2
}

/** Fields begin 40 m north of the village point, which lies on their southern edge. */
function toDegrees([x, y]: Metres, village: Village): [number, number] {
  return [Math.round((village.lon + (x - rowLength / 2) / degree.lon) * 1e7) / 1e7, Math.round((village.lat + (y + 40) / degree.lat) * 1e7) / 1e7]
}
function toRing(outline: readonly Metres[], village: Village): Ring {
  const ring = outline.map((corner) => toDegrees(corner, village))
  return [...ring, ring[0] as [number, number]]
}

// Boundaries that were not walked where they lie (BR-32): many captured from one spot, and one shape drawn again somewhere else.
import type { Polygon, Position } from '../kernel/kinds.ts'
import { metreRuler } from './area.ts'

/** `at`: where the person stood when the boundary was captured. */
export type CapturedFrom<T> = { of: T; at: Position }

const metresApart = (one: Position, other: Position): number => {
  const { kx, ky } = metreRuler((one[1] + other[1]) / 2)
  return Math.hypot((one[0] - other[0]) * kx, (one[1] - other[1]) * ky)
}

/**
 * Groups of captures around one of them, each within `metres` of it: the largest first, no capture in two. At least `least` in a group. Captures are compared
 * within cells of that size and their neighbours, so that a district of them costs little more than reading it.
 */
export function stacksOf<T>(captures: readonly CapturedFrom<T>[], metres: number, least: number): CapturedFrom<T>[][] {
  const cellOf = ([lng, lat]: Position): [number, number] => {
    const { kx, ky } = metreRuler(Math.round(lat))
    return [Math.floor((lng * kx) / metres), Math.floor((lat * ky) / metres)]
  }
  const cells = Map.groupBy(captures, ({ at }) => cellOf(at).join())
  const near = (one: CapturedFrom<T>): CapturedFrom<T>[] => {
    const [x, y] = cellOf(one.at)
    return [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${x + dx},${y + dy}`) ?? []))
      .filter((other) => metresApart(one.at, other.at) <= metres)
  }
  const around = captures.map(near).filter((group) => group.length >= least)
  around.sort((one, other) => other.length - one.length)
  const taken = new Set<CapturedFrom<T>>()
  return around.flatMap((group) => {
    const left = group.filter((one) => !taken.has(one))
    if (left.length < least) return []
    for (const one of left) taken.add(one)
    return [left]
  })
}

/** A millionth of a degree, about a decimetre: rounding on the way does not hide a copy. */
const perDegree = 1_000_000
/**
 * The shape of a boundary without its place: the same for a ring moved elsewhere, started at another corner or drawn the other way round. Null for rings of
 * less than five sides: many fields are alike as those.
 */
export function shapeOf({ coordinates: [outer = []] }: Polygon): string | null {
  const ring = outer.slice(0, -1) as Position[]
  if (ring.length < 5) return null
  const steps = (degrees: number): number => Math.round(Math.round(degrees * perDegree * 10) / 10) + 0
  const sides = ring.map(([lng, lat], at) => {
    const [nextLng, nextLat] = ring[(at + 1) % ring.length] as Position
    return [steps(nextLng - lng), steps(nextLat - lat)] as const
  })
  const turned = [...sides].reverse().map(([x, y]) => [0 - x, 0 - y] as const)
  const texts = [sides, turned].flatMap((way) => way.map((_, from) => [...way.slice(from), ...way.slice(0, from)].join(' ')))
  return texts.sort()[0] ?? null
}

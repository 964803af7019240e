// Cutting a coastline to the window of a small map (Sutherland–Hodgman), so that a page carries the few points it shows.
export type Point = [x: number, y: number]
export type Window = { west: number; south: number; east: number; north: number }

/** The part of a ring inside the window; empty when there is none. Parts that fall apart stay joined along the window's edge. */
export function clipRing(ring: readonly Point[], { west, south, east, north }: Window): Point[] {
  const edges: [inside: (point: Point) => boolean, cut: (from: Point, to: Point) => Point][] = [
    [([x]) => x >= west, (from, to) => atX(from, to, west)],
    [([x]) => x <= east, (from, to) => atX(from, to, east)],
    [([, y]) => y >= south, (from, to) => atY(from, to, south)],
    [([, y]) => y <= north, (from, to) => atY(from, to, north)],
  ]
  return edges.reduce<Point[]>(
    (remaining, [inside, cut]) =>
      remaining.flatMap((point, index): Point[] => {
        const before = remaining.at(index - 1) ?? point
        if (inside(point)) return inside(before) ? [point] : [cut(before, point), point]
        return inside(before) ? [cut(before, point)] : []
      }),
    [...ring],
  )
}

const atX = ([x1, y1]: Point, [x2, y2]: Point, x: number): Point => [x, y1 + ((x - x1) / (x2 - x1)) * (y2 - y1)]
const atY = ([x1, y1]: Point, [x2, y2]: Point, y: number): Point => [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y]

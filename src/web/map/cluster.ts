// Points of a map that lie too near each other to be touched one by one, as groups at a zoom. Distances on the screen do not change while the map is moved,
// so groups follow from the zoom alone.
import type { Position } from '#domain/kernel/kinds.ts'

/** Edge of the world in pixels at zoom 0, as the map draws it. */
const worldPixels = 512

/** Where a position lies in the plane of the map at this zoom, in pixels. */
export function pixelsOf([lon, lat]: Position, zoom: number): [x: number, y: number] {
  const size = worldPixels * 2 ** zoom
  const sine = Math.sin((lat * Math.PI) / 180)
  return [((lon + 180) / 360) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

export type Cluster<T> = { members: T[]; at: Position }

/** Each point in one group, in their order; a group is placed at its first point, from which no other is `near` pixels or more away. */
export function clustered<T extends { at: Position }>(points: readonly T[], zoom: number, near: number): Cluster<T>[] {
  const cells = new Map<string, { cluster: Cluster<T>; x: number; y: number }[]>()
  const clusters: Cluster<T>[] = []
  for (const point of points) {
    const [x, y] = pixelsOf(point.at, zoom)
    const [column, row] = [Math.floor(x / near), Math.floor(y / near)]
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []))
    const home = around.find((one) => Math.hypot(one.x - x, one.y - y) < near)
    if (home) home.cluster.members.push(point)
    else {
      const cluster = { members: [point], at: point.at }
      clusters.push(cluster)
      cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), { cluster, x, y }])
    }
  }
  return clusters
}

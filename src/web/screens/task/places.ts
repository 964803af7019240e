// Where tasks are: the place entered with each, else that of the plot, crop, farmer or works it is about. Whoever may not read those has no place of them.
import { useQuery } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { Place } from '#domain/geo/geodesic.ts'
import type { ListAnswer, RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useUser } from '#web/session/use-user.ts'

/** Identifiers in an address at a time, and pages of what one of them has many of. */
const idsAtOnce = 100
const mostPages = 5

export type Places = ReadonlyMap<string, Place>

export function usePlaces(rows: readonly RecordAnswer[]) {
  const operator = useOperator()
  const user = useUser()
  return useQuery<Places, ApiProblem>({
    queryKey: [...keys.entity(operator, 'task'), 'places', rows.map(({ id, version }) => `${id}:${version}`).join()],
    enabled: rows.length > 0,
    queryFn: async ({ signal }) => {
      const read: Read = (entity, filter, ids, fields) =>
        can(user, entity, 'L') ? rowsOf(entityPath(operator, entity), signal, filter, ids, fields) : Promise.resolve([])
      return placesOf(rows, read)
    },
  })
}

type Read = (entity: string, filter: string, ids: readonly unknown[], fields: string) => Promise<RecordAnswer[]>

async function placesOf(rows: readonly RecordAnswer[], read: Read): Promise<Places> {
  const open = rows.filter((row) => !placeOf(row.location))
  const [crops, works, farmers] = await Promise.all([
    read(
      'crop',
      'id',
      open.map((row) => (row.parcelId ? null : row.cropId)),
      'parcelId',
    ),
    read(
      'processor',
      'id',
      open.map((row) => row.processorId),
      'point',
    ),
    read(
      'farmer',
      'id',
      open.map((row) => row.farmerId),
      'homePoint',
    ),
  ])
  const plotOfCrop = new Map(crops.map((crop) => [crop.id, crop.parcelId]))
  const plotOf = (row: RecordAnswer) => row.parcelId ?? plotOfCrop.get(String(row.cropId))
  const plots = await read('landparcel', 'id', open.map(plotOf), 'point,centroid')
  const known = new Map<unknown, Place>()
  const note = (id: unknown, ...points: unknown[]) => {
    const place = points.map(placeOf).find((one) => one !== null)
    if (place && !known.has(id)) known.set(id, place)
  }
  for (const plot of plots) note(plot.id, plot.centroid, plot.point)
  for (const one of works) note(one.id, one.point)
  for (const farmer of farmers) note(farmer.id, farmer.homePoint)
  const find = (row: RecordAnswer): Place | undefined =>
    placeOf(row.location) ?? known.get(plotOf(row)) ?? known.get(row.farmerId) ?? known.get(row.processorId)
  // A farmer whose home is not known is found on a plot.
  const homeless = rows.filter((row) => !find(row)).map((row) => row.farmerId)
  for (const plot of await read('landparcel', 'farmerId', homeless, 'farmerId,point,centroid')) note(plot.farmerId, plot.centroid, plot.point)
  return new Map(
    rows.flatMap((row) => {
      const place = find(row)
      return place ? [[row.id, place] as const] : []
    }),
  )
}

function placeOf(point: unknown): Place | null {
  const [lon, lat] = (point as { coordinates?: unknown[] } | null)?.coordinates ?? []
  return typeof lon === 'number' && typeof lat === 'number' ? { lon, lat } : null
}

async function rowsOf(path: string, signal: AbortSignal, filter: string, ids: readonly unknown[], fields: string): Promise<RecordAnswer[]> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))].sort()
  const rows: RecordAnswer[] = []
  for (let at = 0; at < wanted.length; at += idsAtOnce) {
    let cursor: string | null = null
    for (let page = 0; page < mostPages && (page === 0 || cursor); page += 1) {
      const query = new URLSearchParams({ limit: '200', fields, [`filter[${filter}]`]: wanted.slice(at, at + idsAtOnce).join(), ...(cursor ? { cursor } : {}) })
      const answer: ListAnswer = await call<ListAnswer>(path, { signal, query })
      rows.push(...answer.items)
      cursor = answer.next
    }
  }
  return rows
}

// A stage for tests of plots: growers of the cast's operators, and squares in metres on free ground.
import { entityOf } from '#domain/entities.ts'
import { metreRuler } from '#domain/geo/area.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import type { Answer, Client } from '../harness/client.ts'
import type { World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const origin: Position = [75.61, 22.12]
const { kx, ky } = metreRuler(origin[1])
/** A place in metres east and north of Kasrawad, to the centimetre. */
export const place = (east: number, north: number): Position => [
  Math.round((origin[0] + east / kx) * 1e7) / 1e7,
  Math.round((origin[1] + north / ky) * 1e7) / 1e7,
]
export const ring = (...corners: [east: number, north: number][]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0] as [number, number]].map(([east, north]) => place(east, north))],
})
/** A square or rectangle in metres; 100 × 100 is one hectare. */
export const field = (east: number, north: number, width = 100, height = width): Polygon =>
  ring([east, north], [east + width, north], [east + width, north + height], [east, north + height])

export type Stage = {
  world: World
  /** A grower of that operator, by the operator's code. */
  farmerOf(operator: string, village?: string): Promise<string>
  /** A body for POST /landparcel. */
  parcel(values: Record<string, unknown>): Record<string, unknown>
  /** A plot that must succeed; by Fatima of OP1 unless said otherwise. */
  plant(values: Record<string, unknown>, by?: Client): Promise<Answer['body']>
}

export async function stageOf(world: World): Promise<Stage> {
  const farmers = new Map<string, string>()
  const farmerOf: Stage['farmerOf'] = async (operator, village = 'Kasrawad') => {
    const key = `${operator} ${village}`
    const known = farmers.get(key)
    if (known) return known
    const made = await world.as('ada', operator).post('/farmer', sampleOf(entityOf('farmer'), { values: { village, joinedOn: '2021-04-01' } }))
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    farmers.set(key, made.body.id)
    return made.body.id
  }
  const first = await farmerOf('OP1')
  const parcel: Stage['parcel'] = (values) => sampleOf(entityOf('landparcel'), { values: { declaredAreaHa: 1, tenure: 'OWNED', farmerId: first, ...values } })
  return {
    world,
    farmerOf,
    parcel,
    async plant(values, by = world.as('fatima')) {
      const made = await by.post('/landparcel', parcel(values))
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body
    },
  }
}

/** The owner of all of a plot, as a plot that is leased or shared needs one. */
export async function ownersIn(world: World): Promise<{ landownerId: string; share: number }[]> {
  const made = await world.as('omar', 'OP1').post('/landowner', sampleOf(entityOf('landowner')))
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return [{ landownerId: made.body.id, share: 1 }]
}

/** An event's body, happening now. */
export const eventOf = (eventType: string, data: Record<string, unknown> = {}): Record<string, unknown> => ({
  eventType,
  occurredAt: new Date().toISOString(),
  data,
})

/** Plots in sight of each other: the first, its neighbour, one of another village, one of OP2, one that is a point, one without a place. */
export async function plotsOf(stage: Stage): Promise<Record<'first' | 'neighbour' | 'village' | 'theirs' | 'point' | 'bare', Row>> {
  const village = await stage.farmerOf('OP1', 'Bhikangaon')
  return {
    first: await stage.plant({ name: 'First', boundary: field(0, 0) }),
    neighbour: await stage.plant({ name: 'Beside', boundary: field(110, 0), declaredAreaHa: 1.04 }),
    village: await stage.plant({ name: 'Other village', boundary: field(0, 300), farmerId: village }),
    theirs: await stage.plant({ name: 'Theirs', boundary: field(0, 150), farmerId: await stage.farmerOf('OP2') }, stage.world.as('leela')),
    point: await stage.plant({ name: 'Point', point: { type: 'Point', coordinates: place(60, 260) } }),
    bare: await stage.plant({ name: 'Bare' }),
  }
}

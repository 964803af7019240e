// What was put on crops and on the systems that they stand in, each with what the list of inputs said of it when it was used, and by how much
// for each hectare. By the plot, so that the rate of a year counts over its seasons.
import type { InputUse } from '#domain/certification/judging/facts.ts'
import { type CropProjection, cropProjection } from '#domain/cropping/crop-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import type { Scope } from '../../scope.ts'
import { itemsUsed } from '../cropping/input-permissions.ts'
import type { FactRows, Histories } from './crop-fact-rows.ts'

const [crop, croppingsystem] = [entityOf('crop'), entityOf('croppingsystem')]
type Used = {
  eventId: string
  eventType: string
  itemId: string
  occurredAt: string
  recordedAt: string
  phiDays: number | null
  kg: number | null
  ha: number | null
}

/** `haOfUse`: hectares that it was put on. `ofCrop` null: on a whole cropping system. */
export type InputOnPlot = Omit<InputUse, 'isOfCrop' | 'outsideHa'> & { parcelId: string | null; haOfUse: number | null; ofCrop: string | null }

/** Inputs put on what grew on these plots, each with what the list said of it when it was used; by plot, in order of occurrence. */
export async function inputsOf(scope: Scope, { events }: FactRows, histories: Histories): Promise<Map<string | null, InputOnPlot[]>> {
  // Of every crop of the plots, so that what is known of one does not depend on which others are asked for.
  const sownAreas = new Map(events.flatMap((one) => (one.subjectType === 'crop' ? [[one.subjectId, one.areaHa] as const] : [])))
  const seeds = new Map([...sownAreas].map(([id, areaHa]) => [id, seedOf(scope, id, areaHa ?? 0, histories)] as const))
  const uses = events.flatMap(({ subjectType, subjectId, parcelId, areaHa, seasonId, systemId, ...event }) => {
    const use = subjectType === 'crop' ? appliedToCrop(event, seeds.get(subjectId) ?? null) : subjectType === 'croppingsystem' ? appliedToSystem(event) : null
    return use ? [{ ...use, parcelId, subjectType, subjectId, seasonId, systemId, ha: use.ha ?? areaHa }] : []
  })
  const known = await itemsUsed(scope, uses)
  return Map.groupBy(
    known.map(({ item, listedPhiDays, kg, ha, phiDays, ...use }) => ({
      parcelId: use.parcelId,
      eventId: use.eventId,
      day: localDay(scope, use.occurredAt),
      itemId: use.itemId,
      itemName: item?.name ?? '',
      category: item?.category ?? null,
      permission: use.permission,
      bySchemes: use.bySchemes,
      isPlantProtection: use.eventType === 'PLANT_PROTECTION' || (use.eventType !== 'SEED_TREATMENT' && (phiDays ?? listedPhiDays ?? 0) > 0),
      kgPerHa: kg !== null && ha !== null && ha > 0 ? kg / ha : null,
      ofCrop: use.subjectType === 'crop' ? use.subjectId : null,
      ground: { season: use.seasonId ?? '', system: use.systemId ?? '', crop: use.subjectType === 'crop' ? use.subjectId : null },
      haOfUse: ha,
    })),
    ({ parcelId }) => parcelId,
  )
}
const seedOf = (scope: Scope, id: string, areaHa: number, histories: Histories): CropProjection['seed'] =>
  cropProjection(
    declaredEvents(crop, histories.get(id) ?? []).map((event) => ({ ...event, day: localDay(scope, event.occurredAt) })),
    areaHa,
  ).seed

const kilogramsOf = (total: number, unit: string): number | null => (unit === 'KG' ? total : unit === 'G' ? total / 1000 : null)

function appliedToCrop(history: HistoryEvent, seed: CropProjection['seed']): Used | null {
  const [event] = declaredEvents(crop, [history])
  if (event?.eventType !== 'PLANT_PROTECTION' && event?.eventType !== 'SEED_TREATMENT') return null
  const { id: eventId, eventType, occurredAt, recordedAt } = event
  const of = { eventId, eventType, itemId: event.data.itemId, occurredAt, recordedAt }
  return event.eventType === 'PLANT_PROTECTION'
    ? { ...of, phiDays: event.data.phiDays ?? null, kg: kilogramsOf(event.data.total, event.data.unit), ha: null }
    : { ...of, phiDays: null, kg: seed ? (event.data.gPerKg * seed.seedKg) / 1000 : null, ha: seed?.areaHa ?? null }
}
function appliedToSystem(history: HistoryEvent): Used | null {
  const [event] = declaredEvents(croppingsystem, [history])
  if (event?.eventType !== 'INPUT_APPLICATION') return null
  const { id: eventId, eventType, occurredAt, recordedAt, data } = event
  return {
    eventId,
    eventType,
    itemId: data.itemId,
    occurredAt,
    recordedAt,
    phiDays: data.phiDays ?? null,
    kg: kilogramsOf(data.total, data.unit),
    ha: data.areaHa ?? null,
  }
}

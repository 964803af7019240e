// The risk class of a farmer (BR-34) worked out once more from rows and recorded events, in the words of the domain dictionary.
import { asDay, daysFrom, type Event, monthsLater, type Row } from './facts.ts'

type Recorded = {
  rows: Record<'farmer' | 'landparcel' | 'crop' | 'croppingsystem' | 'nonconformity', Row[]>
  events: Event[]
  today: string
  firstRecorded(eventId: string): number
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

export function riskClassOf({ rows, events, today, firstRecorded }: Recorded, farmerId: string): 'LOW' | 'MEDIUM' | 'HIGH' {
  const ofFarmer = (table: 'landparcel' | 'crop' | 'nonconformity'): Row[] => rows[table].filter((one) => one.farmer_id === farmerId)
  const farmer = rows.farmer.find(({ id }) => id === farmerId) as Row
  const plots = ofFarmer('landparcel').filter(({ status }) => status !== 'RETIRED')
  const crops = ofFarmer('crop')
  const isOrganic = (crop: Row): boolean => rows.croppingsystem.find(({ id }) => id === crop.cropping_system_id)?.managed_organically
  const growing = crops.filter(({ status }) => status !== 'CANCELLED')
  const rates = (own: (crop: Row) => boolean): Map<string, number> => {
    const picked = rows.crop.filter((one) => own(one) && one.estimated_kg !== null && (one.role === 'MAIN' || one.role === 'INTERCROP'))
    const grown = Map.groupBy(picked, (one) => [one.crop_type_id, one.season_id, one.village, one.farmer_id].join(' '))
    return new Map([...grown].map(([key, list]) => [key, sum(list.map((one) => Number(one.estimated_kg))) / sum(list.map((one) => Number(one.area_ha)))]))
  }
  const all = rates(() => true)
  const isFar = [...rates((one) => one.farmer_id === farmerId)].some(([key, rate]) => {
    const place = key.split(' ').slice(0, -1).join(' ')
    const compared = [...all].flatMap(([other, value]) => (other.startsWith(`${place} `) ? [value] : []))
    return compared.length >= 3 && rate > 1.3 * medianOf(compared)
  })
  const ids = new Set(crops.map(({ id }) => id))
  const late = events
    .filter(
      ({ subjectId, type, at }) => ids.has(subjectId) && type !== 'CREATED' && type !== 'EDITED' && at > Date.parse(`${today}T00:00:00Z`) - 365 * 86_400_000,
    )
    .map(({ id, at }) => firstRecorded(id) - at > 14 * 86_400_000)
  const points = sum([
    farmer.joined_on && monthsLater(asDay(farmer.joined_on) ?? '', 12) > today ? 2 : 0,
    plots.some(({ neighbours }) => (neighbours ?? []).some(({ use }: Row) => use === 'GM_COTTON')) ? 2 : 0,
    growing.some((one) =>
      growing.some((other) => one.crop_type_id === other.crop_type_id && one.season_id === other.season_id && isOrganic(one) && !isOrganic(other)),
    )
      ? 3
      : 0,
    ofFarmer('nonconformity').some((one) => one.severity !== 'MINOR' && one.severity !== 'RECOMMENDATION' && daysFrom(asDay(one.opened_on) ?? '', today) < 730)
      ? 3
      : 0,
    isFar ? 3 : 0,
    plots.some(({ boundary }) => boundary === null) ? 2 : 0,
    farmer.separate_inspection ? 1 : 0,
    late.filter(Boolean).length / Math.max(1, late.length) > 0.3 ? 1 : 0,
  ])
  return points >= 8 ? 'HIGH' : points >= 4 ? 'MEDIUM' : 'LOW'
}

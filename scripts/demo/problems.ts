// What goes wrong in a programme, planted: one small import file per problem, with the rule that must refuse
// or flag it. They are not loaded with the programme; they are there to be tried on it.
import { csvText } from '#domain/exchange/csv.ts'
import { bboxOf } from '#domain/geo/area.ts'
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { addDays, at } from './calendar.ts'
import type { Season } from './field-season.ts'
import type { Parcel } from './parcels.ts'
import type { Programme } from './programme.ts'
import { sum } from './random.ts'
import { cropKeyColumns, eventTable, type File, farmerTable, parcelTable, purchaseTable } from './tables.ts'

export type Problem = {
  file: string
  /** Which import takes the file: …/{entity}/import?kind={kind} */
  entity: 'farmer' | 'landparcel' | 'crop' | 'productbatch' | 'processingsystem'
  kind: 'records' | 'events' | 'purchases'
  rule: string
  /** REFUSED: the row comes back. FLAGGED: it goes in with an open finding. SCREENED: every row is sound, the pattern is not. */
  outcome: 'REFUSED' | 'FLAGGED' | 'SCREENED'
  says: string
  operator: string
}

export function makeProblems(programme: Programme): { problems: Problem[]; files: File[] } {
  const made = [overlapping(programme), sameAgain(programme), sameFarmer(programme), wrongArea(programme), tooMuchPicked(programme), tooHighEstimate(programme), roundWeights(programme), ...badRuns(programme)]
  const problems = made.map(({ text: _, ...problem }) => problem)
  return { problems, files: [...made.map(({ file, text }) => ({ name: `problems/${file}`, text })), { name: 'problems/problems.json', text: `${JSON.stringify(problems, null, 2)}\n` }] }
}
type Made = Problem & { text: string }

/** A table with the header of another one and only these cells filled; the first row's other cells may be taken over from `like`. */
function tableLike(whole: File, rows: readonly Record<string, string | number>[], like?: (cells: Record<string, string>) => boolean): string {
  const [first = '', ...lines] = whole.text.trimEnd().split('\r\n')
  const header = first.split(',')
  const read = (line: string) => Object.fromEntries((line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).slice(0, header.length).map((part, index) => [header[index] ?? '', part.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')]))
  const model = like ? lines.map(read).find(like) : undefined
  return csvText(header, rows.map((row) => header.map((column) => String(row[column] ?? model?.[column] ?? ''))))
}

const key = (parcel: Parcel) => (cells: Record<string, string>) => cells.member_no === parcel.farmer.memberNo && cells.parcel_no === parcel.parcelNo
const wkt = (polygon: Polygon): string => `POLYGON ((${(polygon.coordinates[0] ?? []).map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
const box = (west: number, south: number, east: number, north: number): Polygon => {
  const [w, s, e, n] = [west, south, east, north].map((value) => Math.round(value * 1e7) / 1e7) as [number, number, number, number]
  return { type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] }
}
const metre = { lon: 1 / 103_100, lat: 1 / 110_800 }
const polygonOf = (parcel: Parcel): Polygon => ({ type: 'Polygon', coordinates: [parcel.ring ?? []] })

/** Beside the last plot of a row, pushed westwards into it until exactly 14 % of the smaller of the two are shared. */
function overlapping(programme: Programme): Made {
  const mapped = programme.parcels.filter((parcel) => parcel.ring)
  for (const victim of mapped.filter((parcel) => parcel.edgeOfVillage === 'E' && parcel.areaHa > 0.6)) {
    const [, south, east, north] = bboxOf(polygonOf(victim))
    const middle = (south + north) / 2
    const plot = (metres: number) => box(east - metres * metre.lon, middle - 35 * metre.lat, east + (110 - metres) * metre.lon, middle + 35 * metre.lat)
    let [near, far] = [0, 60]
    for (let step = 0; step < 40; step++) {
      const metres = (near + far) / 2
      if (overlap(plot(metres), polygonOf(victim)).ratio < 0.14) near = metres
      else far = metres
    }
    const chosen = plot(far)
    if (mapped.some((other) => other !== victim && overlap(chosen, polygonOf(other)).ratio > 0.01)) continue
    const grower = mapped.find((parcel) => parcel.farmer.village === victim.farmer.village && parcel.farmer !== victim.farmer) ?? victim
    return {
      file: 'overlap-14-percent.csv', entity: 'landparcel', kind: 'records', rule: 'BR-02', outcome: 'FLAGGED', operator: grower.farmer.operator,
      says: 'A new plot that shares 14 % with a neighbour’s: saved, both disputed until somebody decides.',
      text: tableLike(parcelTable(programme), [{ parcel_no: '91', name: 'Disputed field', survey_no: '400/1', declared_area: 0.77, area_unit: 'ha', wkt: wkt(chosen), boundary_method: 'DESKTOP_DRAW', accuracy_m: '' }], key(grower)),
    }
  }
  throw new Error('No plot to overlap')
}

function sameAgain(programme: Programme): Made {
  const [original, other] = programme.parcels.filter((parcel) => parcel.ring && parcel.farmer.operator === 'OP2').slice(10, 12) as [Parcel, Parcel]
  const ring = original.ring ?? []
  const turned: Polygon = { type: 'Polygon', coordinates: [[...ring.slice(2, -1), ...ring.slice(0, 3)]] }
  return {
    file: 'same-boundary-twice.csv', entity: 'landparcel', kind: 'records', rule: 'BR-02', outcome: 'REFUSED', operator: 'OP2',
    says: 'The boundary of another member’s plot, begun at another corner.',
    text: tableLike(parcelTable(programme), [{ parcel_no: '92', name: 'Copied field', survey_no: '400/2', declared_area: original.declaredHa, area_unit: 'ha', wkt: wkt(turned) }], key(other)),
  }
}

function sameFarmer(programme: Programme): Made {
  const original = programme.farmers.find((farmer) => farmer.operator === 'OP1' && farmer.phone && farmer.standing === 'ACTIVE')
  return {
    file: 'duplicate-farmer.csv', entity: 'farmer', kind: 'records', rule: 'BR-23', outcome: 'FLAGGED', operator: 'OP1',
    says: 'The same person again: another spelling, the same phone, the same village.',
    text: tableLike(farmerTable(programme), [{ member_no: 'OP1-901', first_name: `${original?.firstName}a`, local_name: '', relation_name: '', home_lat: '', home_lon: '' }], (cells) => cells.member_no === original?.memberNo),
  }
}

function wrongArea(programme: Programme): Made {
  const grower = programme.parcels.find((parcel) => parcel.ring && parcel.farmer.operator === 'OP1') as Parcel
  const { lon, lat } = grower.farmer.village
  const plot = box(lon - 900 * metre.lon, lat, lon - 770 * metre.lon, lat + 100 * metre.lat)
  return {
    file: 'declared-2-mapped-1.3-ha.csv', entity: 'landparcel', kind: 'records', rule: 'BR-03', outcome: 'FLAGGED', operator: 'OP1',
    says: 'Declared 2.0 ha, mapped 1.3 ha.',
    text: tableLike(parcelTable(programme), [{ parcel_no: '93', name: 'Short field', survey_no: '400/3', declared_area: 2, area_unit: 'ha', wkt: wkt(plot), lat: '', lon: '', boundary_method: 'DESKTOP_DRAW', accuracy_m: '', neighbour_e: '', buffer_e_m: '' }], key(grower)),
  }
}

const cropCells = ({ crop }: Season): Record<string, string> => {
  const { parcel, season } = crop.system
  const cells = [parcel.farmer.operator, parcel.farmer.memberNo, parcel.parcelNo, season, crop.crop, crop.variety, crop.role]
  return Object.fromEntries(cropKeyColumns.map((column, index) => [column, cells[index] ?? '']))
}
const picked = (season: Season): number => sum(season.picks.map((pick) => pick.kg))
const standing = (programme: Programme): Season[] => programme.seasons.filter((season) => season.crop.crop === 'COTTON' && season.crop.role === 'MAIN' && !season.closedOn)

function tooMuchPicked(programme: Programme): Made {
  const season = standing(programme)[0] as Season
  const kg = Math.ceil((season.estimate?.kg ?? 0) * 1.28 - picked(season))
  return {
    file: 'harvest-128-percent-of-estimate.csv', entity: 'crop', kind: 'events', rule: 'BR-07', outcome: 'REFUSED', operator: season.crop.system.parcel.farmer.operator,
    says: 'A fourth picking that brings the harvest to 128 % of the estimate.',
    text: tableLike(eventTable(programme), [{ ...cropCells(season), event_type: 'HARVEST', occurred_on: addDays(programme.calendar.anchor, -3), pick_no: 4, kg, moisture: 8, trash: 2 }]),
  }
}

function tooHighEstimate(programme: Programme): Made {
  const season = standing(programme).find(({ crop }) => crop.system.parcel.waterRegime === 'RAINFED') as Season
  return {
    file: 'estimate-above-ceiling.csv', entity: 'crop', kind: 'events', rule: 'BR-06', outcome: 'REFUSED', operator: season.crop.system.parcel.farmer.operator,
    says: '1,900 kg per hectare estimated where rain-fed cotton can bear 1,600.',
    text: tableLike(eventTable(programme), [{ ...cropCells(season), event_type: 'YIELD_ESTIMATE', occurred_on: addDays(programme.calendar.anchor, -3), method: 'EYE', kg_per_ha: 1900 }]),
  }
}

/** Nine farmers, nine times exactly 100 kg: each within what is left to sell. */
function roundWeights(programme: Programme): Made {
  const bought = new Map<Season, number>()
  for (const ticket of programme.tickets) bought.set(ticket.season, (bought.get(ticket.season) ?? 0) + ticket.netKg)
  const sellers = programme.seasons.filter((one) => one.crop.crop === 'COTTON' && one.crop.system.parcel.farmer.village.centre === 'CC-KASRAWAD' && one.crop.system.parcel.farmer.claim === 'ORGANIC' && picked(one) - (bought.get(one) ?? 0) >= 110).slice(0, 9)
  const rows = sellers.map((one, index) => {
    const { parcel } = one.crop.system
    return {
      ...cropCells(one), ticket_no: `KAS-R-${index + 1}`, batch_no: '', member_no: parcel.farmer.memberNo, parcel_no: parcel.parcelNo,
      centre_code: 'CC-KASRAWAD', at: at(addDays(programme.calendar.anchor, -4), 9, index * 5), gross_kg: 101, tare_kg: 1, net_kg: 100, moisture_pct: 8, price_per_kg: 73, premium_per_kg: 6, farmer_confirmation: 'SIGNATURE',
    }
  })
  return { file: 'nine-tickets-of-100-kg.csv', entity: 'productbatch', kind: 'purchases', rule: 'BR-32', outcome: 'SCREENED', operator: 'OP1', says: 'Nine deliveries of exactly 100.0 kg on one morning.', text: tableLike(purchaseTable(programme), rows) }
}

/** Lots that must be at the gins for the runs below to be tried; 1,000 kg and 300 kg of what the centres still hold. */
export const problemLots = [
  { batchNo: 'TRY-H1', sentAs: 'TRY-KHG', kg: 1_000, gin: 'GIN-KHARGONE', buyer: 'KHARGONE-GIN' },
  { batchNo: 'TRY-H2', sentAs: 'TRY-SEN', kg: 300, gin: 'GIN-SENDHWA', buyer: 'SENDHWA-GIN' },
] as const

function badRuns({ calendar }: Programme): Made[] {
  const day = addDays(calendar.anchor, -1)
  const header = ['processing_system', 'event_type', 'occurred_at', 'process', 'inputs', 'outputs', 'waste_kg', 'invisible_kg', 'started_at', 'ended_at', 'reason']
  const run = (gin: string, lot: string, kg: number, outputs: { productId: string; kg: number }[], wasteKg: number, invisibleKg: number): string =>
    csvText(header, [[gin, 'PROCESS_RUN', at(day, 16), 'GINNING', JSON.stringify([{ batchId: lot, kg }]), JSON.stringify(outputs), String(wasteKg), String(invisibleKg), at(day, 9), at(day, 15), 'As weighed']])
  const gin = (text: string, file: string, rule: string, outcome: Problem['outcome'], says: string): Made => ({ file, entity: 'processingsystem', kind: 'events', rule, outcome, says, operator: 'OP1', text })
  const out = (lint: number, seed: number) => [{ productId: 'PRD-LINT', kg: lint }, { productId: 'PRD-CSEED', kg: seed }]
  return [
    gin(run('GIN-KHARGONE', 'TRY-KHG', 500, out(205, 280), 12, 3), 'run-41-percent-lint.csv', 'BR-10', 'FLAGGED', '41 % lint, where 31 to 38 % are usual and 42 % are impossible.'),
    gin(run('GIN-KHARGONE', 'TRY-KHG', 500, out(170, 310), 12, 2), 'run-1.2-percent-short.csv', 'BR-09', 'REFUSED', '500 kg in, 494 kg accounted for.'),
    gin(run('GIN-SENDHWA', 'TRY-SEN', 300, out(102, 188), 8, 2), 'organic-after-conversion-uncleaned.csv', 'BR-11', 'REFUSED', 'Organic cotton on a line that ran conversion cotton and was not cleaned in the last 24 hours.'),
  ]
}

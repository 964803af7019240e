// Planted problems of people and plots: two that overlap, one that is another's, one person twice, an area that
// is not what was declared.
import { bboxOf } from '#domain/geo/area.ts'
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Parcel } from './parcels.ts'
import { type Planted, tableLike } from './problem-file.ts'
import type { Programme } from './programme.ts'
import { farmerTable, parcelTable } from './tables.ts'

export const plotProblems = (programme: Programme): Planted[] => [overlapping(programme), sameAgain(programme), sameFarmer(programme), wrongArea(programme)]

const key = (parcel: Parcel) => (cells: Record<string, string>) => cells.member_no === parcel.farmer.memberNo && cells.parcel_no === parcel.parcelNo
const wkt = (polygon: Polygon): string => `POLYGON ((${(polygon.coordinates[0] ?? []).map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
const box = (west: number, south: number, east: number, north: number): Polygon => {
  const [w, s, e, n] = [west, south, east, north].map((value) => Math.round(value * 1e7) / 1e7) as [number, number, number, number]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  }
}
const metre = { lon: 1 / 103_100, lat: 1 / 110_800 }
const polygonOf = (parcel: Parcel): Polygon => ({ type: 'Polygon', coordinates: [parcel.ring ?? []] })

/** Beside the last plot of a row, pushed westwards into it until exactly 14 % of the smaller of the two are shared. */
function overlapping(programme: Programme): Planted {
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
      file: 'overlap-14-percent.csv',
      entity: 'landparcel',
      kind: 'records',
      rule: 'BR-02',
      outcome: 'FLAGGED',
      operator: grower.farmer.operator,
      says: 'A new plot that shares 14 % with a neighbour’s: saved, both disputed until somebody decides.',
      text: tableLike(
        parcelTable(programme),
        [
          {
            parcel_no: '91',
            name: 'Disputed field',
            survey_no: '400/1',
            declared_area: 0.77,
            area_unit: 'ha',
            wkt: wkt(chosen),
            boundary_method: 'DESKTOP_DRAW',
            accuracy_m: '',
          },
        ],
        key(grower),
      ),
    }
  }
  throw new Error('No plot to overlap')
}

function sameAgain(programme: Programme): Planted {
  const [original, other] = programme.parcels.filter((parcel) => parcel.ring && parcel.farmer.operator === 'OP2').slice(10, 12) as [Parcel, Parcel]
  const ring = original.ring ?? []
  const turned: Polygon = { type: 'Polygon', coordinates: [[...ring.slice(2, -1), ...ring.slice(0, 3)]] }
  return {
    file: 'same-boundary-twice.csv',
    entity: 'landparcel',
    kind: 'records',
    rule: 'BR-02',
    outcome: 'REFUSED',
    operator: 'OP2',
    says: 'The boundary of another member’s plot, begun at another corner.',
    text: tableLike(
      parcelTable(programme),
      [{ parcel_no: '92', name: 'Copied field', survey_no: '400/2', declared_area: original.declaredHa, area_unit: 'ha', wkt: wkt(turned) }],
      key(other),
    ),
  }
}

function sameFarmer(programme: Programme): Planted {
  const original = programme.farmers.find((farmer) => farmer.operator === 'OP1' && farmer.phone && farmer.membership === 'ACTIVE')
  return {
    file: 'duplicate-farmer.csv',
    entity: 'farmer',
    kind: 'records',
    rule: 'BR-23',
    outcome: 'FLAGGED',
    operator: 'OP1',
    says: 'The same person again: another spelling, the same phone, the same village.',
    text: tableLike(
      farmerTable(programme),
      [{ member_no: 'OP1-901', first_name: `${original?.firstName}a`, local_name: '', relation_name: '', home_lat: '', home_lon: '' }],
      (cells) => cells.member_no === original?.memberNo,
    ),
  }
}

function wrongArea(programme: Programme): Planted {
  const grower = programme.parcels.find((parcel) => parcel.ring && parcel.farmer.operator === 'OP1') as Parcel
  const { lon, lat } = grower.farmer.village
  const plot = box(lon - 900 * metre.lon, lat, lon - 770 * metre.lon, lat + 100 * metre.lat)
  return {
    file: 'declared-2-mapped-1.3-ha.csv',
    entity: 'landparcel',
    kind: 'records',
    rule: 'BR-03',
    outcome: 'FLAGGED',
    operator: 'OP1',
    says: 'Declared 2.0 ha, mapped 1.3 ha.',
    text: tableLike(
      parcelTable(programme),
      [
        {
          parcel_no: '93',
          name: 'Short field',
          survey_no: '400/3',
          declared_area: 2,
          area_unit: 'ha',
          wkt: wkt(plot),
          lat: '',
          lon: '',
          boundary_method: 'DESKTOP_DRAW',
          accuracy_m: '',
          neighbour_e: '',
          buffer_e_m: '',
        },
      ],
      key(grower),
    ),
  }
}

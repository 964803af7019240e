// Planted problems of people and plots: a boundary drawn again over a neighbour’s, one that is another’s, one person twice, an area that is
// not what was declared. They change what is there already, so that the programme’s counts of members and plots stay.
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Parcel } from './parcels.ts'
import { type Planted, tableLike } from './problem-file.ts'
import type { Programme } from './programme.ts'
import { farmerTable, parcelTable } from './tables.ts'

export const plotProblems = (programme: Programme): Planted[] => [overlapping(programme), sameAgain(programme), sameFarmer(programme), wrongArea(programme)]

const key = (parcel: Parcel) => (cells: Record<string, string>) => cells.member_no === parcel.farmer.memberNo && cells.parcel_no === parcel.parcelNo
const wkt = (polygon: Polygon): string => `POLYGON ((${(polygon.coordinates[0] ?? []).map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
const metre = { lon: 1 / 103_100, lat: 1 / 110_800 }
const polygonOf = (parcel: Parcel): Polygon => ({ type: 'Polygon', coordinates: [parcel.ring ?? []] })
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
const moved = (parcel: Parcel, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [(parcel.ring ?? []).map(([lon, lat]) => [rounded(lon + east * metre.lon), rounded(lat + north * metre.lat)])],
})
const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** A plot pushed, as by a map that lies wrong, over one neighbour until exactly 14 % of the smaller of the two are shared. */
function overlapping(programme: Programme): Planted {
  const mapped = programme.parcels.filter((parcel) => parcel.ring && parcel.farmer.operator === 'OP1')
  for (const plot of mapped)
    for (const [east, north] of directions) {
      const shared = (metres: number) =>
        mapped.flatMap((other) => {
          const { ratio } = overlap(moved(plot, east * metres, north * metres), polygonOf(other))
          return other !== plot && ratio > 0 ? [{ other, ratio }] : []
        })
      const far = 60
      const [victim] = shared(far).sort((one, two) => two.ratio - one.ratio)
      if (!victim || victim.ratio < 0.14 || victim.other.farmer === plot.farmer) continue
      let [near, beyond] = [0, far]
      for (let step = 0; step < 40; step++) {
        const metres = (near + beyond) / 2
        const ratio = shared(metres).find(({ other }) => other === victim.other)?.ratio ?? 0
        if (ratio < 0.14) near = metres
        else beyond = metres
      }
      if (shared(beyond).some(({ other, ratio }) => other !== victim.other && ratio > 0.01)) continue
      return {
        file: 'overlap-14-percent.csv',
        entity: 'landparcel',
        kind: 'records',
        rule: 'BR-02',
        outcome: 'FLAGGED',
        operator: 'OP1',
        says: 'A plot drawn again from a picture that lies wrong, 14 % over a neighbour’s: saved, both disputed until somebody decides.',
        text: tableLike(
          parcelTable(programme),
          [{ wkt: wkt(moved(plot, east * beyond, north * beyond)), boundary_method: 'DESKTOP_DRAW', accuracy_m: '' }],
          key(plot),
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

/** Waits for approval, now with the telephone of a member of the same village and nearly the same name. */
function sameFarmer(programme: Programme): Planted {
  const waiting = programme.farmers.filter((farmer) => farmer.operator === 'OP1' && farmer.membership === 'PENDING')
  for (const farmer of waiting) {
    const original = programme.farmers.find((one) => one.village === farmer.village && one.gender === farmer.gender && one.phone && one.membership === 'ACTIVE')
    if (!original) continue
    return {
      file: 'duplicate-farmer.csv',
      entity: 'farmer',
      kind: 'records',
      rule: 'BR-23',
      outcome: 'FLAGGED',
      operator: 'OP1',
      says: 'Who waits for approval is a member already: another spelling, the same phone, the same village.',
      text: tableLike(
        farmerTable(programme),
        [{ first_name: `${original.firstName}a`, last_name: original.lastName, local_name: original.localName, phone: original.phone ?? '', no_phone: 'N' }],
        (cells) => cells.member_no === farmer.memberNo,
      ),
    }
  }
  throw new Error('Nobody who waits has a neighbour')
}

function wrongArea(programme: Programme): Planted {
  const plot = programme.parcels.find((parcel) => parcel.ring && parcel.farmer.operator === 'OP1' && Math.abs(parcel.areaHa - 1.3) < 0.02)
  if (!plot) throw new Error('No plot of 1.3 ha')
  return {
    file: 'declared-2-mapped-1.3-ha.csv',
    entity: 'landparcel',
    kind: 'records',
    rule: 'BR-03',
    outcome: 'FLAGGED',
    operator: 'OP1',
    says: 'Declared 2.0 ha, mapped 1.3 ha.',
    text: tableLike(parcelTable(programme), [{ declared_area: 2, area_unit: 'ha' }], key(plot)),
  }
}

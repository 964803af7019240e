// Planted problems of crops: harvests, estimates, an input that is prohibited, the same crop grown both ways.
import { addDays } from './calendar.ts'
import type { Season } from './field-season.ts'
import type { Parcel } from './parcels.ts'
import { type Planted, tableLike } from './problem-file.ts'
import type { Programme } from './programme.ts'
import { sum } from './random.ts'
import { cropKey, cropTable, eventTable, systemEventTable } from './season-tables.ts'

export const seasonProblems = (programme: Programme): Planted[] => [tooMuchPicked(programme), tooHighEstimate(programme), urea(programme), parallel(programme)]

const cropCells = ({ crop }: Season): Record<string, string> => cropKey(crop)
const picked = (season: Season): number => sum(season.picks.map((pick) => pick.kg))
const growing = (programme: Programme): Season[] =>
  programme.seasons.filter((season) => season.crop.crop === 'COTTON' && season.crop.role === 'MAIN' && !season.closedOn)

function tooMuchPicked(programme: Programme): Planted {
  const season = growing(programme)[0] as Season
  const kg = Math.ceil((season.estimate?.kg ?? 0) * 1.28 - picked(season))
  return {
    file: 'harvest-128-percent-of-estimate.csv',
    entity: 'crop',
    kind: 'events',
    rule: 'BR-07',
    outcome: 'REFUSED',
    operator: season.crop.system.parcel.farmer.operator,
    says: 'A fourth picking that brings the harvest to 128 % of the estimate.',
    text: tableLike(eventTable(programme), [
      { ...cropCells(season), event_type: 'HARVEST', occurred_on: addDays(programme.calendar.anchor, -3), pick_no: 4, kg, moisture: 8, trash: 2 },
    ]),
  }
}

function tooHighEstimate(programme: Programme): Planted {
  const season = growing(programme).find(({ crop }) => crop.system.parcel.waterRegime === 'RAINFED') as Season
  return {
    file: 'estimate-above-ceiling.csv',
    entity: 'crop',
    kind: 'events',
    rule: 'BR-06',
    outcome: 'REFUSED',
    operator: season.crop.system.parcel.farmer.operator,
    says: '1,900 kg per hectare estimated where rain-fed cotton can bear 1,600.',
    text: tableLike(eventTable(programme), [
      { ...cropCells(season), event_type: 'YIELD_ESTIMATE', occurred_on: addDays(programme.calendar.anchor, -3), method: 'EYE', kg_per_ha: 1900 },
    ]),
  }
}

/** On wheat of a plot that bore no cotton: it costs the wheat its claim and the plot its conversion, and no cotton anything. */
function urea(programme: Programme): Planted {
  const { kharif, rabi, anchor } = programme.calendar
  const withCotton = new Set(
    programme.systems.filter(({ season, crops }) => season === kharif.code && crops.some(({ crop }) => crop === 'COTTON')).map(({ parcel }) => parcel),
  )
  const season = programme.seasons.find(
    ({ crop }) =>
      crop.system.season === rabi.code && crop.crop === 'WHEAT' && crop.system.parcel.farmer.operator === 'OP1' && !withCotton.has(crop.system.parcel),
  )
  if (!season) throw new Error('No wheat on a plot without cotton')
  const { operator_code, member_no, parcel_no } = cropKey(season.crop)
  return {
    file: 'urea-on-wheat.csv',
    entity: 'croppingsystem',
    kind: 'events',
    rule: 'BR-14',
    outcome: 'FLAGGED',
    operator: 'OP1',
    says: 'Urea on organic wheat: the claim goes, the conversion of the plot begins again.',
    text: tableLike(systemEventTable(programme), [
      {
        operator_code,
        member_no,
        parcel_no,
        season: rabi.code,
        event_type: 'INPUT_APPLICATION',
        occurred_on: addDays(anchor, -2),
        item: 'UREA',
        dose_per_ha: 50,
        unit: 'KG',
        total: Math.round(50 * season.crop.areaHa),
        method: 'BROADCAST',
      },
    ]),
  }
}

/** The plot nobody has mapped, of a member with organic cotton on another one. */
export function unregisteredPlot({ parcels, systems, calendar }: Programme): Parcel {
  const growers = new Set(
    systems.filter(({ season, crops }) => season === calendar.kharif.code && crops.some(({ crop }) => crop === 'COTTON')).map(({ parcel }) => parcel.farmer),
  )
  const plot = parcels.find((parcel) => !parcel.ring && !parcel.point && growers.has(parcel.farmer))
  if (!plot) throw new Error('No plot that is not mapped')
  return plot
}

function parallel(programme: Programme): Planted {
  const plot = unregisteredPlot(programme)
  const organic = programme.seasons.find(({ crop }) => crop.crop === 'COTTON' && crop.system.parcel.farmer === plot.farmer)
  if (!organic) throw new Error('No cotton of this member')
  const key = cropKey(organic.crop)
  return {
    file: 'parallel-cotton.csv',
    entity: 'crop',
    kind: 'records',
    rule: 'BR-05',
    outcome: 'FLAGGED',
    operator: plot.farmer.operator,
    says: 'Cotton that is not grown organically, on a plot nobody has mapped, beside the member’s organic cotton.',
    text: tableLike(
      cropTable(programme),
      [
        {
          parcel_no: plot.parcelNo,
          system_area: 0.4,
          area: 0.4,
          seed_source: 'COMPANY',
          seed_lot: '',
          seed_kg: '',
          seed_treated: 'UNTREATED',
          non_gm_proof_ref: '',
          non_gm_proof_kind: '',
        },
      ],
      (cells) => cells.member_no === key.member_no && cells.parcel_no === key.parcel_no && cells.crop === 'COTTON' && cells.role === 'MAIN',
    ),
  }
}

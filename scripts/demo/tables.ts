// The programme as tables for people: one CSV per kind with the columns of the import templates, and the
// parcels as GeoJSON. These are the files in demo/; the loader feeds the same text to the product's import.
import { csvText } from '#domain/exchange/csv.ts'
import { addDays } from './calendar.ts'
import type { Crop } from './cropping.ts'
import type { Parcel } from './parcels.ts'
import { facilities, operators, processors, villages } from './places.ts'
import type { Programme } from './programme.ts'
import { staff } from './staff.ts'

export type File = { name: string; text: string }
type Cell = string | number | boolean | null
const table = (name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): File => ({ name, text: csvText(header, rows.map((row) => row.map(cell))) })
const cell = (value: Cell): string => (value === null ? '' : typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value))

export function allTables(programme: Programme): File[] {
  return [operatorTable(programme), staffTable(), farmerTable(programme), landownerTable(programme), parcelTable(programme), parcelMap(programme), cropTable(programme), eventTable(programme), resultTable(programme), purchaseTable(programme), ...chainTables(programme)]
}

function operatorTable({ calendar }: Programme): File {
  return table('operators.csv', ['code', 'legal_name', 'short_name', 'legal_form', 'reg_no', 'town', 'district', 'state', 'pin', 'registered_on', 'blocks', 'villages'],
    operators.map((one) => {
      const own = villages.filter((village) => village.operator === one.code)
      return [one.code, one.legalName, one.shortName, one.legalForm, one.regNo, one.town, one.district, 'Madhya Pradesh', one.pin, calendar.day(one.registered[1], -one.registered[0]), [...new Set(own.map((village) => village.block))].join(';'), own.map((village) => village.name).join(';')]
    }))
}

function staffTable(): File {
  return table('users.csv', ['name', 'email', 'phone', 'role', 'operators', 'processors'], staff.map((one) => [one.name, one.email, one.phone, one.role, one.operators.join(';'), one.processors.join(';')]))
}

export function farmerTable({ farmers }: Programme): File {
  const header = ['operator_code', 'member_no', 'first_name', 'last_name', 'local_name', 'relation_name', 'gender', 'birth_year', 'phone', 'no_phone', 'language', 'village', 'block', 'district', 'state', 'pin', 'home_lat', 'home_lon', 'holding_ha', 'joined_on', 'contract_signed_on', 'consent_version', 'consent_given_on', 'other_group', 'no_parcel_reason']
  return table('farmers.csv', header, farmers.map((one) => {
    const operator = operators.find(({ code }) => code === one.operator)
    return [one.operator, one.memberNo, one.firstName, one.lastName, one.localName, one.relationName, one.gender, one.birthYear, one.phone, one.phone === null, 'hi', one.village.name, one.village.block, operator?.district ?? '', 'Madhya Pradesh', operator?.pin ?? '',
      one.home[1], one.home[0], one.holdingHa, one.joinedOn, one.contractSignedOn, 'C-2', one.consentAt, false, one.standing === 'EXITED' ? 'Land given up before leaving the group' : null]
  }))
}

export function landownerTable({ landowners, farmers }: Programme): File {
  return table('landowners.csv', ['operator_code', 'code', 'name', 'relation_name', 'owner_type', 'member_no', 'phone', 'village', 'block', 'district', 'state', 'consent_to_certification', 'consent_on'],
    landowners.map((one) => {
      const self = farmers.find((farmer) => farmer.memberNo === one.memberNo)
      return [one.operator, one.code, one.name, one.relationName, one.ownerType, one.memberNo, one.phone, one.village.name, one.village.block, operators.find(({ code }) => code === one.operator)?.district ?? '', 'Madhya Pradesh', one.consent, self?.joinedOn ?? farmers.find((farmer) => farmer.operator === one.operator)?.joinedOn ?? null]
    }))
}

const haPerAcre = 0.404686
/** As the group writes it on its form; acres to two decimals. */
const declared = (parcel: Parcel): number => (parcel.unit === 'acre' ? Math.round((parcel.declaredHa / haPerAcre) * 100) / 100 : parcel.declaredHa)
const wkt = (ring: Parcel['ring']): string | null => ring && `POLYGON ((${ring.map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`

export function parcelTable({ parcels }: Programme): File {
  const header = ['operator_code', 'member_no', 'parcel_no', 'name', 'tenure', 'lease_from', 'lease_to', 'survey_no', 'declared_area', 'area_unit', 'wkt', 'lat', 'lon', 'boundary_method', 'mapped_on', 'accuracy_m', 'soil_type', 'water_regime', 'last_prohibited_input_on', 'conversion_start', 'retro_months', 'land_use_y1', 'land_use_y2', 'land_use_y3', 'owner_code', 'owner_share', 'neighbour_n', 'neighbour_e', 'neighbour_s', 'neighbour_w', 'buffer_n_m', 'buffer_e_m', 'buffer_s_m', 'buffer_w_m']
  return table('parcels.csv', header, parcels.map((one) => [
    one.farmer.operator, one.farmer.memberNo, one.parcelNo, one.name, one.tenure, one.leaseFrom, one.leaseTo, one.surveyNo, declared(one), one.unit, wkt(one.ring), one.point?.[1] ?? null, one.point?.[0] ?? null,
    one.ring ? one.method : null, one.ring ? one.mappedOn : null, one.ring && one.method === 'GPS_WALK' ? one.accuracyM : null, one.soilType, one.waterRegime, addDays(one.farmer.conversionStart, -1), one.farmer.conversionStart, 0,
    ...one.landUse, one.ownerCode, 1, null, one.edgeOfVillage ? 'ROAD' : null, null, null, null, one.edgeOfVillage ? 9 : null, null, null,
  ]))
}

function parcelMap({ parcels }: Programme): File {
  const features = parcels.flatMap((one) => (one.ring ? [{ type: 'Feature', properties: { member_no: one.farmer.memberNo, parcel_no: one.parcelNo, name: one.name, village: one.farmer.village.name, declared_ha: one.declaredHa }, geometry: { type: 'Polygon', coordinates: [one.ring] } }] : []))
  return { name: 'parcels.geojson', text: `{"type":"FeatureCollection","features":[\n${features.map((feature) => JSON.stringify(feature)).join(',\n')}\n]}\n` }
}

const cropKey = ({ system, crop, variety, role }: Crop): Cell[] => [system.parcel.farmer.operator, system.parcel.farmer.memberNo, system.parcel.parcelNo, system.season, crop, variety, role]
export const cropKeyColumns = ['operator_code', 'member_no', 'parcel_no', 'season', 'crop', 'variety', 'role'] as const

export function cropTable({ systems }: Programme): File {
  const header = [...cropKeyColumns, 'system_type', 'system_area', 'area', 'area_unit', 'planned_sowing', 'planned_end', 'seed_source', 'seed_lot', 'seed_kg', 'seed_treated', 'non_gm_proof_ref', 'water_regime', 'previous_crop']
  return table('crops.csv', header, systems.flatMap((system) => system.crops.map((crop) => [
    ...cropKey(crop), 'SOLE', system.areaHa, crop.areaHa, 'ha', system.plannedSowing, system.plannedEnd, crop.seedSource, crop.seedLotNo, crop.seedKg, crop.seedTreated, crop.proofRef, system.parcel.waterRegime, system.previousCrop,
  ])))
}

/** What happened on the crops, in the order of a season's work; estimates are approved by somebody else afterwards. */
export function eventTable({ seasons }: Programme): File {
  const header = [...cropKeyColumns, 'event_type', 'occurred_on', 'seed_kg', 'area_ha', 'method', 'seed_lot_no', 'seed_treated', 'non_gm_proof', 'plants_per_m2', 'gap_pct', 'kg_per_ha', 'pick_no', 'kg', 'moisture', 'trash', 'bags', 'pickers', 'residue']
  const line = (crop: Crop, type: string, day: string, data: Record<string, Cell>): Cell[] => [...cropKey(crop), type, day, ...header.slice(cropKeyColumns.length + 2).map((column) => data[column] ?? null)]
  const sowing = seasons.map(({ crop }) => line(crop, 'SOWING', crop.sowingDate, { seed_kg: crop.seedKg, area_ha: crop.areaHa, method: crop.crop === 'COTTON' || crop.role !== 'MAIN' ? 'DIBBLING' : 'DRILL', seed_lot_no: crop.seedLotNo, seed_treated: crop.seedTreated, non_gm_proof: crop.proofRef }))
  const germination = seasons.flatMap(({ crop, germination }) => (germination ? [line(crop, 'GERMINATION_COUNT', germination.day, { plants_per_m2: germination.plantsPerM2, gap_pct: germination.gapPct })] : []))
  const estimates = seasons.flatMap(({ crop, estimate }) => (estimate ? [line(crop, 'YIELD_ESTIMATE', estimate.day, { method: estimate.method, kg_per_ha: estimate.kgPerHa })] : []))
  const approvals = seasons.flatMap(({ crop, estimate }) => (estimate ? [line(crop, 'ESTIMATE_APPROVED', addDays(estimate.day, 6), {})] : []))
  const harvests = seasons.flatMap(({ crop, picks }) => picks.map((one) => line(crop, 'HARVEST', one.day, { pick_no: one.pickNo, kg: one.kg, moisture: one.moisturePct, trash: one.trashPct, bags: one.bags, pickers: one.pickers })))
  const closings = seasons.flatMap(({ crop, closedOn }) => (closedOn ? [line(crop, 'CROP_CLOSE', closedOn, { residue: crop.crop === 'COTTON' ? 'SHREDDED' : 'COMPOSTED' })] : []))
  return table('events.csv', header, [...sowing, ...germination, ...estimates, ...approvals, ...harvests, ...closings])
}

function resultTable({ farmers, calendar }: Programme): File {
  return table('season-results.csv', ['operator_code', 'member_no', 'season', 'result', 'conditions', 'inspected_in_rabi'], farmers.filter((one) => one.result).map((one) => [one.operator, one.memberNo, calendar.kharif.code, one.result, one.conditions, one.rabiInspected]))
}

export function purchaseTable({ tickets, centreLots }: Programme): File {
  const lotOf = new Map(centreLots.flatMap((lot) => lot.tickets.map((ticket) => [ticket, lot.batchNo])))
  const header = ['operator_code', 'ticket_no', 'batch_no', 'member_no', 'parcel_no', 'crop', 'variety', 'season', 'centre_code', 'at', 'gross_kg', 'tare_kg', 'net_kg', 'moisture_pct', 'price_per_kg', 'premium_per_kg', 'deductions', 'receipt_ref', 'farmer_confirmation']
  return table('purchases.csv', header, tickets.map((one) => {
    const { crop, variety, system } = one.season.crop
    return [system.parcel.farmer.operator, one.ticketNo, lotOf.get(one) ?? '', system.parcel.farmer.memberNo, system.parcel.parcelNo, crop, variety, system.season, one.centre, one.at, one.grossKg, one.tareKg, one.netKg, one.moisturePct, one.pricePerKg, one.premiumPerKg, null, null, one.season.crop.system.parcel.farmer.phone ? 'OTP' : 'SIGNATURE']
  }))
}

function chainTables({ centreLots, ginLots, runs }: Programme): File[] {
  return [
    table('centre-lots.csv', ['batch_no', 'operator_code', 'claim', 'centre_code', 'opened_on', 'closed_on', 'kg', 'tickets'], centreLots.map((one) => [one.batchNo, one.operator, one.claim, one.centre, one.openedOn, one.closedOn, one.kg, one.tickets.length])),
    table('processors.csv', ['code', 'legal_name', 'types', 'tax_id', 'address', 'district', 'lat', 'lon', 'contact'], processors.map((one) => [one.code, one.legalName, one.types, one.taxId, one.address, one.district, one.lat, one.lon, one.contact])),
    table('facilities.csv', ['code', 'name', 'owner', 'system_type', 'place', 'capacity_kg_per_day', 'segregation', 'lat', 'lon'], facilities.map((one) => [one.code, one.name, one.owner, one.systemType, one.place, one.capacityKgPerDay, one.segregation, one.lat, one.lon])),
    table('gin-lots.csv', ['batch_no', 'operator_code', 'claim', 'centre_code', 'kg', 'built_on', 'taken_from', 'gin', 'sent_as', 'invoice_no', 'vehicle', 'sent_at', 'received_at'],
      ginLots.map((one) => [one.batchNo, one.operator, one.claim, one.centre, one.kg, one.builtOn, one.inputs.map(({ batchNo, kg }) => `${batchNo}:${kg}`).join(';'), one.gin, one.sentAs, one.invoiceNo, one.vehicle, one.sentAt, one.receivedAt])),
    table('gin-runs.csv', ['run_no', 'gin', 'claim', 'lot', 'cleaned_at', 'started_at', 'ended_at', 'input_kg', 'lint_kg', 'seed_kg', 'trash_kg', 'invisible_kg', 'lint_lot', 'seed_lot', 'bale_lot', 'bales'],
      runs.map((one) => [one.runNo, one.gin, one.claim, one.lot.sentAs, one.cleanedAt, one.startedAt, one.endedAt, one.inputKg, one.lintKg, one.seedKg, one.trashKg, one.invisibleKg, one.lintLotNo, one.seedLotNo, one.baleLotNo, one.bales.length])),
    table('bales.csv', ['bale_lot', 'bale_no', 'kg', 'moisture_pct', 'staple_mm', 'mic'], runs.flatMap((run) => run.bales.map((bale) => [run.baleLotNo, bale.no, bale.kg, bale.moisturePct, bale.stapleMm, bale.mic]))),
  ]
}


// The programme as tables for people: operators, staff, farmers, landowners and plots, with the columns of the
// import templates. These are files of demo/; the loader feeds the same text to the product's import.
import { addDays } from './calendar.ts'
import type { Parcel } from './parcels.ts'
import { facilities, operators, processors, villages } from './places.ts'
import type { Programme } from './programme.ts'
import { chainTables, cropTable, eventTable, purchaseTable, systemEventTable } from './season-tables.ts'
import { officerOf, staff } from './staff.ts'
import { type File, table } from './table.ts'

export function allTables(programme: Programme): File[] {
  return [
    operatorTable(programme),
    table(
      'users.csv',
      staff.map(({ name, email, phone, role, operators: own, processors: works }) => ({
        name,
        email,
        phone,
        role,
        operators: own.join(';'),
        processors: works.join(';'),
      })),
    ),
    villageTable(),
    farmerTable(programme),
    landownerTable(programme),
    parcelTable(programme),
    parcelMap(programme),
    cropTable(programme),
    systemEventTable(programme),
    eventTable(programme),
    resultTable(programme),
    purchaseTable(programme),
    ...placeTables(),
    ...chainTables(programme),
  ]
}

const state = 'Madhya Pradesh'
const districtOf = (code: string): string => operators.find((one) => one.code === code)?.district ?? ''

function operatorTable({ calendar }: Programme): File {
  const lines = operators.map((one) => {
    const own = villages.filter((village) => village.operator === one.code)
    return {
      code: one.code,
      legal_name: one.legalName,
      short_name: one.shortName,
      legal_form: one.legalForm,
      reg_no: one.regNo,
      town: one.town,
      district: one.district,
      state,
      pin: one.pin,
      registered_on: calendar.day(one.registered[1], -one.registered[0]),
      blocks: [...new Set(own.map((village) => village.block))].join(';'),
      villages: own.map((village) => village.name).join(';'),
    }
  })
  return table('operators.csv', lines)
}

export function villageTable(): File {
  const lines = villages.map((one) => ({
    code: one.code,
    name: one.name,
    local_name: one.localName,
    block: one.block,
    district: districtOf(one.operator),
    state,
    country: 'IN',
    point: `POINT (${one.lon} ${one.lat})`,
  }))
  return table('villages.csv', lines)
}

export function farmerTable({ farmers }: Programme): File {
  const lines = farmers.map((one) => ({
    operator_code: one.operator,
    member_no: one.memberNo,
    first_name: one.firstName,
    last_name: one.lastName,
    local_name: one.localName,
    relation_name: one.relationName,
    gender: one.gender,
    birth_year: one.birthYear,
    phone: one.phone,
    no_phone: one.phone === null,
    language: 'hi',
    village_code: one.village.code,
    pin: operators.find(({ code }) => code === one.operator)?.pin ?? '',
    home_lat: one.home[1],
    home_lon: one.home[0],
    holding_ha: one.holdingHa,
    joined_on: one.joinedOn,
    contract_signed_on: one.contractSignedOn,
    consent_version: 'C-2',
    consent_given_on: one.consentAt,
    other_group: false,
    no_parcel_reason: one.membership === 'EXITED' ? 'Land given up before leaving the group' : null,
    field_officer_email: officerOf(one.village).email,
    external_ids: one.membership === 'ACTIVE' ? `TRACENET:MP/${one.memberNo}` : null,
  }))
  return table('farmers.csv', lines)
}

export function landownerTable({ landowners, farmers }: Programme): File {
  const lines = landowners.map((one) => {
    const self = farmers.find((farmer) => farmer.memberNo === one.memberNo)
    return {
      operator_code: one.operator,
      code: one.code,
      name: one.name,
      relation_name: one.relationName,
      owner_type: one.ownerType,
      member_no: one.memberNo,
      phone: one.phone,
      village: one.village.name,
      block: one.village.block,
      district: districtOf(one.operator),
      state,
      consent_to_certification: one.consent,
      consent_on: self?.joinedOn ?? farmers.find((farmer) => farmer.operator === one.operator)?.joinedOn ?? null,
    }
  })
  return table('landowners.csv', lines)
}

const haPerAcre = 0.404686
/** As the group writes it on its form; acres to two decimals. */
const declared = (parcel: Parcel): number => (parcel.unit === 'acre' ? Math.round((parcel.declaredHa / haPerAcre) * 100) / 100 : parcel.declaredHa)
const wkt = (ring: Parcel['ring']): string | null => ring && `POLYGON ((${ring.map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`

/** `unmapped`: plots without the boundary that they have in the programme. */
export function parcelTable({ parcels }: Programme, unmapped: ReadonlySet<Parcel> = new Set()): File {
  const lines = parcels
    .map((parcel) => (unmapped.has(parcel) ? { ...parcel, ring: null } : parcel))
    .map((one) => ({
      operator_code: one.farmer.operator,
      member_no: one.farmer.memberNo,
      parcel_no: one.parcelNo,
      name: one.name,
      tenure: one.tenure,
      lease_from: one.leaseFrom,
      lease_to: one.leaseTo,
      survey_no: one.surveyNo,
      declared_area: declared(one),
      area_unit: one.unit,
      wkt: wkt(one.ring),
      lat: one.point?.[1] ?? null,
      lon: one.point?.[0] ?? null,
      boundary_method: one.ring ? one.method : null,
      mapped_on: one.ring ? one.mappedOn : null,
      accuracy_m: one.ring && one.method === 'GPS_WALK' ? one.accuracyM : null,
      soil_type: one.soilType,
      water_regime: one.waterRegime,
      last_prohibited_input_on: addDays(one.farmer.conversionStart, -1),
      conversion_start: one.farmer.conversionStart,
      retro_months: 0,
      land_use_y1: one.landUse[0],
      land_use_y2: one.landUse[1],
      land_use_y3: one.landUse[2],
      owner_code: one.ownerCode,
      owner_share: 1,
      neighbour_n: null,
      neighbour_e: one.edgeOfVillage ? 'ROAD' : null,
      neighbour_s: null,
      neighbour_w: null,
      buffer_n_m: null,
      buffer_e_m: one.edgeOfVillage ? 9 : null,
      buffer_s_m: null,
      buffer_w_m: null,
    }))
  return table('parcels.csv', lines)
}

function parcelMap({ parcels }: Programme): File {
  const features = parcels.flatMap((one) => {
    if (!one.ring) return []
    const properties = {
      member_no: one.farmer.memberNo,
      parcel_no: one.parcelNo,
      name: one.name,
      village: one.farmer.village.name,
      declared_ha: one.declaredHa,
    }
    return [JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [one.ring] } })]
  })
  return { name: 'parcels.geojson', text: `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n` }
}

function resultTable({ farmers, calendar }: Programme): File {
  const decided = farmers.filter((one) => one.result)
  const lines = decided.map((one) => ({
    operator_code: one.operator,
    member_no: one.memberNo,
    season: calendar.kharif.code,
    result: one.result,
    conditions: one.conditions,
    inspected_in_rabi: one.rabiInspected,
  }))
  return table('season-results.csv', lines)
}

function placeTables(): File[] {
  const companies = processors.map((one) => ({
    code: one.code,
    legal_name: one.legalName,
    types: one.types,
    tax_id: one.taxId,
    address: one.address,
    district: one.district,
    lat: one.lat,
    lon: one.lon,
    contact: one.contact,
  }))
  const lines = facilities.map((one) => ({
    code: one.code,
    name: one.name,
    owner: one.owner,
    system_type: one.systemType,
    place: one.place,
    capacity_kg_per_day: one.capacityKgPerDay,
    segregation: one.segregation,
    lat: one.lat,
    lon: one.lon,
  }))
  return [table('processors.csv', companies), table('facilities.csv', lines)]
}

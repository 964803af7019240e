// parcels.csv (domain dictionary 12), GeoJSON, KML and shapefiles: areas in the unit people know, the boundary as
// well-known text or as the feature's own geometry, owners, neighbours and former use in columns.

import { readGeometryText } from '../geo/read-wkt.ts'
import { acre, toHectares } from '../kernel/area-unit.ts'
import { type AnyEntity, fieldOf, type Row } from '../kernel/entity.ts'
import { flag, type Polygon } from '../kernel/kinds.ts'
import { readNumber } from '../kernel/read-number.ts'
import type { Sentence } from '../messages/message.ts'
import { flagCell } from './cells/choices.ts'
import { polygonText } from './cells/places.ts'
import type { Column, Layout, Making, NamesOf } from './layout.ts'
import { fieldColumn, recordColumns, saved } from './record-layout.ts'

const units = ['ha', 'acre', 'bigha'] as const
const sides = ['n', 'e', 's', 'w'] as const
const years = [1, 2, 3] as const

export function landparcelLayout(entity: AnyEntity): Layout {
  const as = (field: string, name: string, aliases: string[] = []): Column => fieldColumn(field, fieldOf(entity, field), { as: name, aliases })
  const instead: Record<string, Column[]> = {
    name: [{ ...as('name', 'name'), required: false, help: 'Empty: the plot number.' }],
    farmerId: [as('farmerId', 'member_no', ['farmer'])],
    declaredAreaHa: areaColumns,
    boundary: [wktColumn],
    point: pointColumns,
    mappedAt: [as('mappedAt', 'mapped_on')],
    gpsAccuracyM: [as('gpsAccuracyM', 'accuracy_m')],
    landowners: ownerColumns,
    neighbours: neighbourColumns,
    landUseHistory: landUseColumns,
  }
  const columns = recordColumns(entity).flatMap((column) => (column.field && instead[column.field]) || [column])
  return { entity, kind: 'records', columns, key: ['operator_code', 'member_no', 'parcel_no'], steps: (making) => [saved(entity, finished(making))] }
}

function finished(making: Making): Making {
  making.body.name ??= making.body.parcelNo ? `Plot ${making.body.parcelNo}` : undefined
  if (making.body.name === undefined) delete making.body.name
  // Without number and code the row comes back for its number; that it has no name either need not be said.
  if (!making.body.parcelNo && !making.cells.code?.trim()) making.body.name ??= 'Plot'
  readPlace(making)
  readOwners(making)
  readNeighbours(making)
  const history = years.flatMap((year) =>
    making.cells[`land_use_y${year}`]?.trim() ? [{ season: `Year −${year}`, use: making.cells[`land_use_y${year}`]?.trim() }] : [],
  )
  if (history.length) making.body.landUseHistory = history
  return making
}

const areaColumns: Column[] = [
  {
    name: 'declared_area',
    label: 'Declared area',
    field: 'declaredAreaHa',
    aliases: ['declared_area_ha', 'area'],
    required: true,
    example: '1.2',
    read: (cell, making) => {
      const area = areaIn(cell, making.cells.area_unit, making)
      if (typeof area === 'number') making.body.declaredAreaHa = area
      else making.problem(area.column, area.code, area.message)
    },
    write: (row) => String(row.declaredAreaHa ?? ''),
  },
  {
    name: 'area_unit',
    label: 'Unit of area',
    field: 'declaredAreaHa',
    example: 'ha',
    choices: units.map((value) => ({ value, label: value })),
    read: () => {},
    write: () => 'ha',
  },
]

/** An area in hectares from a number and its unit (ha when empty), or what is wrong with it. */
export function areaIn(cell: string, unitCell: string | undefined, making: Making): number | { column: string; code: string; message: Sentence } {
  const value = readNumber(cell)
  const unit = unitCell?.trim().toLowerCase() || 'ha'
  if (value === null) return { column: 'declared_area', code: 'type', message: 'A number, please.' }
  if (unit === 'ha') return value
  if (unit === 'acre' || unit === 'acres') return toHectares(value, acre)
  if (unit === 'bigha' && making.context.bighaHa) return toHectares(value, { name: unit, ha: making.context.bighaHa })
  if (unit === 'bigha') return { column: 'area_unit', code: 'unknown', message: 'This programme has not said how large a bigha is; please use ha or acre.' }
  return { column: 'area_unit', code: 'choice', message: 'ha, acre or bigha.' }
}

const wktColumn: Column = {
  name: 'wkt',
  label: 'Boundary',
  field: 'boundary',
  aliases: ['boundary', 'geometry', 'polygon', 'the_geom', 'geojson'],
  help: 'POLYGON ((lon lat, …)), or GeoJSON.',
  example: 'POLYGON ((75.6 22.1, 75.601 22.1, 75.601 22.101, 75.6 22.101, 75.6 22.1))',
  read: () => {},
  write: (row) => (row.boundary ? polygonText(row.boundary as Polygon) : ''),
}
const pointColumns: Column[] = [
  {
    name: 'lat',
    label: 'Latitude',
    field: 'point',
    aliases: ['latitude'],
    example: '',
    read: () => {},
    write: (row) => String((row.point as { coordinates: number[] } | null)?.coordinates[1] ?? ''),
  },
  {
    name: 'lon',
    label: 'Longitude',
    field: 'point',
    aliases: ['lng', 'longitude'],
    example: '',
    read: () => {},
    write: (row) => String((row.point as { coordinates: number[] } | null)?.coordinates[0] ?? ''),
  },
]

/** The feature's own geometry, or the wkt column, or latitude and longitude. */
function readPlace(making: Making): void {
  const { wkt, lat, lon } = making.cells
  const geometry = making.context.geometry ?? (wkt?.trim() ? readGeometryText(wkt) : null)
  if (geometry?.problem) {
    making.problem('wkt', geometry.problem.code, geometry.problem.message)
    return
  }
  if (geometry?.polygon) making.body.boundary = geometry.polygon
  if (geometry?.point) making.body.point = geometry.point
  if (!lat?.trim() && !lon?.trim()) return
  const [north, east] = [readNumber(lat ?? ''), readNumber(lon ?? '')]
  if (north === null || east === null) making.problem(north === null ? 'lat' : 'lon', 'type', 'Decimal degrees, like 22.1 and 75.6.')
  else making.body.point = { type: 'Point', coordinates: [east, north] }
}

type Owner = { landownerId: string; share: number }
const ownerColumns: Column[] = [
  {
    name: 'owner_code',
    label: 'Owner, by code',
    field: 'landowners',
    example: '',
    help: 'Several separated by semicolons.',
    read: () => {},
    write: (row, names) => ((row.landowners as Owner[] | null) ?? []).map(({ landownerId }) => names(landownerId)).join(';'),
  },
  {
    name: 'owner_name',
    label: 'Owner, by name',
    field: 'landowners',
    example: '',
    help: 'When the code is not known and the name is only there once.',
    read: () => {},
  },
  {
    name: 'owner_share',
    label: 'Share of the owner',
    field: 'landowners',
    example: '1',
    help: '0 to 1, or per cent; several separated by semicolons.',
    read: () => {},
    write: (row) => ((row.landowners as Owner[] | null) ?? []).map(({ share }) => String(share)).join(';'),
  },
]

function readOwners(making: Making): void {
  const { owner_code: codes, owner_name: names, owner_share: shares } = making.cells
  const column = codes?.trim() ? 'owner_code' : 'owner_name'
  const spoken = (codes?.trim() ? codes : (names ?? ''))
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  if (!spoken.length) {
    if (shares?.trim()) making.problem('owner_name', 'required', 'A share is of an owner: who?')
    return
  }
  const given = (shares ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (part.endsWith('%') ? (readNumber(part.slice(0, -1)) ?? Number.NaN) / 100 : (readNumber(part) ?? Number.NaN)))
  if (given.some(Number.isNaN) || (given.length > 0 && given.length !== spoken.length)) {
    making.problem('owner_share', 'type', 'One share for each owner, separated by semicolons.')
    return
  }
  making.body.landowners = spoken.map((_, index) => ({ landownerId: null, share: given.length ? given[index] : Math.floor((1 / spoken.length) * 1e5) / 1e5 }))
  making.placed.push(
    ...spoken.map((text, index) => ({
      path: ['landowners', index, 'landownerId'],
      column,
      lookup: column === 'owner_code' ? { target: 'landowner', text } : { target: 'landowner', by: { name: text } },
    })),
  )
}

type Neighbour = { side: string; use: string; bufferM: number; hasBarrier?: boolean | null }
const barrierField = flag('Physical barrier')
const neighbourOf = (row: Row, side: string): Neighbour | undefined =>
  ((row.neighbours as Neighbour[] | null) ?? []).find((one) => one.side === side.toUpperCase())
const neighbourColumns: Column[] = sides.flatMap((side): Column[] => [
  {
    name: `neighbour_${side}`,
    label: `Neighbour ${side.toUpperCase()}`,
    field: 'neighbours',
    example: side === 'n' ? 'ROAD' : '',
    read: () => {},
    write: (row) => neighbourOf(row, side)?.use ?? '',
  },
  {
    name: `buffer_${side}_m`,
    label: `Buffer ${side.toUpperCase()}, metres`,
    field: 'neighbours',
    example: side === 'n' ? '7' : '',
    read: () => {},
    write: (row) => String(neighbourOf(row, side)?.bufferM ?? ''),
  },
  {
    name: `barrier_${side}`,
    label: `Barrier ${side.toUpperCase()}`,
    field: 'neighbours',
    example: '',
    read: () => {},
    write: (row) => {
      const { hasBarrier = null } = neighbourOf(row, side) ?? {}
      return hasBarrier === null ? '' : flagCell.write(barrierField, hasBarrier, String)
    },
  },
])

function readNeighbours(making: Making): void {
  const rows = sides.flatMap((side): Neighbour[] => {
    const use = making.cells[`neighbour_${side}`]?.trim()
    if (!use) {
      if (making.cells[`buffer_${side}_m`]?.trim()) making.problem(`neighbour_${side}`, 'required', 'A buffer is towards a neighbour: which use?')
      else if (making.cells[`barrier_${side}`]?.trim()) making.problem(`neighbour_${side}`, 'required', 'A barrier is towards a neighbour: which use?')
      return []
    }
    const bufferM = readNumber(making.cells[`buffer_${side}_m`] ?? '0')
    if (bufferM === null) making.problem(`buffer_${side}_m`, 'type', 'Metres, as a number.')
    return [{ side: side.toUpperCase(), use: use.toUpperCase(), bufferM: bufferM ?? 0, ...barrierOf(making, side) }]
  })
  if (rows.length) making.body.neighbours = rows
}

/** A hedge, wall or bund between (BR-13); an empty cell says nothing. */
function barrierOf(making: Making, side: string): Pick<Neighbour, 'hasBarrier'> {
  const column = `barrier_${side}`
  const cell = making.cells[column]?.trim()
  if (!cell) return {}
  const reading = flagCell.read(barrierField, cell, { name: column, column, zone: 'UTC' })
  if ('value' in reading) return { hasBarrier: reading.value === true }
  making.problem(column, reading.problem.code, reading.problem.message)
  return {}
}

const landUseColumns: Column[] = years.map(
  (year): Column => ({
    name: `land_use_y${year}`,
    label: `Use ${year} ${year === 1 ? 'year' : 'years'} before`,
    field: 'landUseHistory',
    aliases: [`y${year}`],
    example: year === 1 ? 'Cotton' : '',
    read: () => {},
    write: (row: Row, _names: NamesOf) =>
      ((row.landUseHistory as { season: string; use: string }[] | null) ?? []).find(({ season }) => season === `Year −${year}`)?.use ?? '',
  }),
)

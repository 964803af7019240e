// crops.csv (domain dictionary 12): a crop with the plot, season and system it stands in. The cropping system
// is made when it is not there; a sowing date records the sowing too.

import { type AnyEntity, fieldOf } from '../kernel/entity.ts'
import { phrase, word } from '../messages/message.ts'
import { readDay, readMoment } from './cell-time.ts'
import { areaIn } from './landparcel-layout.ts'
import type { Column, EventStep, Layout, Making, SaveStep, Step } from './layout.ts'
import type { Lookup } from './lookup.ts'
import { fieldColumn, operatorColumn, recordColumns } from './record-layout.ts'

const text = (name: string, label: string, more: Partial<Column> = {}): Column => ({ name, label, required: true, example: '', read: () => {}, ...more })

/** What names one crop in a table: the grower, the plot, the season and what grows there. */
export const cropKeyColumns: Column[] = [
  operatorColumn,
  text('member_no', 'Member no.', {
    aliases: ['farmer'],
    field: 'farmerId',
    example: 'OP1-001',
    write: (row, names) => (row.farmerId ? names(row.farmerId as string) : ''),
  }),
  text('parcel_no', 'Plot no.', {
    aliases: ['parcel', 'plot_no'],
    field: 'parcelId',
    example: '1',
    write: (row, names) => (row.parcelId ? names(row.parcelId as string, 'parcelNo') : ''),
  }),
  text('season', 'Season', {
    aliases: ['season_code'],
    field: 'seasonId',
    example: 'KH-2025',
    write: (row, names) => (row.seasonId ? names(row.seasonId as string) : ''),
  }),
  text('crop', 'Crop', {
    aliases: ['crop_type', 'crop_code'],
    field: 'cropTypeId',
    example: 'COTTON',
    write: (row, names) => (row.cropTypeId ? names(row.cropTypeId as string) : ''),
  }),
  text('variety', 'Variety', { field: 'varietyId', example: 'RVJK-SGF-1', write: (row, names) => (row.varietyId ? names(row.varietyId as string) : '') }),
]

export function cropLayout(entity: AnyEntity): Layout {
  const own = (field: string, as: string, more: Partial<Column> = {}): Column => ({ ...fieldColumn(field, fieldOf(entity, field), { as }), ...more })
  const ofSystem = (name: string, label: string, field: string, more: Partial<Column> = {}): Column =>
    text(name, label, { required: false, write: (row, names) => names(row.croppingSystemId as string, field), ...more })
  const columns: Column[] = [
    ...cropKeyColumns,
    own('role', 'role'),
    ofSystem('system_type', 'Cropping system', 'systemType', { required: true, example: 'SOLE' }),
    ofSystem('system_area', 'Area of the system', 'areaHa', { help: 'Empty: the area of the crop.' }),
    text('area', 'Area', { field: 'areaHa', aliases: ['area_ha', 'crop_area'], example: '0.8', write: (row) => String(row.areaHa ?? '') }),
    text('area_unit', 'Unit of area', { required: false, field: 'areaHa', example: 'ha', write: () => 'ha' }),
    own('areaShare', 'area_share', { help: 'Of crops that grow mixed, like 70 %: on one piece of ground they come to 100 %.' }),
    own('plannedSowing', 'planned_sowing', { example: '2025-06-15' }),
    ofSystem('planned_end', 'Planned end', 'plannedEnd', { help: 'Empty: 180 days after the planned sowing.' }),
    text('sowing_date', 'Sown on', { required: false, help: 'Records the sowing too; needs the seed columns.' }),
    own('seedSource', 'seed_source'),
    own('seedLotNo', 'seed_lot'),
    own('seedQtyKg', 'seed_kg'),
    own('seedTreated', 'seed_treated'),
    own('nonGmProof', 'non_gm_proof_ref'),
    own('nonGmProofKind', 'non_gm_proof_kind'),
    own('seedOrganic', 'seed_organic'),
    own('popId', 'pop_code', { example: 'POP-000001' }),
    own('schemePopIds', 'scheme_pop_codes', { help: 'Codes separated by semicolons.' }),
    ofSystem('water_regime', 'Water', 'waterRegime', { required: true, example: 'RAINFED' }),
    text('previous_crop', 'Crop before', { required: false, write: (row, names) => names(row.croppingSystemId as string, 'previousCropTypeId') }),
    ...recordColumns(entity).filter(({ field }) => ['spacingRowCm', 'spacingPlantCm', 'tags', 'externalIds', 'code'].includes(field ?? '')),
  ]
  return {
    entity,
    kind: 'records',
    columns,
    key: [...cropKeyColumns.map(({ name }) => name), 'role'],
    needs: { landparcel: ['parcelNo'], croppingsystem: ['systemType', 'areaHa', 'plannedEnd', 'waterRegime', 'previousCropTypeId'] },
    steps: cropSteps,
  }
}

const cell = (making: Making, name: string): string => making.cells[name]?.trim() ?? ''
const parcelOf = (making: Making): Lookup => ({
  target: 'landparcel',
  by: { farmerId: { target: 'farmer', text: cell(making, 'member_no') }, parcelNo: cell(making, 'parcel_no') },
})
const typeOf = (making: Making): Lookup => ({ target: 'croptype', text: cell(making, 'crop') })
const varietyOf = (making: Making): Lookup => ({ target: 'variety', by: { cropTypeId: typeOf(making), name: cell(making, 'variety') } })
const seasonOf = (making: Making): Lookup => ({ target: 'season', text: cell(making, 'season') })

/** The crop that a row of events or tickets is about. Without a plot or variety, the only one that fits. */
export function cropLookup(making: Making): Lookup {
  const role = cell(making, 'role').toUpperCase() || 'MAIN'
  const place: Record<string, string | Lookup> = cell(making, 'parcel_no')
    ? { parcelId: parcelOf(making) }
    : { farmerId: { target: 'farmer', text: cell(making, 'member_no') } }
  return {
    target: 'crop',
    by: { ...place, seasonId: seasonOf(making), cropTypeId: typeOf(making), ...(cell(making, 'variety') ? { varietyId: varietyOf(making) } : {}), role },
  }
}

/** The cropping system of a plot in a season. */
export const systemLookup = (making: Making): Lookup => ({ target: 'croppingsystem', by: { parcelId: parcelOf(making), seasonId: seasonOf(making) } })

function cropSteps(making: Making): Step[] {
  for (const { name, label, required } of cropKeyColumns)
    if (required && !cell(making, name)) making.problem(name, 'required', phrase`${word(label)} is missing.`)
  for (const [name, label] of [
    ['system_type', 'Cropping system'],
    ['water_regime', 'Water'],
    ['planned_sowing', 'Planned sowing'],
  ] as const)
    if (!cell(making, name)) making.problem(name, 'required', phrase`${word(label)} is missing.`)
  const area = cell(making, 'area') ? areaIn(cell(making, 'area'), making.cells.area_unit, making) : null
  if (area === null) making.problem('area', 'required', 'Area is missing.')
  else if (typeof area !== 'number') making.problem(area.column === 'declared_area' ? 'area' : area.column, area.code, area.message)
  else making.body.areaHa = area
  // Without its key or area a row is about nothing; the rest would only repeat that.
  if (making.problems.length) return []
  const system: SaveStep = {
    do: 'ensure',
    entity: 'croppingsystem',
    key: systemLookup(making),
    ...systemBody(making),
  }
  const placed = [
    ...making.placed,
    { path: ['croppingSystemId'], lookup: { step: 0 }, column: 'parcel_no' },
    { path: ['cropTypeId'], lookup: typeOf(making), column: 'crop' },
    { path: ['varietyId'], lookup: varietyOf(making), column: 'variety' },
  ]
  const crop: SaveStep = { do: 'save', entity: 'crop', body: making.body, placed }
  return [system, crop, ...sowing(making)]
}

function systemBody(making: Making): Pick<SaveStep, 'body' | 'placed'> {
  const plannedSowing = making.body.plannedSowing as string | undefined
  const given = cell(making, 'planned_end')
  const plannedEnd = given ? readDay(given) : plannedSowing ? new Date(Date.parse(plannedSowing) + 180 * 86_400_000).toISOString().slice(0, 10) : undefined
  if (plannedEnd === null) making.problem('planned_end', 'format', 'A day like 2025-12-15.')
  const systemArea = cell(making, 'system_area') ? areaIn(cell(making, 'system_area'), making.cells.area_unit, making) : making.body.areaHa
  if (typeof systemArea !== 'number') making.problem('system_area', 'type', 'A number, please.')
  return {
    body: {
      systemType: cell(making, 'system_type').toUpperCase(),
      areaHa: systemArea,
      waterRegime: cell(making, 'water_regime').toUpperCase(),
      plannedSowing,
      plannedEnd,
    },
    placed: [
      { path: ['parcelId'], lookup: parcelOf(making), column: 'parcel_no' },
      { path: ['seasonId'], lookup: seasonOf(making), column: 'season' },
      ...(cell(making, 'previous_crop')
        ? [{ path: ['previousCropTypeId'], lookup: { target: 'croptype', text: cell(making, 'previous_crop') }, column: 'previous_crop' }]
        : []),
    ],
  }
}

function sowing(making: Making): EventStep[] {
  if (!cell(making, 'sowing_date')) return []
  const day = readDay(cell(making, 'sowing_date'))
  if (!day) {
    making.problem('sowing_date', 'format', 'A day like 2025-06-15.')
    return []
  }
  const { areaHa, seedQtyKg: seedKg, seedLotNo, seedTreated, nonGmProof, nonGmProofKind } = making.body
  return [
    {
      do: 'record',
      entity: 'crop',
      subject: { step: 1 },
      seed: ['SOWING', ...[...cropKeyColumns.map(({ name }) => name), 'role'].map((name) => cell(making, name))].join('|'),
      eventType: 'SOWING',
      occurredAt: readMoment(day, making.context.zone) ?? `${day}T12:00:00Z`,
      data: {
        ...{ areaHa, seedKg, seedLotNo, seedTreated: seedTreated ?? 'UNTREATED', method: 'DIBBLING' },
        ...(nonGmProof ? { nonGmProof } : {}),
        ...(nonGmProofKind ? { nonGmProofKind } : {}),
      },
      placed: [],
    },
  ]
}

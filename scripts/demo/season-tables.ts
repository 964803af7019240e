// The seasons as tables for people: crops, what happened on them, tickets, lots, runs and bales, with the columns
// of the import templates. These are files of demo/; the loader feeds the first three to the product's import.
import { addDays } from './calendar.ts'
import type { Crop } from './cropping.ts'
import type { Programme } from './programme.ts'
import type { Ticket } from './purchases.ts'
import { type Cell, type File, type Line, table } from './table.ts'

/** What names a crop in a table. */
export const cropKey = ({ system, crop, variety, role }: Crop) => ({
  operator_code: system.parcel.farmer.operator,
  member_no: system.parcel.farmer.memberNo,
  parcel_no: system.parcel.parcelNo,
  season: system.season,
  crop,
  variety,
  role,
})

export function cropTable({ systems }: Programme): File {
  const lines = systems.flatMap((system) =>
    system.crops.map((one) => ({
      ...cropKey(one),
      system_type: 'SOLE',
      system_area: system.areaHa,
      area: one.areaHa,
      area_unit: 'ha',
      planned_sowing: system.plannedSowing,
      planned_end: system.plannedEnd,
      seed_source: one.seedSource,
      seed_lot: one.seedLotNo,
      seed_kg: one.seedKg,
      seed_treated: one.seedTreated,
      non_gm_proof_ref: one.proofRef,
      non_gm_proof_kind: one.proofRef && 'SEED_CERTIFICATE',
      water_regime: system.parcel.waterRegime,
      previous_crop: system.previousCrop,
    })),
  )
  return table('crops.csv', lines)
}

/** Columns of which each kind of event fills a few. */
const nothing = {
  seed_kg: null,
  area_ha: null,
  method: null,
  seed_lot_no: null,
  seed_treated: null,
  non_gm_proof: null,
  non_gm_proof_kind: null,
  plants_per_m2: null,
  gap_pct: null,
  pest: null,
  count: null,
  unit: null,
  kg_per_ha: null,
  pick_no: null,
  kg: null,
  moisture: null,
  trash: null,
  bags: null,
  pickers: null,
  residue: null,
  supplier: null,
  item: null,
  g_per_kg: null,
  operation: null,
  labour_days: null,
  trap: null,
  traps: null,
  lure: null,
} satisfies Record<string, Cell>

const beforeSowingTypes = new Set(['SEED_RECEIPT', 'SEED_TREATMENT'])

/** What was done to the ground of all crops of a plot, before they were sown. */
export function systemEventTable({ seasons }: Programme): File {
  const lines = seasons.flatMap(({ crop, work }) => {
    const { operator_code, member_no, parcel_no, season } = cropKey(crop)
    return work
      .filter(({ isOfSystem }) => isOfSystem)
      .map(({ type, day, data }) => ({ operator_code, member_no, parcel_no, season, event_type: type, occurred_on: day, ...groundNothing, ...data }))
  })
  return table('system-events.csv', lines)
}
const groundNothing = { operation: null, depth_cm: null, tool: null, item: null, dose_per_ha: null, unit: null, total: null, method: null } satisfies Record<
  string,
  Cell
>

/** What happened on the crops, in the order of a season's work; estimates are approved by somebody else afterwards. */
export function eventTable({ seasons }: Programme): File {
  const line = (crop: Crop, event_type: string, occurred_on: string, data: Partial<Record<keyof typeof nothing, Cell>> = {}): Line => ({
    ...cropKey(crop),
    event_type,
    occurred_on,
    ...nothing,
    ...data,
  })
  const sowing = seasons.map(({ crop }) =>
    line(crop, 'SOWING', crop.sowingDate, {
      seed_kg: crop.seedKg,
      area_ha: crop.areaHa,
      method: crop.crop === 'COTTON' || crop.role !== 'MAIN' ? 'DIBBLING' : 'DRILL',
      seed_lot_no: crop.seedLotNo,
      seed_treated: crop.seedTreated,
      non_gm_proof: crop.proofRef,
      non_gm_proof_kind: crop.proofRef && 'SEED_CERTIFICATE',
    }),
  )
  const germination = seasons.flatMap(({ crop, germination: count }) =>
    count ? [line(crop, 'GERMINATION_COUNT', count.day, { plants_per_m2: count.plantsPerM2, gap_pct: count.gapPct })] : [],
  )
  const scouting = seasons.flatMap(({ crop, scoutings }) =>
    scoutings.map(({ day, pest, perPlant }) => line(crop, 'SCOUTING', day, { pest, count: perPlant, unit: 'PLANT' })),
  )
  const estimates = seasons.flatMap(({ crop, estimate }) =>
    estimate ? [line(crop, 'YIELD_ESTIMATE', estimate.day, { method: estimate.method, kg_per_ha: estimate.kgPerHa })] : [],
  )
  const work = seasons.flatMap(({ crop, work: done }) => done.flatMap(({ type, day, data, isOfSystem }) => (isOfSystem ? [] : [line(crop, type, day, data)])))
  const isBeforeSowing = ({ event_type }: Line): boolean => beforeSowingTypes.has(String(event_type))
  const approvals = seasons.flatMap(({ crop, estimate }) => (estimate ? [line(crop, 'ESTIMATE_APPROVED', addDays(estimate.day, 6))] : []))
  const harvests = seasons.flatMap(({ crop, picks }) =>
    picks.map((one) =>
      line(crop, 'HARVEST', one.day, { pick_no: one.pickNo, kg: one.kg, moisture: one.moisturePct, trash: one.trashPct, bags: one.bags, pickers: one.pickers }),
    ),
  )
  const closings = seasons.flatMap(({ crop, closedOn }) =>
    closedOn ? [line(crop, 'CROP_CLOSE', closedOn, { residue: crop.crop === 'COTTON' ? 'SHREDDED' : 'COMPOSTED' })] : [],
  )
  return table('events.csv', [
    ...work.filter(isBeforeSowing),
    ...sowing,
    ...germination,
    ...scouting,
    ...work.filter((one) => !isBeforeSowing(one)),
    ...estimates,
    ...approvals,
    ...harvests,
    ...closings,
  ])
}

/** `without`: tickets that come another way. */
export function purchaseTable({ tickets, centreLots }: Programme, without: ReadonlySet<Ticket> = new Set()): File {
  const lotOf = new Map(centreLots.flatMap((lot) => lot.tickets.map((ticket) => [ticket, lot.batchNo])))
  const lines = tickets.flatMap((one) => {
    if (without.has(one)) return []
    const { crop, variety, system } = one.season.crop
    return {
      operator_code: system.parcel.farmer.operator,
      ticket_no: one.ticketNo,
      batch_no: lotOf.get(one) ?? '',
      member_no: system.parcel.farmer.memberNo,
      parcel_no: system.parcel.parcelNo,
      crop,
      variety,
      season: system.season,
      centre_code: one.centre,
      at: one.at,
      gross_kg: one.grossKg,
      tare_kg: one.tareKg,
      net_kg: one.netKg,
      moisture_pct: one.moisturePct,
      price_per_kg: one.pricePerKg,
      premium_per_kg: one.premiumPerKg,
      deductions: null,
      receipt_ref: null,
      farmer_confirmation: system.parcel.farmer.phone ? 'OTP' : 'SIGNATURE',
    }
  })
  return table('purchases.csv', lines)
}

export function chainTables({ centreLots, ginLots, runs, mill }: Programme): File[] {
  const lots = centreLots.map((one) => ({
    batch_no: one.batchNo,
    operator_code: one.operator,
    claim: one.claim,
    centre_code: one.centre,
    opened_on: one.openedOn,
    closed_on: one.closedOn,
    kg: one.kg,
    tickets: one.tickets.length,
  }))
  const sent = ginLots.map((one) => ({
    batch_no: one.batchNo,
    operator_code: one.operator,
    claim: one.claim,
    centre_code: one.centre,
    kg: one.kg,
    built_on: one.builtOn,
    taken_from: one.inputs.map(({ batchNo, kg }) => `${batchNo}:${kg}`).join(';'),
    gin: one.gin,
    sent_as: one.sentAs,
    invoice_no: one.invoiceNo,
    vehicle: one.vehicle,
    sent_at: one.sentAt,
    received_at: one.receivedAt,
  }))
  const ginned = runs.map((one) => ({
    run_no: one.runNo,
    gin: one.gin,
    claim: one.claim,
    lot: one.lot.sentAs,
    cleaned_at: one.cleanedAt,
    started_at: one.startedAt,
    ended_at: one.endedAt,
    input_kg: one.inputKg,
    lint_kg: one.lintKg,
    seed_kg: one.seedKg,
    trash_kg: one.trashKg,
    invisible_kg: one.invisibleKg,
    lint_lot: one.lintLotNo,
    seed_lot: one.seedLotNo,
    bale_lot: one.baleLotNo,
    bales: one.bales.length,
  }))
  const bales = runs.flatMap((run) =>
    run.bales.map((bale) => ({
      bale_lot: run.baleLotNo,
      bale_no: bale.no,
      kg: bale.kg,
      moisture_pct: bale.moisturePct,
      staple_mm: bale.stapleMm,
      mic: bale.mic,
    })),
  )
  const milled = [...mill.spun, ...mill.knitted].map((one) => ({
    run_no: one.runNo,
    facility: one.facility,
    process: one.process,
    operator_code: one.operator,
    input_lot: one.inputLotNo,
    units: one.units.length,
    started_at: one.startedAt,
    ended_at: one.endedAt,
    input_kg: one.inputKg,
    outputs: one.outputs.map(({ product, kg, batchNo }) => `${batchNo} ${product}:${kg}`).join(';'),
    waste_kg: one.wasteKg,
    invisible_kg: one.invisibleKg,
  }))
  return [table('centre-lots.csv', lots), table('gin-lots.csv', sent), table('gin-runs.csv', ginned), table('bales.csv', bales), table('mill-runs.csv', milled)]
}

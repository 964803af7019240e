// The columns of the files of domain dictionary 12, in its order: a template begins with them. Among them are those that Farmbook reads besides and that make no sense
// away from their neighbour (the code of an owner, the other side of a moment).
import type { Column, Kind } from './layout.ts'

const areas = 'n e s w'.split(' ')
/** By entity and kind of file. */
export const fileOrder: Readonly<Record<string, readonly string[]>> = {
  'farmer records': (
    'operator_code member_no first_name last_name local_name relation_name gender birth_year phone no_phone language village_code village block district state pin ' +
    'national_id_type national_id_last4 holding_ha joined_on contract_signed_on consent_version consent_given_on consent_channel other_group bank_holder ifsc account_no ' +
    'field_officer_email tags'
  ).split(' '),
  'landparcel records': [
    ...(
      'operator_code member_no parcel_no name tenure lease_from lease_to survey_no declared_area area_unit wkt lat lon boundary_method mapped_on accuracy_m ' +
      'soil_type water_regime last_prohibited_input_on conversion_start retro_months land_use_y1 land_use_y2 land_use_y3 owner_code owner_name owner_share'
    ).split(' '),
    ...areas.map((side) => `neighbour_${side}`),
    ...areas.map((side) => `buffer_${side}_m`),
    ...areas.map((side) => `barrier_${side}`),
  ],
  'crop records': (
    'operator_code member_no parcel_no season system_type crop variety role area area_unit system_area planned_sowing planned_end sowing_date seed_source seed_lot seed_kg ' +
    'seed_treated non_gm_proof_ref pop_code scheme_pop_codes water_regime previous_crop'
  ).split(' '),
  'crop events':
    'operator_code member_no parcel_no season crop variety role event_type occurred_on occurred_at item lot_no dose_per_ha unit total labour_days notes late_reason'.split(
      ' ',
    ),
  'productbatch purchases':
    'operator_code ticket_no member_no parcel_no crop variety season centre_code batch_no at gross_kg tare_kg net_kg moisture_pct price_per_kg premium_per_kg deductions receipt_ref'.split(
      ' ',
    ),
  'productbatch opening': 'operator_code product batch_no season facility_code at claim kg produced_on ext_tc_no cb'.split(' '),
}

/** The named columns as they follow one another in the dictionary, then the others as they are. */
export function inFileOrder(entity: string, kind: Kind, columns: readonly Column[]): readonly Column[] {
  const order = fileOrder[`${entity} ${kind}`]
  if (!order) return columns
  const place = (column: Column): number => (order.includes(column.name) ? order.indexOf(column.name) : order.length)
  return columns.toSorted((one, other) => place(one) - place(other))
}

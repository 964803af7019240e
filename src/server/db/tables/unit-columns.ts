// Columns of lot_unit, the ledger of numbered units (tables/chain.ts, decision 0067).
import { integer, moment, nullable, numeric, tenant_id, text, uuid } from './column.ts'

export const lotUnit = {
  tenant_id,
  event_id: uuid,
  owner_id: uuid,
  unit_no: text,
  place: integer,
  from_lot_id: nullable(uuid),
  lot_id: nullable(uuid),
  kg: nullable(numeric),
  label: nullable(text),
  sscc: nullable(text),
  at: moment,
  recorded_at: moment,
  voided_at: nullable(moment),
  void_event_id: nullable(uuid),
}

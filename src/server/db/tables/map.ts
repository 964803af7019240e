// Where parcels lie: zoom-14 cells with the bounding box in the key (1e-7 degree), and one count per operator and home
// cell for the low zooms. Comparison of integers is leakproof, so row security keeps these indexes in use.
// Only src/server/map/cells.ts writes them, in the transaction that writes the parcel.
import type { TableArea } from './area.ts'

export const mapTables: TableArea = {
  guarded: ['parcel_cell', 'parcel_count'],
  sql: `
create table parcel_cell (
  tenant_id integer not null,
  cell bigint not null,
  parcel_id uuid not null,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  -- the cell of the box's middle: where the parcel is counted, once
  home boolean not null,
  constraint parcel_cell__pkey primary key (tenant_id, cell, parcel_id) include (w, s, e, n, home)
);

create table parcel_count (
  tenant_id integer not null,
  operator_id uuid not null,
  cell bigint not null,
  n integer not null,
  ha numeric(18,4) not null,
  -- grows with every change of a parcel counted here: the sum over a tile's cells tells whether the tile changed
  version bigint not null,
  constraint parcel_count__pkey primary key (tenant_id, operator_id, cell)
);`,
}

// Every kilogram: ledger movements of lots, and which lot came from which (domain dictionary 4.4, BR-27).
// Double entry: the movements of one event sum to zero. What enters or leaves all lots stands on an outside
// account without a lot (FIELD, OPENING, WASTE, INVISIBLE, GONE), so nothing appears or vanishes unnamed.
// The two covering indexes of lot_link make the recursive trace 45 times quicker, both ways.
// Both are append-only: a void posts opposite entries, and marks the links with the event that voided them.
// lot_origin follows from the links (ledger/lot-origin.ts) and can be rebuilt from them at any time.
import { appRole } from '../connection.ts'
import type { TableArea } from './area.ts'

const reference = (declared: ReadonlySet<string>, table: string, column: string, target: string): string[] =>
  declared.has(target)
    ? [`alter table ${table} add constraint ${table}__${column}__fkey foreign key (tenant_id, ${column}) references ${target} (tenant_id, id);`]
    : []

export const chainTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: [
    'ledger_entry',
    'lot_link',
    'lot_unit',
    'lot_origin',
    'certificate_shipment',
    'certificate_invoice',
    'certificate_check',
    'certificate_input',
    'purchase_code',
  ],
  references: reference(declared, 'ledger_entry', 'batch_id', 'productbatch'),
  sql: `
create table ledger_entry (
  tenant_id integer not null,
  id uuid not null,
  batch_id uuid,
  account text not null constraint ledger_entry__account__check check (
    (batch_id is not null and account in ('PRODUCED', 'PURCHASED', 'RECEIVED', 'CONSUMED', 'SHIPPED', 'LOSS', 'ADJUST', 'QUARANTINE', 'RELEASE', 'TC_RESERVE', 'TC_ISSUE', 'TC_RELEASE'))
    or (batch_id is null and account in ('FIELD', 'OPENING', 'WASTE', 'INVISIBLE', 'GONE'))),
  delta_kg numeric(14,3) not null,
  event_id uuid not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  void_event_id uuid, -- of an entry that takes an earlier one back: the EVENT_VOIDED that posted it
  constraint ledger_entry__pkey primary key (tenant_id, id),
  constraint ledger_entry__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create index ledger_entry__batch_id__idx on ledger_entry (tenant_id, batch_id, at, id) include (account, delta_kg);
create index ledger_entry__event_id__idx on ledger_entry (tenant_id, event_id);

-- Numbered units (bales, cones) through time: made in a lot, taken into others, weighed, labelled, loaded, ended. A number belongs to one unit
-- of whoever made it, for good, wherever the unit is now. Append-only as the ledger: a void marks the rows of its event.
create table lot_unit (
  tenant_id integer not null,
  event_id uuid not null,
  owner_id uuid not null, -- who made the unit: the processor, or the operator of the facility
  unit_no text not null,
  place integer not null, -- among the units of the event
  from_lot_id uuid, -- null: it is made by this event
  lot_id uuid, -- null: it ends by this event
  kg numeric(14,3), -- from now on; null: as before
  label text, -- that it bears from now on; null: as before
  sscc text, -- of the shipment that it is loaded into, or out of
  at timestamptz not null,
  recorded_at timestamptz not null,
  voided_at timestamptz, -- a cache of the void of its event
  void_event_id uuid,
  constraint lot_unit__pkey primary key (tenant_id, event_id, owner_id, unit_no),
  constraint lot_unit__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create unique index lot_unit__owner_id__unit_no__key on lot_unit (tenant_id, owner_id, unit_no) where voided_at is null and from_lot_id is null;
create index lot_unit__unit_no__idx on lot_unit (tenant_id, unit_no);
create index lot_unit__label__idx on lot_unit (tenant_id, label) where label is not null;
create index lot_unit__lot_id__idx on lot_unit (tenant_id, lot_id);
create index lot_unit__from_lot_id__idx on lot_unit (tenant_id, from_lot_id);

create table lot_link (
  tenant_id integer not null,
  event_id uuid not null,
  output_id uuid not null,
  output_kind text not null,
  input_id uuid not null,
  input_kind text not null,
  kg numeric(14,3) not null,
  claim text, -- with which these kilograms came; null: as their source says
  at timestamptz not null,
  recorded_at timestamptz not null,
  voided_at timestamptz, -- a cache of the void: marked when its event is voided
  void_event_id uuid,
  constraint lot_link__pkey primary key (tenant_id, event_id, output_id, input_id),
  constraint lot_link__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create index lot_link__output_id__idx on lot_link (tenant_id, output_id) include (output_kind, input_id, input_kind, kg, event_id, voided_at);
create index lot_link__input_id__idx on lot_link (tenant_id, input_id) include (input_kind, output_id, output_kind, kg, event_id, voided_at);

-- From which crops a lot came, by all links as they are known now.
create table lot_origin (
  tenant_id integer not null,
  lot_id uuid not null,
  crop_id uuid not null,
  kg numeric(14,3) not null, -- to the gram: the parts of a lot sum to what came into it
  exact_kg numeric(20,9) not null, -- before that rounding: what the lots made of this one are worked out from
  constraint lot_origin__pkey primary key (tenant_id, lot_id, crop_id)
);
create index lot_origin__crop_id__idx on lot_origin (tenant_id, crop_id);

-- Which dispatch and which invoice of a seller is on which live transaction certificate: one each (BR-12). Follows from the certificates.
create table certificate_shipment (
  tenant_id integer not null,
  dispatch_id uuid not null, -- the DISPATCH of a lot
  certificate_id uuid not null,
  constraint certificate_shipment__pkey primary key (tenant_id, dispatch_id)
);
create index certificate_shipment__certificate_id__idx on certificate_shipment (tenant_id, certificate_id);
create table certificate_invoice (
  tenant_id integer not null,
  seller_id uuid not null, -- the operator or processor
  invoice_no text not null, -- in capitals, without spaces around it
  certificate_id uuid not null,
  constraint certificate_invoice__pkey primary key (tenant_id, seller_id, invoice_no)
);
create index certificate_invoice__certificate_id__idx on certificate_invoice (tenant_id, certificate_id);

-- Certificates from elsewhere that one names as what went in, so that the others that name one are found. Follows from the certificates, drafts too.
create table certificate_input (
  tenant_id integer not null,
  input_no text not null, -- in capitals, without spaces and punctuation
  input_body text not null, -- who issued it, likewise; empty: not said
  certificate_id uuid not null,
  kg numeric(14,3) not null, -- used of it
  stated_kg numeric(14,3), -- on it; null: not said
  constraint certificate_input__pkey primary key (tenant_id, input_no, input_body, certificate_id)
);
create index certificate_input__certificate_id__idx on certificate_input (tenant_id, certificate_id);

-- What the checks of a transaction certificate said when it was submitted or issued.
create table certificate_check (
  tenant_id integer not null,
  event_id uuid not null,
  certificate_id uuid not null,
  results jsonb not null,
  constraint certificate_check__pkey primary key (tenant_id, event_id),
  constraint certificate_check__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create index certificate_check__certificate_id__idx on certificate_check (tenant_id, certificate_id);

-- The one-time code by which a farmer confirms a ticket: a salted hash, until when it is valid, and how often it may still be entered.
create table purchase_code (
  tenant_id integer not null,
  ticket_id uuid not null, -- the event of the purchase
  salt text not null,
  code_hash text not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint purchase_code__pkey primary key (tenant_id, ticket_id),
  constraint purchase_code__ticket_id__fkey foreign key (tenant_id, ticket_id) references event (tenant_id, id)
);`,
})

/** No kilogram is rewritten: entries never change, of a link only the mark of its void. Run after the grants. */
export const ledgerIsAppendOnly = `
revoke update, delete on ledger_entry, lot_link, lot_unit, certificate_check from ${appRole};
grant update (voided_at, void_event_id) on lot_link to ${appRole};
grant update (voided_at, void_event_id) on lot_unit to ${appRole};`.trim()

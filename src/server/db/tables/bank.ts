// Bank accounts of farmers: the number sealed (server/auth/sealing.ts), apart from the record, which has its last four digits.
import type { TableArea } from './area.ts'

export const bankTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['bank_account'],
  references: declared.has('farmer')
    ? ['alter table bank_account add constraint bank_account__farmer_id__fkey foreign key (tenant_id, farmer_id) references farmer (tenant_id, id);']
    : [],
  sql: `
create table bank_account (
  tenant_id integer not null,
  farmer_id uuid not null,
  sealed text not null,
  constraint bank_account__pkey primary key (tenant_id, farmer_id)
);`,
})

// Lots that kilograms were posted to, or that were made of others or made into others, now or ever: what was recorded of goods stays.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** Over `r`, a lot; entries and links that were taken back count, too. */
export const isMoved = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from ledger_entry as m where m.tenant_id = ${tenant.id} and m.batch_id = r.id)
    or exists (select from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = r.id) or exists (select from lot_link as l where l.tenant_id = ${tenant.id} and l.input_id = r.id))`

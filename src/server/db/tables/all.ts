// The tables that no entity declares, area by area. A new area is a new file here and a line below.
import type { TableArea } from './area.ts'
import { bankTables } from './bank.ts'
import { brandTables } from './brand.ts'
import { chainTables } from './chain.ts'
import { exchangeTables } from './exchange.ts'
import { fileTables } from './files.ts'
import { jobTables } from './jobs.ts'
import { mailTables } from './mail.ts'
import { mapTables } from './map.ts'
import { outboxTables } from './outbox.ts'
import { recordKeepingTables } from './record-keeping.ts'
import { reportTables } from './reports.ts'
import { signInTables } from './sign-in.ts'
import { tenantTable } from './tenant.ts'

/** `declared`: names of the entities that have a table. */
export const fixedTables = (declared: ReadonlySet<string>): TableArea[] => [
  tenantTable,
  brandTables,
  fileTables,
  recordKeepingTables(declared),
  chainTables(declared),
  bankTables(declared),
  mapTables,
  exchangeTables,
  signInTables(declared),
  mailTables(declared),
  outboxTables(declared),
  jobTables,
  reportTables(declared),
]

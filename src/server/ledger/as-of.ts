// Conditions by which links (`l`) and ledger entries (`e`) count at a time in the past, or now.
import { sql } from 'kysely'
import type { AsOf } from '../scope.ts'

/** Links that had come about by the one moment and were recorded, and not voided, by the other. */
export const linksThen = (asOf?: AsOf | null) =>
  asOf
    ? sql<boolean>`l.at <= ${asOf.occurredBy}::timestamptz and l.recorded_at <= ${asOf.knownBy}::timestamptz and (l.voided_at is null or l.voided_at > ${asOf.knownBy}::timestamptz)`
    : sql<boolean>`l.voided_at is null`

/** Entries: a void posts opposite ones, so that all count that were recorded by then. */
export const entriesThen = (asOf?: AsOf | null) =>
  asOf ? sql<boolean>`e.at <= ${asOf.occurredBy}::timestamptz and e.recorded_at <= ${asOf.knownBy}::timestamptz` : sql<boolean>`true`

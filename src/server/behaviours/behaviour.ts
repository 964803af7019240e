// What one entity does beyond the ordinary. Most entities have none. Registered in behaviours.ts;
// the store asks "has anyone something for this entity?", never "is this a crop?".
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'

export type Draft = {
  /** Null on create. */
  before: Row | null
  /** The record as it will be written; prepare() may set derived fields on it. */
  after: Row
  /** Add what the person should know; kept as open flags of the record, and answered. */
  flag(finding: Finding): void
}

export type EventDraft = {
  /** The subject, locked for update. apply() may set its derived fields (they are written with the new status). */
  subject: Row
  event: RecordedEvent
  flag(finding: Finding): void
}

export type EventBehaviour = {
  /** Checks the rules (throwing RULE_BLOCKED) and carries out the effects: ledger, batches, derived fields. Same transaction. */
  apply?(scope: Scope, draft: EventDraft): Promise<void>
  /** Takes the effects back when the event is voided (BR-26); throws RULE_BLOCKED when something depends on them. */
  undo?(scope: Scope, draft: EventDraft): Promise<void>
}

export type Behaviour = {
  /** Before the row is written, on create and edit: derive, check across records, or throw. */
  prepare?(scope: Scope, draft: Draft): Promise<void>
  /** After the row is written, in the same transaction: side tables, cells. */
  written?(scope: Scope, draft: Draft): Promise<void>
  events?: Readonly<Record<string, EventBehaviour>>
  /** Further properties of the view answer (`extra`), computed for one record. */
  view?(scope: Scope, row: Row): Promise<Record<string, unknown>>
}

// The shapes the server answers with (docs/architecture.md, "Answers").
import type { Role } from '#domain/access.ts'
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'

/** What a reference's id stands for, so that a screen shows a name and not a number. */
export type Ref = { entity: string; title: string; code: string }
export type Refs = Readonly<Record<string, Ref>>

/** An open finding of a record. */
export type Flag = Finding & {
  id?: string
  openedAt?: string
  eventId?: string | null
  /** Role that is responsible. */
  owner?: Role
  /** Whether this reader may close it. */
  mayClose?: boolean
}

export type RecordAnswer = Row & {
  /** What this reader may do next: 'edit', 'retire' and event names. */
  may: string[]
  flags?: Flag[]
  /** Names of fields hidden from this reader; they are null here. */
  masked?: string[]
  refs?: Refs
  /** What the entity's own behaviour adds to the view. */
  extra?: Record<string, unknown>
}

/** `totalIsCapped`: there are more than `total`. */
export type ListAnswer = { items: RecordAnswer[]; next: string | null; total?: number; totalIsCapped?: boolean; refs?: Refs }

/** A recorded event as returned by the API. */
export type EventItem = RecordedEvent & {
  gps?: { lat: number; lng: number; accuracyM: number } | null
  lateReason?: string | null
  planEventId?: string | null
  source?: string
  statusBefore?: string | null
  statusAfter?: string
  voidNote?: string | null
  voidedAt?: string | null
  voidedBy?: string | null
}
export type EventAnswer = { event: RecordedEvent; subject: RecordAnswer; findings: Finding[] }
/** Events of a record, newest first; its history has creation and edits among them. */
export type EventsAnswer = { items: EventItem[]; next: string | null; refs?: Refs }

/** What CREATED and EDITED carry: field → before and after. */
export type Changes = Readonly<Record<string, { from: unknown; to: unknown; masked?: boolean }>>

// The shapes the server answers with (docs/architecture.md, "Answers").
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'

/** What a reference's id stands for, so that a screen shows a name and not a number. */
export type Ref = { entity: string; title: string; code: string }
export type Refs = Readonly<Record<string, Ref>>

/** An open finding of a record. */
export type Flag = Finding & { id?: string; openedAt?: string; eventId?: string | null }

export type RecordAnswer = Row & {
  /** What this reader may do next: 'edit', 'retire' and event names. */
  may: string[]
  flags?: Flag[]
  refs?: Refs
  /** What the entity's own behaviour adds to the view. */
  extra?: Record<string, unknown>
}

export type ListAnswer = { items: RecordAnswer[]; next: string | null; total?: number; totalCapped?: boolean; refs?: Refs }
export type EventAnswer = { event: RecordedEvent; subject: RecordAnswer; findings: Finding[] }
export type EventsAnswer = { items: RecordedEvent[]; next?: string | null; refs?: Refs }

/** One entry of a record's history: an event, or a change of fields. */
export type HistoryEntry = {
  id: string
  at: string
  by: string | null
  kind: string
  changes?: { field: string; from: unknown; to: unknown }[]
  event?: RecordedEvent
}
export type HistoryAnswer = { items: HistoryEntry[]; next?: string | null; refs?: Refs }

// What a notification of the catalogue is (domain dictionary 9): what raises it, who hears of it, by which ways, how grave it
// is, what counts as the same one, and its sentence. One entry says all of it.
import type { EntityName } from '../entities.ts'
import type { Row } from '../kernel/entity.ts'
import type { Role } from '../kernel/terms.ts'
import type { RuleId } from '../rules/catalogue.ts'

export const severities = ['INFO', 'SUCCESS', 'WARN', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]

/** What is known of the occasion when it is delivered. `data`: of the event, `figures`: of the finding, or what the caller gave. */
export type Occasion = { subject: Row; data: Readonly<Record<string, unknown>>; figures: Readonly<Record<string, unknown>> }

/** An event as it is recorded. */
export type EventFacts = { data: Readonly<Record<string, unknown>>; statusAfter: string }
/** A finding as it is opened. */
export type FindingFacts = { severity: 'INFO' | 'WARN' | 'REVIEW'; figures: Readonly<Record<string, unknown>> }

export type Trigger =
  | { when: 'event'; entity: EntityName; type: string; if?: (event: EventFacts) => boolean }
  | { when: 'finding'; rule: RuleId; entity: EntityName; if?: (finding: FindingFacts) => boolean }
  /** A handler of the clock, by its name. */
  | { when: 'clock'; handler: string }
  /** A service that calls `notify`, by its file. */
  | { when: 'service'; file: string }

/**
 * Who hears of it: everybody active who holds the role where it reaches the record; the person that a field of the record names; those
 * whom the caller names; the member whom the record is of, on their telephone. `if`: only on such occasions.
 */
export type Recipient =
  | { role: Role; if?: (occasion: Occasion) => boolean }
  | { field: string }
  | { requested: true }
  | { member: true; of?: { entity: EntityName; id: (occasion: Occasion) => unknown } }

/** Ways beside the inbox, which every person has. SMS and VOICE reach members without an account. */
export type Way = 'MAIL' | 'PUSH' | 'SMS' | 'IVR_VOICE'

/** How a value is written in the language of its reader. `moment`: in the zone of the programme. `of`: labels of a choice; what has none is a name and stays. */
export type ValueKind =
  | 'text'
  | 'kg'
  | 'ha'
  | 'share'
  | 'number'
  | 'date'
  | 'moment'
  | 'money'
  | { of: Readonly<Record<string, string | readonly [string, unknown]>> }

/**
 * What counts as the same one: each `event`; a `finding` while it is open; all of an operator on a `day` of the programme, as one
 * with a number; a `key` that the caller gives. The same again within a day adds to the number of the first.
 */
export type Sameness = 'event' | 'finding' | 'day' | 'key'

export type Notice = {
  on: readonly Trigger[]
  to: readonly Recipient[]
  by: readonly Way[]
  severity: Severity
  /** Somebody waits for it at this hour: its mail waits for no digest, and its telephone for no morning. */
  requested?: boolean
  once: Sameness
  /** What the product itself records by its rules is gathered over the day: a round may concern hundreds of records. */
  ownOnce?: 'day'
  /** Also for whoever caused it. */
  alsoActor?: boolean
  /**
   * Something is to be done; it is done when no finding of its rules is open, the record is in one of these states, or what two sides say of an
   * overlap has gone on since (`word`). `isMain`: findings of an aspect of a rule (where and how a ticket was weighed) are other work.
   */
  asks?: 'finding' | 'word' | { rules: readonly RuleId[]; isMain?: true } | readonly string[]
  /** The field of the record that names a person of whom it is not asked: who hears of it and cannot do it. */
  informs?: string
  /** The sentence, with {{record}} and the values below. */
  text: string
  /** The sentence for the person whose own record it is. */
  toThemselves?: string
  /** The sentence for {{count}} records at once. */
  many?: string
  /** Values by name: of the finding, the event or the record, whichever has one of that name. */
  shows?: Readonly<Record<string, ValueKind>>
  /** Values that have to be worked out. */
  values?: (occasion: Occasion) => Record<string, unknown>
}

/** The days of records by which what is asked of them is to be done; of one with several the first that it has. */
const dueDays: Readonly<Record<string, readonly string[]>> = { task: ['dueDate'], planevent: ['windowEnd'], nonconformity: ['sanctionDueOn', 'dueOn'] }
/** Whether it asks something of this person. */
export const asksOf = ({ asks, informs }: Notice, personId: string, about: readonly Row[]): boolean =>
  asks !== undefined && !(informs !== undefined && about.every((record) => (record as Row & Readonly<Record<string, unknown>>)[informs] === personId))
/** Null: what is asked has no day. */
export function dueDayOf({ asks }: Notice, entity: string, record: Row): string | null {
  const days = asks === undefined ? [] : (dueDays[entity] ?? []).map((name) => (record as Row & Readonly<Record<string, unknown>>)[name])
  return days.find((day) => typeof day === 'string') ?? null
}

export const event = (entity: EntityName, type: string, only?: (event: EventFacts) => boolean): Trigger => ({
  when: 'event',
  entity,
  type,
  ...(only ? { if: only } : {}),
})
export const finding = (rule: RuleId, entity: EntityName, only?: (finding: FindingFacts) => boolean): Trigger => ({
  when: 'finding',
  rule,
  entity,
  ...(only ? { if: only } : {}),
})
export const clock = (handler: string): Trigger => ({ when: 'clock', handler })
export const service = (file: string): Trigger => ({ when: 'service', file })
export const to = (...roles: Role[]): Recipient[] => roles.map((role) => ({ role }))
export const person = (field: string): Recipient => ({ field })
export const member: Recipient = { member: true }
/** Entries of one area, checked against the type and with their codes. */
export const notices = <const N extends Readonly<Record<string, Notice>>>(entries: N): N => entries

// The scope: one plain object, first argument of everything on the server. It says in whose name,
// for which tenant, in which transaction and at what time something happens. No hidden storage.
// What an entity does beyond the ordinary (Behaviour) is declared here too, because a scope carries all
// behaviours and a behaviour is handed a scope: two files would import each other.
import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type { User } from '#domain/access.ts'
import type { KnownClaim } from '#domain/chain/lowered-claims.ts'
import type { AnyEntity, EventData, EventTypeOf, Finding, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent, StateMachine } from '#domain/kernel/history.ts'
import type { Language } from '#domain/messages/languages.ts'
import type { Sentence } from '#domain/messages/message.ts'
import type { ApiKeyLimits } from '#domain/people/api-keys.ts'
import type { Tables } from './db/tables/columns.ts'

export type Db = Kysely<Tables>
/** A row as it is read from its table. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>

export type Tenant = {
  id: number
  subdomain: string
  name: string
  /** IANA zone; dates of events are days in this zone. */
  timezone: string
  country: string
  config: Record<string, unknown>
  theme: Record<string, unknown>
}

export type Source = 'WEB' | 'MOBILE' | 'IMPORT' | 'API' | 'PUBLIC' | 'SYSTEM'
export type ChosenOperator = { id: string; code: string; name: string }

/** Somebody who calls: signed in, or through a key of theirs, which narrows what they may. */
export type Caller = User & { apiKey?: ApiKeyLimits }

/** What a reference to the caller shows, where signing in has read it with their roles. */
export const refOfCaller = new WeakMap<User, { code: string; title: string; operator_id: string | null }>()
/** The session that a caller is signed in by; none for a key or a token of the product itself. */
export const sessionOfCaller = new WeakMap<User, string>()

/** What is stored encrypted besides the identity provider's tokens, each with a key of its own. */
export type SealedPurpose = 'bank-account' | 'boundary-link'
export type Sealing = {
  seal(tenantId: number, purpose: SealedPurpose, text: string): string
  /** Null where no secret of the installation opens it. */
  open(tenantId: number, purpose: SealedPurpose, sealed: string): string | null
  /** The same for the same text as long as the installation keeps its newest secret; nobody without that secret leads it back. */
  pseudonym(tenantId: number, text: string): string
}

export type Scope = {
  readonly tenant: Tenant
  readonly user: User
  /** Operator chosen by the address; null = all of the tenant's ('-', administrators only) or a call outside operators. */
  readonly operator: ChosenOperator | null
  /** The open transaction, role and tenant already set. There is no other handle on the database in a request. */
  readonly db: Db
  readonly now: Date
  /** Set where the past is read: events, links and entries count as they did then, and `now` is that day. Nothing is written in such a scope. */
  readonly past?: Past
  readonly source: Source
  readonly requestId: string
  /** In which the caller reads, where they say so: of what a record says in several. Absent: as it is stored. */
  readonly language?: Language
  /** Where the programme is reached, with its port: what is named for the world lies below it. Absent where nobody calls: in jobs. */
  readonly host?: string
  readonly behaviours: Behaviours
  newId(): string
  /** Set where a submission is carried out, in the name of whoever sent it: whether somebody else has approved it. What a policy lets through, nobody has. */
  readonly sentIn?: {
    readonly isApprovedByAnother: boolean
    /** On trial: what counts only because somebody else approves it is noted here. */
    readonly forAnother?: Finding[]
  }
  /** Ids of files that the device sends after this call: they may be named although they are not here. */
  readonly filesToCome?: ReadonlySet<string>
  /** The same for all sets of one import: what a behaviour stores between them is stored by it. */
  readonly importRun?: object
  /** For what is stored encrypted and for pseudonyms; absent where the product itself acts, which enters and hands out none. */
  readonly sealing?: Sealing | undefined
  /** Runs after the transaction has committed; never when it rolls back. */
  afterCommit(work: () => void): void
  /** Informs the workers of this process, after the commit, that a job waits; absent where there are none, and their next round finds it. */
  jobWaits?(topic: string, payload: Readonly<Record<string, unknown>>): void
}

/** Acts for the product itself (what follows from the day alone), with no rights of its own. */
export const productItself: User = { id: '00000000-0000-4000-8000-000000000000', name: 'Farmbook', email: null, grants: [] }
/** Who is stored as having done something: null for the product itself. */
export const actorOf = ({ user }: Pick<Scope, 'user'>): string | null => (user === productItself ? null : user.id)

export type Change<E extends AnyEntity = AnyEntity> = {
  /** Null on create. */
  before: Stored<E> | null
  /** The record as it will be written; prepare() may set derived fields on it. */
  after: Stored<E>
  /** Add what the person should know; stored as open flags of the record, and answered. */
  flag(finding: Finding): void
}

export type EventChange<E extends AnyEntity = AnyEntity, K extends EventTypeOf<E> = EventTypeOf<E>> = {
  /** The subject, locked for update. apply() may set its derived fields (they are written with the new status). */
  subject: Stored<E>
  /** `voidEventId`: while it is voided, the EVENT_VOIDED that does so. `gps`: where it was recorded, if that was sent. */
  event: RecordedEvent<EventData<E, K>> & { voidEventId?: string | undefined; gps?: { lat: number; lng: number; accuracyM: number } | null }
  flag(finding: Finding): void
}

export type EventBehaviour<E extends AnyEntity = AnyEntity, K extends EventTypeOf<E> = EventTypeOf<E>> = {
  /** What the product notes in the event beside what was sent, before it is written and hashed: its derived fields. */
  complete?(
    scope: Scope,
    subject: Stored<E>,
    sent: { data: EventData<E, K>; occurredAt: string; supersedesEventId: string | null },
  ): Promise<Record<string, unknown>>
  /**
   * Before the event is written: sets the status that it leaves, where the declaration leaves it open (a boundary that overlaps another),
   * with the columns that go with it. Nobody may set a status later. Writes nothing that refers to the event.
   */
  decide?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** Checks, beside its history, an event that is being recorded: throws, or flags. Writes nothing, so that nothing has to be taken back. */
  check?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** Checks that it may be taken back (BR-26): throws when something depends on it. Writes nothing. */
  checkVoid?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** Checks the rules (throwing RULE_BLOCKED) and carries out the effects that no projection derives: postings, created records, caused events. */
  apply?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** After `apply`, and again when it is taken back: brings columns of the subject to the events that count, and asks for what is judged at the end of the step. */
  settle?(scope: Scope, change: EventChange<E, K>, isVoided: boolean): Promise<void>
  /** Reverses the postings that carry the event's id when it is taken back. Of the ledger alone. */
  reverse?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** Takes back by hand what nothing derives, because a person must decide or a neighbour does. Each is named in decision 0032. */
  undo?(scope: Scope, change: EventChange<E, K>): Promise<void>
  /** It cannot be taken back; what corrects it is recorded instead. */
  isFinal?: boolean
  /** After it was recorded or voided: brings what follows from the history on other records to it, best at the end of the step. */
  follow?(scope: Scope, change: Pick<EventChange<E, K>, 'subject' | 'event'>): Promise<void>
  /** Recorded with another event (the milking of a herd), it is taken back and corrected with that one only. */
  withCause?: boolean
}

/** What a record names in texts: `reads` are its fields, `of` makes references of their values, which are named to whom they are open. */
export type NamedInTexts = {
  reads: readonly string[]
  of(values: Readonly<Record<string, unknown>>): readonly { path: string; target: string; id: string; isOpenOnly?: true }[]
}

/** What records say in the language of their reader, where that is not what is stored. */
export type Spoken = {
  /** SQL of the title in this language, of the table called `alias`; null where it has none. */
  title(alias: string, language: Language): string
  /** The title and fields that are others, by id; in one statement. */
  of(scope: Scope, language: Language, ids: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>
}

/** What the events of an entity do, by their types. */
export type EventBehaviours<E extends AnyEntity = AnyEntity> = { readonly [K in EventTypeOf<E>]?: EventBehaviour<E, K> }

/** The behaviour of an event with a check before its own, of recording it and of taking it back alike. */
export const guardedBy = <E extends AnyEntity, K extends EventTypeOf<E>>(
  guard: (scope: Scope, change: EventChange<E, K>) => Promise<void> | void,
  { check, checkVoid, ...others }: EventBehaviour<E, K> = {},
): EventBehaviour<E, K> => ({
  ...others,
  async check(scope, change) {
    await guard(scope, change)
    await check?.(scope, change)
  },
  async checkVoid(scope, change) {
    await guard(scope, change)
    await checkVoid?.(scope, change)
  },
})

/** A time in the past, both ways: what had occurred by one moment, as it was known by another. ISO 8601. */
export type AsOf = { occurredBy: string; knownBy: string }
/** `isKnownNow`: nothing of what is known today is left out. */
export type Past = AsOf & { isKnownNow: boolean }
/** Of which time the facts are: absent, as they are; `before`: as they were before the step that is being carried out. */
export type FactsTime = AsOf | 'before' | undefined
/** `sql`: the table is called `r`. `reads`: the fields that `of` looks at. */
export type FieldToday<E extends AnyEntity = AnyEntity> = {
  reads: readonly (keyof Stored<E> & string)[]
  of(scope: Scope, row: Stored<E>): unknown
  sql(scope: Scope): RawBuilder<unknown>
}

export type PreparedMany<E extends AnyEntity = AnyEntity> = {
  /** As `prepare`: derives, or throws. */
  prepare(change: Change<E>): void
  /** This one will be written: the ones after it are judged beside it. */
  accept(change: Change<E>): void
  /** After all of them are written, in the same transaction; absent: `written` of the behaviour for each. */
  written?(changes: readonly Change<E>[]): Promise<void>
}

/** A row as its query declares it. */
export type Requested<Row> = unknown extends Row ? Record<string, unknown> : Row
/** Asks the database; answers the rows. */
export type Ask = <Row>(query: RawBuilder<Row>) => Promise<Requested<Row>[]>

/** Entity, title and code of what records refer to, by id. */
export type Refs = Record<string, { entity: string; title: string; code: string }>

/** What an entity does beyond the ordinary; written with `defineBehaviour`. Of `AnyEntity`: as the store calls it. */
export type Behaviour<E extends AnyEntity = AnyEntity> = {
  /**
   * Before the row is written, on create and edit: derive, check across records, or throw. What it asks of the database last it asks
   * with `askLast`: the code of a new record is taken in the same message.
   */
  prepare?(scope: Scope, change: Change<E>, askLast: Ask): Promise<void>
  /**
   * The same as `prepare` for many new records at once: reads what all of them need, and answers how each is prepared, in
   * their order. Null: these must be made one by one. Without it nothing is made in sets where there is a `prepare`.
   */
  prepareMany?(scope: Scope, drafts: readonly Change<E>[]): Promise<PreparedMany<E> | null>
  /** Values of the declaration's `keys` for this record; written with the row. A function of the record alone. */
  keys?(row: Stored<E>): Record<string, unknown>
  /** After the row is written, in the same transaction: side tables, cells. */
  written?(scope: Scope, change: Change<E>): Promise<void>
  events?: EventBehaviours<E>
  /** Checks, beside right and four eyes, that the caller may close a finding of the record: throws. What follows from the closing it leaves to the end of the step. */
  closing?(scope: Scope, subject: Stored<E>, finding: Pick<Finding, 'ruleId' | 'severity'> & { id: string; eventId: string | null }): Promise<void>
  /** The same as SQL of the finding `f`: whether the caller is refused, so that closing it is not offered. */
  isParty?(scope: Pick<Scope, 'tenant' | 'user'>): RawBuilder<boolean>
  /** Whether the caller, who may open the record, reads its findings; absent: whoever may open it does. */
  seesFindings?(scope: Pick<Scope, 'user'>, row: Stored<E>): boolean
  /** States that the declaration cannot say (a restricted lot that travels); absent: `from` and `to` of its events. */
  // biome-ignore lint/suspicious/noExplicitAny: each entity has a state of its own; the store passes it through
  states?: StateMachine<any>
  /**
   * Reads what `project` folds, where that is not simply the record's own events: with what came from other records, or without
   * what it has thousands of. Such a projection says the status too, and judges the whole history at the end of the step.
   */
  facts?(scope: Scope, subject: Stored<E>, time: FactsTime): Promise<readonly HistoryEvent[]>
  /**
   * Columns that follow from the record's events and from what it refers to, as of now; called after each event recorded or
   * voided, before the row is written. `history` is in order of occurrence (of an entity with `facts`, those), `state` the one it leads
   * to. In a scope of the past it judges nothing.
   */
  project?(scope: Scope, subject: Stored<E>, history: readonly HistoryEvent[], state: unknown): Promise<Partial<Stored<E>>>
  /** In a scope of the past: columns that the present sets while their own events settle, so that no other event reads the history for them. */
  settledThen?(history: readonly HistoryEvent[]): Partial<Stored<E>>
  /** In a scope of the past, before several records are folded: reads what their projections ask for, in a few messages for all of them. */
  readAhead?(scope: Scope & { past: Past }, rows: readonly Stored<E>[]): Promise<void>
  /**
   * In a scope of the past: of several records the columns that the pasts of others read, in a few messages for all of them. `claims`:
   * what the record said of its claim by what was known, from when on, since something could rest on it.
   */
  columnsThen?(
    scope: Scope & { past: Past },
    rows: readonly Stored<E>[],
  ): Promise<ReadonlyMap<string, Partial<Omit<Stored<E>, 'status'>> & { status: string; claims: readonly KnownClaim[] }>>
  /** After a changed row was written: projects again what read it. */
  projected?(scope: Scope, before: Stored<E>, after: Stored<E>): Promise<void>
  /**
   * Before an event of this record is recorded (`eventType`, as it was sent) or taken back (`eventId`) and any record is locked: what comes before all records in the
   * order of locks.
   */
  lockFirst?(scope: Scope, id: string, event: { eventType: unknown; supersedesEventId?: unknown } | { eventId: string }): Promise<void>
  /** By kind, records that are locked with these where an event names both kinds. */
  locksWith?: Readonly<Record<string, (scope: Scope, ids: readonly string[]) => Promise<string[]>>>
  /** Records of this kind that an event moved, beside its subject: they are locked before it is taken back. */
  movedBy?(scope: Scope, eventId: string): Promise<string[]>
  /** Before a record in its start state is taken back (soft delete), in the same transaction: side tables, cells; or throw. */
  retired?(scope: Scope, row: Stored<E>): Promise<void>
  /** Fields that change with the calendar and not with events: what they are now, of a record that was read and in a statement. */
  today?: { readonly [F in keyof E['fields'] & string]?: FieldToday<E> }
  /** Of a record whose facts go to another one since: names that one, where something is refused on it. */
  continuedBy?(scope: Scope, row: Stored<E>): Promise<Sentence | null>
  /** Whether an event of it did no step of a package, and an open one could take it (BR-18). After the plan is brought to what was recorded. */
  isStepInQuestion?(scope: Scope, row: Stored<E>, event: { id: string; eventType: string }): Promise<boolean>
  /** Of planned steps: after something names these files no more, by which others may show something. */
  freed?(scope: Scope, fileIds: readonly string[]): Promise<void>
  /** Further properties of the view answer (`extra`), computed for one record. */
  view?(scope: Scope, row: Stored<E>): Promise<Record<string, unknown>>
  /** `view` works them out in a scope of the past, too, of the record as it was then. */
  viewsPast?: boolean
  /** Over `r`: whether something beside events rests on such a record (kilograms, links), so that it is not deleted. */
  builtOn?(scope: Pick<Scope, 'tenant'>): RawBuilder<boolean>
  /** Over `r`, by event: what other records say against it. While it holds, the page of the record does not offer the event. */
  against?: { readonly [K in EventTypeOf<E>]?: (scope: Pick<Scope, 'tenant' | 'now' | 'user'>) => RawBuilder<boolean> }
  /** Titles of what the record refers to, as its page and paper show them. `refs`: those of today; not of a list. */
  titled?(scope: Scope, row: Stored<E>, refs: Refs): Promise<Refs>
  /** Its words in other languages: answers and references have those of their reader. */
  spoken?: Spoken
  /** Other records that its texts name: a list that reads these fields gives their titles to whom they are open. */
  named?: NamedInTexts
  /** Events against which something of `extra` stands, beside state, rights and needs: they are not offered. */
  notYet?(extra: Record<string, unknown>): readonly string[]
}
/** A behaviour in the types of its entity, for the store, which knows none: it calls it with that entity's records alone. */
export const defineBehaviour = <E extends AnyEntity>(_entity: E, behaviour: Behaviour<E>): Behaviour => behaviour
/** Entity name → behaviour; most entities have none. */
export type Behaviours = Readonly<Record<string, Behaviour>>

// entity(): one declaration of a noun of the product, from which table, routes, API document,
// permissions, screens, import columns and contract tests follow. Events are dated facts about it
// and the only way its status changes.
import type { Sentence } from '../messages/message.ts'
import type { RuleId } from '../rules/catalogue.ts'
import { type ExternalId, externalIds, externalIdsOf, externalIdsSection, oneOfEachSystem } from './external-ids.ts'
import type { EntryOf, Field, Fields, InputOf, StoredOf, Tone } from './field.ts'
import type { ColumnType } from './field-kinds.ts'
import type { Ownership } from './ownership.ts'
import type { Role } from './terms.ts'

export type State = { label: string; tone: Tone }
export type States = Readonly<Record<string, State>>

/** Which right an event needs: record = an ordinary fact; approve = a decision that changes the status. */
export type EventRight = 'record' | 'approve'

/** The person, as far as a need asks about them. */
export type Acting = { id: string; grants: readonly { role: Role; processorIds?: string[] | undefined }[] }
export type EventNeed = {
  why: string
  /** Fields it looks at. Where a list does not carry one of them nothing is known against the event. */
  on: readonly string[]
  /** Of those that all events of an entity need: events that do not. */
  except?: readonly string[]
  fails: (record: Row, who: Acting) => boolean
}

export type EventSpec = {
  label: string
  /** A sentence for the form: what recording this does. */
  help?: string
  fields: Fields
  /** States in which it may happen; absent = any state that is not final. */
  from?: readonly string[]
  /** States in which it may happen besides, by these roles alone; what it does there, the record's own states say. */
  alsoFrom?: { states: readonly string[]; roles: readonly string[] }
  to?: string
  right?: EventRight
  /** Only these roles (of those holding the right) may record it. */
  roles?: readonly string[]
  /** What the record must be like besides its state; said before it is tried. */
  needs?: readonly EventNeed[]
  /** Recorded by the product itself, never by a person through the API. 'clock': follows from the day, or from the event before it, alone; where a fact recorded late or taken back leaves it nothing to do (withdrawn before it would have expired), it changes nothing and is no obstacle. */
  system?: boolean | 'clock'
  /** Why nobody can record it yet, as a sentence: refused with NOT_AVAILABLE and not offered. */
  unavailable?: string
  /** Findings to be decided (REVIEW) of these rules are settled by this event, and not closed by hand. */
  settles?: readonly RuleId[]
  /** Not while a finding to be decided (REVIEW) of one of these rules is open on the subject. */
  blockedByReviewOf?: readonly RuleId[]
  /** In words, what other records may say against it: the server leaves it out of `may` while they do. */
  against?: string
  /** Four eyes (BR-24): not by the person who recorded the last of these events on the subject ('created' = its creator, 'EDITED' = the last who edited it). */
  excludesActorOf?: readonly string[]
  /** Field of the record: where it is filled, each record is asked for something of its own, so that several are not recorded at once. */
  oneByOneWith?: string
  /** Rules look at where it is recorded: its form sends where the device is, if it may. */
  withPosition?: boolean
  /** Whoever records it answers for it in person: it is not sent in for somebody else's approval. */
  isInPerson?: boolean
  /** Not by the farmer's own field officer nor by a declared relative (BR-24): on a farmer, or on a record with `farmerId`. */
  requiresIndependence?: boolean
  /** Icon name of the web's event table. */
  icon?: string
}
export type Events = Readonly<Record<string, EventSpec>>

export type Owner = 'operator' | 'either' | 'tenant'
type OwnerOf<B> = B extends { readonly operator: 'operatorId' } ? (B extends { readonly ofCompany: object } ? 'either' : 'operator') : 'tenant'
export type EntitySpec<
  F extends Fields = Fields,
  S extends States = States,
  E extends Events = Events,
  B extends Ownership<keyof F & string> = Ownership<keyof F & string>,
> = {
  label: string
  plural: string
  group: string
  /** One sentence: what this is, for whom. Shown on empty lists and in the API document. */
  about: string
  /** A sentence above its form, and on a record still in its first state: what whoever enters one must know. */
  notice?: string
  /** Whose a record is; {} = the whole programme's. */
  belongsTo: B
  fields: F
  /** Sets of fields that must be unique together; 'operatorId' may be one of them. Null never clashes. */
  unique?: readonly (readonly ((keyof F & string) | 'operatorId')[])[]
  /** States in which records differ in them; a record in another state leaves its values to others, and all are found by an index. Absent: all. Codes always differ. */
  uniqueIn?: readonly (keyof S & string)[]
  /** Fields of which people choose what may not be chosen again later (a package of which there is a newer version): the edit that changed one of them can be taken back. */
  restorable?: readonly (keyof F & string)[]
  /** Columns that the server computes from the record (`Behaviour.keys`) for rules to look records up by; never part of an answer. */
  keys?: Readonly<Record<string, ColumnType>>
  /** Sets of fields or keys with an index because a rule looks records up by them; what can be sorted or filtered by has its own. */
  lookups?: readonly (readonly string[])[]
  /** What a person calls one of these; stored in the column `title`. */
  title(row: StoredOf<F>): string
  /** Second line beside the title. */
  subtitle?: (keyof F & string)[]
  list: readonly ((keyof F & string) | 'code' | 'status' | 'createdAt' | 'updatedAt')[]
  /** Roles that work with its list (specification 2 and 6); whoever else holds L chooses from it elsewhere. Absent: everybody with L. */
  listRoles?: readonly Role[]
  form: Readonly<Record<string, readonly (keyof F & string)[]>>
  states: S
  /** States in which nothing more happens and no event is accepted. */
  final?: readonly (keyof S & string)[]
  /**
   * States before it is admitted to the programme (a farmer in draft, a dairy not activated). Facts of that time belong to it all the
   * same once it is admitted: people enter last week's inspection after today's approval.
   */
  beforeAdmission?: readonly (keyof S & string)[]
  /** States in which its fields may be changed; absent = every one that is not final. What was published or sent stays as it was. */
  editableIn?: readonly (keyof S & string)[]
  /**
   * Of what the programme itself makes (a finding, an inspection): from when it is there, so that no earlier day shows it. A day among its fields, or its entry, or the
   * first fact of it where that is earlier. Absent: it was there before anybody entered it (a farmer, a plot, a lot).
   */
  thereFrom?: (keyof F & string) | 'ENTRY'
  /**
   * When it began, for events that are dated long before it: the earliest of these days and moments, and the start of the season in `season`. `startedBy`: events that are its
   * beginning, of which their own rules say how early they may be. Absent: nothing says when it began (a plot, a company, a lot).
   */
  startsOn?: { by: readonly ((keyof F & string) | 'createdAt')[]; season?: keyof F & string; startedBy?: readonly (keyof E & string)[] }
  /** Facts that certified goods stand on: in these states whoever does not decide about such records changes them by a request that somebody else approves. */
  certified?: { in: readonly (keyof S & string)[]; fields: readonly (keyof F & string)[] }
  events: E
  /** What every event of it needs. */
  needs?: readonly EventNeed[]
  /** What it must be like for its fields to be changed, beside state and rights. */
  editNeeds?: readonly EventNeed[]
  /** What it must be like for an entry by mistake to be deleted, beside what holds for every record (`mayRetire`). */
  retireNeeds?: readonly EventNeed[]
  /** Checks across fields of one record; the path names the field to mark. */
  checks?: readonly Check<F>[]
  /** Prefix of automatic codes: FRM-000123. */
  codePrefix: string
  /** People enter the code themselves, for it is known elsewhere: what their form calls it. Where none is sent one is given automatically. */
  ownCode?: { label: string; help: string }
  /** Names the record that stands for this one once the two were one: whoever looks for this one by an identifier of another system finds that one, too. */
  goesOnAs?: keyof F & string
  /** A new one may begin as a copy of another (`create?duplicate_from_id=`). */
  duplicable?: boolean
  /** No create route: rows come from other entities' events. */
  readOnly?: boolean
  /** Whoever changes one has signed in: no API key does, or a key that leaked would make others, and people who outlive it. */
  signedInOnly?: boolean
}

export type Check<F extends Fields = Fields> = {
  path: keyof F & string
  code: string
  message: string
  /** Of a record that is there already it is judged only where one of these is changed: the check came after the record. */
  whenChanged?: readonly (keyof F & string)[]
  fails(row: StoredOf<F>): boolean
  /** Each place where it fails, inside rows that have several, in words that name it. */
  places?(row: StoredOf<F>): readonly { path: string; message: Sentence }[]
}

export type Entity<F extends Fields = Fields, S extends States = States, E extends Events = Events, O extends Owner = Owner> = Readonly<EntitySpec<F, S, E>> & {
  readonly name: string
  readonly startState: string
  /** 'operator': each record belongs to one operator and is seen through it; 'either': or to one company. 'tenant': of the programme, perhaps for several. */
  readonly owner: O
}

/** A declaration with its own types erased, as generic code sees it. */
export type AnyEntity = Entity

export function entity<F extends Fields, const S extends States, const E extends Events, const B extends Ownership<keyof F & string>>(
  name: string,
  spec: EntitySpec<F, S, E, B>,
): Entity<F, S, E, OwnerOf<B>> {
  const startState = Object.keys(spec.states)[0]
  if (!startState) throw new Error(`${name} has no state`)
  // Says in a value what `OwnerOf` says in a type.
  const owner = (spec.belongsTo.operator === 'operatorId' ? (spec.belongsTo.ofCompany ? 'either' : 'operator') : 'tenant') as OwnerOf<B>
  // Every record has them (domain dictionary 1.1): in the value for all generic code, in the types as part of Common.
  const fields: F = { ...spec.fields, [externalIds]: externalIdsOf(spec.fields) }
  const form = { ...spec.form, [externalIdsSection]: [externalIds] }
  return { ...spec, fields, form, checks: [...(spec.checks ?? []), oneOfEachSystem], name, startState, owner }
}

/** The declaration of a field; throws on a name that nobody declared (a programming error). */
export function fieldOf(entity: AnyEntity, name: string): Field {
  const field = entity.fields[name]
  if (!field) throw new Error(`${entity.name} has no field ${name}`)
  return field
}

/** The declaration of an event, undefined when the entity has none of that name. */
export const eventSpecOf = (entity: AnyEntity, eventType: string): EventSpec | undefined =>
  Object.hasOwn(entity.events, eventType) ? entity.events[eventType] : undefined
export const eventLabel = (entity: AnyEntity, eventType: string): string => eventSpecOf(entity, eventType)?.label ?? eventType
export const stateLabel = (entity: AnyEntity, status: string): string => entity.states[status]?.label ?? status

/** Whether an edit of these fields can be taken back. */
export const isRestorable = (entity: Pick<AnyEntity, 'restorable'>, names: readonly string[]): boolean =>
  names.some((name) => entity.restorable?.includes(name) ?? false)

/** Columns every record has (domain dictionary 1.1). */
export type Common = {
  id: string
  operatorId: string | null
  code: string
  title: string
  version: number
  status: string
  source: 'WEB' | 'MOBILE' | 'IMPORT' | 'API' | 'PUBLIC' | 'SYSTEM'
  tags: string[]
  /** A field of every declaration; lists leave it out, as all lists of rows. */
  externalIds?: ExternalId[] | null
  createdAt: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
}
export type Input<T extends AnyEntity> = InputOf<T['fields']>
export type StatusOf<T extends AnyEntity> = keyof T['states'] & string
/** A record of this entity; of `AnyEntity`: a `Row`. */
export type Stored<T extends AnyEntity> = Omit<Common, 'status' | 'operatorId'> & {
  status: StatusOf<T>
  operatorId: T['owner'] extends 'operator' ? string : string | null
} & StoredOf<T['fields']>
/** A record of any entity, as generic code handles it. */
export type Row = Common & Record<string, unknown>
export type EventTypeOf<T extends AnyEntity> = keyof T['events'] & string
/** The data of an event of this entity, as its form sends it: what was left empty may be absent. */
export type EventData<T extends AnyEntity, K extends EventTypeOf<T> = EventTypeOf<T>> = EntryOf<T['events'][K]['fields']>

export type RecordedEvent<Data = Record<string, unknown>> = {
  id: string
  eventType: string
  subjectType: string
  subjectId: string
  occurredAt: string
  occurredOffsetMin: number
  recordedAt: string
  recordedBy: string | null
  status: 'RECORDED' | 'VOIDED' | 'SUPERSEDED'
  data: Data
  notes: string | null
  /** sha-256 of the canonical event; leaves of the tenant's future Merkle log. */
  hash: string
  voidReason: 'DID_NOT_OCCUR' | 'INCORRECT_DATA' | null
  supersedesEventId: string | null
}

/** The result of checking a rule. BLOCK throws instead (RULE_BLOCKED); the rest is stored as a flag on the subject. */
export type Finding = {
  ruleId: RuleId
  severity: 'INFO' | 'WARN' | 'REVIEW'
  message: Sentence
  figures?: Record<string, unknown>
  /** What of its rule it is about, where one event may have several findings of the rule, each decided by itself. */
  aspect?: 'PLACE' | 'PARTY' | 'WEIGHING' | 'SLIP' | 'PREMIUM' | 'PRODUCTS'
}

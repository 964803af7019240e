// A record as its reader gets it: personal fields masked where the role says so, what the reader may do
// next, open findings, and titles for the references in it.
import { canCloseFinding, hiddenFields, hiddenInEvent, mayOf, settledByEvent } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { AsOf, Past, Refs, Scope } from '../scope.ts'
import { flagsAsOf, type PastRow } from './as-of.ts'
import { changesIn, type EventView } from './event-view.ts'
import { type Flag, flagsOf, flagsQuery, freshFlags, isUnderReview } from './flags.ts'
import type { Page, TextPage } from './list.ts'
import { againstNow, offeredOf } from './offers.ts'
import { withoutPersonsOutOfReach } from './persons-out-of-reach.ts'
import { type Reference, referencesIn, referencesOf, refsOf, refsWith } from './references.ts'
import { refsThen } from './refs-then.ts'
import { spokenOf } from './spoken.ts'

/** An open finding as its reader gets it. */
export type FlagAnswer = Flag & { mayClose: boolean }
export type Answer = Row & { may: string[]; flags: FlagAnswer[] /** Names of fields hidden from this reader; they are null here. */; masked?: string[] }

/** A record that was made or changed, with everything its page shows. `hasFacts`: something was recorded or taken back of it just now. */
export async function answerOf(
  scope: Scope,
  entity: AnyEntity,
  row: Row,
  { hasFacts = false } = {},
): Promise<Answer & { refs: Refs; extra?: Record<string, unknown> }> {
  const extra = await extraOf(scope, entity, row)
  const fresh = freshFlags(scope, row.id)
  const also = againstNow(scope, entity, row, mayOf(scope.user, entity, row), hasFacts)
  const { refs, rows, others } = await refsWith(scope, referencesOf(entity, row), fresh ? null : flagsQuery(scope, entity, [row.id]), { also })
  const against = [...(hasFacts ? ['retire'] : []), ...others.flatMap((one) => one.against)]
  const answer = { ...answerWith(scope, entity, row, fresh ?? flagsOf(rows).get(row.id)), ...(await spokenOf(scope, entity, [row.id])).get(row.id) }
  const may = offeredOf(scope, entity, row, offered(scope, entity, answer, extra), against)
  const titled = await titledFor(scope, entity, row, refs)
  return { ...answer, ...extra, may, refs: withoutHiddenFiles(entity, row, answer, titled) }
}
/** Titles as they stand on the record, where they are not those of today. */
export const titledFor = async (scope: Scope, entity: AnyEntity, row: Row, refs: Refs): Promise<Refs> =>
  (await scope.behaviours[entity.name]?.titled?.(scope, row, refs)) ?? refs

type Extra = { extra?: Record<string, unknown> }
/** What its behaviour adds to the page of a record. */
export async function extraOf(scope: Scope, entity: AnyEntity, row: Row): Promise<Extra> {
  const view = scope.behaviours[entity.name]?.view
  return view ? { extra: await view(scope, row) } : {}
}
/** What may be done, without the events that would be refused for what the page itself shows. */
export function offered(scope: Scope, entity: AnyEntity, { may }: Answer, { extra }: Extra): string[] {
  const against = (extra && scope.behaviours[entity.name]?.notYet?.(extra)) ?? []
  return against.length ? may.filter((name) => !against.includes(name)) : may
}

/** Titles without those of files that only hidden fields name: the name of a paper may say what is in it. */
export function withoutHiddenFiles(entity: AnyEntity, row: Row, { masked = [] }: Answer, refs: Refs): Refs {
  const filesIn = (names: readonly string[]) =>
    names.flatMap((name) => (entity.fields[name]?.kind === 'attachments' && Array.isArray(row[name]) ? row[name].map(String) : []))
  const hidden = filesIn(masked)
  if (hidden.length === 0) return refs
  const shown = new Set(filesIn(Object.keys(entity.fields).filter((name) => !masked.includes(name))))
  return Object.fromEntries(Object.entries(refs).filter(([id]) => shown.has(id) || !hidden.includes(id)))
}

/** A record of the past: nothing may be done with it, and its findings are those that were open then. */
export async function answerAsOf(
  scope: Scope & { past: Past },
  entity: AnyEntity,
  { row, notDerived }: PastRow,
): Promise<Answer & Extra & { refs: Refs; past: AsOf & { notDerived: string[] } }> {
  const { occurredBy, knownBy } = scope.past
  const flags = await flagsAsOf(scope, entity, row.id, scope.past)
  const extra = scope.behaviours[entity.name]?.viewsPast ? await extraOf(scope, entity, row) : {}
  const past = { ...answerWith(scope, entity, row, flags), ...(await spokenOf(scope, entity, [row.id])).get(row.id) }
  const refs = await titledFor(scope, entity, row, await refsThen(scope, await refsOf(scope, referencesOf(entity, row))))
  return {
    ...past,
    ...extra,
    may: [],
    flags: past.flags.map((flag) => ({ ...flag, mayClose: false })),
    refs: withoutHiddenFiles(entity, row, past, refs),
    past: { occurredBy, knownBy, notDerived },
  }
}

export async function answerOfPage(scope: Scope, entity: AnyEntity, { rows, ...page }: Page): Promise<{ items: Answer[]; refs: Refs } & Omit<Page, 'rows'>> {
  if (rows.length === 0) return { items: [], ...page, refs: {} }
  const references = rows.flatMap((row) => referencesOf(entity, row))
  const query = flagsQuery(
    scope,
    entity,
    rows.map(({ id }) => id),
  )
  const { refs, rows: found } = await refsWith(scope, references, query)
  const flags = flagsOf(found)
  const spoken = await spokenOf(
    scope,
    entity,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => ({ ...answerWith(scope, entity, row, flags.get(row.id)), ...spoken.get(row.id) })), ...page, refs }
}

/** The same page as JSON, from rows of texts; the last question of its call. */
export async function answerOfTextPage(scope: Scope, entity: AnyEntity, { rows, reader, ...page }: TextPage): Promise<string> {
  if (rows.length === 0) return JSON.stringify({ items: [], ...page, refs: {} })
  const deciding = rows.map((row) => reader.deciding(row))
  const references = new Map(rows.flatMap((row) => reader.references(row).map((one) => [`${one.target} ${one.id} ${one.isOpenOnly ?? ''}`, one])))
  const ids = deciding.map(({ id }) => id)
  const spoken = await spokenOf(scope, entity, ids)
  const { refs, rows: found } = await refsWith(scope, [...references.values()], flagsQuery(scope, entity, ids), { isLast: true })
  const flags = flagsOf(found)
  const items = deciding.map((row, index) => {
    const { may, flags: open, masked } = rightsOn(scope, entity, row, flags.get(row.id))
    const fields = reader.json(rows[index] ?? [], masked, { ...valuesToday(scope, entity, row), ...spoken.get(row.id) })
    const rights = `"may":${JSON.stringify(may)},"flags":${open.length ? JSON.stringify(open) : '[]'}`
    return `{${fields},${rights}${masked.length ? `,"masked":${JSON.stringify(masked)}` : ''}}`
  })
  return `{"items":[${items.join()}],${JSON.stringify({ ...page, refs }).slice(1)}`
}

/** Those fields of a record that change with the calendar, as they are now. */
const valuesToday = (scope: Scope, entity: AnyEntity, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(scope.behaviours[entity.name]?.today ?? {}).flatMap(([name, today]) => (today && name in row ? [[name, today.of(scope, row)]] : [])),
  )

export const seesFindings = (scope: Scope, entity: AnyEntity, row: Row): boolean => scope.behaviours[entity.name]?.seesFindings?.(scope, row) ?? true

/** What its reader may do with a record, its open findings, and the names of the fields that are not for them. */
function rightsOn(scope: Scope, entity: AnyEntity, row: Row, found: Flag[] = []): { may: string[]; flags: FlagAnswer[]; masked: string[] } {
  const events = entity.events
  const open = found.length && !seesFindings(scope, entity, row) ? [] : found
  const may = mayOf(scope.user, entity, { ...row, ...valuesToday(scope, entity, row) })
  return {
    may: open.length ? may.filter((name) => !(events[name] && isUnderReview(events[name], open))) : may,
    flags: open.map(({ isParty, ...flag }) => ({ ...flag, mayClose: !isParty && mayClose(scope, entity, row, flag) })),
    masked: hiddenFields(scope.user, entity, row),
  }
}

/** A record with its open findings, as its reader gets it; without titles of references. */
export function answerWith(scope: Scope, entity: AnyEntity, stored: Row, open: Flag[] = []): Answer {
  const row = { ...stored, ...valuesToday(scope, entity, stored) }
  const { may, flags, masked } = rightsOn(scope, entity, stored, open)
  if (masked.length === 0) return { ...row, may, flags }
  return { ...row, ...Object.fromEntries(masked.filter((name) => name in row).map((name) => [name, null])), may, flags, masked }
}

/** What closeFinding() would allow: who caused a finding to be decided does not decide it, and some are settled by an event. */
const mayClose = (scope: Scope, entity: AnyEntity, row: Row, { ruleId, severity, openedBy }: Flag): boolean =>
  canCloseFinding(scope.user, entity, row, ruleId) && (severity !== 'REVIEW' || (openedBy !== scope.user.id && !settledByEvent(entity, ruleId)))

/** Events of a record for its reader: changes of fields they do not see hidden like the fields, references with titles. */
export async function answerOfEvents(scope: Scope, entity: AnyEntity, subject: Row, events: EventView[]): Promise<{ items: EventView[]; refs: Refs }> {
  const hidden = hiddenFields(scope.user, entity, subject)
  const shown = events.map((event) => ({ ...event, data: withoutHidden(scope, entity, subject, event, hidden) }))
  const items = await withoutPersonsOutOfReach(scope, entity, shown)
  const references = items.flatMap((event): Reference[] => [
    ...[event.recordedBy, event.voidedBy].flatMap((id) => (id ? [{ path: 'recordedBy', target: 'user', id }] : [])),
    ...referencesIn(entity.events[event.eventType]?.fields ?? {}, event.data),
    ...referencesInChanges(entity, event.data),
  ])
  return { items, refs: await refsOf(scope, references) }
}

/** What an event says, without what is hidden of the record's changes and, where personal fields are, of the event itself. */
function withoutHidden({ user }: Scope, entity: AnyEntity, subject: Row, { eventType, data }: EventView, hidden: readonly string[]): Record<string, unknown> {
  const own = hiddenInEvent(user, entity, subject, eventType, hidden).flatMap((name) => (name in data ? [[name, null]] : []))
  if (own.length === 0 && hidden.length === 0) return data
  const changes = Object.entries(changesIn(data)).map(([name, change]) => [name, hidden.includes(name) ? { from: null, to: null, masked: true } : change])
  return { ...data, ...Object.fromEntries(own), ...(data.changes ? { changes: Object.fromEntries(changes) } : {}) }
}

function referencesInChanges(entity: AnyEntity, data: EventView['data']): Reference[] {
  const sides = Object.entries(changesIn(data))
  return [
    ...referencesIn(entity.fields, Object.fromEntries(sides.map(([name, { from }]) => [name, from]))),
    ...referencesIn(entity.fields, Object.fromEntries(sides.map(([name, { to }]) => [name, to]))),
  ]
}

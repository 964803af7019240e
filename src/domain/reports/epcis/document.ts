// From facts to an EPCIS 2.0 document. The id of an event is a hash of what the event says in EPCIS, so that the same facts have the same id in each
// document, whoever asks and whenever; what may be said better later (recordTime, an error declaration, ilmd, papers of certification, weights of numbered units) is
// no part of it.
import { offsetOf } from '../../kernel/day.ts'
import { type EventFacts, type Names, type Naming, namesOf } from './facts.ts'
import { epcisMapping } from './mapping.ts'
import { isEpcisName } from './names.ts'
import { type EpcisDocument, type EpcisEvent, type ErrorDeclaration, epcisContext, prefixes } from './terms.ts'

/** What a document is made with besides the facts. `canonical`: RFC 8785. */
export type Making = Naming & { timeZone: string; canonical(value: unknown): string }

/** In the order of time; one for each fact that the table maps. */
export function epcisEvents(facts: readonly EventFacts[], making: Making): EpcisEvent[] {
  const { gs1Prefix: _prefix, gs1Keys: _keys, readPoints, ...ours } = making
  const plain = eventsOf(facts, ours)
  if (!making.gs1Prefix && !readPoints?.size) return plain
  // By GS1 keys and read points its things have other names; it is the same event, under the id that it had before there were any.
  return eventsOf(facts, making).map((event, at) => ({ ...event, ...idsOf(plain[at]) }))
}

const idsOf = (event: EpcisEvent | undefined) =>
  event ? { eventID: event.eventID, ...(event.errorDeclaration ? { errorDeclaration: event.errorDeclaration } : {}) } : {}

function eventsOf(facts: readonly EventFacts[], making: Making): EpcisEvent[] {
  const names = namesOf(making)
  const events = facts.flatMap((fact) => {
    const event = eventOf(fact, names, making)
    return event ? [{ fact, event }] : []
  })
  const ids = new Map(events.map(({ fact, event }) => [fact.id, event.eventID]))
  const corrections = Map.groupBy(
    events.filter(({ fact }) => fact.supersedesId !== null && fact.voided === null),
    ({ fact }) => fact.supersedesId,
  )
  return events.map(({ fact, event }) => {
    if (!fact.voided) return event
    const corrective = (corrections.get(fact.id) ?? []).flatMap(({ fact: { id } }) => ids.get(id) ?? [])
    return { ...event, errorDeclaration: declared(fact.voided, corrective) }
  })
}

function declared({ at, reason, isReplaced }: NonNullable<EventFacts['voided']>, corrective: string[]): ErrorDeclaration {
  const isWrong = isReplaced || reason === 'INCORRECT_DATA'
  return { declarationTime: at, reason: isWrong ? 'incorrect_data' : 'did_not_occur', ...(corrective.length ? { correctiveEventIDs: corrective } : {}) }
}

function eventOf(fact: EventFacts, names: Names, { base, timeZone, digest, canonical }: Making): EpcisEvent | null {
  if (!isEpcisName(fact.name)) return null
  const { type, action, bizStep, disposition, body } = epcisMapping[fact.name]
  const offset = offsetOf(new Date(fact.occurredAt).toISOString().slice(0, 19), timeZone)
  const { ilmd, certificationInfo, sensorElementList, 'fb:netWeights': netWeights, ...rest } = body(fact, names)
  const statement = {
    type,
    eventTime: localTime(fact.occurredAt, offset),
    eventTimeZoneOffset: offset,
    ...(action ? { action } : {}),
    bizStep: bizStep.startsWith('fb:') ? names.term(bizStep.slice(3)) : bizStep,
    ...(disposition ? { disposition: typeof disposition === 'string' ? disposition : disposition(fact) } : {}),
    ...rest,
    // Two facts that say the same are two events; it also leads back to the record.
    'fb:recorded': names.of('event', fact.id),
  }
  return {
    eventID: `ni:///sha-256;${digest(canonical(withoutNames(statement)).replaceAll(base, ''))}`,
    recordTime: new Date(fact.recordedAt).toISOString(),
    ...statement,
    ...(sensorElementList ? { sensorElementList } : {}),
    ...(netWeights ? { 'fb:netWeights': netWeights } : {}),
    ...(ilmd ? { ilmd } : {}),
    ...(certificationInfo ? { certificationInfo } : {}),
  }
}

/** An input that is called otherwise later is the same input, in the same event. */
const withoutNames = (statement: object): unknown => JSON.parse(JSON.stringify(statement, (key, value) => (key === 'fb:name' ? undefined : value)))

/** The moment as clocks there showed it. */
function localTime(moment: string, offset: string): string {
  const minutes = (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)))
  return new Date(Date.parse(moment) + minutes * 60_000).toISOString().replace('Z', offset)
}

export const epcisDocument = (events: EpcisEvent[], { base }: Pick<Naming, 'base'>, madeAt: string): EpcisDocument => ({
  '@context': [epcisContext, { ...prefixes, fb: `${base}voc/` }],
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: madeAt,
  epcisBody: { eventList: events },
})

// R27. The events of a document as rows, and the document itself, both of one reading.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { epcisDocument, epcisEvents, type Making } from '#domain/reports/epcis/document.ts'
import type { EventFacts } from '#domain/reports/epcis/facts.ts'
import { isEpcisName } from '#domain/reports/epcis/names.ts'
import { epcisDocumentReport, mostEvents } from '#domain/reports/epcis-document.ts'
import type { ReportRow } from '#domain/reports/report.ts'
import { renamedThen } from '../../ledger/named-then.ts'
import type { Scope } from '../../scope.ts'
import { isPast } from '../../store/past.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'
import { gs1KeysOf } from '../epcis/gs1-keys.ts'
import { readFacts } from '../epcis/read-facts.ts'
import { type Chosen, chosenEvents, type Subject } from '../epcis/which-events.ts'

type Row = ReportRow<typeof epcisDocumentReport>
type Values = Subject & { asOf: string | null; knownAt: string | null }

/** Throws VALIDATION, and TOO_LARGE above `mostEvents`. */
async function read(scope: Scope, values: Values): Promise<{ rows: Row[]; document: unknown }> {
  const then = onPastDay(scope, values)
  const chosen = await chosenEvents(then, values)
  if (chosen.events.length > mostEvents)
    throw new Problem('TOO_LARGE', {
      message: phrase`The document would have more than ${mostEvents} events. Choose a smaller part: one lot, or one certificate.`,
      figures: { mostRows: mostEvents },
    })
  const { facts, facilities } = await readFacts(then, chosen)
  const mapped = facts.filter(({ name }) => isEpcisName(name))
  const making = {
    ...makingOf(scope),
    ...(await gs1KeysOf(
      scope,
      chosen.lots.map(({ id }) => id),
      [...facilities.keys()],
    )),
    readPoints: new Map([...facilities].flatMap(([id, { readPoint }]) => (readPoint ? [[id, readPoint] as const] : []))),
  }
  const events = epcisEvents(mapped, making)
  const names = await namesThen(then, [...chosen.lots.map(({ id }) => id)], [...chosen.crops.map(({ id }) => id)], [...facilities.keys()])
  const titles = new Map([...chosen.lots, ...chosen.crops, ...chosen.certificates].map(({ id, title }) => [id, names.get(id)?.title ?? title]))
  const villages = new Map(
    chosen.crops.flatMap(({ id, systemId, parcelId, village }) => [id, systemId, parcelId].map((one) => [one, names.get(id)?.village ?? village] as const)),
  )
  const rows = mapped.flatMap((fact, index): Row[] => {
    const [event, { name }] = [events[index], fact]
    if (!event || !isEpcisName(name)) return []
    return [
      {
        at: new Date(fact.occurredAt).toISOString(),
        event: name,
        type: event.type,
        step: event.bizStep.split('/').at(-1) ?? '',
        what: whatOf(fact, titles),
        where: names.get(fact.facilityId ?? '')?.title ?? facilities.get(fact.facilityId ?? '')?.title ?? villages.get(fact.subjectId) ?? null,
        isTakenBack: fact.voided !== null,
        eventId: event.eventID,
      },
    ]
  })
  return { rows, document: epcisDocument(events, making, scope.now.toISOString()) }
}

/** What of these was called otherwise, or grown in another village, on the day; of the present nothing. The document itself has addresses and no names. */
async function namesThen(
  scope: Scope,
  lots: readonly string[],
  crops: readonly string[],
  facilities: readonly string[],
): Promise<Map<string, { title: string; village?: string | null }>> {
  if (!isPast(scope)) return new Map()
  const renamed = [
    ...(await renamedThen(scope, entityOf('productbatch'), lots)),
    ...(await renamedThen(scope, entityOf('crop'), crops)),
    ...(await renamedThen(scope, entityOf('processingsystem'), facilities)),
  ]
  return new Map(renamed.map((one) => [one.id, one]))
}

/** The lots and crops in it that the reader sees, from what went in to what came out. */
function whatOf({ subjectId, cropIds, taken, brought, data }: EventFacts, titles: Map<Chosen['lots'][number]['id'], string>): string | null {
  const ids = [...taken.map(({ lotId }) => lotId), subjectId, ...cropIds, String(data.batchId ?? ''), ...brought.map(({ lotId }) => lotId)]
  const named = [...new Set(ids)].flatMap((id) => titles.get(id) ?? [])
  return named.join(', ').slice(0, 400) || null
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Pseudonyms are of the installation and the programme: who has a list of ids does not find out what a plot is called. */
function makingOf({ tenant, host, sealing }: Scope): Making {
  if (!host || !sealing) throw new Error('A document of linked data is made where its host and the key of its pseudonyms are known')
  return {
    base: `https://${host}/id/`,
    timeZone: tenant.timezone,
    digest,
    mask: (kind, id) => sealing.pseudonym(tenant.id, `${kind} ${id}`).slice(0, 22),
    canonical: (value) => canonicalize(value) ?? '',
  }
}

export const query = reportQuery(epcisDocumentReport, {
  rows: async ({ scope, values }) => (await read(scope, values)).rows,
  linked: ({ scope, values }) => read(scope, values),
})

// The schemes that lots share (domain dictionary 4.4), worked out from rows and events alone, backwards from each lot; nothing of the reckoning is imported from the product. Values are as PostgreSQL writes
// them as text.
import { sql } from 'kysely'
import type { Scope } from '#server/scope.ts'

export type Rows = readonly Readonly<Record<string, string | null>>[]
export type Books = { lots: Rows; links: Rows; crops: Rows; certificates: Rows; events: Rows; schemes: Rows; zone: string }
const farmSchemes = ['NPOP', 'EU_ORG', 'NOP', 'ROC']

/** By lot: ids of schemes, sorted. */
export function sharedSchemesOf({ lots, links, crops, certificates, events, schemes, zone }: Books): Map<string, string[]> {
  const day = (moment: string | null | undefined): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.parse(moment ?? ''))
  const counted = events.filter(({ status }) => status === 'RECORDED')
  const eventById = new Map(counted.map((event) => [event.id, event]))
  const live = links.filter(({ event_id: id, voided_at: voided }) => !voided && eventById.has(id ?? null))
  const into = Map.groupBy(live, ({ output_id: id }) => id)
  const lotById = new Map(lots.map((lot) => [lot.id, lot]))
  const cropById = new Map(crops.map((crop) => [crop.id, crop]))
  const ofFarm = new Set(schemes.filter(({ abbreviation }) => farmSchemes.includes(abbreviation ?? '')).map(({ id }) => id))
  const ofSubject = Map.groupBy(counted, ({ subject_id: id }) => id)
  const isInForce = (certificate: Rows[number], on: string): boolean => {
    if (certificate.status === 'PROPOSED' || certificate.status === 'REJECTED' || certificate.deleted_at) return false
    if (on < String(certificate.valid_from) || on > String(certificate.valid_to)) return false
    const own = (ofSubject.get(certificate.id ?? null) ?? [])
      .filter(({ event_type: type }) => ['SUSPENDED', 'REINSTATED', 'WITHDRAWN'].includes(type ?? ''))
      .sort(
        (one, other) => Date.parse(one.occurred_at ?? '') - Date.parse(other.occurred_at ?? '') || Number(one.subject_version) - Number(other.subject_version),
      )
    const last = own.findLast(({ occurred_at: at }) => day(at) <= on)?.event_type
    const isOfBefore = ['SUSPENDED', 'WITHDRAWN'].includes(certificate.status ?? '') && !own.some(({ event_type: type }) => type === certificate.status)
    return !isOfBefore && (last === undefined || last === 'REINSTATED')
  }
  const known = new Map<string, string[]>()
  const of = (id: string): string[] => {
    const before = known.get(id)
    if (before) return before
    const claim = lotById.get(id)?.claim_status ?? 'CONVENTIONAL'
    const isOpening = (ofSubject.get(id) ?? []).some(({ event_type: type }) => type === 'OPENING_APPROVED')
    const inputs = (into.get(id) ?? []).map(({ input_id: input, input_kind: kind, event_id: event }): string[] => {
      if (kind !== 'crop') return of(input ?? '')
      const on = day(eventById.get(event ?? null)?.occurred_at)
      const operator = cropById.get(input ?? null)?.operator_id
      return certificates
        .filter((one) => one.collective_id === operator && ofFarm.has(one.scheme_id ?? null) && isInForce(one, on))
        .map((one) => String(one.scheme_id))
    })
    const all = new Set(inputs.flat())
    const shared = claim === 'CONVENTIONAL' || isOpening ? [] : [...all].filter((scheme) => inputs.every((own) => own.includes(scheme))).sort()
    known.set(id, shared)
    return shared
  }
  for (const { id } of lots) of(id ?? '')
  return known
}

/** Lots of the programme whose schemes are others in their row. */
export async function lotsOfOtherSchemes({ db, tenant }: Pick<Scope, 'db' | 'tenant'>): Promise<{ id: string; schemes: string[] | null }[]> {
  const rows = async (table: string): Promise<Rows> =>
    (
      await sql<{ row: Record<string, unknown> }>`select to_jsonb(r) as row from ${sql.table(table)} as r where r.tenant_id = ${tenant.id}`.execute(db)
    ).rows.map(({ row }) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])))
  const [lots, links, crops] = [await rows('productbatch'), await rows('lot_link'), await rows('crop')]
  const [certificates, events, schemes] = [await rows('scopecertificate'), await rows('event'), await rows('scheme')]
  const wanted = sharedSchemesOf({ lots, links, crops, certificates, events, schemes, zone: tenant.timezone })
  const found = await sql<{ id: string; schemes: string[] | null }>`select id, scheme_ids as schemes from productbatch where tenant_id = ${tenant.id}`.execute(
    db,
  )
  return found.rows.filter((lot) => String(lot.schemes ?? []) !== String(wanted.get(lot.id)))
}

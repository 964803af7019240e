// Short answers about transaction certificates, now or in a scope of the past: what the checks of each said, and on which certificates a lot is.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import type { CertificateChecks, CertificateDispatches, CertificateSummaries, CertificateSummary, LotCertificates } from '#domain/chain/certificate-answer.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Past, Scope } from '../scope.ts'
import { seenAsOf } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { eventsThen, linksThen } from '../store/past.ts'
import { dispatchIds } from './certificate-facts.ts'
import { boundAccounts, type Certificate, liveStates } from './certificate-queries.ts'

const [transactioncertificate, productbatch] = [entityOf('transactioncertificate'), entityOf('productbatch')]

/** Books, plots and yields of the seller are not the buyer's business: the checks are between the seller and the certification body. */
export const mayReadChecks = (scope: Pick<Scope, 'user'>, certificate: Certificate): boolean =>
  canOn(scope.user, transactioncertificate, 'A', certificate) || canOn(scope.user, transactioncertificate, 'R', certificate)

export async function summariesOf(scope: Scope, ids: readonly string[]): Promise<CertificateSummaries> {
  const readable = (await recordsById(scope, transactioncertificate, [...new Set(ids)].sort())).filter((one) => mayReadChecks(scope, one))
  const [items = []] = await queryAll(
    scope.db,
    sql<CertificateSummary>`
      select distinct on (k.certificate_id) k.certificate_id as id,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'OK') as ok,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'REVIEW') as review,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'BLOCK') as block
      from certificate_check as k join event as e on e.tenant_id = ${scope.tenant.id} and e.id = k.event_id
      where k.tenant_id = ${scope.tenant.id} and k.certificate_id = any(${readable.map(({ id }) => id)}::uuid[]) and ${eventsThen(scope)}
      order by k.certificate_id, e.subject_version desc`,
  )
  return { items }
}

/** What the checks said when it was submitted and issued, by events that count in the scope, oldest first. */
export async function judgementsOf(scope: Scope, certificateId: string): Promise<CertificateChecks['judged']> {
  const [rows = []] = await queryAll(
    scope.db,
    sql<
      CertificateChecks['judged'][number]
    >`select k.event_id as "eventId", e.event_type as "eventType", to_json(e.occurred_at)#>>'{}' as at, k.results as checks
      from certificate_check as k join event as e on e.tenant_id = ${scope.tenant.id} and e.id = k.event_id
      where k.tenant_id = ${scope.tenant.id} and k.certificate_id = ${certificateId}::uuid and ${eventsThen(scope)} order by e.subject_version`,
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** The dispatches that its shipments name, in their order. */
export async function dispatchesOf(scope: Scope, certificate: Certificate): Promise<CertificateDispatches> {
  const ids = dispatchIds(certificate)
  const [rows = []] = await queryAll(
    scope.db,
    sql<{ id: string; lotId: string; at: string }>`select v.id, v.subject_id as "lotId", v.occurred_at as at from event as v
      where v.tenant_id = ${scope.tenant.id} and v.id = any(${ids}::uuid[]) and v.subject_type = 'productbatch' and v.event_type = 'DISPATCH'`,
  )
  const lots = new Map((await recordsById(scope, productbatch, [...new Set(rows.map(({ lotId }) => lotId))].sort())).map((lot) => [lot.id, lot]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    items: ids.flatMap((dispatchId) => {
      const sent = byId.get(dispatchId)
      const lot = sent && lots.get(sent.lotId)
      return lot ? [{ dispatchId, lotId: lot.id, lot: lot.title, day: localDay(scope, sent.at), isOpen: canOn(scope.user, productbatch, 'V', lot) }] : []
    }),
  }
}

type Named = { id: string; netKg: number; isSource: boolean }
/** Certificates whose lines name the lot, or whose dispatches sent it to whoever has it now; those that the reader may not open are left out. Newest first. */
export async function certificatesOfLot(scope: Scope, lotId: string): Promise<LotCertificates> {
  const [rows = []] = await queryAll(scope.db, scope.past ? boundOfLot(scope, lotId) : namedOfLot(scope, lotId))
  const certificates = await recordsById(scope, transactioncertificate, [...new Set(rows.map(({ id }) => id))].sort())
  const readable = certificates.filter((one) => canOn(scope.user, transactioncertificate, 'V', one))
  const shown = scope.past ? await asTheyWere({ ...scope, past: scope.past }, readable, lotId) : asTheyAre(readable, rows)
  shown.sort((a, b) => b.one.createdAt.localeCompare(a.one.createdAt) || a.one.id.localeCompare(b.one.id))
  return { items: shown.map(({ one: { id, title, status }, netKg, isSource }) => ({ id, title, status, netKg, isSource })) }
}
type Shown = { one: Certificate; netKg: number; isSource: boolean }

const namedOfLot = ({ tenant }: Scope, lotId: string) => sql<Named>`
  select l.parent_id as id, sum(l.net_kg) as "netKg", false as "isSource" from transactioncertificate_lines as l
  where l.tenant_id = ${tenant.id} and l.batch_id = ${lotId}::uuid group by l.parent_id
  union all select s.certificate_id, sum(k.kg), true from lot_link as k join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = k.event_id
  where k.tenant_id = ${tenant.id} and k.output_id = ${lotId}::uuid and k.voided_at is null group by s.certificate_id`

const asTheyAre = (certificates: readonly Certificate[], rows: readonly Named[]): Shown[] => {
  const byId = new Map(certificates.map((one) => [one.id, one]))
  return rows.flatMap(({ id, netKg, isSource }) => {
    const one = byId.get(id)
    return one ? [{ one, netKg, isSource }] : []
  })
}

/** Those that name the lot, or a lot that it was sent out of, and those that ever bound some of one: what each named then is folded from its events. */
const boundOfLot = ({ tenant }: Scope, lotId: string) => sql<Named>`
  with lot (id) as (select ${lotId}::uuid union select k.input_id from lot_link as k where k.tenant_id = ${tenant.id} and k.output_id = ${lotId}::uuid)
  select l.parent_id as id, 0 as "netKg", false as "isSource" from lot join transactioncertificate_lines as l on l.tenant_id = ${tenant.id} and l.batch_id = lot.id
  union select v.subject_id, 0, false from lot join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = lot.id and e.account = any(${[...boundAccounts]}::text[])
    join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id and v.subject_type = 'transactioncertificate'`

async function asTheyWere(scope: Scope & { past: Past }, certificates: readonly Certificate[], lotId: string): Promise<Shown[]> {
  const { tenant } = scope
  const [links = []] = await queryAll(
    scope.db,
    sql<{ dispatchId: string; kg: number }>`select l.event_id as "dispatchId", sum(l.kg) as kg from lot_link as l
      where l.tenant_id = ${tenant.id} and l.output_id = ${lotId}::uuid and ${linksThen(scope)} group by l.event_id`,
  )
  const shown: Shown[] = []
  for (const certificate of certificates) {
    const one = await seenAsOf(scope, transactioncertificate, certificate)
    if (!one) continue
    const { lines, shipments } = one.row
    const own = lines.filter(({ batchId }) => batchId === lotId)
    if (own.length > 0) shown.push({ one: one.row, netKg: toKg(own.reduce((grams, { netKg }) => grams + toGrams(netKg), 0)), isSource: false })
    const dispatches = new Set(shipments.map(({ dispatchId }) => dispatchId?.toLowerCase()))
    const sent = isLive(one.row) ? links.filter(({ dispatchId }) => dispatches.has(dispatchId)) : []
    if (sent.length > 0) shown.push({ one: one.row, netKg: toKg(sent.reduce((grams, { kg }) => grams + toGrams(Number(kg)), 0)), isSource: true })
  }
  return shown
}
/** As its dispatches are entered (certificate-shipments.ts). */
const isLive = ({ status, reservedUntil }: Certificate): boolean =>
  liveStates.some((state) => state === status) && (status !== 'CORRECTION' || reservedUntil !== null)

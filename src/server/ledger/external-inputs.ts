// What certificates of a programme use of those from elsewhere (BR-12 T09): found by number and issuer through the rows of certificate_input, which are written with each
// certificate; which of them count follows from their states when it is asked. Two at the same moment wait for each other.
import { type RawBuilder, sql } from 'kysely'
import type { ExternalInput } from '#domain/chain/certificate-facts.ts'
import { externalInputsOf } from '#domain/chain/external-inputs.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { type Certificate, counts, family } from './certificate-queries.ts'

/** After a certificate was written. */
export function writeExternalInputs(scope: Scope, before: Certificate | null, { id, inputCertificates }: Certificate): void {
  const named = externalInputsOf(inputCertificates)
  if (before && externalInputsOf(before.inputCertificates).length > 0)
    sendWithNext(scope.db, sql`delete from certificate_input where tenant_id = ${scope.tenant.id} and certificate_id = ${id}::uuid`)
  if (named.length === 0) return
  const rows = named.map(({ key, kg, statedKg }) => ({
    tenant_id: scope.tenant.id,
    input_no: key.no,
    input_body: key.body,
    certificate_id: id,
    kg,
    stated_kg: statedKg,
  }))
  sendWithNext(scope.db, scope.db.insertInto('certificate_input').values(rows))
}

const lockOf = ({ tenant }: Scope, keys: RawBuilder<unknown>) =>
  sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('input ' || key)) from (${keys}) as one (key)`
/** Whoever uses some of the same certificate waits; in the order of the keys, after the certificates that are named and before the lots. */
export async function lockExternalInputs(scope: Scope, { inputCertificates }: Certificate): Promise<void> {
  const keys = externalInputsOf(inputCertificates).map(({ key }) => `${key.no} ${key.body}`)
  if (keys.length) await queryAll(scope.db, lockOf(scope, sql`select unnest(${keys}::text[]) order by 1`))
}

type UsedRow = { place: number; usedKg: number; other: ExternalInput['other'] }
/** Of each that the certificate names, in the order of `externalInputsOf`: what the others that count use, and one of them that states another weight. */
export const externalUsesQuery = (scope: Scope, { id, replacesId, inputCertificates }: Certificate): RawBuilder<UsedRow> => {
  const { tenant } = scope
  const named = externalInputsOf(inputCertificates)
  const own = sql`${replacesId ? [id, replacesId] : [id]}::uuid[]`
  const others = sql`certificate_input as i join transactioncertificate as u on u.tenant_id = ${tenant.id} and u.id = i.certificate_id and ${counts('u')} and not u.id = any(${own})
      where i.tenant_id = ${tenant.id} and i.input_no = n.no and i.input_body = n.body`
  return sql<UsedRow>`
    select n.place, coalesce((select sum(f.kg) from (select max(x.kg) as kg from (select ${family(scope, 'u')} as family, i.kg from ${others}) as x
        where not x.family = any(${own}) group by x.family) as f), 0) as "usedKg",
      (select jsonb_build_object('certificate', u.title, 'kg', i.stated_kg) from ${others} and i.stated_kg <> n.stated order by u.created_at, u.id limit 1) as other
    from unnest(${named.map(({ key }) => key.no)}::text[], ${named.map(({ key }) => key.body)}::text[], ${named.map(({ statedKg }) => statedKg)}::numeric[])
      with ordinality as n (no, body, stated, place) order by n.place`
}
export const externalFacts = ({ inputCertificates, title }: Certificate, rows: readonly UsedRow[]): ExternalInput[] =>
  externalInputsOf(inputCertificates).map(({ no, body, kg, statedKg, otherKg }, place) => {
    const row = rows[place]
    const other = otherKg === null ? (row?.other ?? null) : { certificate: title, kg: otherKg }
    return { no, body, kg, statedKg, usedKg: Number(row?.usedKg ?? 0), other }
  })

type Overused = { no: string; usedKg: number; statedKg: number; certificates: string }
/** Throws where these certificates, which the step has brought into force or back into it, and others use more of one than is stated of it, or state several weights. */
export async function refuseOverused(scope: Scope, ids: readonly string[]): Promise<void> {
  const { tenant } = scope
  const own = sql`(select i.input_no, i.input_body from certificate_input as i join transactioncertificate as c on c.tenant_id = ${tenant.id} and c.id = i.certificate_id and ${counts('c')}
    where i.tenant_id = ${tenant.id} and i.certificate_id = any(${[...ids]}::uuid[]))`
  const [, [over] = []] = await queryAll(
    scope.db,
    lockOf(scope, sql`select distinct o.input_no || ' ' || o.input_body from ${own} as o order by 1`),
    sql<Overused>`
      select u.no, sum(u.kg) as "usedKg", min(u.stated_kg) as "statedKg", string_agg(u.titles, ', ' order by u.titles) as certificates from (
        select i.input_no as no, i.input_body as body, max(i.kg) as kg, min(i.stated_kg) as stated_kg, max(i.stated_kg) as most_kg, string_agg(t.title, ', ' order by t.title) as titles
        from (select distinct * from ${own} as k) as o join certificate_input as i on i.tenant_id = ${tenant.id} and i.input_no = o.input_no and i.input_body = o.input_body
        join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = i.certificate_id and ${counts('t')} group by i.input_no, i.input_body, ${family(scope, 't')}
      ) as u group by u.no, u.body having sum(u.kg) > min(u.stated_kg) or min(u.stated_kg) <> max(u.most_kg) order by u.no limit 1`,
  )
  if (over)
    throw ruleBlocked(
      'BR-12',
      phrase`${kilograms(Number(over.usedKg))} of certificate ${over.no} from elsewhere would be used, by ${over.certificates}; ${kilograms(Number(over.statedKg))} are stated to be on it.`,
      { check: 'T09' },
    )
}

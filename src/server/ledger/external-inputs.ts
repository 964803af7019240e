// What certificates of a programme use of those from elsewhere (BR-12 T09): found by number and issuer through the rows of certificate_input, which are written with each
// certificate; which of them count follows from their states when it is asked: those that bind kilograms, without withdrawn ones. Two at the same moment wait for each other.
import { type RawBuilder, sql } from 'kysely'
import type { ExternalInput } from '#domain/chain/certificate-facts.ts'
import { dropped, externalInputsOf, mayBeSame, whyNotUsed } from '#domain/chain/external-inputs.ts'
import { sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { type Certificate, counts, family, liveStates } from './certificate-queries.ts'

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

type Naming = Pick<Certificate, 'inputCertificates'>
const numbersOf = (certificates: readonly Naming[]): string[] => [
  ...new Set(certificates.flatMap(({ inputCertificates }) => externalInputsOf(inputCertificates).map(({ key }) => key.no))),
]
export const lockOf = ({ tenant }: Scope, numbers: readonly string[]) =>
  sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('input ' || no)) from (select unnest(${numbers}::text[]) order by 1) as one (no)`
/** Whoever uses some of a certificate of the same number waits; in the order of the numbers, after the certificates that are named and before the lots. */
export async function lockExternalInputs(scope: Scope, { inputCertificates }: Certificate): Promise<void> {
  const numbers = numbersOf([{ inputCertificates }])
  if (numbers.length) await queryAll(scope.db, lockOf(scope, numbers))
}

/** Of one that was withdrawn what it had used of others is free again: no certificate says any more that it went in. Its own goods are not certified anew. */
const usesInputs = (c: string): RawBuilder<boolean> => sql<boolean>`${counts(c)} and ${sql.ref(`${c}.status`)} <> 'WITHDRAWN'`

type UsedRow = Pick<ExternalInput, 'usedKg' | 'isOpen' | 'other' | 'isOfProgramme'> & { place: number; othersStateKg: number | null }
const keyOf = (text: string) => sql`upper(regexp_replace(normalize(${sql.ref(text)}, NFKC), ${`[${dropped}]+`}, '', 'g'))`
/** SQL: it is the number of an issued certificate of this programme. */
export const isOfProgramme = ({ tenant }: Pick<Scope, 'tenant'>, no: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.deleted_at is null and t.tc_no is not null and ${keyOf('t.tc_no')} = ${no})`
/** Of each that the certificate names, in the order of `externalInputsOf`: what the others that count use, and one of them that states another weight. */
export const externalUsesQuery = (scope: Scope, certificate: Certificate): RawBuilder<UsedRow> => {
  const { tenant } = scope
  const { id, replacesId, inputCertificates, collectiveId, processorId, certificationBodyId } = certificate
  const named = externalInputsOf(inputCertificates)
  const own = sql`${replacesId ? [id, replacesId] : [id]}::uuid[]`
  const others = sql`certificate_input as i join transactioncertificate as u on u.tenant_id = ${tenant.id} and u.id = i.certificate_id and ${usesInputs('u')} and not u.id = any(${own})
      where i.tenant_id = ${tenant.id} and i.input_no = n.no and (i.input_body = n.body or i.input_body = '' or n.body = '')`
  const isOpen = sql`(u.certification_body_id = ${certificationBodyId}::uuid and coalesce(u.collective_id, u.processor_id) = ${collectiveId ?? processorId ?? null}::uuid)`
  return sql<UsedRow>`
    select n.place, coalesce((select sum(f.kg) from (select max(x.kg) as kg from (select o.family, sum(o.kg) as kg from (select u.id, ${family(scope, 'u')} as family, i.kg from ${others}) as o
        group by o.id, o.family) as x where not x.family = any(${own}) group by x.family) as f), 0) as "usedKg",
      (select min(i.stated_kg) from ${others}) as "othersStateKg", coalesce((select bool_and(${isOpen}) from ${others}), true) as "isOpen",
      (select jsonb_build_object('certificate', case when ${isOpen} then u.title end, 'kg', i.stated_kg) from ${others} and i.stated_kg <> n.stated
        order by ${isOpen} desc, u.created_at, u.id limit 1) as other,
      ${isOfProgramme(scope, sql`n.no`)} as "isOfProgramme"
    from unnest(${named.map(({ key }) => key.no)}::text[], ${named.map(({ key }) => key.body)}::text[], ${named.map(({ statedKg }) => statedKg)}::numeric[])
      with ordinality as n (no, body, stated, place) order by n.place`
}
export function externalFacts({ inputCertificates, title }: Certificate, rows: readonly UsedRow[]): ExternalInput[] {
  const named = externalInputsOf(inputCertificates)
  return named.map((one, place) => {
    const row = rows[place]
    const same = named.filter(({ key }) => mayBeSame(key, one.key))
    const weights = same.flatMap(({ statedKg, otherKg }) => [statedKg, otherKg]).filter((kg) => kg !== null)
    const statedKg = one.statedKg ?? weights[0] ?? null
    const otherKg = weights.find((kg) => kg !== statedKg)
    return {
      no: one.no,
      body: one.body,
      kg: toKg(sumGrams(same.map(({ kg }) => toGrams(kg)))),
      statedKg,
      othersStateKg: row && row.othersStateKg !== null ? Number(row.othersStateKg) : null,
      usedKg: Number(row?.usedKg ?? 0),
      isOpen: row?.isOpen !== false,
      other: otherKg === undefined ? (row?.other ?? null) : { certificate: title, kg: otherKg },
      isOfProgramme: row?.isOfProgramme === true,
    }
  })
}

/** Whether what it uses is used: as `usesInputs` of the database. */
const isUsing = ({ status, reservedUntil }: Certificate): boolean =>
  status !== 'WITHDRAWN' && liveStates.some((one) => one === status) && (status !== 'CORRECTION' || !!reservedUntil)
/** Throws what T09 says, where these certificates, which the step has brought into force or back into it or changed while they count, and others use more of one than is on it. */
export async function refuseOverused(scope: Scope, certificates: readonly Certificate[]): Promise<void> {
  const counted = certificates.filter((one) => isUsing(one) && externalInputsOf(one.inputCertificates).length > 0)
  if (counted.length === 0) return
  const [, ...rows] = await queryAll(scope.db, lockOf(scope, numbersOf(counted)), ...counted.map((one) => externalUsesQuery(scope, one)))
  for (const [place, certificate] of counted.entries()) {
    const why = whyNotUsed(externalFacts(certificate, rows[place] ?? []))
    if (why) throw ruleBlocked('BR-12', why, { check: 'T09' })
  }
}

// Facts that become known after a transaction certificate was issued, and would have stopped it: its checks are judged again at the end of the step that changed what they
// look at, and each that is worse than at issue is a finding of the certificate (docs/decisions/0099). It goes when the fact is put right, and with the withdrawal or
// replacement of the certificate, which are the body's acts: the product changes no state.
import { type RawBuilder, sql } from 'kysely'
import type { CheckCode, CheckOutcome } from '#domain/chain/certificate-check.ts'
import { isInConversion } from '#domain/chain/claim.ts'
import { worsened } from '#domain/chain/late-checks.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { lateChecks } from '#domain/rules/late-checks.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { notify } from '../store/notify.ts'
import { type ProjectedFinding, projectFlags } from '../store/project-flags.ts'
import { atEndOfStep, isLastOfStep, stepKey } from '../store/step.ts'
import { type Certificate, factsOfMany } from './certificate-facts.ts'

import type { Lot } from './lots.ts'

const transactioncertificate = entityOf('transactioncertificate')

/** Null as a season: in every one; as a farmer: whoever it is. One who is named matters only where another record was merged into theirs. */
type GroupSeason = { operatorId: string; seasonId: string | null; farmerId: string | null }
/** What the step changed that certificates rest on. */
type Changed = { lots: Set<string>; scopes: Set<string>; parties: Set<string>; certificates: Set<string>; groups: Map<string, GroupSeason> }
const changed = new WeakMap<object, Changed>()

function note(scope: Scope, add: (to: Changed) => void): Promise<void> {
  const key = stepKey(scope)
  const known = changed.get(key) ?? { lots: new Set(), scopes: new Set(), parties: new Set(), certificates: new Set(), groups: new Map() }
  changed.set(key, known)
  add(known)
  return atEndOfStep(scope, 'findings of certificates', () => settle(scope))
}
type Noted = (scope: Scope, ids: readonly string[]) => Promise<void>
/** Lots that were restricted or set free, or whose claim, test, origin or day of making has changed. */
export const certifiedLotsChanged: Noted = (scope, ids) => note(scope, ({ lots }) => void ids.forEach((id) => void lots.add(id)))
export const scopeCertificatesChanged: Noted = (scope, ids) => note(scope, ({ scopes }) => void ids.forEach((id) => void scopes.add(id)))
/** Sellers and buyers that were suspended, reinstated or ended. */
export const partiesChanged: Noted = (scope, ids) => note(scope, ({ parties }) => void ids.forEach((id) => void parties.add(id)))
export const certificatesChanged: Noted = (scope, ids) => note(scope, ({ certificates }) => void ids.forEach((id) => void certificates.add(id)))
/** What a group bought of approved farmers, or what their fields could give (T08). */
export const groupSeasonChanged = (scope: Scope, operatorId: string, seasonId: string | null, farmerId: string | null = null): Promise<void> =>
  note(scope, ({ groups }) => void groups.set(`${operatorId} ${seasonId} ${farmerId}`, { operatorId, seasonId, farmerId }))

const isRestricted = ({ status, quarantineReason }: Lot): boolean => status === 'QUARANTINED' || status === 'RECALLED' || !!quarantineReason
/** After a lot was written. What no certificate can rest on yet asks nothing of the database. */
export async function lotOfCertificates(scope: Scope, before: Lot, after: Lot): Promise<void> {
  const isOther = (name: keyof Lot): boolean => (before[name] ?? null) !== (after[name] ?? null)
  const isBound = (after.certifiedKg ?? 0) > 0
  // When a farm lot was picked counts for goods in conversion (T10).
  const isRedated =
    ((isOther('producedOn') && before.producedOn !== null) || (isOther('harvestFrom') && isInConversion(after.claimStatus ?? 'CONVENTIONAL'))) &&
    (after.shippedKg ?? 0) > 0
  if (isRestricted(before) !== isRestricted(after) || isRedated || (isBound && (isOther('claimStatus') || isOther('gmoStatus'))))
    await certifiedLotsChanged(scope, [after.id])
}

async function settle(scope: Scope): Promise<void> {
  // After lots and bindings, which may change more.
  if (!isLastOfStep(scope)) return atEndOfStep(scope, 'findings of certificates', () => settle(scope))
  const key = stepKey(scope)
  const known = changed.get(key)
  changed.delete(key)
  if (!known) return
  await oneAtATime(scope)
  const [rows = []] = await queryAll(scope.db, restingOn(scope, known))
  if (rows.length)
    await bring(
      scope,
      rows.map(({ id }) => id),
    )
}

/** Two facts at the same moment are judged one after the other, each with what the other left; so are facts and an issue. */
export const oneAtATime = async (scope: Scope): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${scope.tenant.id}::integer, hashtext('findings of certificates'))`.execute(scope.db))

/**
 * The issued certificates whose checks look at what has changed: of lots those that name one of them or something made of one, or whose dispatches became one; of
 * a certificate itself, those that name it as what went in, and those of the same group with a finding by what the group had bought.
 */
function restingOn({ tenant }: Scope, { lots, scopes, parties, certificates, groups }: Changed): RawBuilder<{ id: string }> {
  const own = sql`${[...certificates]}::uuid[]`
  const seasons = [...groups.values()]
  return sql<{ id: string }>`
    with recursive below (id) as (
      select unnest(${[...lots]}::uuid[])
      union select l.output_id from below join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = below.id and l.voided_at is null
    ), above (id, event_id) as (
      select unnest(${[...lots]}::uuid[]), null::uuid
      union select l.input_id, l.event_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null
    ), own as (
      select t.id, t.buyer_id, t.collective_id from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.id = any(${own})
    ), named (id) as (
      select x.parent_id from below join transactioncertificate_lines as x on x.tenant_id = ${tenant.id} and x.batch_id = below.id
      union select s.certificate_id from above join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = above.event_id
      union select t.id from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.seller_scope_id = any(${[...scopes]}::uuid[])
      union select t.id from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.buyer_scope_id = any(${[...scopes]}::uuid[])
      union select t.id from transactioncertificate as t where t.tenant_id = ${tenant.id}
        and (t.collective_id = any(${[...parties]}::uuid[]) or t.processor_id = any(${[...parties]}::uuid[]) or t.buyer_id = any(${[...parties]}::uuid[]))
      union select t.id from unnest(${seasons.map(({ operatorId }) => operatorId)}::uuid[], ${seasons.map(({ seasonId }) => seasonId)}::uuid[],
          ${seasons.map(({ farmerId }) => farmerId)}::uuid[]) as g (operator_id, season_id, farmer_id)
        join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.collective_id = g.operator_id and t.status = 'ISSUED'
        where (g.farmer_id is null or exists (select from farmer as m where m.tenant_id = ${tenant.id} and m.merged_into_id = g.farmer_id)) and (g.season_id is null or exists (select from transactioncertificate_lines as x join productbatch as b on b.tenant_id = ${tenant.id} and b.id = x.batch_id
          left join lot_origin as o on o.tenant_id = ${tenant.id} and o.lot_id = b.id left join crop as k on k.tenant_id = ${tenant.id} and k.id = o.crop_id
          where x.tenant_id = ${tenant.id} and x.parent_id = t.id and coalesce(k.season_id, b.season_id) = g.season_id))
      union select t.id from own join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.processor_id = own.buyer_id and t.status = 'ISSUED'
        and exists (select from jsonb_array_elements(t.input_certificates) as i where (i->>'certificateId')::uuid = own.id)
      union select t.id from own join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.collective_id = own.collective_id and t.status = 'ISSUED'
        join flag as f on f.tenant_id = ${tenant.id} and f.subject_type = 'transactioncertificate' and f.subject_id = t.id and f.rule_id = 'T08' and f.closed_at is null
    )
    select t.id from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.deleted_at is null
      and (t.id = any(${own}) or (t.status = 'ISSUED' and t.id in (select id from named))) order by t.id`
}

type Judged = { id: string; atIssue: Partial<Record<CheckCode, CheckOutcome>> | null; open: string[] }
/** Brings the findings of these certificates to what is known now. One from before there were checks was never judged, and is not now. */
async function bring(scope: Scope, ids: readonly string[]): Promise<void> {
  const { tenant } = scope
  const certificates = await recordsById(scope, transactioncertificate, [...ids])
  const [rows = []] = await queryAll(
    scope.db,
    sql<Judged>`select t.id, (select (select jsonb_object_agg(r->>'code', r->>'outcome') from jsonb_array_elements(k.results) as r)
        from certificate_check as k join event as e on e.tenant_id = ${tenant.id} and e.id = k.event_id and e.event_type = 'ISSUED' and e.status = 'RECORDED'
        where k.tenant_id = ${tenant.id} and k.certificate_id = t.id order by e.subject_version desc limit 1) as "atIssue",
      array(select f.rule_id from flag as f where f.tenant_id = ${tenant.id} and f.subject_type = 'transactioncertificate' and f.subject_id = t.id and f.closed_at is null) as open
      from transactioncertificate as t where t.tenant_id = ${tenant.id} and t.id = any(${[...ids]}::uuid[])`,
  )
  const judged = new Map(rows.map((row) => [row.id, row]))
  const inForce = certificates.filter(({ id, status }) => status === 'ISSUED' && judged.get(id)?.atIssue)
  const facts = await factsOfMany(scope, inForce, localDay(scope))
  const found = new Map(inForce.map(({ id }, place) => [id, findingsOf(scope, facts[place], judged.get(id)?.atIssue ?? {})]))
  for (const certificate of certificates) {
    const open = judged.get(certificate.id)?.open ?? []
    const findings = found.get(certificate.id) ?? []
    if (findings.length === 0 && !lateChecks.some((code) => open.includes(code))) continue
    const fresh = await projectFlags(scope, transactioncertificate, certificate.id, lateChecks, findings)
    for (const { ruleId } of fresh) if (!open.includes(ruleId)) inform(scope, certificate, ruleId)
  }
}

const findingsOf = (scope: Scope, facts: Parameters<typeof worsened>[0] | undefined, atIssue: Judged['atIssue']): ProjectedFinding[] =>
  facts
    ? worsened(facts, tolerancesOf(scope.tenant.config.tolerances), atIssue ?? {}).map((check) => ({
        ruleId: check.code,
        severity: 'REVIEW',
        message: phrase`By what is known since it was issued, check ${check.code} fails: ${typeof check.sentence === 'string' ? word(check.sentence) : check.sentence}`,
        figures: { check: check.code, outcome: check.outcome, inputs: check.inputs },
        eventId: null,
      }))
    : []

/** Once for a certificate and check: to body, seller and buyer, without the figures, which are between the first two. */
const inform = (scope: Scope, { id, collectiveId }: Certificate, check: string): void =>
  notify(scope, 'TC_DOUBTED', { type: 'transactioncertificate', id, operatorId: collectiveId }, { key: `TC_DOUBTED ${id} ${check}`, figures: { check } })

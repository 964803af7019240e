// Who may confirm a scope certificate (domain dictionary 5.3): a body that is active and accredited for the scheme on the day
// of issue, for a group within the limits of the scheme (BR-22); what is not possible any more after its last day; and what follows
// for its holder and for shipments.
import { sql } from 'kysely'
import { groupMayBeCertified } from '#domain/certification/group-limits.ts'
import { expiringDays, stateOn } from '#domain/certification/scope-validity.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { scopeCertificatesChanged } from '../../ledger/certificate-findings.ts'
import { schemesChanged } from '../../ledger/lot-schemes.ts'
import { lockHolderFirst } from '../../ledger/party-then.ts'
import { judgeShipments } from '../../ledger/shipment-findings.ts'
import { judgeClaimedTicketsLater } from '../../ledger/ticket-findings.ts'
import { todayIn } from '../../queries/organic-status.ts'
import { defineBehaviour, type EventBehaviour, type FieldToday, type Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { impossible } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { judgeSubcontractorsLater } from '../processing/subcontractors.ts'
import { groupFacts } from './group-limits.ts'
import { settleHolder } from './holder-columns.ts'
import { settleLapse } from './lapsed-company.ts'

const scopecertificate = entityOf('scopecertificate')
type Certificate = Stored<typeof scopecertificate>
type CertificateEvent = EventBehaviour<typeof scopecertificate>

/** What its holder shows, and whether a company is suspended for want of one in force. */
async function settle(scope: Scope, subject: Certificate, { eventType, status }: { eventType: string; status: string }): Promise<void> {
  await settleHolder(scope, subject)
  if (subject.processorId) await settleLapse(scope, subject.processorId, eventType !== 'CONFIRMED' || status !== 'RECORDED')
}

/** What its holder shows, and what was sent on the days from then on, follow from what is recorded of it and what is taken back. */
const follow: CertificateEvent['follow'] = async (scope, { subject, event }) => {
  await settle(scope, subject, event)
  const day = localDay(scope, event.occurredAt)
  const from = event.eventType === 'CONFIRMED' || day < subject.validFrom ? subject.validFrom : day
  await scopeCertificatesChanged(scope, [subject.id])
  await atEndOfStep(scope, `shipments under ${subject.id} from ${from}`, () => judgeShipments(scope, subject, from))
  if (subject.processorId) await judgeSubcontractorsLater(scope, subject.processorId)
  // Papers are entered one after the other: tickets of its own days are judged, and not those of after its last one, whatever became known of it first.
  if (subject.collectiveId) {
    await judgeClaimedTicketsLater(scope, subject.collectiveId, from, subject.validTo)
    await schemesChanged(scope, subject.collectiveId, from, subject.validTo)
  }
}

const confirmed: CertificateEvent = {
  follow,
  async apply(scope, { subject, flag }) {
    // Without a product it would cover nothing that can be checked (5.3, BR-12 T03).
    if (subject.annex.length === 0)
      throw fieldProblem('annex', 'required', 'Its annex names no product: what may be sold under it is entered before it is confirmed.')
    const [body] = await recordsById(scope, entityOf('certificationbody'), [subject.certificationBodyId])
    if (body?.status !== 'ACTIVE')
      throw ruleBlocked('5.3', phrase`${body?.title ?? ''} is not an active certification body; nothing it issues is confirmed.`, {
        status: body?.status ?? null,
      })
    const issuedOn = subject.issueDate
    const isAccredited = body.schemes.some(({ schemeId, from, to }) => schemeId === subject.schemeId && from <= issuedOn && (!to || to >= issuedOn))
    if (!isAccredited) throw ruleBlocked('5.3', phrase`${body.title} was not accredited for this scheme on ${onDay(issuedOn)}.`, { issuedOn })
    if (issuedOn > localDay(scope)) throw fieldProblem('issueDate', 'max', 'It is confirmed when it has been issued.')
    await refuseOtherBody(scope, subject)
    for (const finding of await checkGroup(scope, subject)) flag(finding)
  },
}

/** 5.4: one body for each scheme. Certificates of one holder are confirmed one after the other. */
async function refuseOtherBody(scope: Scope, { id, schemeId, certificationBodyId, collectiveId, processorId, validFrom, validTo }: Certificate): Promise<void> {
  const kind = collectiveId ? ('collective' as const) : ('processor' as const)
  await recordsById(scope, entityOf(kind), [collectiveId ?? processorId ?? ''], { lock: true })
  const { rows } = await sql<{ no: string; body: string; validTo: string }>`
    select s.sc_no as no, coalesce(b.short_name, b.name) as body, s.valid_to as "validTo"
    from scopecertificate as s join certificationbody as b on b.tenant_id = ${scope.tenant.id} and b.id = s.certification_body_id
    where s.tenant_id = ${scope.tenant.id} and s.deleted_at is null and ${sql.ref(`s.${kind}_id`)} = ${collectiveId ?? processorId}::uuid and s.scheme_id = ${schemeId}::uuid
      and s.certification_body_id <> ${certificationBodyId}::uuid and s.id <> ${id}::uuid and s.status in ('VALID', 'SUSPENDED')
      and s.valid_from <= ${validTo}::date and s.valid_to >= ${validFrom}::date order by s.valid_from, s.id limit 1`.execute(scope.db)
  const [other] = rows
  if (other)
    throw ruleBlocked('5.4', phrase`${other.body} certifies this scheme by ${other.no} until ${onDay(other.validTo)}: one body certifies a scheme at a time.`, {
      certificateNo: other.no,
    })
}

/** BR-22: a group outside the limits of the scheme is not certified. Certificates of groups are confirmed one after the other. */
async function checkGroup(scope: Scope, { collectiveId, schemeId }: Certificate): Promise<Finding[]> {
  if (!collectiveId) return []
  const [scheme] = await recordsById(scope, entityOf('scheme'), [schemeId])
  return scheme ? assertPasses(groupMayBeCertified(await groupFacts(scope, collectiveId, scheme), scheme)) : []
}

/** After its last day a certificate has expired, whether the clock has recorded that yet or not. */
const inTerm = <K extends 'SUSPENDED' | 'REINSTATED' | 'WITHDRAWN'>(type: K): EventBehaviour<typeof scopecertificate, K> => ({
  follow,
  async check(scope, { subject, event }) {
    if (localDay(scope, event.occurredAt) > subject.validTo) throw impossible(scopecertificate, scopecertificate.events[type], 'EXPIRED', subject.status)
  },
})

/** A facility on the annex is the holder's own, and no line stands there twice. */
async function checkAnnex(scope: Scope, { annex, collectiveId, processorId }: Certificate): Promise<void> {
  const keys = annex.map(({ productId, claimStatus, processingSystemId }) => `${productId} ${claimStatus} ${processingSystemId}`)
  const twice = keys.findIndex((key, place) => keys.indexOf(key) !== place)
  if (twice >= 0) throw fieldProblem(`annex.${twice}.productId`, 'taken', 'Named twice.')
  const facilities = await recordsById(
    scope,
    entityOf('processingsystem'),
    annex.flatMap(({ processingSystemId }) => processingSystemId ?? []),
  )
  const isOwn = (id: string) => facilities.some((one) => one.id === id && (collectiveId ? one.collectiveId === collectiveId : one.processorId === processorId))
  const strange = annex.findIndex(({ processingSystemId }) => processingSystemId && !isOwn(processingSystemId))
  if (strange >= 0) throw fieldProblem(`annex.${strange}.processingSystemId`, 'rule', 'This facility belongs to somebody else.')
}

/** The day decides alone, so that nothing of it is stored: what it is is said wherever it is read, in the list, of a past day and to the public (scope-validity.ts). */
const validity: FieldToday<typeof scopecertificate> = {
  reads: ['status', 'validFrom', 'validTo'],
  of: (scope, row) => stateOn(row, localDay(scope)),
  sql: (
    scope,
  ) => sql`case when r.status not in ('VALID', 'SUSPENDED') then r.status when r.valid_to < ${todayIn(scope)} then 'EXPIRED' when r.status = 'SUSPENDED' then r.status
    when r.valid_from > ${todayIn(scope)} then 'NOT_YET' when r.valid_to - ${todayIn(scope)} <= ${sql.lit(expiringDays)} then 'EXPIRING' else r.status end`,
}

export const scopecertificateBehaviour = defineBehaviour(scopecertificate, {
  lockFirst: lockHolderFirst,
  prepare: (scope, { after }) => checkAnnex(scope, after),
  today: { validity },
  events: {
    CONFIRMED: confirmed,
    SUSPENDED: inTerm('SUSPENDED'),
    REINSTATED: inTerm('REINSTATED'),
    WITHDRAWN: inTerm('WITHDRAWN'),
    EXPIRED: {
      async follow(scope, { subject, event }) {
        await settle(scope, subject, event)
        if (subject.processorId) await judgeSubcontractorsLater(scope, subject.processorId)
      },
    },
  },
})

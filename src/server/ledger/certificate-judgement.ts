// The checks of a transaction certificate (BR-12) carried out: for whoever drafts it, and again, with lots locked, when it is submitted and issued.

import { type CertificateChecks, type CheckAnswer, gravest } from '#domain/chain/certificate-answer.ts'
import { type Check, checkTitles } from '#domain/chain/certificate-check.ts'
import { certificateChecks } from '#domain/chain/certificate-checks.ts'
import { toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, phrase, spellOut, word } from '#domain/messages/message.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { type Certificate, certificateFacts, dispatchIds } from './certificate-facts.ts'
import { boundBy } from './certificate-ledger.ts'
import { judgementsOf } from './certificate-summaries.ts'
import { lockExternalInputs } from './external-inputs.ts'
import { lockLots } from './lot-ledger.ts'
import { tolerancesOfScheme } from './scheme-tolerances.ts'

const transactioncertificate = entityOf('transactioncertificate')
export const answered = ({ sentence, ...check }: Check): CheckAnswer => ({
  ...spellOut({ ...check, message: sentence }),
  title: checkTitles[check.code],
  inputs: [...check.inputs],
})

/**
 * The day that counts for its submission (T17): when that was recorded, if it was; of an import as it says; otherwise no earlier than today. `recordedAt`: of the submission, by
 * whose moment the scheme speaks; undefined before there is one.
 */
async function submissionOf(scope: Scope, { id, submittedAt }: Certificate, occurredAt?: string): Promise<{ day: string; recordedAt: string | undefined }> {
  if (submittedAt) {
    const event = await scope.db
      .selectFrom('event')
      .select(['occurred_at', 'recorded_at', 'source'])
      .where('tenant_id', '=', scope.tenant.id)
      .where('subject_type', '=', 'transactioncertificate')
      .where('subject_id', '=', id)
      .where('event_type', '=', 'SUBMITTED')
      .where('status', '=', 'RECORDED')
      .orderBy('occurred_at', 'desc')
      .orderBy('subject_version', 'desc')
      .executeTakeFirst()
    return { day: localDay(scope, event && event.source !== 'IMPORT' ? event.recorded_at : submittedAt), recordedAt: event?.recorded_at }
  }
  return { day: scope.source === 'IMPORT' && occurredAt ? localDay(scope, occurredAt) : localDay(scope), recordedAt: undefined }
}

export async function judged(scope: Scope, certificate: Certificate, occurredAt?: string): Promise<Check[]> {
  const { day, recordedAt } = await submissionOf(scope, certificate, occurredAt)
  return certificateChecks(await certificateFacts(scope, certificate, day), await tolerancesOfScheme(scope, certificate.schemeId, recordedAt))
}

/**
 * Locks what the checks read and the event changes: certificates that it names, then the lots of its lines and dispatches, and of the lines of the one whose place it
 * takes, which binds them no longer; each in the order of their ids.
 */
export async function lockForJudgement(scope: Scope, certificate: Certificate): Promise<void> {
  const named = [
    ...new Set([
      ...certificate.inputCertificates.flatMap(({ certificateId }) => certificateId ?? []),
      ...(certificate.replacesId ? [certificate.replacesId] : []),
    ]),
  ].sort()
  const locked = named.length ? await recordsById(scope, transactioncertificate, named, { lock: true }) : []
  const replacedLines = locked.find(({ id }) => id === certificate.replacesId)?.lines ?? []
  await lockExternalInputs(scope, certificate)
  const dispatched = await scope.db
    .selectFrom('event')
    .select('subject_id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', 'in', [...dispatchIds(certificate), certificate.id])
    .where('subject_type', '=', 'productbatch')
    .execute()
  await lockLots(scope, [...[...certificate.lines, ...replacedLines].map(({ batchId }) => batchId), ...dispatched.map(({ subject_id }) => subject_id)])
}

/**
 * Judges it, keeps what the checks said with the event, and throws RULE_BLOCKED with the first check that stops it; VALIDATION at `data.reviewNote` when the body
 * (`reviewNote` given) does not say what it looked at where a check is to be reviewed.
 */
export async function judge(scope: Scope, certificate: Certificate, event: { id: string; occurredAt: string }, reviewNote?: string | null): Promise<void> {
  const checks = await judged(scope, certificate, event.occurredAt)
  const stopped = checks.filter(({ outcome }) => outcome === 'BLOCK')
  const [first] = stopped
  if (first)
    throw ruleBlocked('BR-12', phrase`Check ${first.code} refuses: ${typeof first.sentence === 'string' ? word(first.sentence) : first.sentence}`, {
      check: first.code,
      checks: stopped.map(({ code }) => code),
      inputs: first.inputs,
    })
  const open = checks.filter(({ outcome }) => outcome === 'REVIEW').map(({ code }) => code)
  if (open.length && reviewNote !== undefined && !reviewNote?.trim())
    throw fieldProblem('data.reviewNote', 'required', phrase`To be reviewed: ${listed(open)}. Say what was looked at.`)
  sendWithNext(
    scope.db,
    scope.db
      .insertInto('certificate_check')
      .values({ tenant_id: scope.tenant.id, event_id: event.id, certificate_id: certificate.id, results: JSON.stringify(checks.map(answered)) }),
  )
}

/** Of one that is not written yet, or not as it is here: the same judgement, which binds and keeps nothing. */
export async function draftChecks(scope: Scope, certificate: Certificate): Promise<CertificateChecks> {
  const checks = (await judged(scope, certificate)).map(answered)
  return { day: (await submissionOf(scope, certificate)).day, outcome: gravest(checks), checks, lots: [], nextNo: null, judged: [] }
}

/** For the address of its checks. In a scope of the past: what they said last by then, and what it bound; nothing is judged anew by the lots of today. */
export async function checksOf(scope: Scope, certificate: Certificate): Promise<Omit<CertificateChecks, 'nextNo'>> {
  const rows = await judgementsOf(scope, certificate.id)
  const checks = scope.past ? (rows.at(-1)?.checks ?? []) : (await judged(scope, certificate)).map(answered)
  const bound = await boundBy(scope, certificate.id)
  const lots = await recordsById(scope, entityOf('productbatch'), [...bound.keys()])
  return {
    day: scope.past ? localDay(scope) : (await submissionOf(scope, certificate)).day,
    outcome: checks.length > 0 ? gravest(checks) : null,
    checks,
    lots: lots.map(({ id, title }) => ({ id, title, reservedKg: toKg(bound.get(id)?.reserved ?? 0), issuedKg: toKg(bound.get(id)?.issued ?? 0) })),
    judged: rows,
  }
}

// A positive result of a lot or of a crop (BR-15) is taken back as a prohibited input is (BR-14, BR-24; docs/decisions/0136): by somebody who may approve and did neither record nor correct it, with a reason, and,
// once a transaction certificate names the goods or what came of them, after the certification body has agreed on the lot that it was recorded in error.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { liveStates } from '../../ledger/certificate-queries.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { atEndOfStep, changesOfStep, isBeforeReplacement } from '../../store/step.ts'
import { notedBody, requireAgreedBody, requireOwnBody } from '../certification/own-body.ts'
import { checked } from './checked-event.ts'

const [productbatch, crop] = [entityOf('productbatch'), entityOf('crop')]
type Batch = typeof productbatch
type Crop = typeof crop
type Result = EventChange<Batch, 'LAB_RESULT'>['event'] & { voidNote?: string | null }
/** What was sampled. */
export type Sampled = { entity: 'productbatch'; row: Stored<Batch> } | { entity: 'crop'; row: Stored<Crop> }
/** Its events of these types, as those of lots: a crop declares them with the same fields. */
const testsOn = <T extends 'SAMPLE_TAKEN' | 'LAB_RESULT' | 'RESULT_DISMISSED'>(
  scope: Scope,
  { entity, row }: Sampled,
  types: readonly T[],
  more?: { voidedToo?: string },
) => (entity === 'crop' ? eventsOf(scope, crop, row.id, types, more) : eventsOf(scope, productbatch, row.id, types, more))
type Data = EventData<Batch, 'LAB_RESULT'>

/** The certification body's part: it names a positive result that is on record. Only that body takes it back, so that whoever undoes results does not undo its word. */
export const resultDismissed: EventBehaviour<Batch, 'RESULT_DISMISSED'> = {
  complete: (scope, subject) => notedBody(scope, subject),
  check: (scope, { subject }) => requireOwnBody(scope, subject),
  ...checked<'RESULT_DISMISSED'>(
    (scope, { subject, event }) => requireNamed(scope, { entity: 'productbatch', row: subject }, event.data),
    (scope, { subject, event }) => requireAgreedBody(scope, event.data.certificationBodyId ?? null, subject),
  ),
}
/** The same of a crop. */
export const fieldResultDismissed: EventBehaviour<Crop, 'RESULT_DISMISSED'> = {
  complete: (scope, { operatorId }) => notedBody(scope, { operatorId }),
  check: (scope, { subject: { operatorId } }) => requireOwnBody(scope, { operatorId }),
  apply: (scope, { subject, event }) => requireNamed(scope, { entity: 'crop', row: subject }, event.data),
  checkVoid: (scope, { subject: { operatorId }, event }) => requireAgreedBody(scope, event.data.certificationBodyId ?? null, { operatorId }),
}
async function requireNamed(scope: Scope, sampled: Sampled, named: Pick<Data, 'kind' | 'reportNo'>): Promise<void> {
  const results = await testsOn(scope, sampled, ['LAB_RESULT'])
  if (!results.some((one) => one.data.result === 'POSITIVE' && isNamedBy(one.data, named)))
    throw fieldProblem(
      'data.reportNo',
      'missing',
      sampled.entity === 'crop'
        ? 'No positive result of this report is on record for this crop.'
        : 'No positive result of this report is on record for this lot.',
    )
}
const isNamedBy = (result: Pick<Data, 'kind' | 'reportNo'>, named: Pick<Data, 'kind' | 'reportNo'>): boolean =>
  result.kind === named.kind && numberOf(result.reportNo) === numberOf(named.reportNo)

/** While it is taken back. Who recorded it corrects its papers alone, as long as it stays positive, from the same sample and of the same moment. */
export const requireSecondPerson = (scope: Scope, sampled: Sampled, result: Result): Promise<void> =>
  isBeforeReplacement(scope)
    ? atEndOfStep(scope, `positive result ${result.id}`, async () => {
        if (!(await staysPositive(scope, sampled, result))) await requireOthers(scope, sampled, result)
      })
    : requireOthers(scope, sampled, result).then(() => {
        if (!result.voidNote) throw fieldProblem('note', 'required', 'Say why this was recorded in error.')
      })

/** A sample decides which result is the later one: while one with a positive result is taken back, or dated otherwise, it is as if the result were. */
export async function requireSecondPersonOfSample(scope: Scope, sampled: Sampled, sample: EventChange<Batch, 'SAMPLE_TAKEN'>['event']): Promise<void> {
  const isOf = ({ kind, sampleNo }: Pick<Data, 'kind' | 'sampleNo'>) => kind === sample.data.kind && numberOf(sampleNo) === numberOf(sample.data.sampleNo)
  const results = (await testsOn(scope, sampled, ['LAB_RESULT'])).filter(({ data }) => data.result === 'POSITIVE' && isOf(data))
  if (results.length === 0) return
  const require = async () => {
    for (const result of results) await requireOthers(scope, sampled, result)
  }
  if (!isBeforeReplacement(scope)) return require()
  return atEndOfStep(scope, `sample ${sample.id}`, async () => {
    const { recorded } = changesOfStep(scope)
    const isSameSample = (await testsOn(scope, sampled, ['SAMPLE_TAKEN'])).some(
      (one) => recorded.includes(one.id) && isOf(one.data) && Date.parse(one.occurredAt) === Date.parse(sample.occurredAt),
    )
    if (!isSameSample) await require()
  })
}

async function staysPositive(scope: Scope, sampled: Sampled, { data, occurredAt }: Result): Promise<boolean> {
  const { recorded } = changesOfStep(scope)
  const substance = (of: Data) => of.substance?.trim().toLowerCase() ?? null
  return (await testsOn(scope, sampled, ['LAB_RESULT'])).some(
    (one) =>
      recorded.includes(one.id) &&
      one.data.result === 'POSITIVE' &&
      one.data.kind === data.kind &&
      numberOf(one.data.sampleNo) === numberOf(data.sampleNo) &&
      substance(one.data) === substance(data) &&
      Date.parse(one.occurredAt) === Date.parse(occurredAt),
  )
}

async function requireOthers(scope: Scope, sampled: Sampled, { id, data }: Pick<Result, 'id' | 'data'>): Promise<void> {
  const own = await accountsOfCaller(scope)
  const { entity, row } = sampled
  const mayApprove = entity === 'crop' ? canOn(scope.user, crop, 'A', row) : canOn(scope.user, productbatch, 'A', row)
  if (!mayApprove || (await recordersOf(scope, id)).some((one) => own.has(one)))
    throw ruleBlocked(
      'BR-24',
      'A positive result is taken back by another person who may approve, not by who recorded or corrected it. If there is none, an administrator invites one.',
      { event: 'LAB_RESULT' },
    )
  if (!(await isCertified(scope, row.id))) return
  // In order of recording: what was agreed before it is about another result.
  const events = await testsOn(scope, sampled, ['LAB_RESULT', 'RESULT_DISMISSED'], { voidedToo: id })
  const since = events.slice(events.findIndex((one) => one.id === id) + 1)
  const isAgreed = since.some((one) => one.eventType === 'RESULT_DISMISSED' && isNamedBy(data, one.data) && !own.has(one.recordedBy ?? ''))
  if (!isAgreed)
    throw new Problem('STATE_CONFLICT', {
      message:
        entity === 'crop'
          ? 'A transaction certificate names goods of this crop: the certification body agrees first, on this crop, that the result was recorded in error.'
          : 'A transaction certificate names these goods: the certification body agrees first, on this lot, that the result was recorded in error.',
      figures: { reportNo: data.reportNo },
    })
}

/** Whoever recorded a result, or any that it corrects: who only corrected its papers has not recorded it in place of the first. */
async function recordersOf({ db, tenant }: Scope, id: string): Promise<string[]> {
  const { rows } = await sql<{ by: string | null }>`with recursive version as (
      select e.supersedes_event_id as former, e.recorded_by as by from event as e where e.tenant_id = ${tenant.id} and e.id = ${id}::uuid
      union all
      select e.supersedes_event_id, e.recorded_by from version as v join event as e on e.tenant_id = ${tenant.id} and e.id = v.former
    ) select distinct by from version`.execute(db)
  return rows.flatMap(({ by }) => by ?? [])
}

/** A certificate that counts names the lot (or what was made of the crop), the dispatch by which it came, or what was made of it. */
async function isCertified({ db, tenant }: Scope, sourceId: string): Promise<boolean> {
  const { rows } = await sql`with recursive made (id) as (
      select ${sourceId}::uuid
      union select l.output_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.id and l.voided_at is null
    )
    select from made join transactioncertificate_lines as n on n.tenant_id = ${tenant.id} and n.batch_id = made.id
      join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = n.parent_id and t.status = any(${[...liveStates]}::text[]) and t.deleted_at is null
    union all select from made join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = made.id and l.voided_at is null
      join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = l.event_id
    limit 1`.execute(db)
  return rows.length > 0
}

// Findings of a submitted inspection are non-conformities (domain dictionary 5.2). They follow from its answers: opened once it is submitted,
// closed by the product when that is taken back, unless people work on them already.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { cure } from './cure.ts'

const [inspection, nonconformity, checklist] = [entityOf('inspection'), entityOf('nonconformity'), entityOf('checklist')]
type Inspection = Stored<typeof inspection>
type Known = { id: string; ref: string; rule: string; status: string; isCured: boolean }

export const settleFindingsLater = (scope: Scope, inspectionId: string, causeEventId: string): Promise<void> =>
  atEndOfStep(scope, `findings of inspection ${inspectionId}`, async () => {
    const [subject] = await recordsById(scope, inspection, [inspectionId])
    if (subject) await settleFindings(scope, subject, causeEventId)
  })

async function settleFindings(scope: Scope, subject: Inspection, causeEventId: string): Promise<void> {
  const found = subject.submittedOn === null ? [] : (subject.answers ?? []).filter(({ isFinding }) => isFinding)
  const known = await knownOf(scope, subject.id)
  if (found.length === 0 && known.length === 0) return
  const [requested] = await recordsById(scope, checklist, [subject.checklistId])
  const questions = new Map((requested?.questions ?? []).map((question) => [question.code, question]))
  let last = Math.max(0, ...known.map(({ ref }) => Number(/-(\d+)$/.exec(ref)?.[1] ?? 0)))
  for (const line of found) {
    const of = known.filter(({ rule }) => rule === line.question)
    // What a person has closed stays closed.
    if (of.some(({ status, isCured }) => status !== 'CLOSED' || !isCured)) continue
    const question = questions.get(line.question)
    const openedOn = subject.startedOn ?? localDay(scope)
    await createBySystem(
      scope,
      nonconformity,
      {
        operatorId: subject.operatorId,
        ref: `${subject.code}-${++last}`,
        severity: line.severity ?? question?.severity ?? 'MINOR',
        rule: line.question,
        clause: question?.clauseRef ?? null,
        description: question?.text ?? line.question,
        evidence: line.note,
        files: line.files,
        farmerId: subject.farmerId,
        parcelId: subject.parcelId,
        inspectionId: subject.id,
        openedOn,
        dueOn: line.dueOn ?? addDays(openedOn, question?.correctiveDays ?? 30),
      },
      causeEventId,
    )
  }
  const still = new Set(found.map(({ question }) => question))
  for (const one of known)
    if (!still.has(one.rule) && one.status !== 'CLOSED' && one.status !== 'SANCTIONED')
      await cure(scope, one.id, 'The inspection that found it was taken back.', causeEventId)
}

async function knownOf({ db, tenant }: Scope, inspectionId: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select n.id, n.ref, n.rule, n.status, exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity'
      and e.subject_id = n.id and e.event_type = 'CURED' and e.status = 'RECORDED') as "isCured"
    from nonconformity as n where n.tenant_id = ${tenant.id} and n.inspection_id = ${inspectionId}::uuid and n.deleted_at is null order by n.id`.execute(db)
  return rows
}

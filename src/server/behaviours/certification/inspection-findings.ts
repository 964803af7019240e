// Findings of a submitted inspection, or of an audit of a company, are non-conformities (domain dictionary 5.2). They follow from its answers: opened once it is submitted,
// closed by the product when that is taken back, unless people work on them already.
import { sql } from 'kysely'
import type { AnswerLine, Question } from '#domain/certification/inspection-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem, type Given } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { questionsOf } from './checklist-answers.ts'
import { cure } from './cure.ts'

const [inspection, companyaudit, nonconformity] = [entityOf('inspection'), entityOf('companyaudit'), entityOf('nonconformity')]
type Known = { id: string; ref: string; rule: string; status: string; isCured: boolean }
/** What was looked at; `by`: the column of a non-conformity that names it. `about`: whose its findings are. */
type Looked = {
  id: string
  code: string
  checklistId: string
  startedOn: string | null
  submittedOn: string | null
  answers: readonly AnswerLine[] | null
  by: 'inspection_id' | 'audit_id'
  about: Given<typeof nonconformity> & { operatorId: string | null }
}

export const settleFindingsLater = (scope: Scope, inspectionId: string, causeEventId: string): Promise<void> =>
  atEndOfStep(scope, `findings of inspection ${inspectionId}`, async () => {
    const [subject] = await recordsById(scope, inspection, [inspectionId])
    if (!subject) return
    const { operatorId, farmerId, parcelId } = subject
    await settleFindings(scope, { ...subject, by: 'inspection_id', about: { operatorId, farmerId, parcelId, inspectionId } }, causeEventId)
  })

/** They are the company's, and its certification body's to close. */
export const settleAuditFindingsLater = (scope: Scope, auditId: string, causeEventId: string): Promise<void> =>
  atEndOfStep(scope, `findings of audit ${auditId}`, async () => {
    const [subject] = await recordsById(scope, companyaudit, [auditId])
    if (!subject) return
    const { processorId, processingSystemId, certificationBodyId } = subject
    const about = { operatorId: null, processorId, processingSystemId, certificationBodyId, auditId }
    await settleFindings(scope, { ...subject, by: 'audit_id', about }, causeEventId)
  })

async function settleFindings(scope: Scope, subject: Looked, causeEventId: string): Promise<void> {
  const found = subject.submittedOn === null ? [] : (subject.answers ?? []).filter(({ isFinding }) => isFinding)
  const known = await knownOf(scope, subject)
  if (found.length === 0 && known.length === 0) return
  const questions = new Map((await questionsOf(scope, subject)).map((question): [string, Question] => [question.code, question]))
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
        ...subject.about,
        ref: `${subject.code}-${++last}`,
        severity: line.severity ?? question?.severity ?? 'MINOR',
        rule: line.question,
        clause: question?.clauseRef ?? null,
        description: question?.text ?? line.question,
        evidence: line.note,
        files: line.files,
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

async function knownOf({ db, tenant }: Scope, { id, by }: Pick<Looked, 'id' | 'by'>): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select n.id, n.ref, n.rule, n.status, exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity'
      and e.subject_id = n.id and e.event_type = 'CURED' and e.status = 'RECORDED') as "isCured"
    from nonconformity as n where n.tenant_id = ${tenant.id} and n.${sql.ref(by)} = ${id}::uuid and n.deleted_at is null order by n.id`.execute(db)
  return rows
}

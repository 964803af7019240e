// What is asked of the answers to a checklist, in an inspection of a farmer and in an audit of a company alike: that they fit their questions, that nothing is
// missing before they are signed, and that they hold still afterwards (domain dictionary 5.2).
import { type AnswerLine, isMilder, lackingOf, misfit, type Question, type Sent } from '#domain/certification/inspection-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

export async function questionsOf(scope: Scope, { checklistId }: { checklistId: string }): Promise<readonly Question[]> {
  const [requested] = await recordsById(scope, entityOf('checklist'), [checklistId])
  return requested?.questions ?? []
}

/** Throws STATE_CONFLICT where the checklist is a draft or for something else. */
export async function refuseChecklist(scope: Scope, { checklistId }: { checklistId: string }, kind: string): Promise<void> {
  const [requested] = await recordsById(scope, entityOf('checklist'), [checklistId])
  if (requested?.status !== 'PUBLISHED' && requested?.status !== 'SUPERSEDED')
    throw new Problem('STATE_CONFLICT', { message: 'The checklist is not published yet.', figures: { status: requested?.status ?? null } })
  if (requested.kind !== kind) throw new Problem('STATE_CONFLICT', { message: 'This checklist is for another kind of inspection.' })
}

/** Throws VALIDATION. */
export function refuseMisfits(requested: readonly Question[], answers: readonly Sent[]): void {
  const questions = new Map(requested.map((question) => [question.code, question]))
  for (const [at, { question, answer, severity }] of answers.entries()) {
    const one = questions.get(question)
    if (!one) throw fieldProblem(`data.answers.${at}.question`, 'missing', 'The checklist has no such question.')
    if (severity && isMilder(severity, one.severity))
      throw fieldProblem(`data.answers.${at}.severity`, 'min', 'A finding is not made milder than its question says.')
    const why = answer ? misfit(one, answer) : null
    if (why === 'applies') throw fieldProblem(`data.answers.${at}.answer`, 'rule', 'This question applies to everybody.')
    if (why === 'option') throw fieldProblem(`data.answers.${at}.answer.option`, 'choice', 'This is none of the choices.')
    if (why) throw fieldProblem(`data.answers.${at}.answer.kind`, 'choice', 'This question is answered in another way.')
  }
}

/** Throws RULE_BLOCKED 5.2 with the first thing that is missing. */
export function refuseLacking(questions: readonly Question[], answers: readonly AnswerLine[]): void {
  const [lacking] = lackingOf(questions, answers)
  if (!lacking) return
  throw ruleBlocked(
    '5.2',
    lacking.what === 'photo'
      ? phrase`Question ${lacking.question} asks for a photo.`
      : lacking.what === 'note'
        ? phrase`Say what was found at question ${lacking.question}.`
        : phrase`Question ${lacking.question} is not answered.`,
    lacking,
  )
}

/** What was signed holds still. */
export async function refuseSubmitted({ submittedOn }: { submittedOn: string | null }): Promise<void> {
  if (submittedOn !== null)
    throw new Problem('STATE_CONFLICT', { message: 'It is signed and submitted. Take the submission back first.', figures: { submittedOn } })
}

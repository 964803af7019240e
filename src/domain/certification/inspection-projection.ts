// What the events of an inspection say: the answer to each question, which of them are findings, the score, who was assigned, when it was
// carried out. Pure; the screen that is answered on and the server call the same functions.
import type { EventData, Stored } from '../kernel/entity.ts'
import type { HistoryEvent } from '../kernel/history.ts'
import { severities } from '../kernel/terms.ts'
import type { checklist } from './checklist.ts'
import type { inspection } from './inspection.ts'

type Inspection = Stored<typeof inspection>
export type Question = Stored<typeof checklist>['questions'][number]
export type AnswerLine = NonNullable<Inspection['answers']>[number]
export type InspectionAnswer = AnswerLine['answer']
export type Sent = EventData<typeof inspection, 'ANSWERED'>['answers'][number]
/** What is read of the events of an inspection, and of an audit of a company: `R` is what it may come to. */
type VisitEvent<R> =
  | { eventType: 'ASSIGNED'; data: { inspectorId: string; plannedOn?: string | null | undefined } }
  | { eventType: 'MOVED'; data: { plannedOn: string } }
  | { eventType: 'ANSWERED'; data: { answers: readonly Sent[] } }
  | { eventType: 'SUBMITTED'; data: { result: R; conditions?: string | null | undefined; summary?: string | null | undefined } }
  | { eventType: 'STARTED'; data: object }
  | { eventType: 'REVIEWED'; data: object }
  | { eventType: 'CANCELLED'; data: object }

/** RECORDED: words, which nobody but a reader can judge; they count in no score. */
export type Verdict = 'MET' | 'FINDING' | 'NOT_APPLICABLE' | 'RECORDED'

export function verdictOf({ ask }: Pick<Question, 'ask'>, answer: InspectionAnswer): Verdict {
  if (answer.kind === 'NOT_APPLICABLE') return 'NOT_APPLICABLE'
  if (ask.kind === 'YES_NO' && answer.kind === 'YES_NO') return answer.yes === (ask.right === 'YES') ? 'MET' : 'FINDING'
  if (ask.kind === 'NUMBER' && answer.kind === 'NUMBER') {
    if (typeof ask.least !== 'number' && typeof ask.most !== 'number') return 'RECORDED'
    return answer.number < (ask.least ?? -Infinity) || answer.number > (ask.most ?? Infinity) ? 'FINDING' : 'MET'
  }
  if (ask.kind === 'CHOICE' && answer.kind === 'CHOICE') {
    const findings = ask.findings ?? []
    return findings.length === 0 ? 'RECORDED' : findings.includes(answer.option) ? 'FINDING' : 'MET'
  }
  return 'RECORDED'
}

/** Why this is no answer to the question; null: it is one. */
export function misfit({ ask }: Pick<Question, 'ask'>, answer: InspectionAnswer): 'kind' | 'option' | 'applies' | null {
  if (answer.kind === 'NOT_APPLICABLE') return ask.mayNotApply ? null : 'applies'
  if (answer.kind !== ask.kind) return 'kind'
  return ask.kind === 'CHOICE' && answer.kind === 'CHOICE' && !ask.options.includes(answer.option) ? 'option' : null
}

const bySeverity = Object.keys(severities)
/** An inspector may find it graver than the question says, and never milder: whoever closes it goes by the severity (0095). */
export const isMilder = (one: Question['severity'], other: Question['severity']): boolean => bySeverity.indexOf(one) < bySeverity.indexOf(other)

/** `sent`: in order of occurrence, then of recording; the last answer to a question counts, and one without an answer empties it. In the order of the questions. */
export function answersOf(questions: readonly Question[], sent: readonly Sent[], dueFor: (question: Question) => string | null = () => null): AnswerLine[] {
  const last = new Map(sent.map((one) => [one.question, one]))
  return questions.flatMap((question) => {
    const one = last.get(question.code)
    if (!one?.answer) return []
    const isFinding = verdictOf(question, one.answer) === 'FINDING'
    return [
      {
        question: question.code,
        answer: one.answer,
        isFinding,
        severity: isFinding ? (one.severity && !isMilder(one.severity, question.severity) ? one.severity : question.severity) : null,
        dueOn: isFinding ? dueFor(question) : null,
        note: one.note ?? null,
        files: one.files ?? [],
      },
    ]
  })
}

/** BR-17: 100 % of the weight of what could be judged; null where nothing could. To five decimals. */
export function scoreOf(questions: readonly Question[], answers: readonly AnswerLine[]): number | null {
  const byCode = new Map(answers.map((one) => [one.question, one]))
  let [met, requested] = [0, 0]
  for (const question of questions) {
    const line = byCode.get(question.code)
    const verdict = line ? verdictOf(question, line.answer) : 'RECORDED'
    if (verdict !== 'MET' && verdict !== 'FINDING') continue
    requested += question.weight
    if (verdict === 'MET') met += question.weight
  }
  return requested === 0 ? null : Math.round((met / requested) * 100_000) / 100_000
}

export type Lacking = { question: string; what: 'answer' | 'photo' | 'note' }
/** What is missing before it can be submitted: an answer, a photo that the question asks for, a word to a finding. */
export function lackingOf(questions: readonly Question[], answers: readonly AnswerLine[]): Lacking[] {
  const byCode = new Map(answers.map((one) => [one.question, one]))
  return questions.flatMap(({ code, photo }): Lacking[] => {
    const line = byCode.get(code)
    if (!line) return [{ question: code, what: 'answer' }]
    const needsPhoto = photo === 'ALWAYS' ? line.answer.kind !== 'NOT_APPLICABLE' : photo === 'ON_FINDING' && line.isFinding
    return [
      ...(needsPhoto && (line.files ?? []).length === 0 ? [{ question: code, what: 'photo' as const }] : []),
      ...(line.isFinding && !line.note ? [{ question: code, what: 'note' as const }] : []),
    ]
  })
}

/** What the findings suggest (assumption): a critical one refuses, a major one asks for a condition. */
export function proposedResult(answers: readonly Pick<AnswerLine, 'severity'>[]): 'APPROVED' | 'CONDITIONAL' | 'REJECTED' {
  const found = new Set(answers.map(({ severity }) => severity))
  return found.has('CRITICAL') ? 'REJECTED' : found.has('MAJOR') ? 'CONDITIONAL' : 'APPROVED'
}

type Context = {
  questions: readonly Question[]
  dayOf: (moment: string) => string
  addDays: (day: string, days: number) => string
  /** As it was created: whoever was assigned then, and for which day. */
  created: Pick<Inspection, 'inspectorId' | 'plannedOn'>
}
export type VisitColumns<R> = { result: R | null } & Pick<
  Inspection,
  | 'inspectorId'
  | 'plannedOn'
  | 'startedOn'
  | 'submittedOn'
  | 'reviewedOn'
  | 'reviewedBy'
  | 'conditions'
  | 'summary'
  | 'score'
  | 'questionCount'
  | 'answeredCount'
  | 'findingCount'
  | 'answers'
>

/** `events`: in order of occurrence. */
export function inspectionColumns<R>(
  events: readonly (Omit<HistoryEvent, 'eventType' | 'data'> & VisitEvent<R>)[],
  { questions, dayOf, addDays, created }: Context,
): VisitColumns<R> {
  type Event = (typeof events)[number]
  const last = <T extends Event['eventType']>(type: T) => events.findLast((event): event is Extract<Event, { eventType: T }> => event.eventType === type)
  const [assigned, started, submitted, reviewed] = [last('ASSIGNED'), last('STARTED'), last('SUBMITTED'), last('REVIEWED')]
  const sent = events.flatMap((event) => (event.eventType === 'ANSWERED' ? event.data.answers : []))
  const startedOn = started ? dayOf(started.occurredAt) : null
  const answers = answersOf(questions, sent, ({ correctiveDays }) => (startedOn === null ? null : addDays(startedOn, correctiveDays)))
  return {
    inspectorId: assigned?.data.inspectorId ?? created.inspectorId,
    plannedOn: events.reduce(
      (day, event) => (event.eventType === 'ASSIGNED' || event.eventType === 'MOVED' ? (event.data.plannedOn ?? day) : day),
      created.plannedOn,
    ),
    startedOn,
    submittedOn: submitted ? dayOf(submitted.occurredAt) : null,
    reviewedOn: reviewed ? dayOf(reviewed.occurredAt) : null,
    reviewedBy: reviewed?.recordedBy ?? null,
    result: submitted?.data.result ?? null,
    conditions: submitted?.data.conditions ?? null,
    summary: submitted?.data.summary ?? null,
    score: submitted ? scoreOf(questions, answers) : null,
    questionCount: questions.length,
    answeredCount: answers.length,
    findingCount: answers.filter(({ isFinding }) => isFinding).length,
    answers,
  }
}

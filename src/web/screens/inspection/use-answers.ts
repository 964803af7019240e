// Answers on their way: shown at once, sent one after the other, and sent again together where the network or the server refused them. Until the server
// has them they are stored on this device, and their photos with them, so that a closed page or an empty battery loses none.
import { useEffect, useRef, useState } from 'react'
import { type AnswerLine, answersOf, type Question, type Sent } from '#domain/certification/inspection-projection.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, asApiProblem } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { dropFilesOf, sendFiles } from '#web/api/outbox/files.ts'
import { recallDraft, rememberDraft } from '#web/engine/form/use-draft.ts'
import { useUser } from '#web/session/use-user.ts'

export type Answers = {
  lines: readonly AnswerLine[]
  sentOf(code: string): Sent
  put(sent: Sent): void
  /** Adds a stored photo to the answer as it stands by now. */
  addPhoto(code: string, fileId: string): void
  /** How many are not stored yet. */
  waiting: number
  problem: ApiProblem | null
  again(): void
}

type ByCode = Readonly<Record<string, Sent>>
/** What is stored of questions that are asked. */
const unsentOf = (draft: object | null, questions: readonly Question[]): ByCode =>
  Object.fromEntries(Object.entries((draft ?? {}) as ByCode).filter(([code]) => questions.some((one) => one.code === code)))

/** `isOpen`: this person may answer now; nothing is sent else. */
export function useAnswers(record: RecordAnswer, questions: readonly Question[], entity = 'inspection', isOpen = true): Answers {
  const { mutateAsync } = useRecordEvent(entity, record.id)
  const operator = useOperator()
  const user = useUser()
  const draft = `${entity}:${record.id}:answers`
  const [local, setLocal] = useState(() => (isOpen ? unsentOf(recallDraft(user.id, draft), questions) : {}))
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(() => new Set(Object.keys(local)))
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const queue = useRef(Promise.resolve())
  const latest = useRef({ local, waiting })
  const stored = ((record.answers ?? []) as AnswerLine[]).map(
    ({ question, answer, severity, note, files, isFinding }): Sent => ({ question, answer, severity: isFinding ? severity : null, note, files: files ?? [] }),
  )
  const wait = (next: ReadonlySet<string>) => {
    latest.current.waiting = next
    setWaiting(next)
    const unsent = Object.entries(latest.current.local).filter(([code]) => next.has(code))
    rememberDraft(user.id, draft, unsent.length > 0 ? Object.fromEntries(unsent) : null)
  }
  const send = (codes: readonly string[]) => {
    wait(new Set([...latest.current.waiting, ...codes]))
    queue.current = queue.current.then(async () => {
      const answers = codes.flatMap((code) => latest.current.local[code] ?? [])
      if (answers.length === 0) return
      try {
        // A photo that is on this device alone goes before the answer that names it.
        await sendFiles(user.id, { operator, body: { answers } }, () => true)
        await mutateAsync({ eventType: 'ANSWERED', occurredAt: new Date().toISOString(), data: { answers } })
        setProblem(null)
        await dropFilesOf(user.id, answers)
        wait(new Set([...latest.current.waiting].filter((code) => !answers.some((one) => one.question === code && latest.current.local[code] === one))))
      } catch (error) {
        setProblem(asApiProblem(error))
      }
    })
  }
  const again = useRef(() => {})
  again.current = () => {
    if (isOpen && latest.current.waiting.size > 0) send([...latest.current.waiting])
  }
  // What an earlier visit of this page left is sent with the first; what found no network, when there is one again.
  useEffect(() => {
    if (!isOpen) return
    const retry = () => again.current()
    retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isOpen])
  const all = [...stored, ...Object.values(local)]
  const put = (sent: Sent) => {
    latest.current.local = { ...latest.current.local, [sent.question]: sent }
    setLocal(latest.current.local)
    send([sent.question])
  }
  const sentIn = (of: ByCode, code: string): Sent => of[code] ?? stored.find(({ question }) => question === code) ?? { question: code }
  return {
    lines: answersOf(questions, all),
    sentOf: (code) => sentIn(local, code),
    put,
    addPhoto(code, fileId) {
      const sent = sentIn(latest.current.local, code)
      put({ ...sent, files: [...(sent.files ?? []), fileId] })
    },
    waiting: waiting.size,
    problem,
    again: () => again.current(),
  }
}

// Answers on their way: shown at once, sent one after the other, and sent again together where the network or the server refused them.
import { useRef, useState } from 'react'
import { type AnswerLine, answersOf, type Question, type Sent } from '#domain/certification/inspection-projection.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, asApiProblem } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'

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

export function useAnswers(record: RecordAnswer, questions: readonly Question[], entity = 'inspection'): Answers {
  const { mutateAsync } = useRecordEvent(entity, record.id)
  const [local, setLocal] = useState<Readonly<Record<string, Sent>>>({})
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const queue = useRef(Promise.resolve())
  const latest = useRef(local)
  latest.current = local
  const stored = ((record.answers ?? []) as AnswerLine[]).map(
    ({ question, answer, severity, note, files, isFinding }): Sent => ({ question, answer, severity: isFinding ? severity : null, note, files: files ?? [] }),
  )
  const send = (codes: readonly string[]) => {
    setWaiting((all) => new Set([...all, ...codes]))
    queue.current = queue.current.then(async () => {
      const answers = codes.flatMap((code) => latest.current[code] ?? [])
      if (answers.length === 0) return
      try {
        await mutateAsync({ eventType: 'ANSWERED', occurredAt: new Date().toISOString(), data: { answers } })
        setProblem(null)
        setWaiting((all) => new Set([...all].filter((code) => !answers.some((one) => one.question === code && latest.current[code] === one))))
      } catch (error) {
        setProblem(asApiProblem(error))
      }
    })
  }
  const all = [...stored, ...Object.values(local)]
  const put = (sent: Sent) => {
    latest.current = { ...latest.current, [sent.question]: sent }
    setLocal(latest.current)
    send([sent.question])
  }
  const sentIn = (of: Readonly<Record<string, Sent>>, code: string): Sent => of[code] ?? stored.find(({ question }) => question === code) ?? { question: code }
  return {
    lines: answersOf(questions, all),
    sentOf: (code) => sentIn(local, code),
    put,
    addPhoto(code, fileId) {
      const sent = sentIn(latest.current, code)
      put({ ...sent, files: [...(sent.files ?? []), fileId] })
    },
    waiting: waiting.size,
    problem,
    again: () => send([...waiting]),
  }
}

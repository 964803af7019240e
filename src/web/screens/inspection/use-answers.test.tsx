// Answers of an inspection that no server has, and their photos: stored on the device of their inspector, sent when the page is opened again or the network
// is back, and then forgotten.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '#domain/certification/inspection-projection.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/client.ts'
import { readStoredFile } from '#web/api/outbox/files.ts'
import { countDrafts, forgetDrafts, recallDraft } from '#web/engine/form/use-draft.ts'
import { type Answers, useAnswers } from './use-answers.ts'
import { usePhotos } from './use-photos.ts'

const { sent, server, reader } = vi.hoisted(() => ({ sent: [] as unknown[], server: { isReached: false }, reader: { id: 'ines' } }))
vi.mock('#web/api/operator.ts', async (real) => ({ ...(await real<object>()), useOperator: () => 'OP1' }))
vi.mock('#web/api/files.ts', async (real) => ({
  ...(await real<object>()),
  uploadFile: async () => {
    throw new ApiProblem('OFFLINE', 0, 'No network')
  },
}))
vi.mock('#web/api/client.ts', async (real) => ({
  ...(await real<object>()),
  send: async (_path: string, { query, body }: { query: URLSearchParams; body: Blob }) => {
    if (!server.isReached) throw new TypeError('Failed to fetch')
    sent.push(`${query.get('name')} ${body.size}`)
    return Response.json({ id: query.get('id') })
  },
}))
vi.mock('#web/session/use-user.ts', () => ({ useUser: () => reader }))
vi.mock('#web/api/mutations.ts', () => ({
  useRecordEvent: () => ({
    mutateAsync: async ({ data }: { data: { answers: unknown[] } }) => {
      if (!server.isReached) throw new TypeError('Failed to fetch')
      sent.push(data.answers)
    },
  }),
}))
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sent.length = 0
  Object.assign(server, { isReached: false })
  Object.assign(reader, { id: 'ines' })
})

const record = { id: 'visit', answers: [] } as unknown as RecordAnswer
const questions = ['Q1', 'Q2'].map((code) => ({ code, text: code, section: 'A', ask: { kind: 'YES_NO' } }) as unknown as Question)
const yes = (question: string) => ({ question, answer: { kind: 'YES_NO' as const, yes: true } })
const open = (isOpen = true, those = questions): { current: Answers } => renderHook(() => useAnswers(record, those, 'inspection', isOpen)).result
const answered = async () => {
  const visit = open()
  act(() => visit.current.put(yes('Q1')))
  act(() => visit.current.put(yes('Q2')))
  await waitFor(() => expect(visit.current.problem).not.toBeNull())
  return visit
}

describe('answers without a network', () => {
  it('are there when the page is opened again, and are sent once when there is a server', async () => {
    await answered()
    cleanup()
    expect([countDrafts('ines'), Object.keys(recallDraft('ines', 'inspection:visit:answers') ?? {})]).toEqual([1, ['Q1', 'Q2']])
    Object.assign(server, { isReached: true })
    const again = open()
    expect([again.current.sentOf('Q1'), again.current.waiting]).toEqual([yes('Q1'), 2])
    await waitFor(() => expect(again.current.waiting).toBe(0))
    expect(sent).toEqual([[yes('Q1'), yes('Q2')]])
    expect(countDrafts('ines')).toBe(0)
  })
  it('are sent when the network is back, the last of each question alone', async () => {
    const visit = await answered()
    act(() => visit.current.put({ question: 'Q1', answer: { kind: 'YES_NO', yes: false } }))
    await waitFor(() => expect(visit.current.waiting).toBe(2))
    Object.assign(server, { isReached: true })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(visit.current.waiting).toBe(0))
    expect(visit.current.problem).toBeNull()
    expect(sent.at(-1)).toContainEqual({ question: 'Q1', answer: { kind: 'YES_NO', yes: false } })
  })
  it('are nobody else’s on this device, are not sent by who may not answer, nor of a question that is not there, and go with the sign-out', async () => {
    await answered()
    cleanup()
    Object.assign(reader, { id: 'omar' })
    expect([open().current.waiting, open(false).current.waiting]).toEqual([0, 0])
    Object.assign(reader, { id: 'ines' })
    expect(open(false).current.waiting).toBe(0)
    expect(open(true, questions.slice(1)).current.waiting).toBe(1)
    cleanup()
    forgetDrafts('ines')
    expect(open().current.waiting).toBe(0)
  })
  it('take their photos along: shown from the device, sent before the answer that names them, and then no more there', async () => {
    const visit = renderHook(() => {
      const answers = useAnswers(record, questions)
      return { answers, photos: usePhotos(answers.addPhoto) }
    }).result
    act(() => visit.current.answers.put(yes('Q1')))
    act(() => visit.current.photos.add('Q1', [new File([new Uint8Array(5)], 'store.jpg', { type: 'image/jpeg' })]))
    await waitFor(() => expect(visit.current.answers.sentOf('Q1').files).toHaveLength(1))
    const [photo = ''] = visit.current.answers.sentOf('Q1').files ?? []
    expect([visit.current.photos.open.size, (await readStoredFile('ines', photo))?.file.name, await readStoredFile('omar', photo)]).toEqual([
      0,
      'store.jpg',
      null,
    ])
    await waitFor(() => expect(visit.current.answers.problem).not.toBeNull())
    cleanup()
    Object.assign(server, { isReached: true })
    const again = open()
    await waitFor(() => expect(again.current.waiting).toBe(0))
    expect(sent).toEqual(['store.jpg 5', [{ ...yes('Q1'), files: [photo] }]])
    await waitFor(async () => expect(await readStoredFile('ines', photo)).toBeNull())
  })
})

// Photos of an inspection: sent on while the inspector is at another section, added to the answer as it stands when they are stored, and none is lost without a word.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useAnswers } from './use-answers.ts'
import { usePhotos } from './use-photos.ts'

type Pending = { id: string; store: () => void; fail: () => void }
const { pending, recorded } = vi.hoisted(() => ({ pending: [] as Pending[], recorded: [] as unknown[] }))
vi.mock('#web/api/operator.ts', () => ({ useOperator: () => 'OP1' }))
vi.mock('#web/session/use-user.ts', () => ({ useUser: () => ({ id: 'ines' }) }))
vi.mock('#web/api/files.ts', () => ({
  uploadFile: (_operator: string, _file: File, { id }: { id: string }) =>
    new Promise((resolve, reject) => pending.push({ id, store: () => resolve({ id }), fail: () => reject(new Error('No network')) })),
}))
vi.mock('#web/api/mutations.ts', () => ({
  useRecordEvent: () => ({
    mutateAsync: async ({ data }: { data: { answers: unknown[] } }) => {
      recorded.push(...data.answers)
    },
  }),
}))
afterEach(() => {
  cleanup()
  pending.length = 0
  recorded.length = 0
})

const record = { id: 'visit', answers: [] } as unknown as RecordAnswer
const photo = () => new File(['image'], 'field.jpg', { type: 'image/jpeg' })
const work = () =>
  renderHook(() => {
    const answers = useAnswers(record, [])
    return { answers, photos: usePhotos(answers.addPhoto) }
  }).result

describe('a photo on its way', () => {
  it('is counted until it is stored, and joins what was answered meanwhile, also with another one', async () => {
    const result = work()
    act(() => result.current.photos.add('Q1', [photo(), photo()]))
    expect([[...result.current.photos.open], result.current.photos.of('Q1').length, result.current.photos.of('Q2')]).toEqual([['Q1'], 2, []])
    act(() => result.current.answers.put({ question: 'Q1', answer: { kind: 'YES_NO', yes: false } }))
    const [one, two] = pending as [Pending, Pending]
    one.store()
    two.store()
    await waitFor(() => expect([...result.current.photos.open]).toEqual([]))
    expect(result.current.answers.sentOf('Q1')).toEqual({ question: 'Q1', answer: { kind: 'YES_NO', yes: false }, files: [one.id, two.id] })
    await waitFor(() => expect(recorded.at(-1)).toEqual(result.current.answers.sentOf('Q1')))
  })
  it('that fails stays open at its question until it is sent again or taken out', async () => {
    const result = work()
    act(() => result.current.photos.add('Q2', [photo(), photo()]))
    const [one, two] = pending as [Pending, Pending]
    one.fail()
    two.fail()
    await waitFor(() => expect(result.current.photos.of('Q2').map(({ problem }) => problem !== null)).toEqual([true, true]))
    act(() => result.current.photos.remove(one.id))
    act(() => result.current.photos.again(two.id))
    pending[2]?.store()
    await waitFor(() => expect([...result.current.photos.open]).toEqual([]))
    expect(result.current.answers.sentOf('Q2').files).toEqual([two.id])
  })
})

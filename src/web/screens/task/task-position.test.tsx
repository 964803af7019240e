// A task that is closed with where the device is: a device that is allowed to say so after a refusal sends it with the next try.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const task = answerOf({
  ...{ id, code: 'TSK-1', title: 'Visit', subject: 'Visit', type: 'VISIT', priority: 'P3', dueDate: '2020-01-02', assigneeId: omar.id, checklist: [] },
  ...{ evidence: ['GPS'], fourEyes: false, status: 'OPEN', version: 3, may: ['edit', 'STARTED', 'DONE'] },
})
const gpsOf = (body: unknown): unknown => (body as { gps?: unknown }).gps ?? null
const isPost = (method: string, path: string): boolean => method === 'POST' && path.endsWith('/events')
const answering: Answering = ({ method, path, body }) => {
  if (isPost(method, path))
    return gpsOf(body)
      ? { status: 201, body: { event: {}, subject: task, findings: [] } }
      : refusal(400, 'VALIDATION', { fields: [{ path: 'data.files', code: 'required', message: 'The place is required.' }] })
  return method === 'GET' && path.endsWith(`/task/${id}`) ? { body: task } : undefined
}

it('sends where the device is once it is allowed to say so, though it was not at the first try', async () => {
  let isAllowed = false
  const position = { coords: { latitude: 22, longitude: 75, accuracy: 8 } }
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state: isAllowed ? 'granted' : 'prompt' }) } })
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (found: (at: unknown) => void) => {
        isAllowed = true
        found(position)
      },
    },
  })
  const { person, requested } = await openStage(`/private/farmbook/OP1/task/${id}/create-event?type=DONE`, answering)
  const sent = () => requested.filter(({ method, path }) => isPost(method, path)).map(({ body }) => gpsOf(body))
  const allow = await screen.findByRole('button', { name: 'Let this device say where it is' })
  const record = () => person.click(screen.getAllByRole('button', { name: 'Record' })[0] as HTMLElement)
  await record()
  await waitFor(() => expect(sent()).toEqual([null]))
  await person.click(allow)
  await screen.findByText(/knows where it is/)
  await record()
  await waitFor(() => expect(sent()).toEqual([null, expect.objectContaining({ lat: 22, lng: 75 })]))
})

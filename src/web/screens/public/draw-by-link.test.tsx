// The public page for whoever has the link of a plot: what it says of the plot, what is sent in and once, and what a link says that is used up or leads nowhere.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'

vi.mock('#web/map/map-view.tsx', () => ({ MapView: () => null }))

const page = '/public/draw-boundaries?token=abc.def.ghi'
const plot = { mode: 'NEW', initials: 'R. P.', village: 'Kasrawad', parcelNo: '12/3', until: '2030-01-22T06:30:00Z', left: 3, boundary: null, neighbours: [] }
const drawn = 'POLYGON((75.6 22.1, 75.601 22.1, 75.601 22.101, 75.6 22.101, 75.6 22.1))'
const serving =
  (shown: object, sending: Answering = () => ({ body: { left: 2 } })): Answering =>
  (call) =>
    call.path.startsWith('/api/public/boundary-link') ? (call.method === 'POST' ? sending(call) : { body: shown }) : undefined

async function paste(person: Awaited<ReturnType<typeof openStage>>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Paste or open' }))
  await person.click(await screen.findByRole('textbox', { name: 'Boundary' }))
  await person.paste(drawn)
  await person.click(screen.getByRole('button', { name: 'Show on the map' }))
}
const sendButton = () => screen.findByRole('button', { name: 'Send in' })

describe('/public/draw-boundaries with a link', () => {
  it('says which plot it is by initials, village and number, and sends nothing before something is drawn', async () => {
    await openStage(page, serving(plot))
    expect(await screen.findByText('R. P. · Kasrawad · Plot 12/3')).toBeDefined()
    expect(await sendButton()).toHaveProperty('disabled', true)
  })
  it('sends in what was drawn, under one id however often, and says that it waits', async () => {
    let tries = 0
    const { person, requested } = await openStage(
      page,
      serving(plot, () => (tries++ === 0 ? refusal(503, 'UNAVAILABLE', { detail: 'The service is not ready.' }) : { body: { left: 2 } })),
    )
    await paste(person)
    await waitFor(async () => expect(await sendButton()).toHaveProperty('disabled', false))
    await person.click(await sendButton())
    expect(await screen.findByText('The service is not ready.')).toBeDefined()
    await person.click(await sendButton())
    expect(await screen.findByText(/^Sent in\./)).toBeDefined()
    const bodies = requested.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]).toMatchObject({ token: 'abc.def.ghi', boundaryMethod: 'IMPORT', boundary: { type: 'Polygon' } })
    expect(await sendButton()).toHaveProperty('disabled', true)
  })
  it('says of a link that is used up, or leads nowhere, what to do, and takes nothing', async () => {
    const { person } = await openStage(page, serving({ ...plot, left: 0 }))
    expect(await screen.findByText(/^This link was used as often as it may be/)).toBeDefined()
    await paste(person)
    expect(await sendButton()).toHaveProperty('disabled', true)
  })
  it('opens no plot by a link that leads nowhere', async () => {
    const gone = 'This link leads nowhere any more. Ask whoever gave it to you for another one.'
    await openStage(page, (call) => (call.path.startsWith('/api/public/boundary-link') ? refusal(404, 'NOT_FOUND', { detail: gone }) : undefined))
    expect(await screen.findByText('This link opens no plot')).toBeDefined()
    expect(screen.getByText(gone)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send in' })).toBeNull()
  })
})

// A lot that is restricted says why on its page, and whom it waits for.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const [first, second] = ['01900000-0000-7000-8000-0000000000d2', '01900000-0000-7000-8000-0000000000d3']
const open = (holds: unknown[], status = 'QUARANTINED') =>
  openStage(`/private/farmbook/OP1/productbatch/${id}`, ({ path }) =>
    path.endsWith(`/productbatch/${id}`)
      ? { body: answerOf({ id, code: 'LOT-000001', title: 'OP1-KH26-1', status, units: [], extra: { holds, mayAgree: false } }) }
      : undefined,
  )

describe('HoldsPanel', () => {
  it('says the reason of each hold, with the way to its event, and what waits for the certification body', async () => {
    await open([
      { eventId: first, reason: 'Papers are missing', words: null, isOfBody: true, isWaiting: true },
      { eventId: second, reason: null, words: null, isOfBody: false, isWaiting: false },
    ])
    const panel = within(await screen.findByRole('region', { name: 'Held back' }))
    expect(panel.getByRole('link', { name: 'Papers are missing' }).getAttribute('href')).toContain(`/event/${first}`)
    expect(panel.getByText('The certification body holds this lot back: it agrees to the release first.')).toBeDefined()
    expect(panel.getAllByRole('listitem')).toHaveLength(2)
  })
  it('is not there for a lot that nothing holds back', async () => {
    await open([], 'CLOSED')
    expect(await screen.findByRole('region', { name: 'This lot' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Held back' })).toBeNull()
  })
})

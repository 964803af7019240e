// One's own settings of notifications: what is refused stands as it was, what is changed is saved at once.
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'

const settings = { mail: 'CRITICAL', mailAt: '07:30', push: 'ALL', quietFrom: '21:00', quietTo: '07:00', muted: [] }
const sheet = { settings, codes: ['PLAN_DUE', 'TASK_ASSIGNED'], sendsMail: true, sendsPush: false, pushKey: null, devices: [] }
const at = '/private/farmbook/OP1/notifications/settings'
const answering: Answering = ({ path, method, body }) =>
  path === '/api/notifications/settings' ? { body: method === 'PUT' ? { ...sheet, settings: body } : sheet } : undefined

beforeAll(() => import('./settings-page.tsx'), 120_000)

describe('NotificationSettings', () => {
  it('says when it could not be loaded', async () => {
    await openStage(at, ({ path }) => (path === '/api/notifications/settings' ? refusal(503, 'UNAVAILABLE') : undefined))
    expect(await screen.findByText('This could not be loaded')).toBeDefined()
  })
  it('says what was refused, and shows it as it was', async () => {
    const { person } = await openStage(at, (one) => (one.method === 'PUT' ? refusal(400, 'VALIDATION', { detail: 'No.' }) : answering(one)))
    const wanted = await screen.findByRole('switch', { name: /^… is due/ })
    await person.click(wanted)
    expect(await screen.findByText('No.')).toBeDefined()
    expect((wanted as HTMLInputElement).checked).toBe(true)
  })
  it('saves each change at once, and nothing else with it', async () => {
    const { person, requested } = await openStage(at, answering)
    await person.click(await screen.findByRole('radio', { name: 'All of them once a day' }))
    await person.click(screen.getByRole('switch', { name: /^… is due/ }))
    await waitFor(() =>
      expect(requested.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { ...settings, mail: 'DAILY' },
        { ...settings, mail: 'DAILY', muted: ['PLAN_DUE'] },
      ]),
    )
  })
  it('offers no way that this installation does not have', async () => {
    await openStage(at, (one) => (one.path === '/api/notifications/settings' ? { body: { ...sheet, sendsMail: false } } : answering(one)))
    expect(await screen.findByText('This installation sends no mail.')).toBeDefined()
    expect(screen.queryByText('On the telephone')).toBeNull()
  })
})

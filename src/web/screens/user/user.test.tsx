// An administrator's screens for people: what a role asks for, how an invitation stands, and how its link is handed over.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const ada: User = { ...omar, name: 'Ada Deshmukh', email: 'ada@cotton.example', grants: [{ role: 'ADMIN' }] }
const id = '01900000-0000-7000-8000-0000000000f1'
const op1 = '01900000-0000-7000-8000-00000000000a'
const page = `/private/farmbook/-/user/${id}`
const link = 'https://cotton.farmbook.example/public/login?invitation=abc'
const person = (values: Record<string, unknown> = {}) =>
  answerOf({
    id,
    operatorId: null,
    title: 'Nina Rao',
    name: 'Nina Rao',
    email: 'nina@cotton.example',
    status: 'INVITED',
    roles: [{ role: 'FIELD_OFFICER', operatorIds: [op1], processorIds: null, villages: ['Kasrawad'] }],
    invitedAt: '2026-01-10T10:00:00Z',
    invitationExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    may: ['edit', 'INVITATION_SENT', 'SUSPENDED', 'DEACTIVATED'],
    refs: { [op1]: { entity: 'collective', title: 'Narmada Organic Growers', code: 'OP1' } },
    ...values,
  })
const sheet = (values: Record<string, unknown> = {}) => ({
  link,
  invitedAt: '2026-01-10T10:00:00Z',
  until: new Date(Date.now() + 86_400_000).toISOString(),
  isLapsed: false,
  sendsMail: true,
  delivery: { state: 'SENT', tries: 1, reason: null, at: new Date().toISOString() },
  ...values,
})
const server =
  (values: Record<string, unknown> = {}, of = person()): Answering =>
  ({ path, method }) => {
    if (method !== 'GET') return undefined
    if (path.endsWith('/invitation')) return { body: sheet(values) }
    return path.endsWith(id) ? { body: of } : undefined
  }

describe('the form of a person', () => {
  it('offers each role with its sentence, and asks only for what the chosen one reaches by', async () => {
    const { person: user } = await openStage('/private/farmbook/-/user/create', () => undefined, { user: ada })
    const choice = await screen.findByRole('list', { name: 'Choose a role' })
    expect(within(choice).getAllByRole('listitem')).toHaveLength(10)
    expect(within(screen.getByRole('main')).queryByText('Operators')).toBeNull()
    await user.click(within(choice).getByRole('button', { name: /Field officer/ }))
    const officer = await screen.findByRole('group', { name: 'Field officer' })
    expect(within(officer).getByText('Operators')).toBeDefined()
    expect(within(officer).getByText('None named means all villages. Press Enter after each.')).toBeDefined()
    expect(within(officer).queryByText('Processors')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Give another role' }))
    await user.click(screen.getByRole('button', { name: /Processor user/ }))
    const ginner = await screen.findByRole('group', { name: 'Processor user' })
    expect([within(ginner).queryByText('Operators'), within(ginner).getByText('Processors')]).toEqual([null, expect.anything()])
    await user.click(screen.getByRole('button', { name: 'Give another role' }))
    await user.click(screen.getByRole('button', { name: /Administrator/ }))
    const administrator = await screen.findByRole('group', { name: 'Administrator' })
    expect(within(administrator).queryByRole('combobox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Take back: Processor user' }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Processor user' })).toBeNull())
    // Once an administrator, it cannot be given again; where somebody works can.
    await user.click(screen.getByRole('button', { name: 'Give another role' }))
    expect([screen.queryByRole('button', { name: /^Administrator/ }), screen.getByRole('button', { name: /Field officer Registers|^Field officer/ })]).toEqual([
      null,
      expect.anything(),
    ])
  })
  it('means the operator at whose address it is opened', async () => {
    const { person: user } = await openStage('/private/farmbook/OP1/user/create', () => undefined, {
      user: { ...ada, grants: [{ role: 'ADMIN', operatorIds: [op1] }] },
    })
    await user.click(await screen.findByRole('button', { name: /Operator manager/ }))
    const manager = await screen.findByRole('group', { name: 'Operator manager' })
    expect(within(manager).getAllByRole('button', { name: /…|Narmada/ }).length).toBeGreaterThan(0)
  })
})

describe('the page of somebody invited', () => {
  it.each([
    [{}, 'Mail sent', /The mail to nina@cotton\.example was sent/],
    [{ delivery: { state: 'WAITING', tries: 0, reason: null, at: new Date().toISOString() } }, 'On its way', /is on its way/],
    [
      { delivery: { state: 'WAITING', tries: 1, reason: '451 Greylisted.', at: new Date().toISOString() } },
      'Not delivered yet',
      /“451 Greylisted”\. It is tried again/,
    ],
    [
      { delivery: { state: 'FAILED', tries: 1, reason: '550 No such user', at: new Date().toISOString() } },
      'Mail refused',
      /“550 No such user”\. Check the address/,
    ],
    [{ sendsMail: false, delivery: null }, 'To hand over', /No mail is sent from here/],
  ])('tells of %j: %s', async (values, chip, words) => {
    await openStage(page, server(values), { user: ada })
    expect(await screen.findByText(chip)).toBeDefined()
    expect(screen.getByText(words)).toBeDefined()
  })
  it('hands the link over: to copy, and to share with the words of the invitation', async () => {
    const { person: user } = await openStage(page, server(), { user: ada })
    const field = (await screen.findByLabelText('Hand the link over')) as HTMLInputElement
    expect([field.value, field.readOnly]).toEqual([link, true])
    const share = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? ''
    expect(share).toMatch(/^https:\/\/wa\.me\/\?text=/)
    expect(new URL(share).searchParams.get('text')).toMatch(
      /^Ada Deshmukh invites you to .+ Sign in with nina@cotton\.example by .+: https:\/\/cotton\.farmbook\.example/,
    )
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(write).toHaveBeenCalledWith(link)
  })
  it('does not hand over a link that has lapsed, and invites anew; says why not when that is too soon', async () => {
    const lapsed = { isLapsed: true, until: '2026-01-20T10:00:00Z' }
    const soon = 'They were invited only just now. Please wait five minutes before sending it again.'
    const { person: user, requested } = await openStage(
      page,
      (one) => (one.method === 'POST' ? refusal(429, 'TOO_MANY', { detail: soon }) : server(lapsed, person({ invitationExpiresAt: lapsed.until }))(one)),
      { user: ada },
    )
    await user.click(await screen.findByRole('button', { name: 'Send the invitation again' }))
    expect(screen.queryByLabelText('Hand the link over')).toBeNull()
    expect(screen.getByText('Invitation lapsed')).toBeDefined()
    expect(await screen.findByText(soon)).toBeDefined()
    expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'INVITATION_SENT' })
  })
})

describe('the page of somebody who works here', () => {
  const active = person({ status: 'ACTIVE', may: ['edit', 'SIGNED_OUT', 'SUSPENDED', 'DEACTIVATED'] })
  it('says each role with its reach', async () => {
    await openStage(`${page}?tab=roles`, server({}, active), { user: ada })
    const panel = await screen.findByRole('region', { name: 'Field officer' })
    expect(within(panel).getByText('Registers farmers, maps plots and records the season with them.')).toBeDefined()
    expect(within(panel).getByText('Narmada Organic Growers')).toBeDefined()
    expect(within(panel).getByText('Kasrawad')).toBeDefined()
  })
  it('lists their devices and signs them out everywhere after asking', async () => {
    const now = new Date().toISOString()
    const { person: user, requested } = await openStage(
      `${page}?tab=devices`,
      (one) =>
        one.path.endsWith('/sessions')
          ? {
              body: {
                items: [
                  { id: 's1', device: 'Chrome, Android', provider: 'oidc', signedInAt: now, seenAt: now, isCurrent: false },
                  { id: 's2', device: null, provider: 'oidc', signedInAt: now, seenAt: now, isCurrent: false },
                ],
                known: [{ device: 'Firefox, Linux', firstSeenAt: now, lastSeenAt: now }],
              },
            }
          : one.method === 'POST'
            ? { status: 201, body: { event: {}, subject: active, findings: [] } }
            : server({}, active)(one),
      { user: ada },
    )
    expect(await screen.findByText('Where they are signed in')).toBeDefined()
    expect([screen.getByText('Chrome, Android'), screen.getByText('Unknown device')]).toHaveLength(2)
    expect(within(screen.getByRole('region', { name: 'Devices they are known on' })).getByText('Firefox, Linux')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'SIGNED_OUT' }))
  })
  it('signs one device out after asking, and shows those that are left', async () => {
    const now = new Date().toISOString()
    const line = (id: string, device: string) => ({ id, device, provider: 'oidc', signedInAt: now, seenAt: now, isCurrent: false })
    const { person: user, requested } = await openStage(
      `${page}?tab=devices`,
      (one) =>
        one.path.endsWith('/revoke')
          ? { body: { items: [line('s2', 'Firefox, Linux')], known: [] } }
          : one.path.endsWith('/sessions')
            ? {
                body: {
                  items: requested.some(({ method }) => method === 'POST')
                    ? [line('s2', 'Firefox, Linux')]
                    : [line('s1', 'Chrome, Android'), line('s2', 'Firefox, Linux')],
                  known: [],
                },
              }
            : server({}, active)(one),
      { user: ada },
    )
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome, Android' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out Chrome, Android?' })
    expect(within(dialog).getByText(/^What it sends from now on is refused/)).toBeDefined()
    expect(screen.queryByText(/This device/)).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull())
    expect(screen.getByText('Firefox, Linux')).toBeDefined()
    expect(requested.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([expect.stringMatching(/\/sessions\/s1\/revoke$/)])
  })
  it('marks the one that the reader is on, and says before that they are signed out there at once', async () => {
    const now = new Date().toISOString()
    const line = (id: string, device: string, isCurrent: boolean) => ({ id, device, provider: 'oidc', signedInAt: now, seenAt: now, isCurrent })
    const { person: user, requested } = await openStage(
      `${page}?tab=devices`,
      (one) =>
        one.path.endsWith('/sessions')
          ? { body: { items: [line('s1', 'Chrome, Android', false), line('s2', 'Firefox, Linux', true)], known: [] } }
          : server({}, active)(one),
      { user: ada },
    )
    expect((await screen.findAllByText(/This device/)).map((one) => one.closest('li')?.textContent)).toEqual([expect.stringContaining('Firefox, Linux')])
    await user.click(screen.getByRole('button', { name: 'Sign out Firefox, Linux' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out Firefox, Linux?' })
    expect(within(dialog).getByText('You are signed out here at once. Other devices stay signed in.')).toBeDefined()
    expect(within(dialog).queryByText(/messages/)).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
  })
  it('keeps what they did from everybody but administrators', async () => {
    await openStage(page, server({}, { ...active, may: [] }), { user: { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: [op1] }] } })
    await screen.findByRole('tab', { name: 'Profile' })
    expect(screen.queryByRole('tab', { name: 'Activity' })).toBeNull()
  })
})

describe('API keys', () => {
  const key = `fbk_abcdefghij_${'s'.repeat(43)}`
  const item = (values: Record<string, unknown> = {}) => ({
    id: '01900000-0000-7000-8000-0000000000e1',
    name: 'Weighbridge',
    prefix: 'abcdefghij',
    scope: 'READ',
    operator: null,
    state: 'LIVE',
    createdAt: '2026-01-10T10:00:00Z',
    expiresAt: '2026-04-10T10:00:00Z',
    lastUsedOn: null,
    revokedAt: null as string | null,
    ...values,
  })
  const own: User = { ...omar, id }
  /** The server of somebody who looks at no record of people, their own included. */
  const keysServer = (): Answering => {
    let items: ReturnType<typeof item>[] = []
    return ({ path, method }) => {
      if (path.endsWith('/revoke')) {
        items = items.map((one) => ({ ...one, state: 'REVOKED', revokedAt: '2026-01-11T10:00:00Z' }))
        return { body: { items } }
      }
      if (path.endsWith('/api-keys') && method === 'POST') {
        items = [item()]
        return { status: 201, body: { item: items[0], key } }
      }
      if (path.endsWith('/api-keys')) return { body: { items } }
      return path.endsWith(id) ? refusal(404, 'NOT_FOUND') : undefined
    }
  }
  it('are beside the devices that somebody who is no administrator is signed in on, each of which they sign out', async () => {
    const now = new Date().toISOString()
    const line = (one: string, device: string, isCurrent: boolean) => ({ id: one, device, provider: 'oidc', signedInAt: now, seenAt: now, isCurrent })
    const { person: user, requested } = await openStage(
      `/private/farmbook/OP1/user/${id}`,
      (one) =>
        /\/sessions(\/s1\/revoke)?$/.test(one.path)
          ? {
              body: {
                items: [
                  ...(requested.some(({ method }) => method === 'POST') ? [] : [line('s1', 'Chrome, Android', false)]),
                  line('s2', 'Firefox, Linux', true),
                ],
                known: [],
              },
            }
          : keysServer()(one),
      { user: own },
    )
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome, Android' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull()
    expect(requested.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await user.click(await screen.findByRole('tab', { name: 'API keys' }))
    expect(await screen.findByRole('button', { name: 'Make an API key' })).toBeDefined()
  })
  it('are made by somebody who is no administrator, shown once, and revoked after asking', async () => {
    const { person: user, requested } = await openStage(`/private/farmbook/OP1/user/${id}?tab=keys`, keysServer(), { user: own })
    await user.click(await screen.findByRole('button', { name: 'Make an API key' }))
    const dialog = await screen.findByRole('dialog', { name: 'Make an API key' })
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Weighbridge')
    await user.click(within(dialog).getByRole('button', { name: 'Make the key' }))
    expect(await screen.findByDisplayValue(key)).toBeDefined()
    expect(requested.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Weighbridge', scope: 'READ', days: 90 })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText(/fbk_abcdefghij_…/)).toBeDefined()
    expect(screen.queryByDisplayValue(key)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Revoke Weighbridge' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Revoked')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Revoke Weighbridge' })).toBeNull()
  })
  it('of others are seen and revoked by an administrator, who makes none for them', async () => {
    const answers: Answering = (one) => (one.path.endsWith('/api-keys') ? { body: { items: [item()] } } : server({}, person({ status: 'ACTIVE' }))(one))
    await openStage(`${page}?tab=keys`, answers, { user: ada })
    expect(await screen.findByRole('button', { name: 'Revoke Weighbridge' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Make an API key' })).toBeNull()
  })
})

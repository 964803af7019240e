// Organization details by role and label: who may edit, what is refused before it is sent, what is sent, and the preview.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import { type Answering, omar, openStage, refusal } from '#tests/web/stage.tsx'
import { speak } from '#web/locales/translation.ts'

const ada: User = { ...omar, name: 'Ada Deshmukh', grants: [{ role: 'ADMIN' }] }
const { config, theme } = defaultTenant
const client = {
  ...config,
  version: 3,
  primary: theme.palette.primary.main,
  secondary: theme.palette.secondary.main,
  providers: ['oidc'],
  invitationDays: 14,
  deviceDays: 180,
  bighaHa: null,
  areaUnit: 'ha',
  blindOverlapCheck: false,
  ...organisationOf({}),
  timezone: 'Asia/Kolkata',
  currency: 'INR',
  ways: [
    { id: 'oidc', kind: 'oidc', name: 'your organisation' },
    { id: 'firebase', kind: 'credentials', name: 'Firebase' },
  ],
}
const picture = `/files/${'a1'.repeat(32)}`
const serving =
  (more: Answering = () => undefined): Answering =>
  async (requested) => {
    const own = await more(requested)
    if (own) return own
    if (requested.path === '/api/client/default/pictures') return { status: 201, body: { url: picture, width: 900, height: 240 } }
    if (requested.path === '/api/client/default')
      return { body: requested.method === 'PATCH' ? { ...client, ...(requested.body as object), version: 4 } : client }
    return undefined
  }
const details = '/private/farmbook/-/client/default'
const openForm = async (more?: Answering) => {
  const stage = await openStage(`${details}/edit`, serving(more), { user: ada })
  await screen.findByRole('textbox', { name: 'Name of the programme' })
  const retype = async (label: string, text: string) => {
    const field = screen.getByRole('textbox', { name: label })
    await stage.person.clear(field)
    if (text) await stage.person.type(field, text)
  }
  const sent = () => stage.requested.filter(({ method }) => method === 'PATCH')
  return { ...stage, retype, sent, save: () => stage.person.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement) }
}

describe('/client/{id}', () => {
  it('shows the programme to everybody, and editing and history to no manager', async () => {
    const { requested } = await openStage(details, serving(), {
      user: { ...omar, grants: [{ role: 'OPERATOR_MANAGER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] },
    })
    expect(await screen.findByRole('heading', { name: 'Organization details' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    // A manager may read the settings, and not who changed them.
    expect(requested.flatMap(({ method, path }) => (path.startsWith('/api/client') ? [`${method} ${path}`] : []))).toEqual(['GET /api/client/default'])
  })
  it('asks for no settings on behalf of an officer, who sees what everybody sees', async () => {
    const { requested } = await openStage(details, serving(), {
      user: { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] },
    })
    expect(await screen.findByRole('heading', { name: 'Organization details' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Organization details' })).toBeNull()
    expect(requested.filter(({ path }) => path.startsWith('/api/client'))).toEqual([])
  })
  it('is another programme’s nowhere', async () => {
    await openStage(
      '/private/farmbook/-/client/77',
      serving(() => undefined),
      { user: omar },
    )
    expect(await screen.findByText('There is nothing at this address')).toBeDefined()
  })
  it('shows administrators what is used of each limit of the plan, and nothing where none is set', async () => {
    const items = [
      { of: 'members', used: 4120, limit: 5000 },
      { of: 'people', used: 12, limit: 12 },
      { of: 'storageBytes', used: 300_000_000, limit: 2_000_000_000 },
    ]
    const answering = serving(({ path }) => (path === '/api/client/default/limits' ? { body: { items } } : undefined))
    const { requested } = await openStage(`${details}?tab=programme`, answering, { user: ada })
    expect(await screen.findByRole('heading', { name: 'Limits of the plan' })).toBeDefined()
    const bars = screen.getAllByRole('progressbar').map((bar) => ['aria-label', 'aria-valuetext', 'aria-valuenow'].map((name) => bar.getAttribute(name)))
    expect(bars).toEqual([
      ['Members', '4,120 / 5,000', '82'],
      ['People', '12 / 12', '100'],
      ['Stored files', '300 MB / 2 GB', '15'],
    ])
    expect(screen.getByText('4,120 / 5,000')).toBeDefined()
    // Not by the colour of the bar alone.
    const lines = screen.getAllByRole('progressbar').map((bar) => bar.closest('li')?.textContent)
    expect(lines).toEqual(['MembersNearly used up4,120 / 5,000', 'PeopleUsed up12 / 12', 'Stored files300 MB / 2 GB'])
    expect(screen.queryByText('Groups')).toBeNull()
    expect(requested.filter(({ path }) => path === '/api/client/default/limits')).toHaveLength(1)
  })
  it('says so where limits, or who is erased next, could not be loaded', async () => {
    const broken = { status: 500, body: { code: 'INTERNAL', title: 'Broken' } }
    const answering = serving(({ path }) => (/\/(limits|retention)$/.test(path) ? broken : undefined))
    const { person } = await openStage(`${details}?tab=programme`, answering, { user: ada })
    expect(await screen.findByText('The limits could not be loaded')).toBeDefined()
    await person.click(screen.getByRole('tab', { name: 'Data protection' }))
    expect(await screen.findByText('Who is erased next could not be loaded')).toBeDefined()
  })
  it('has its parts as tabs, each with its own address; the first is the profile', async () => {
    const { person, address } = await openStage(details, serving(), { user: ada })
    const names = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
    expect(names).toEqual(['Profile', 'Branding', 'Programme settings', 'Tolerances', 'Integrations', 'Data protection', 'Audit'])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Profile')
    await person.click(screen.getByRole('tab', { name: 'Programme settings' }))
    expect(address()).toBe(`${details}?tab=programme`)
    expect(screen.getByText('Asia/Kolkata')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Public pages' })).toBeDefined()
  })
  it('has no settings and no audit for an officer', async () => {
    await openStage(`${details}?tab=audit`, serving(), {
      user: { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] },
    })
    expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Branding', 'Tolerances'])
    expect(screen.getByRole('heading', { name: 'Words and colours' })).toBeDefined()
  })
  it('has no panel of limits where none is set', async () => {
    const answering = serving(({ path }) => (path === '/api/client/default/limits' ? { body: { items: [] } } : undefined))
    const { requested } = await openStage(`${details}?tab=programme`, answering, { user: ada })
    await waitFor(() => expect(requested.some(({ path }) => path === '/api/client/default/limits')).toBe(true))
    expect(screen.queryByRole('heading', { name: 'Limits of the plan' })).toBeNull()
  })
  it('leads an administrator to the form, from the menu’s entry', async () => {
    const { person, address } = await openStage(details, serving(), { user: ada })
    const entries = within(await screen.findByRole('navigation', { name: 'Main menu' })).getAllByRole('link')
    expect(entries.filter(({ textContent }) => textContent === 'Organization details').map((entry) => entry.getAttribute('aria-current'))).toEqual(['page'])
    await person.click(await screen.findByRole('link', { name: 'Edit' }))
    await waitFor(() => expect(address()).toBe(`${details}/edit`))
  })
})

describe('/client/{id}/edit', () => {
  it('is refused to everybody but an administrator, who alone asks for the settings', async () => {
    const { requested } = await openStage(`${details}/edit`, serving())
    expect(await screen.findByText('Only an administrator changes the programme’s settings.')).toBeDefined()
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Organization details' }).getAttribute('href')).toBe(details.replace('/-/', '/OP1/'))
    expect(requested.filter(({ path }) => path.startsWith('/api/client'))).toEqual([])
  })
  it('says a colour’s figure while it is chosen, and sends nothing that cannot be read', async () => {
    const { save, sent } = await openForm()
    fireEvent.change(screen.getByRole('textbox', { name: 'Main colour' }), { target: { value: '#FFE000' } })
    expect(screen.getByText(/contrast 1\.\d+:1, needed 3:1/)).toBeDefined()
    await save()
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(sent()).toEqual([])
  })
  it('says at the field what is missing, and sends nothing', async () => {
    const { retype, save, sent } = await openForm()
    await retype('Name of the programme', '')
    await save()
    expect(await screen.findByText('Please fill this in.')).toBeDefined()
    expect(sent()).toEqual([])
  })
  it('shows in the preview what is typed, at the mission that is worked on', async () => {
    const { retype } = await openForm()
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    for (const number of [1, 2, 3]) {
      await retype(`Mission ${number}`, `M${number}!`)
      expect(preview.getByText(`M${number}!`)).toBeDefined()
      expect(preview.getByText(`Our mission, ${number} of 3`)).toBeDefined()
    }
  })
  it('shows in the preview the ways to sign in, in their order, and sends them so', async () => {
    const { person, save, sent } = await openForm()
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    const shown = () =>
      within(preview.getByRole('group', { name: 'Login page' }))
        .getAllByRole('button', { hidden: true })
        .map(({ textContent }) => textContent)
    expect(shown()).toEqual(['Continue with your organisation'])
    await person.click(screen.getByRole('checkbox', { name: 'Firebase' }))
    expect(shown()).toEqual(['Continue with your organisation', 'Sign in with e-mail'])
    await person.click(screen.getByRole('button', { name: 'Move up: Firebase' }))
    expect(shown()).toEqual(['Sign in with e-mail', 'Continue with your organisation'])
    await save()
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ providers: ['firebase', 'oidc'] }]))
  })
  it('shows a programme’s own words as they were written, whatever they would be as keys', async () => {
    await openForm()
    act(() => speak('hi', { Save: 'सहेजें' }))
    const field = document.getElementById('field-loginDesc') as HTMLTextAreaElement
    fireEvent.change(field, { target: { value: 'Save' } })
    const words = () => screen.getAllByText('Save', { selector: 'p' })
    expect(words()).toHaveLength(1)
    fireEvent.change(field, { target: { value: '$t(Save)' } })
    expect(screen.getAllByText('$t(Save)', { selector: 'p' })).toHaveLength(1)
    act(() => speak('en'))
  })
  it('asks before changed settings are left, and puts them back as a draft', async () => {
    const { retype, person, router, address } = await openForm()
    await retype('Name of the programme', 'Nimar')
    router.history.push(details)
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await person.click(question.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(`${details}/edit`)
    await screen.findByText(/^Draft kept on this device/)
    router.history.push(details)
    await person.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe(details))
    router.history.push(`${details}/edit`)
    expect(await screen.findByText(/^Your draft from .* was put back\.$/)).toBeDefined()
    expect((screen.getByRole('textbox', { name: 'Name of the programme' }) as HTMLInputElement).value).toBe('Nimar')
  })
  it('says how wide a logo may be, and refuses what would not be shown so', async () => {
    const { retype, save, sent } = await openForm()
    expect(screen.getByText('16 to 176 pixels; shown at most 28 pixels high.')).toBeDefined()
    await retype('Width of the header logo', '640')
    await save()
    expect((await screen.findAllByText(/^At most 176/)).length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })
  it('sends of the organisation what was changed alone, and no connection without its number', async () => {
    const { save, sent, person } = await openForm(({ path, method }) =>
      path === '/api/client/default' && method === 'GET' ? { body: { ...client, contacts: [{ name: 'Ada Deshmukh', email: 'ada@x.example' }] } } : undefined,
    )
    await person.click(within(screen.getAllByRole('group', { name: /Connected to TRACENET/ })[0] as HTMLElement).getByRole('button', { name: 'Yes' }))
    await save()
    expect(await screen.findByText('A connection needs the number by which the other side knows the programme.')).toBeDefined()
    expect(sent()).toEqual([])
    await person.type(screen.getByRole('textbox', { name: /^Number in TRACENET/ }), 'ORG/1')
    await person.type(screen.getByRole('textbox', { name: /^GS1 company prefix/ }), '8901234')
    await save()
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ gs1Prefix: '8901234', tracenetOn: true, tracenetId: 'ORG/1' }]))
  })
  it('sends what was changed alone, with the version that was seen', async () => {
    const { retype, save, sent, address, person } = await openForm()
    await retype('Name of the programme', 'Nimar')
    await person.click(screen.getByRole('checkbox', { name: 'Firebase' }))
    await save()
    await waitFor(() => expect(address()).toBe(details))
    expect(sent().map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([[{ name: 'Nimar', providers: ['oidc', 'firebase'] }, '"3"']])
  })
  it('stores a logo when it is chosen, and uses it when the form is saved', async () => {
    const { save, sent, person, requested } = await openForm()
    const group = screen.getByRole('group', { name: 'Logo in the header' })
    await person.upload(group.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'logo.png', { type: 'image/png' }))
    expect((await within(group).findByRole('img')).getAttribute('src')).toContain(encodeURIComponent(picture))
    expect(requested.some(({ path, method }) => method === 'POST' && path === '/api/client/default/pictures')).toBe(true)
    await save()
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ headerLogo: picture }]))
  })
  it('stores a picture of a mission, sends it with the mission, and takes it away again', async () => {
    const { save, sent, person } = await openForm()
    const group = () => screen.getAllByRole('group', { name: 'Picture of the mission' })[0] as HTMLElement
    await person.upload(group().querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'field.png', { type: 'image/png' }))
    expect((await within(group()).findByRole('img')).getAttribute('src')).toContain(encodeURIComponent(picture))
    await person.click(within(group()).getByRole('button', { name: 'Remove' }))
    expect(within(group()).queryByRole('img')).toBeNull()
    await person.upload(group().querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'field.png', { type: 'image/png' }))
    await within(group()).findByRole('img')
    await save()
    const [first, ...rest] = config.carousel
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ carousel: [{ ...first, image: picture }, ...rest] }]))
  })
  it('tells why a picture was refused, and keeps the old one', async () => {
    const { person } = await openForm(({ path }) =>
      path.endsWith('/pictures') ? refusal(415, 'UNSUPPORTED_MEDIA', { detail: 'Send a picture: PNG, JPEG or WebP.' }) : undefined,
    )
    const group = screen.getByRole('group', { name: 'Logo in the header' })
    await person.upload(group.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(await within(group).findByText('Send a picture: PNG, JPEG or WebP.')).toBeDefined()
    expect(within(group).queryByRole('img')).toBeNull()
  })
  it('keeps what was typed when somebody else saved first', async () => {
    const { retype, save, address } = await openForm(({ method }) =>
      method === 'PATCH' ? refusal(412, 'STALE_VERSION', { detail: 'Somebody changed this in the meantime.' }) : undefined,
    )
    await retype('Name of the programme', 'Nimar')
    await save()
    expect(await screen.findByText('Somebody changed this in the meantime.')).toBeDefined()
    expect([address(), (screen.getByRole('textbox', { name: 'Name of the programme' }) as HTMLInputElement).value]).toEqual([`${details}/edit`, 'Nimar'])
  })
})

// Forms of any entity and event, seen through the farmer's: nothing typed is lost, every refusal is explained.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000f1'
const farmer = answerOf({
  id,
  firstName: 'Raju',
  lastName: 'Mandloi',
  memberNo: 'M-1',
  gender: 'M',
  noPhone: true,
  language: 'hi',
  village: 'Kasrawad',
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1.1,
  otherGroupMembership: false,
  joinedOn: '2020-01-01',
  consent: [],
  may: ['edit', 'VISIT', 'SUSPENDED'],
})
const one: Answering = ({ path, method }) => (method === 'GET' && path.endsWith(id) ? { body: farmer } : undefined)
const at = (rest: string) => `/private/farmbook/OP1/farmer/${rest}`

describe('CreateForm', () => {
  it('names every missing field in words, sends nothing, and asks before what was typed is left', async () => {
    const { person, requested, address } = await openStage(at('create'), () => undefined)
    await person.type(await screen.findByLabelText('First name'), 'Asha')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const summary = await screen.findByText(/Please look at:/)
    expect(within(summary.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Last name' })).toBeDefined()
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
    await person.click(screen.getByRole('link', { name: 'Crops' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(at('create'))
  })
})

describe('CreateForm with duplicate_from_id', () => {
  const source = '01900000-0000-7000-8000-0000000000b1'
  const copied = '/private/farmbook/OP1/scheme/create'
  const ada: User = { ...omar, name: 'Ada Deshmukh', grants: [{ role: 'ADMIN' }] }
  const scheme = answerOf({
    id: source,
    code: 'SCH-000001',
    title: 'NPOP',
    name: 'NPOP',
    abbreviation: 'NPOP',
    versionName: '2018',
    ownerName: 'APEDA',
    type: 'FARM',
    cocModel: 'SEGREGATED',
    conversionMonthsAnnual: 24,
    conversionMonthsPerennial: 36,
    icSellableAfterMonths: 0,
    inspectionsPerYear: 2,
    groupMin: null,
    groupMax: null,
    oneGroupOnly: true,
  })
  it('brings everything but what must be unique, and sends it as a new record', async () => {
    const { person, requested } = await openStage(
      `${copied}?duplicate_from_id=${source}`,
      ({ method, path }) =>
        method === 'GET' && path.endsWith(source) ? { body: scheme } : method === 'POST' ? { status: 201, body: { ...scheme, id } } : undefined,
      { user: ada },
    )
    expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Copy of NPOP')
    expect(screen.getByText('Begins as a copy of NPOP')).toBeDefined()
    expect((screen.getByLabelText(/^Smallest group/) as HTMLInputElement).value).toBe('')
    const version = screen.getByLabelText('Version of the standard') as HTMLInputElement
    expect(version.value).toBe('')
    await person.type(version, '2025')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requested.filter(({ method }) => method === 'POST')).toHaveLength(1))
    const body = requested.find(({ method }) => method === 'POST')?.body as Record<string, unknown>
    expect(body).toMatchObject({ name: 'Copy of NPOP', versionName: '2025', ownerName: 'APEDA', inspectionsPerYear: 2, oneGroupOnly: true })
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['id']))
  })
  it('says when there is nothing to copy, and offers an empty form', async () => {
    await openStage(`${copied}?duplicate_from_id=${source}`, ({ path }) => (path.endsWith(source) ? refusal(404, 'NOT_FOUND') : undefined), { user: ada })
    expect(await screen.findByText('What this was to be a copy of could not be loaded')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Begin with an empty form' }).getAttribute('href')).toBe(copied)
  })
  it('shows no form to somebody who may not create', async () => {
    const { requested } = await openStage(copied, () => undefined)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your role does not allow this.' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(requested.filter(({ method }) => method !== 'GET')).toEqual([])
  })
  it('shows no form for what may not be changed', async () => {
    await openStage(at(`${id}/edit`), ({ path }) => (path.endsWith(id) ? { body: answerOf({ may: [] }) } : undefined))
    expect(await screen.findByText('“Raju Mandloi” cannot be changed')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })
})

describe('EditForm', () => {
  it('sends only what was changed, with the version that was seen', async () => {
    const { person, requested } = await openStage(at(`${id}/edit`), (call) => (call.method === 'PATCH' ? { body: { ...farmer, version: 2 } } : one(call)))
    const village = await screen.findByLabelText('Village')
    await person.clear(village)
    await person.type(village, 'Sawda')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'PATCH')).toMatchObject({ body: { village: 'Sawda' } }))
    expect(requested.find(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"1"')
  })
  it('fills in what a chosen village says, and only shows it while it is chosen', async () => {
    const chosen = '01900000-0000-7000-8000-0000000000a1'
    const place = { block: 'Mandleshwar', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' }
    const village = answerOf({ id: chosen, code: 'V-CHOLI', title: 'Choli', name: 'Choli', ...place })
    const { person, requested } = await openStage(at(`${id}/edit`), (call) => {
      if (call.method === 'PATCH') return { body: { ...farmer, version: 2 } }
      if (call.path.endsWith('/village')) return { body: { items: [village], next: null, refs: {} } }
      return call.path.endsWith(chosen) ? { body: village } : one(call)
    })
    const typed = (label: string) => screen.getByLabelText(label) as HTMLInputElement
    await person.click(await screen.findByLabelText(/^Village of the list/))
    await person.click(await screen.findByRole('option', { name: /Choli/ }))
    await waitFor(() => expect([typed('Village').value, typed('Block').value]).toEqual(['Choli', 'Mandleshwar']))
    expect([typed('Village').readOnly, typed('District').readOnly, typed('State').readOnly]).toEqual([true, true, true])
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requested.some(({ method }) => method === 'PATCH')).toBe(true))
    expect(requested.find(({ method }) => method === 'PATCH')?.body).toEqual({ villageId: chosen, village: 'Choli', block: 'Mandleshwar' })
  })
  it('leaves the place to be typed where the chosen village cannot be read', async () => {
    const chosen = '01900000-0000-7000-8000-0000000000a1'
    const village = answerOf({ id: chosen, code: 'V-CHOLI', title: 'Choli', name: 'Choli' })
    const { person, requested } = await openStage(at(`${id}/edit`), (call) => {
      if (call.method === 'PATCH') return { body: { ...farmer, version: 2 } }
      if (call.path.endsWith('/village')) return { body: { items: [village], next: null, refs: {} } }
      return call.path.endsWith(chosen) ? refusal(404, 'NOT_FOUND') : one(call)
    })
    await person.click(await screen.findByLabelText(/^Village of the list/))
    await person.click(await screen.findByRole('option', { name: /Choli/ }))
    await waitFor(() => expect(requested.some(({ path }) => path.endsWith(chosen))).toBe(true))
    const typed = screen.getByLabelText('Village') as HTMLInputElement
    await waitFor(() => expect(typed.readOnly).toBe(false))
    await person.clear(typed)
    await person.type(typed, 'Choli')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'PATCH')?.body).toEqual({ villageId: chosen, village: 'Choli' }))
  })
  it('only shows what the village of a stored record says', async () => {
    const villageId = '01900000-0000-7000-8000-0000000000a1'
    await openStage(at(`${id}/edit`), (call) => (call.method === 'GET' && call.path.endsWith(id) ? { body: { ...farmer, villageId } } : one(call)))
    expect(((await screen.findByLabelText('Village')) as HTMLInputElement).readOnly).toBe(true)
  })
  it('shows the server’s refusal at the field it names and keeps what was typed', async () => {
    const { person } = await openStage(at(`${id}/edit`), (call) =>
      call.method === 'PATCH'
        ? refusal(409, 'DUPLICATE', {
            detail: 'Something with this value exists already.',
            fields: [{ path: 'memberNo', code: 'taken', message: 'This member no. is taken.' }],
          })
        : one(call),
    )
    const number = await screen.findByLabelText('Member no.')
    await person.type(number, '7')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('This member no. is taken.')).toBeDefined()
    expect((number as HTMLInputElement).value).toBe('M-17')
    expect(screen.getByText(/what you entered is kept here/)).toBeDefined()
  })
  it('shows what somebody else changed meanwhile, and saves on top only when told to', async () => {
    let isStale = true
    const { person, requested } = await openStage(at(`${id}/edit`), (call) => {
      if (call.method === 'PATCH') return isStale ? refusal(412, 'STALE_VERSION') : { body: { ...farmer, version: 4 } }
      return call.method === 'GET' && call.path.endsWith(id)
        ? {
            body: requested.some(({ method }) => method === 'PATCH')
              ? { ...farmer, version: 3, block: 'Bhikangaon', updatedAt: new Date().toISOString() }
              : farmer,
          }
        : undefined
    })
    await person.type(await screen.findByLabelText('Village'), ' Kalan')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    const changes = await screen.findByRole('table', { name: 'What changed' })
    expect(within(changes).getByRole('row', { name: /Block/ }).textContent).toBe('BlockKasrawadBhikangaonleft as it was')
    isStale = false
    await person.click(screen.getByRole('button', { name: 'Save mine on top' }))
    await waitFor(() =>
      expect(
        requested
          .filter(({ method }) => method === 'PATCH')
          .at(-1)
          ?.headers.get('if-match'),
      ).toBe('"3"'),
    )
    expect(requested.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({ village: 'Kasrawad Kalan' })
  })
})

describe('EventPage', () => {
  it('offers only what the record allows, and asks only for that event’s fields', async () => {
    const { person } = await openStage(at(`${id}/create-event`), one)
    expect((await screen.findAllByRole('link', { name: /Visit|Suspend|Approve/ })).map((link) => link.textContent)).toEqual([
      'Visit',
      expect.stringContaining('Suspend'),
    ])
    await person.click(screen.getByRole('link', { name: 'Visit' }))
    expect(await screen.findByLabelText('Purpose')).toBeDefined()
    expect(screen.queryByLabelText('Village')).toBeNull()
  })
  it('explains a blocked rule with its figures, and repeats the same submit under the same key', async () => {
    const { person, requested } = await openStage(at(`${id}/create-event?type=VISIT`), (call) =>
      call.method === 'POST'
        ? refusal(422, 'RULE_BLOCKED', { detail: 'Asks 1,300 kg, 1,180 kg left.', ruleId: 'BR-09', figures: { askedKg: 1300, leftKg: 1180, batchId: 'x' } })
        : one(call),
    )
    await person.type(await screen.findByLabelText('Purpose'), 'Estimate')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    const alert = (await screen.findByText('Asks 1,300 kg, 1,180 kg left.')).closest('[role="alert"]')
    expect(alert?.textContent).toContain('Asked1,300 kgLeft1,180 kg')
    expect(alert?.textContent).toContain('Rule BR-09')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(requested.filter(({ method }) => method === 'POST')).toHaveLength(2))
    expect(new Set(requested.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })
  it('shows what was found after saving, and then the record', async () => {
    const findings = [{ ruleId: 'BR-20', severity: 'WARN', message: 'The visit lies far from the plot.', figures: { distanceM: 812 } }]
    const { person, address, requested } = await openStage(at(`${id}/create-event?type=VISIT`), (call) =>
      call.method === 'POST' ? { status: 201, body: { event: { id: (call.body as { id?: string }).id }, subject: farmer, findings } } : one(call),
    )
    await person.type(await screen.findByLabelText('Purpose'), 'Estimate')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    const dialog = await screen.findByRole('dialog', { name: 'Recorded: Visit' })
    expect(dialog.textContent).toContain('The visit lies far from the plot.Distance812 m')
    expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
      eventType: 'VISIT',
      data: { purpose: 'Estimate' },
      occurredAt: expect.stringMatching(/Z$/),
    })
    await person.click(within(dialog).getByRole('button', { name: 'Understood' }))
    await waitFor(() => expect(address()).toBe(at(id)))
  })
  it('goes to the record also when that has changed before everything else on the page has been read again', async () => {
    let isRecorded = false
    const rest = Promise.withResolvers<void>()
    const {
      person,
      address,
      requested: calls,
    } = await openStage(at(`${id}/create-event?type=VISIT`), async (call) => {
      if (call.method === 'POST') {
        isRecorded = true
        return { status: 201, body: { event: { id: (call.body as { id?: string }).id }, subject: farmer, findings: [] } }
      }
      if (call.path.endsWith(id)) return { body: isRecorded ? { ...farmer, status: 'SUSPENDED', may: [] } : farmer }
      if (isRecorded) await rest.promise
      return undefined
    })
    const looks = () => calls.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length
    await person.type(await screen.findByLabelText('Purpose'), 'Estimate')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(looks()).toBeGreaterThan(1))
    await new Promise((done) => setTimeout(done, 100))
    rest.resolve()
    await waitFor(() => expect(address()).toBe(at(id)))
  })
})

describe('EditForm of a record with certified facts', () => {
  const plotId = '01900000-0000-7000-8000-0000000000c1'
  const fatima: User = { ...omar, name: 'Fatima Pathan', grants: [{ role: 'FIELD_OFFICER', operatorIds: [String(farmer.operatorId)], villages: ['Kasrawad'] }] }
  const address = `/private/farmbook/OP1/farmer/${id}`
  const asking: Answering = (call) =>
    call.method === 'POST' && call.path.endsWith('/submission')
      ? {
          status: 201,
          body: answerOf({ id: plotId, code: 'SUB-1', title: 'Change of a certified fact', status: 'RECEIVED', formCode: 'CHANGE_REQUEST', answers: [] }),
        }
      : call.method === 'PATCH'
        ? { body: { ...farmer, version: 2 } }
        : one(call)
  it('asks why and sends a request in place of a change that would be refused; nothing is saved', async () => {
    const { person, requested } = await openStage(`${address}/edit`, asking, { user: fatima })
    const holding = await screen.findByLabelText(/^Total holding/)
    await person.clear(holding)
    await person.type(holding, '3.5')
    await person.tab()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    await person.click(await screen.findByRole('button', { name: 'Request a change' }))
    const dialog = await screen.findByRole('dialog')
    await person.click(within(dialog).getByRole('button', { name: 'Send the request' }))
    expect(await within(dialog).findByText('Please fill this in.')).toBeDefined()
    expect(requested.filter(({ method }) => method !== 'GET')).toEqual([])
    await person.type(within(dialog).getByLabelText(/^Why/), 'Bought land')
    await person.click(within(dialog).getByRole('button', { name: 'Send the request' }))
    await waitFor(() => expect(requested.filter(({ method }) => method === 'POST')).toHaveLength(1))
    expect(requested.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/operators/OP1/submission',
      body: {
        ...{ formCode: 'CHANGE_REQUEST', targetType: 'farmer', targetId: id, targetVersion: 1, reason: 'Bought land', files: [] },
        answers: [{ field: 'totalHoldingHa', value: { kind: 'NUMBER', number: 3.5 } }],
      },
    })
    expect(requested.filter(({ method }) => method === 'PATCH')).toEqual([])
  })
  it('saves what is no such fact, and whoever decides about the record saves all', async () => {
    const own = await openStage(`${address}/edit`, asking, { user: fatima })
    await own.person.type(await screen.findByLabelText('Village'), 'x')
    await own.person.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(own.requested.some(({ method }) => method === 'PATCH')).toBe(true))
  })
  it('stands as usual for whoever decides about the record', async () => {
    const { person, requested } = await openStage(`${address}/edit`, asking)
    const holding = await screen.findByLabelText(/^Total holding/)
    await person.clear(holding)
    await person.type(holding, '3.5')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'PATCH')).toMatchObject({ body: { totalHoldingHa: 3.5 } }))
  })
  it('says on the record that a change waits for a decision, and leads to it', async () => {
    const { requested } = await openStage(address, ({ path, method, query }) =>
      method === 'GET' && path.endsWith('/submission') && query.get('filter[targetId]') === id
        ? {
            body: {
              items: [answerOf({ id: plotId, title: 'x', status: 'RECEIVED', reason: 'Bought land', capturedAt: '2026-01-14T06:00:00Z' })],
              next: null,
              total: 1,
              refs: {},
            },
          }
        : method === 'GET' && path.endsWith(id)
          ? { body: farmer }
          : undefined,
    )
    const link = await screen.findByRole('link', { name: 'A change of certified facts waits for a decision.' })
    expect(link.getAttribute('href')).toBe(`/private/farmbook/OP1/submission/${plotId}`)
    expect(screen.getByText(/Bought land/)).toBeDefined()
    expect(requested.find(({ path }) => path.endsWith('/submission'))?.query.get('filter[status]')).not.toContain('APPLIED')
  })
})

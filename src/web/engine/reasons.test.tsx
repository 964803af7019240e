// What may not be taken and what may not be recorded now is said, by role and label: in pickers, in the choice of events, in a
// form that was opened by its address.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'

const farmbook = '/private/farmbook/OP1'
const id = '01900000-0000-7000-8000-0000000000f1'
const cotton = answerOf({ id: id.replace('f1', 'c1'), code: 'CRT-1', title: 'Cotton' })
const wheat = answerOf({ id: id.replace('f1', 'c2'), code: 'CRT-2', title: 'Wheat' })
const variety = answerOf({ id: id.replace('f1', 'd1'), code: 'VAR-1', title: 'RVJK-SGF-1' })
const list = (...items: object[]) => ({ body: { items, next: null, total: items.length, refs: {} } })

describe('a picker', () => {
  it('offers varieties of the chosen crop type alone, says so, and forgets the variety with the crop type', async () => {
    const { person, requested } = await openStage(`${farmbook}/crop/create`, ({ path }) =>
      path.endsWith('/croptype')
        ? list(cotton, wheat)
        : path.endsWith('/variety')
          ? list(variety)
          : ((one) => one && { body: one })([cotton, wheat, variety].find((one) => path.endsWith(`/${one.id}`))),
    )
    const choose = async (label: RegExp, title: string) => {
      const box = await screen.findByRole('combobox', { name: label })
      await person.click(box)
      await person.click(await screen.findByRole('option', { name: new RegExp(`^${title}`) }))
      return box as HTMLInputElement
    }
    await choose(/^Crop type/, 'Cotton')
    const box = (await screen.findByRole('combobox', { name: /^Variety/ })) as HTMLInputElement
    await person.click(box)
    expect((await screen.findByRole('note')).textContent).toBe('Varieties of other crop types are left out.')
    await waitFor(() =>
      expect(
        requested
          .filter(({ path }) => path.endsWith('/variety'))
          .at(-1)
          ?.query.get('filter[cropTypeId]'),
      ).toBe(cotton.id),
    )
    await person.click(await screen.findByRole('option', { name: /^RVJK/ }))
    await waitFor(() => expect(box.value).toBe('RVJK-SGF-1'))
    await choose(/^Crop type/, 'Wheat')
    await waitFor(() => expect(box.value).toBe(''))
  })
  it('leaves nothing out, and says nothing, while what decides it is not chosen', async () => {
    const { person, requested } = await openStage(`${farmbook}/crop/create`, ({ path }) => (path.endsWith('/variety') ? list(variety) : undefined))
    await person.click(await screen.findByRole('combobox', { name: /^Variety/ }))
    await screen.findByRole('option', { name: /^RVJK/ })
    expect(screen.queryByRole('note')).toBeNull()
    expect(requested.find(({ path }) => path.endsWith('/variety'))?.query.get('filter[cropTypeId]')).toBeNull()
  })
})

describe('the choice of events', () => {
  const lot = (values: Record<string, unknown>) =>
    answerOf({
      code: 'LOT-1',
      title: 'NOG-KH25-SC-014',
      status: 'CLOSED',
      unitType: 'HEAP',
      processorId: null,
      gmoStatus: 'PENDING',
      onHandKg: 10,
      may: ['SAMPLE_TAKEN'],
      ...values,
    })
  const serve =
    (values: Record<string, unknown> = {}) =>
    ({ path }: { path: string }) =>
      path.endsWith(`/productbatch/${id}`) ? { body: lot(values) } : undefined
  it('says why an event of this person is not possible now, and when it would be', async () => {
    await openStage(`${farmbook}/productbatch/${id}/create-event`, serve(), { user: omar })
    const closed = within(await screen.findByRole('region', { name: 'Not possible now' }))
    expect(closed.getByText('The result of the GMO test is awaited.')).toBeDefined()
    expect(closed.getAllByText(/^Possible when it is: /).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: /^Release/ })).toBeNull()
  })
  it('offers none on a lot that a processor holds, and says whose they are', async () => {
    await openStage(`${farmbook}/productbatch/${id}/create-event`, serve({ processorId: id.replace('f1', 'e1'), may: [] }), { user: omar })
    const closed = within(await screen.findByRole('region', { name: 'Not possible now' }))
    expect(closed.getByText('A processor holds this lot; its people record what happens to it.')).toBeDefined()
    expect(closed.getByText(/Sample taken/)).toBeDefined()
    expect(screen.queryByRole('region', { name: 'To record' })).toBeNull()
  })
  it('says what other records say against it, and not where a finding of the lot itself is in the way', async () => {
    await openStage(`${farmbook}/productbatch/${id}/create-event`, serve({ status: 'RELEASED', flags: [] }), { user: omar })
    const closed = within(await screen.findByRole('region', { name: 'Not possible now' }))
    expect(closed.getByText(/the group has no scope certificate in force/)).toBeDefined()
  })
  it('says the reason also where the form is opened by its address', async () => {
    await openStage(`${farmbook}/productbatch/${id}/create-event?type=RELEASED`, serve(), { user: omar })
    expect(await screen.findByText('The result of the GMO test is awaited.')).toBeDefined()
  })
})

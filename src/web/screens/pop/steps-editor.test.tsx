// The timeline of a package in its form, by keyboard alone: a step is moved by days and weeks, and each end of its window; the table below has the same, and it is
// what is sent.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const typeId = '01900000-0000-7000-8000-0000000000c7'
const step = (code: string, offsetDays: number, values: Record<string, unknown> = {}) => ({
  ...{ code, name: `Step ${code}`, eventType: 'IRRIGATION', anchor: 'SOWING', offsetDays, windowBefore: 5, windowAfter: 7, mandatory: true, weight: 1 },
  ...{ evidence: [], sownAs: [], ...values },
})
const pop = answerOf({
  ...{ id, code: 'POP-2', title: 'Organic cotton, v2', status: 'DRAFT', version: 3, may: ['edit'], name: 'Organic cotton', cropTypeId: typeId, varietyIds: [] },
  ...{ regions: [], waterRegimes: ['RAINFED'], durationDays: 200, validFrom: '2025-01-01', inputItemIds: [], stepCount: 2 },
  planEvents: [step('WATER', 20), step('LAST', 199, { windowBefore: 0 })],
})
const open = (planEvents: unknown = pop.planEvents) =>
  openStage(`/private/farmbook/OP1/pop/${id}/edit`, ({ method, path }) =>
    method === 'PATCH' ? { body: { ...pop, version: 4 } } : path.endsWith(id) ? { body: { ...pop, planEvents } } : undefined,
  )

beforeAll(() => Promise.all([import('#web/engine/form/form-pages.tsx'), import('./steps-editor.tsx'), import('./bound-editors.tsx')]), 120_000)

describe('the timeline of a package', () => {
  it('moves a step by a day and by a week, and either end of its window, within their bounds; the table and what is sent have the same', async () => {
    const { person, requested } = await open()
    const water = await screen.findByRole('slider', { name: 'Step WATER' })
    const last = screen.getByRole('slider', { name: 'Step LAST' })
    water.focus()
    await person.keyboard('{ArrowRight}{ArrowUp}')
    expect(water.getAttribute('aria-valuenow')).toBe('22')
    await person.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(water.getAttribute('aria-valuetext')).toBe('day 15, from day 10 to 22')
    await person.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
    expect(water.getAttribute('aria-valuetext')).toBe('day 15, from day 10 to 24')
    await person.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowDown}{/Alt}')
    expect(water.getAttribute('aria-valuetext')).toBe('day 15, from day 11 to 24')
    // A week later than the beginning is the day itself, and no further.
    await person.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(water.getAttribute('aria-valuetext')).toBe('day 15, from day 15 to 24')
    // The other one is as it was, and is reached by the next key.
    expect(last.getAttribute('aria-valuenow')).toBe('199')
    await person.tab()
    expect(document.activeElement).toBe(last)
    await person.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
        planEvents: [
          { code: 'WATER', offsetDays: 15, windowBefore: 0, windowAfter: 9 },
          { code: 'LAST', offsetDays: 199, windowBefore: 0, windowAfter: 7 },
        ],
      }),
    )
  })
  it('leaves other keys to the page', async () => {
    const { person } = await open()
    const water = await screen.findByRole('slider', { name: 'Step WATER' })
    water.focus()
    await person.keyboard('{Enter}a{Home}')
    expect(water.getAttribute('aria-valuetext')).toBe('day 20, from day 15 to 27')
    expect(within(document.body).queryByRole('dialog')).toBeNull()
  })
})

describe('the bounds of a step', () => {
  it('are of the figures of its event, in the unit of the figure, else in one that the event is recorded in', async () => {
    const spray = step('SPRAY', 30, { eventType: 'PLANT_PROTECTION', bounds: [{ figure: 'dosePerHa', min: 2, max: 5, unit: 'KG' }] })
    const { person, requested } = await open([step('WATER', 20, { bounds: [{ figure: 'hours', min: 3 }] }), spray])
    const calendar = await screen.findByRole('group', { name: 'Calendar 1' })
    await person.click(within(calendar).getByRole('button', { expanded: false }))
    const water = await within(calendar).findByRole('group', { name: 'Bounds 1' })
    const figure = await within(water).findByRole('button', { name: 'Water' })
    expect(within(water).getByRole('button', { name: 'Duration' }).getAttribute('aria-pressed')).toBe('true')
    expect(within(water).queryByText('Dose per ha')).toBeNull()
    expect(within(water).queryByText('Unit')).toBeNull()
    await person.click(figure)
    const other = screen.getByRole('group', { name: 'Calendar 2' })
    await person.click(within(other).getByRole('button', { expanded: false }))
    expect(await within(await within(other).findByRole('group', { name: 'Bounds 1' })).findByText('Unit')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
        planEvents: [{ bounds: [{ figure: 'mm', min: 3 }] }, { bounds: [{ figure: 'dosePerHa', min: 2, max: 5, unit: 'KG' }] }],
      }),
    )
  })
})

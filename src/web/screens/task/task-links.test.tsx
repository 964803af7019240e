// The tab of links of a task: what it is about, where it comes from and what settled it, each leading there.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'

const at = (end: string) => `01900000-0000-7000-8000-0000000000${end}`
const [id, crop, step, event, sent] = [at('d1'), at('c1'), at('b1'), at('e1'), at('f1')]
const refs = {
  [crop]: { entity: 'crop', title: 'Cotton, Khargone', code: 'CRP-1' },
  [step]: { entity: 'planevent', title: 'Weeding', code: 'PLE-1' },
  [sent]: { entity: 'submission', title: 'Event of a crop', code: 'SUB-1' },
}
const task = answerOf({
  ...{ id, code: 'TSK-1', title: 'Weeding', subject: 'Weeding', type: 'PLAN_EVENT', priority: 'P3', dueDate: '2025-07-18', assigneeId: omar.id, checklist: [] },
  ...{ fourEyes: false, status: 'DONE', version: 3, may: [], ruleId: 'BR-18', planEventId: step, cropId: crop, refs },
})
const by = { eventId: event, entity: 'crop', id: crop, eventType: 'INTERCULTURE', occurredAt: '2025-07-09T06:00:00Z', recordedBy: null, submissionId: sent }
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./task-links.tsx')]), 120_000)

describe('the links of a task', () => {
  it('are what it is about, where it comes from and what settled it, each a link', async () => {
    await openStage(`/private/farmbook/OP1/task/${id}?tab=links`, ({ path }) =>
      path.endsWith('/links')
        ? { body: { from: { ruleId: 'BR-18', records: [{ entity: 'planevent', id: step }], createdBy: null }, settledBy: [by], refs } }
        : path.endsWith(`/task/${id}`)
          ? { body: task }
          : undefined,
    )
    const panel = async (name: string) => within(await screen.findByRole('region', { name }))
    const leads = (inside: Awaited<ReturnType<typeof panel>>) => inside.getAllByRole('link').map((one) => one.getAttribute('href'))
    expect(leads(await panel('What it is about'))).toEqual([`/private/farmbook/OP1/crop/${crop}`, `/private/farmbook/OP1/planevent/${step}`])
    const from = await panel('Where it comes from')
    expect(leads(from)).toEqual([`/private/farmbook/OP1/planevent/${step}`])
    expect(from.getByText(/^BR-18: /)).toBeDefined()
    expect(leads(await panel('What settled it'))).toEqual([
      `/private/farmbook/OP1/crop/${crop}/event/${event}`,
      `/private/farmbook/OP1/crop/${crop}`,
      `/private/farmbook/OP1/submission/${sent}`,
    ])
  })
  it('say that nothing has settled it yet, and who gave it', async () => {
    const given = { ...task, ruleId: null, planEventId: null, cropId: null, status: 'OPEN' }
    await openStage(`/private/farmbook/OP1/task/${id}?tab=links`, ({ path }) =>
      path.endsWith('/links')
        ? {
            body: {
              from: { ruleId: null, records: [], createdBy: omar.id },
              settledBy: [],
              refs: { [omar.id]: { entity: 'user', title: omar.name, code: 'U-1' } },
            },
          }
        : path.endsWith(`/task/${id}`)
          ? { body: given }
          : undefined,
    )
    expect(await screen.findByText('Nothing yet.')).toBeDefined()
    expect(screen.getByText('It names no record.')).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Where it comes from' })).getByText('Given by')).toBeDefined()
  })
})

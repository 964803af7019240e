// What a company's page says of its control: each audit with its result and the next day, each non-conformity with how far it is; an auditor is offered to add, the company is not.
import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const body = '01900000-0000-7000-8000-0000000000e9'
const company = answerOf({ id, code: 'PRC-000001', title: 'Khargone Gin', legalName: 'Khargone Gin', types: ['GINNER'], status: 'ACTIVE', version: 1, may: [] })
const audit = answerOf({
  ...{ id: '01900000-0000-7000-8000-0000000000e2', code: 'AUD-000001', title: 'Khargone Gin', status: 'SUBMITTED', version: 1, may: [] },
  ...{ kind: 'UNANNOUNCED', plannedOn: '2026-01-10', startedOn: '2026-01-12', result: 'CONDITIONAL', nextDueOn: '2026-07-12' },
})
const finding = answerOf({
  ...{ id: '01900000-0000-7000-8000-0000000000e3', code: 'NCF-000001', title: 'AUD-000001-1, STORE', status: 'OPEN', version: 1, may: [] },
  ...{ severity: 'MAJOR', description: 'Stored side by side', dueOn: '2026-01-26' },
})
const listed = (items: unknown[]) => ({ body: { items, refs: {}, total: items.length, next: null } })
const open = (role: 'PROCESSOR_USER' | 'CERTIFICATION_BODY_AUDITOR') =>
  openStage(
    `/private/farmbook/OP1/processor/${id}?tab=control`,
    ({ method, path }) => {
      if (method !== 'GET') return undefined
      if (path.endsWith(`/processor/${id}`)) return { body: company }
      if (path.endsWith('/companyaudit')) return listed([audit])
      if (path.endsWith('/nonconformity')) return listed([finding])
      return undefined
    },
    { user: { ...omar, grants: [{ role, operatorIds: omar.grants[0]?.operatorIds ?? [], processorIds: [id], certificationBodyIds: [body] }] } },
  )

beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./control-tab.tsx')]), 120_000)

describe('the control of a company', () => {
  it('is read by its people, who add nothing', async () => {
    await open('PROCESSOR_USER')
    expect(await screen.findByText('With conditions')).toBeDefined()
    expect(screen.getByText('Unannounced · next by 12 Jul 2026')).toBeDefined()
    expect(await screen.findByText('Stored side by side · Major · by 26 Jan 2026')).toBeDefined()
    expect(screen.queryByText('New company audit')).toBeNull()
  })
  it('is added to by auditors', async () => {
    await open('CERTIFICATION_BODY_AUDITOR')
    expect(await screen.findByText('New company audit')).toBeDefined()
    expect(await screen.findByText('New non-conformity')).toBeDefined()
  })
})

// The way from a list that an operator's address narrows to everything that a person may read: for whoever works across operators, and for nobody else.
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { openStage } from '#tests/web/stage.tsx'

const bodyId = '01900000-0000-7000-8000-00000000000c'
const carla: User = {
  id: '01900000-0000-7000-8000-000000000003',
  name: 'Carla Fernandes',
  email: null,
  grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', certificationBodyIds: [bodyId], operatorIds: ['01900000-0000-7000-8000-00000000000a'] }],
}
beforeAll(() => import('./of-all-operators.tsx'), 120_000)
const opened = async (entity: string, operator: string, user?: User): Promise<HTMLElement | null> => {
  const { requested } = await openStage(`/private/farmbook/${operator}/${entity}/list`, () => undefined, user ? { user } : {})
  await waitFor(() => expect(requested.some(({ path }) => path.endsWith(`/${entity}`))).toBe(true))
  await screen.findByRole('heading', { level: 1 })
  return screen.queryByRole('link', { name: 'Of all operators' })
}

describe.each(['transactioncertificate', 'scopecertificate'])('the list of %s', (entity) => {
  it('leads a certification body to all of them', async () => {
    await opened(entity, 'OP1', carla)
    expect((await screen.findByRole('link', { name: 'Of all operators' })).getAttribute('href')).toBe(`/private/farmbook/-/${entity}/list`)
  })
  it.each([
    ['who is there already', '-', carla],
    ['who works inside one operator', 'OP1', undefined],
  ] as const)('leads nobody there %s', async (_, operator, user) => {
    expect(await opened(entity, operator, user)).toBeNull()
  })
})

describe('what waits for a certification body', () => {
  it('is listed of all sellers, from whichever address it is opened', async () => {
    const { requested } = await openStage('/private/farmbook/OP1/certificates-to-decide', () => undefined, { user: carla })
    const lists = () => requested.flatMap(({ path }) => (path.endsWith('/transactioncertificate') ? [path] : []))
    await waitFor(() => expect(lists()).not.toEqual([]))
    expect([...new Set(lists())]).toEqual(['/api/operators/-/transactioncertificate'])
  })
})

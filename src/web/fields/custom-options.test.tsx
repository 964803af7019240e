// What a picker offers to somebody whose role does not list what it chooses from: what is theirs, and nothing is asked.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/access.ts'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'

const someone = (role: Role) => ({ ...omar, grants: [{ role, operatorIds: omar.grants[0]?.operatorIds ?? [] }] })
const offered = async (role: Role) => {
  const person = answerOf({ id: omar.id.replace(/1$/, '2'), code: 'USR-000002', title: 'Fatima Ansari' })
  const stage = await openStage(
    '/private/farmbook/OP1/task/create',
    ({ path }) => (path.endsWith('/user') ? { body: { items: [person], next: null, refs: {} } } : undefined),
    {
      user: someone(role),
    },
  )
  await stage.person.click(await screen.findByRole('combobox', { name: 'For' }))
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  await stage.person.click(options[0] as HTMLElement)
  return { names: options.map(({ textContent }) => textContent), requested: stage.requested.filter(({ path }) => /\/user(\/|$)/.test(path)) }
}

describe('choosing a person for a task', () => {
  it('offers a field officer nobody but themselves, without asking the server', async () => {
    const { names, requested } = await offered('FIELD_OFFICER')
    expect([names, requested]).toEqual([[expect.stringContaining('Omar Sheikh')], []])
    expect((screen.getByRole('combobox', { name: 'For' }) as HTMLInputElement).value).toBe('Omar Sheikh')
  })
  it('offers an auditor the others of their body who work there still', async () => {
    const body = '0198c0de-0000-7000-8000-0000000000b1'
    const colleagues = [
      { id: omar.id, code: 'USR-000001', title: 'Omar Sheikh', status: 'ACTIVE' },
      { id: omar.id.replace(/1$/, '3'), code: 'USR-000003', title: 'Chitra Rao', status: 'ACTIVE' },
      { id: omar.id.replace(/1$/, '4'), code: 'USR-000004', title: 'Left Long Ago', status: 'DEACTIVATED' },
    ]
    const grants = [{ role: 'CERTIFICATION_BODY_AUDITOR' as Role, operatorIds: omar.grants[0]?.operatorIds ?? [], certificationBodyIds: [body] }]
    const stage = await openStage(
      '/private/farmbook/OP1/task/create',
      ({ path }) => (path.endsWith(`/certificationbody/${body}/auditors`) ? { body: { items: colleagues, isMore: false } } : undefined),
      { user: { ...omar, grants } },
    )
    await stage.person.click(await screen.findByRole('combobox', { name: 'For' }))
    await screen.findByRole('option', { name: /Chitra Rao/ })
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Omar Sheikh'), expect.stringContaining('Chitra Rao')])
  })
  it('offers a manager the people of the list, and shows whom they chose though their record stays closed', async () => {
    const { names, requested } = await offered('OPERATOR_MANAGER')
    expect(names).toEqual([expect.stringContaining('Fatima Ansari')])
    expect(await screen.findByDisplayValue('Fatima Ansari')).toBeDefined()
    expect(requested.every(({ path }) => path.endsWith('/user'))).toBe(true)
  })
})

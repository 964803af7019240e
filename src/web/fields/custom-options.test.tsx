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
  it('offers a manager the people of the list, and shows whom they chose though their record stays closed', async () => {
    const { names, requested } = await offered('OPERATOR_MANAGER')
    expect(names).toEqual([expect.stringContaining('Fatima Ansari')])
    expect(await screen.findByDisplayValue('Fatima Ansari')).toBeDefined()
    expect(requested.every(({ path }) => path.endsWith('/user'))).toBe(true)
  })
})

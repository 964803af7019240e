// The form of a new group begins with the registrations that the programme names for its groups.
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, omar, openStage } from '#tests/web/stage.tsx'

const ada: User = { ...omar, name: 'Ada Deshmukh', grants: [{ role: 'ADMIN' }] }
const naming =
  (defaultSchemes: readonly string[]): Answering =>
  ({ path }) =>
    path === '/api/client/default' ? { body: { id: 'default', version: 1, defaultSchemes } } : undefined
const open = async (answering: Answering) => {
  await openStage('/private/farmbook/-/collective/create', answering, { user: ada })
  await screen.findByRole('textbox', { name: 'Legal name' })
  return screen.queryAllByRole('combobox', { name: 'Scheme' }).map((one) => one.textContent)
}

describe('the form of a new group', () => {
  it.each([[['NPOP', 'GOTS']], [[]]])('begins with the registrations that the programme names: %j', async (named) => {
    expect(await open(naming(named))).toEqual(named)
  })
  it('begins empty where the settings could not be loaded', async () => {
    expect(await open(({ path }) => (path === '/api/client/default' ? { status: 500, body: { code: 'INTERNAL', title: 'Broken' } } : undefined))).toEqual([])
  })
})

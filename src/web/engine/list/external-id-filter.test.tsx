// The filter of a list by an identifier in another system: who it is offered, what it takes, and what it asks for.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, omar, openStage } from '#tests/web/stage.tsx'

const list = '/private/farmbook/OP1/farmer/list'
const nobody: Answering = () => ({ body: { items: [], next: null, total: 0, refs: {} } })
const label = 'Identifiers in other systems'
/** What the list was asked for last. */
const last = (requested: readonly { path: string; query: URLSearchParams }[]) =>
  requested.findLast(({ path, query }) => path.endsWith('/farmer') && query.has('count'))?.query.get('filter[externalId]')

describe('the filter by an identifier in another system', () => {
  it('is not offered to whom such identifiers are hidden, nor of records that nobody enters', async () => {
    const pooja: User = { ...omar, grants: [{ role: 'PURCHASE_OFFICER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] }
    for (const [path, user] of [
      [list, pooja],
      ['/private/farmbook/OP1/farmerseason/list', omar],
    ] as const) {
      const { person } = await openStage(path, nobody, { user })
      await person.click(await screen.findByRole('button', { name: 'Filter' }))
      await screen.findByRole('menuitem', { name: 'Status' })
      expect(screen.queryByRole('menuitem', { name: label })).toBeNull()
      cleanup()
    }
  })
  it('takes no system that is none and no half of it, and asks for exactly one, comma and colon included', async () => {
    const { person, requested, address } = await openStage(list, nobody)
    await person.click(await screen.findByRole('button', { name: 'Filter' }))
    await person.click(await screen.findByRole('menuitem', { name: label }))
    const form = await screen.findByRole('form', { name: label })
    const [system, value] = [within(form).getByRole('textbox', { name: 'System' }), within(form).getByRole('textbox', { name: 'Identifier there' })]
    const filter = within(form).getByRole('button', { name: 'Filter' })
    await person.type(system, 't')
    await person.type(value, 'MP/1:a,,2{Enter}')
    expect(filter.hasAttribute('disabled')).toBe(true)
    expect(within(form).getByText(/2 to 32 capitals/)).toBeDefined()
    expect(address()).toBe(list)
    await person.type(system, 'racenet')
    await person.click(filter)
    await waitFor(() => expect(last(requested)).toBe('TRACENET:MP/1:a,,2'))
    // Called by its system, it is changed there, by whoever goes on elsewhere, and taken off.
    await person.click(await screen.findByRole('button', { name: 'TRACENET MP/1:a,,2' }))
    const again = within(await screen.findByRole('dialog', { name: 'TRACENET' })).getByRole('textbox', { name: 'Identifier there' })
    await person.clear(again)
    await person.type(again, '9')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(last(requested)).toBe('TRACENET:9'))
    await person.click(screen.getByRole('button', { name: 'Remove filter TRACENET' }))
    await waitFor(() => expect(address()).toBe(list))
  })
  it('comes with an address, whatever that says', async () => {
    await openStage(`${list}?filter[externalId]=nonsense`, nobody)
    expect(await screen.findByRole('button', { name: 'Remove filter nonsense' })).toBeDefined()
  })
})

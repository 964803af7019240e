// Who is let in where: the frame's decisions before any page is shown.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { omar, openStage } from '#tests/web/stage.tsx'

const paul: User = { ...omar, name: 'Paul Kurien', grants: [{ role: 'PROCESSOR_USER', operatorIds: omar.grants[0]?.operatorIds ?? [], processorIds: [] }] }

describe('PrivateArea', () => {
  it('says so when the operator of the address is not one of the person’s, and leads to their own', async () => {
    const { person, address } = await openStage('/private/farmbook/OP9/farmer/list', () => undefined)
    await person.click(await screen.findByRole('link', { name: 'To my operator' }))
    await waitFor(() => expect(address()).toBe('/private/farmbook/OP1/dashboard'))
  })
  it('opens the one operator of a person who has no view of all, keeping the rest of the address', async () => {
    const { address } = await openStage('/private/farmbook/-/farmer/list?q=raju', () => undefined)
    await waitFor(() => expect(address()).toBe('/private/farmbook/OP1/farmer/list?q=raju'))
  })
  it('leaves a ginner, who takes in from every operator, at the address of all of them', async () => {
    const { requested, address, person } = await openStage('/private/farmbook/-/productbatch/list', () => undefined, { user: paul })
    await waitFor(() => expect(requested.some(({ path }) => path === '/api/operators/-/productbatch')).toBe(true))
    expect(address()).toBe('/private/farmbook/-/productbatch/list')
    await person.click(screen.getByRole('button', { name: 'Operator: All operators' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['All operators', 'Narmada Organic GrowersOP1'])
  })
  it('says inside the frame that an entity nobody declared does not exist', async () => {
    await openStage('/private/farmbook/OP1/dragon/list', () => undefined)
    expect(await screen.findByText('There is nothing at this address')).toBeDefined()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeDefined()
  })
  it('shows only what the role may list, and goes there by keys', async () => {
    const { person, address } = await openStage('/private/farmbook/OP1/farmer/list', () => undefined)
    await screen.findByRole('link', { name: 'Farmers' })
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    await person.keyboard('gp')
    await waitFor(() => expect(address()).toBe('/private/farmbook/OP1/landparcel/list'))
    await person.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeDefined()
  })
})

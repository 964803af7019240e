// Who is let in where: the frame's decisions before any page is shown.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openStage } from '#tests/web/stage.tsx'

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

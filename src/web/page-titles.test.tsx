// Tabs can be distinguished: each page has one heading, and the title is "<heading> · <programme>".
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const inside = '/private/farmbook/OP1'
const id = '01900000-0000-7000-8000-0000000000f1'
/** One address of each kind of page. */
const addresses = [
  '/public/404',
  '/public/auth-error',
  '/nowhere',
  ...['reports/list', 'client/default', 'client/default/edit', 'client/77', 'dragon/list'].map((path) => `${inside}/${path}`),
  ...['farmer/list', 'farmer/create', `farmer/${id}`, `farmer/${id}/edit`, 'notification/list', `landowner/${id}`].map((path) => `${inside}/${path}`),
]

describe('the title of the tab', () => {
  it.each(addresses)('names the page at %s and then the programme', async (address) => {
    await openStage(
      address,
      ({ path }) => {
        if (path.endsWith(`/landowner/${id}`)) return refusal(404, 'NOT_FOUND')
        if (path.startsWith('/api/client')) return refusal(403, 'FORBIDDEN')
        return path.endsWith(`/${id}`) ? { body: answerOf({}) } : undefined
      },
      { user: { ...omar, grants: [{ role: 'OPERATOR_MANAGER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] } },
    )
    const heading = await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.title).toBe(`${heading.textContent} · ${defaultTenant.config.name}`))
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })
})

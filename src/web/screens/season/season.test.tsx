// The page of a season: what stands against closing it, with the lists in which that is found, and no button for it; of a finished one there is the button alone.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000c1'
const shown = (extra: Record<string, unknown>, may: string[]) =>
  openStage(`/private/farmbook/OP1/season/${id}`, ({ path }) =>
    path.endsWith(`/season/${id}`)
      ? {
          body: answerOf({
            id,
            operatorId: null,
            code: 'KH-2025',
            title: 'Kharif 2025',
            name: 'Kharif 2025',
            kind: 'KHARIF',
            startDate: '2025-06-01',
            endDate: '2026-02-28',
            yieldFactor: 1,
            status: 'OPEN',
            may,
            extra,
          }),
        }
      : undefined,
  )
const closeButton = () => screen.queryByRole('link', { name: 'Close season' }) ?? screen.queryByRole('button', { name: 'Close season' })

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./missing-for-closing.tsx')]), 120_000)

describe('the page of a season', () => {
  it('names what is open, with its number and its list, and does not offer the closing', async () => {
    const against = [
      { step: 'CROPS', open: 1200 },
      { step: 'STOCK', open: 2 },
    ]
    await shown({ against }, ['edit', 'ONSET_DECLARED'])
    const panel = (await screen.findByRole('heading', { name: 'Missing before it can be closed' })).closest('section') as HTMLElement
    const items = within(panel).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Every crop is closed Open: 1,200', 'Every lot in stock is counted Open: 2'])
    const links = within(panel).getAllByRole('link')
    const [crops, stock] = links.map((link) => new URL(link.getAttribute('href') ?? '', 'http://x'))
    expect([crops?.pathname, stock?.pathname]).toEqual(['/private/farmbook/OP1/crop/list', '/private/farmbook/OP1/productbatch/list'])
    expect([crops, stock].map((url) => url?.searchParams.get('filter[seasonId]'))).toEqual([id, id])
    expect(stock?.searchParams.get('filter[unitType]')).not.toContain('FARM_LOT')
    expect(closeButton()).toBeNull()
  })
  it.each([
    ['to whoever may not close it', {}],
    ['of a finished one', { against: [] }],
  ])('says nothing of it %s', async (_, extra) => {
    await shown(extra, ['edit', 'SEASON_CLOSED'])
    await screen.findByRole('heading', { name: /Kharif 2025/ })
    expect(screen.queryByRole('heading', { name: 'Missing before it can be closed' })).toBeNull()
  })
})

// The list of scope certificates: what is expiring is said so by the day, and each of the days on which holders are reminded is one view, which goes to the server by status and last day.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
const certificate = (n: number, days: number, validity: string, status = 'VALID') =>
  answerOf({
    ...{
      id: `01900000-0000-7000-8000-00000000010${n}`,
      code: `SCC-00000${n}`,
      title: `SC-${n}`,
      scNo: `SC-${n}`,
      status,
      validity,
      refs: {},
      flags: [],
      version: 1,
    },
    ...{ validFrom: '2025-01-01', validTo: addDays(today, days), annex: [], sites: [] },
  })
beforeAll(() => Promise.all([import('./scope-status.tsx'), import('../due.tsx'), import('../either-cell.tsx')]), 120_000)

it('says what is expiring, valid and over, and lists what ends within 30 days', async () => {
  const requested: URLSearchParams[] = []
  await openStage('/private/farmbook/OP1/scopecertificate/list', ({ path, query }) => {
    if (!path.endsWith('/scopecertificate')) return undefined
    requested.push(query)
    return {
      body: {
        items: [certificate(1, 60, 'EXPIRING'), certificate(2, 61, 'VALID'), certificate(3, -1, 'EXPIRED'), certificate(4, 5, 'SUSPENDED', 'SUSPENDED')],
        next: null,
        total: 4,
        refs: {},
      },
    }
  })
  const stateIn = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent ?? ''
  await waitFor(async () => expect(await stateIn('SC-1')).toContain('Expiring'))
  expect(await stateIn('SC-2')).toContain('Valid')
  expect(await stateIn('SC-3')).toContain('Expired')
  expect(await stateIn('SC-4')).toContain('Suspended')
  // Each view is requested for its number, and for its rows when it is opened.
  const ofView = () => requested.filter((query) => query.get('filter[validTo][lte]') === addDays(today, 30))
  await waitFor(() => expect(ofView()).not.toEqual([]))
  const counted = ofView().length
  fireEvent.click(await screen.findByRole('tab', { name: /^Within 30 days/ }))
  await waitFor(() => expect(ofView().length).toBeGreaterThan(counted))
  expect(ofView().map((query) => [query.get('filter[status]'), query.get('filter[validTo][gte]')])).toEqual(ofView().map(() => ['VALID', today]))
})

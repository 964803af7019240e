// Dispatches on a certificate of a past day: by lot and day, as a link to the event where the lot is within reach, in words where it is not.
import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const [near, far, lotId] = ['01900000-0000-7000-8000-0000000000e2', '01900000-0000-7000-8000-0000000000e3', '01900000-0000-7000-8000-0000000000e4']
const day = addDays(new Date().toISOString().slice(0, 10), -20)
const past = { occurredBy: `${day}T18:29:59.999Z`, knownBy: `${day}T18:29:59.999Z`, notDerived: [] }
const shipment = {
  date: '2025-12-01',
  invoiceNo: 'I-1',
  invoiceDate: '2025-12-01',
  transportDocument: null,
  mode: 'ROAD',
  vehicleNo: null,
  grossKg: 40,
  netKg: 40,
}
const certificate = answerOf({
  ...{ id, code: 'TRC-000001', title: 'TC 1', status: 'DRAFT', refs: {}, flags: [], past },
  shipments: [
    { ...shipment, dispatchId: near },
    { ...shipment, dispatchId: far },
  ],
})
const requested: string[] = []
const answering: Answering = ({ path, query }) => {
  if (path.endsWith('/dispatches')) {
    requested.push(query.toString())
    const item = { lotId, lot: 'SC-1', day: '2025-12-01' }
    return {
      body: {
        items: [
          { ...item, dispatchId: near, isOpen: true },
          { ...item, dispatchId: far, lot: 'SC-2', isOpen: false },
        ],
      },
    }
  }
  return path.endsWith(`/transactioncertificate/${id}`) ? { body: certificate } : undefined
}

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./shipments.tsx'), import('#web/engine/past/past-record.tsx'), import('#web/fields/show-nested.tsx')]), 120_000)

it('are named, never by their ids', async () => {
  await openStage(`/private/farmbook/OP1/transactioncertificate/${id}?asOf=${day}`, answering)
  const link = await screen.findByRole('link', { name: /^SC-1 · / })
  expect(link.getAttribute('href')).toContain(`/productbatch/${lotId}/event/${near}`)
  expect(await screen.findByText(/^SC-2 · /)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^SC-2/ })).toBeNull()
  expect(document.body.textContent).not.toContain(near)
  expect(document.body.textContent).not.toContain(far)
  expect(requested).toEqual([new URLSearchParams({ asOf: past.occurredBy, knownAt: past.knownBy }).toString()])
})

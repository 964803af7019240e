// An open recall on a phone: one primary action, at the foot; who holds the goods answers from their row by a plain button.
import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecallReach } from '#domain/chain/recall-answer.ts'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const [id, lotId, gin] = ['01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000d2', '01900000-0000-7000-8000-0000000000d3']
const recall = answerOf({
  id,
  code: 'RCL-000001',
  title: 'Residue found',
  reason: 'Residue found',
  isDrill: false,
  cause: 'LAB',
  batchId: lotId,
  openedAt: '2026-01-10T04:30:00Z',
  status: 'OPEN',
  version: 1,
  may: ['ACKNOWLEDGED', 'ANSWERED', 'REMINDED', 'CONTAINED'],
})
const holder = {
  ...{ processorId: gin, name: 'Shree Ginning', lots: 1, kg: 500, restrictedKg: 500, travellingKg: 0, lostKg: 0, acknowledgedAt: null, answeredAt: null },
  ...{ locatedKg: 0, returnedKg: 0, note: null, mayAnswer: true },
}
const reach: RecallReach = {
  start: { kind: 'productbatch', id: lotId, title: 'KC-0009', kg: 1000 },
  ...{ lots: 1, affectedKg: 500, foundKg: 500, restrictedKg: 500, lostKg: 0, shippedKg: 0, travellingKg: 0, tookMs: 3 },
  ...{ holders: [holder, { ...holder, processorId: null, name: '', kg: 20 }], otherHolders: 0, items: [], links: [], certificates: [] },
}

beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./recall-overview.tsx')]), 120_000)

describe('an open recall on a phone', () => {
  it('has one primary action, and an answer at each holder', async () => {
    await openStage(
      `/private/farmbook/OP1/recallcase/${id}`,
      ({ method, path }) => (method !== 'GET' ? undefined : path.endsWith('/reach') ? { body: reach } : path.endsWith(id) ? { body: recall } : undefined),
      { width: 390 },
    )
    expect(await screen.findAllByRole('link', { name: 'Answer' })).toHaveLength(2)
    const primary = [...document.querySelectorAll('.MuiButton-contained.MuiButton-colorPrimary')].map(({ textContent }) => textContent)
    expect(primary).toHaveLength(1)
    expect(primary).not.toContain('Answer')
  })
})

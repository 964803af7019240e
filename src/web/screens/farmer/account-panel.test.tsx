// Whoever pays sees the end of an account number, and the whole of it once it was asked for; nobody else sees that there is one.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const farmer = (values: Record<string, unknown> = {}) =>
  answerOf({
    ...{ id, code: 'FRM-000001', title: 'Radha Bai', memberNo: 'M-1', firstName: 'Radha', lastName: 'Bai', village: 'Kasrawad' },
    ...{ status: 'ACTIVE', consent: [], may: [], refs: {}, totalHoldingHa: 1, language: 'hi' },
    ...{ bankHolder: 'Radha Bai', bankIfsc: 'SBIN0001234', bankAccountNo: 'XXXX5566', bankChangedAt: '2026-01-14T20:00:00.001Z' },
    ...values,
  })
const answering =
  (record: unknown): Answering =>
  ({ path, method }) => {
    if (method === 'POST' && path.endsWith('/bank-account')) return { body: { holder: 'Radha Bai', ifsc: 'SBIN0001234', accountNo: '30112233445566' } }
    if (path.endsWith(`/farmer/${id}`)) return { body: record as Record<string, unknown> }
    return undefined
  }
const open = (record: unknown) => openStage(`/private/farmbook/OP1/farmer/${id}`, answering(record))

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./farmer-overview.tsx'), import('./account-panel.tsx')]), 120_000)

describe('the bank account of a farmer', () => {
  it('has its number masked until it is asked for', async () => {
    await open(farmer())
    const button = await screen.findByRole('button', { name: 'Show the number' })
    expect(screen.getByText('XXXX 5566')).toBeTruthy()
    // Entered after midnight of the programme's zone.
    expect(screen.getByText(/^entered 15 Jan/)).toBeTruthy()
    fireEvent.click(button)
    expect(await screen.findByText('3011 2233 4455 66')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show the number' })).toBeNull()
    cleanup()
  })
  it('is not there for whoever may not see it, nor where none is entered', async () => {
    for (const values of [{ masked: ['bankAccountNo'] }, { bankAccountNo: null }]) {
      await open(farmer(values))
      await screen.findByText('Member since')
      expect(screen.queryByText('Bank account')).toBeNull()
      cleanup()
    }
  })
})

// While a certificate is drafted or decided on, its page says what its checks stop or leave to be reviewed, and what the selling company's books say of the goods.
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000f1'
const processorId = '01900000-0000-7000-8000-0000000000f2'
const check = (code: string, outcome: string, message: string) => ({ code, outcome, message, title: `Title of ${code}`, inputs: [] })
const checks = {
  day: '2026-01-15',
  outcome: 'BLOCK',
  nextNo: null,
  lots: [],
  judged: [],
  checks: [check('T01', 'OK', 'Held.'), check('T05', 'BLOCK', '20 kg too many.'), check('T12', 'REVIEW', 'No file.'), check('T17', 'OK', 'In time.')],
}
const kilograms = {
  openKg: 0,
  receivedKg: 100,
  coveredKg: 100,
  madeKg: 0,
  usedKg: 0,
  movedKg: 0,
  lostKg: 0,
  adjustedKg: 0,
  sentKg: 60,
  certifiedKg: 40,
  closeKg: 40,
}
const flow = { material: 'LINT', claim: 'ORGANIC', ...kilograms, expectedKg: 40, gapKg: 0, gapShare: 0, problem: null }
const certificate = (status: string) =>
  answerOf({ id, code: 'TRC-000001', title: 'TC 1', status, refs: {}, flags: [], version: 1, processorId, shipments: [], lines: [] })

/** Of the selling company: people of the group do not read its books. */
const paul: User = { ...omar, name: 'Paul', grants: [{ role: 'PROCESSOR_USER', processorIds: [processorId] }] }

const opened = (status: string, books: number, user = paul) => {
  const requested: string[] = []
  const answering: Answering = ({ path }) => {
    requested.push(path)
    if (path.endsWith('/checks')) return { body: checks }
    if (path.endsWith('/reconciliation'))
      return books === 200 ? { body: { from: null, to: null, gap: 0.005, lots: 1, items: [flow] } } : { status: books, body: { code: 'FORBIDDEN' } }
    return path.endsWith(`/transactioncertificate/${id}`) ? { body: certificate(status) } : undefined
  }
  return openStage(`/private/farmbook/OP1/transactioncertificate/${id}`, answering, { user }).then(() => requested)
}
beforeAll(() => Promise.all([import('./certificate-overview.tsx'), import('./checks-tab.tsx'), import('#web/fields/show-nested.tsx')]), 120_000)

it('names what stops a draft first, what is to be reviewed, and the others by code', async () => {
  await opened('DRAFT', 200)
  const stopped = await screen.findByText('20 kg too many.')
  const items = within(stopped.closest('ol') as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['T05', 'T12', 'T01'])
  expect(items[2]?.textContent).toContain('T01 · T17')
  expect(await screen.findByRole('region', { name: 'Lint, Organic' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Certified 40 kg, Sent, not certified 20 kg, In stock 40 kg' })).toBeTruthy()
})
it('has no books for whoever does not read them, and no open checks once it is issued', async () => {
  const requested = await opened('ISSUED', 403)
  expect(await screen.findByText('Summary')).toBeTruthy()
  expect(requested.some((path) => path.endsWith('/checks'))).toBe(false)
  expect(screen.queryByText('The reconciliation could not be loaded')).toBeNull()
})
it('says what stops it where it is submitted, before the server refuses it', async () => {
  const answering: Answering = ({ path }) => {
    if (path.endsWith('/checks')) return { body: checks }
    return path.endsWith(`/transactioncertificate/${id}`) ? { body: { ...certificate('DRAFT'), may: ['SUBMITTED'] } } : undefined
  }
  await openStage(`/private/farmbook/OP1/transactioncertificate/${id}/create-event?type=SUBMITTED`, answering, { user: omar })
  expect(await screen.findByText('20 kg too many.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Record' })).toBeTruthy()
})
it('requests no books for a manager of the group', async () => {
  const requested = await opened('DRAFT', 200, omar)
  await screen.findByText('20 kg too many.')
  expect(requested.some((path) => path.endsWith('/reconciliation'))).toBe(false)
  expect(screen.queryByRole('region', { name: 'Lint, Organic' })).toBeNull()
})

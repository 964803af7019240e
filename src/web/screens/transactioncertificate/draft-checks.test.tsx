// The checks in the form of a certificate: what is still to be entered, what is judged, what of it leads where, and that an answer to what was entered before is given up.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, type Requested, refusal } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
const id = uuid(1)
const check = (code: string, outcome: string, message: string) => ({ code, outcome, message, title: `Title of ${code}`, inputs: [] })
const answer = (...checks: ReturnType<typeof check>[]) => ({ day: '2026-01-15', outcome: 'BLOCK', nextNo: null, lots: [], judged: [], checks })
const shipment = { dispatchId: uuid(9), date: '2025-12-01', invoiceNo: 'I-1', invoiceDate: '2025-12-01', mode: 'ROAD', grossKg: 40, netKg: 40 }
const line = {
  batchId: uuid(8),
  productId: uuid(7),
  hsCode: '520100',
  claimStatus: 'ORGANIC',
  grossKg: 40,
  netKg: 40,
  certifiedKg: 40,
  units: null,
  packing: null,
}
const draft = answerOf({
  ...{ id, code: 'TRC-000001', title: 'REF-1', status: 'DRAFT', may: ['edit'], refs: {}, flags: [], version: 1, sellerRef: 'REF-1' },
  ...{ schemeId: uuid(2), certificationBodyId: uuid(3), collectiveId: uuid(4), sellerScopeId: uuid(5), buyerId: uuid(6), declared: false },
  ...{ shipments: [shipment], lines: [line], inputCertificates: [], documents: [], files: [] },
})
const chainLink = {
  ...{ seasonId: uuid(11), season: 'Kharif 2025', cropTypeId: uuid(12), crop: 'Cotton', claim: 'ORGANIC', crops: 3, ceilingKg: 900, allowedKg: 800 },
  ...{ harvestedKg: 700, purchasedKg: 400, conventionalKg: 0, lowerKg: 0, fromHigherKg: 0, reservedKg: 30, certifiedKg: 200, toBuyKg: 400, toCertifyKg: 170 },
}
type Checks = (requested: Requested, at: number) => ReturnType<Answering>
const opened = async (checks: Checks, path = `transactioncertificate/${id}/edit`, width = 1280) => {
  const requested: Requested[] = []
  await openStage(
    `/private/farmbook/OP1/${path}`,
    (one) => {
      if (one.path.endsWith('/certificate-checks')) return checks(one, requested.push(one))
      if (one.path.endsWith('/kilogram-chain')) return { body: { items: String(one.query) === `lotIds=${uuid(8)}` ? [chainLink] : [] } }
      if (one.path.endsWith('/certifiable-dispatches')) return { body: { items: [], isCut: false } }
      return one.path.endsWith(`/transactioncertificate/${id}`) ? { body: draft } : undefined
    },
    { width },
  )
  return requested
}
const panel = async () => within(await screen.findByRole('region', { name: 'Checks' }))
const wait = { timeout: 5000 }
beforeAll(() => Promise.all([import('./draft-checks.tsx'), import('#web/engine/form/entity-form.tsx')]), 120_000)

it('names in a new form what is to be entered before anything is judged', async () => {
  const requested = await opened(() => ({ body: answer() }), 'transactioncertificate/create', 390)
  expect((await panel()).getByText(/as soon as these are entered: .*Scheme, Certification body/)).toBeTruthy()
  expect(requested).toEqual([])
})
it('shows what stops it first, leads to what would change it, and judges anew when that was changed', async () => {
  let free: (() => void) | undefined
  const requested = await opened(async (_, at) => {
    if (at === 2)
      await new Promise<void>((done) => {
        free = done
      })
    return {
      body:
        at === 1
          ? answer(check('T01', 'OK', 'Held.'), check('T12', 'BLOCK', 'Not declared.'))
          : answer(check('T01', 'OK', 'Held.'), check('T12', 'OK', 'Declared.')),
    }
  })
  const stopped = await (await panel()).findByText('Not declared.', {}, wait)
  expect(requested[0]).toMatchObject({
    method: 'POST',
    body: { schemeId: uuid(2), declared: false, lines: [{ netKg: 40 }], shipments: [{ dispatchId: uuid(9) }] },
  })
  expect(requested[0]?.query.get('certificateId')).toBe(id)
  const items = within(stopped.closest('ol') as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['T12', 'T01'])
  fireEvent.click(within(items[0] as HTMLElement).getByRole('button', { name: /^Change: The seller declares/ }))
  expect((document.activeElement as HTMLElement).closest('[data-field="field-declared"]')).toBeTruthy()
  fireEvent.click(document.activeElement as HTMLElement)
  await waitFor(() => expect(requested).toHaveLength(2), wait)
  expect(requested[1]).toMatchObject({ body: { declared: true } })
  // Until the answer comes the earlier one stays, and is said to be out of date.
  expect((await panel()).getByText('Judged anew…')).toBeTruthy()
  free?.()
  await waitFor(() => expect(screen.queryByText('Not declared.')).toBeNull(), wait)
  expect((await panel()).getByText('Fulfilled: 2')).toBeTruthy()
})
it('says why nothing is judged', async () => {
  await opened(() =>
    refusal(400, 'VALIDATION', { fields: [{ path: 'lines.0.batchId', code: 'rule', message: 'This lot is neither with the seller nor sent by the seller.' }] }),
  )
  expect(await (await panel()).findByText(/Not judged yet: Lot: This lot is neither/, {}, wait)).toBeTruthy()
})
it('offers another try after a failure', async () => {
  const requested = await opened((_, at) => (at === 1 ? refusal(500, 'INTERNAL') : { body: answer(check('T05', 'BLOCK', '20 kg too many.')) }))
  await (await panel()).findByText('The checks could not be loaded', {}, wait)
  fireEvent.click((await panel()).getByRole('button', { name: 'Try again' }))
  expect(await (await panel()).findByText('20 kg too many.', {}, wait)).toBeTruthy()
  expect(requested).toHaveLength(2)
})
it('is not there for whoever may not read the checks', async () => {
  const requested = await opened(() => refusal(403, 'FORBIDDEN'))
  await waitFor(() => expect(requested).toHaveLength(1), wait)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Checks' })).toBeNull(), wait)
})
it('shows below what the fields behind these goods leave to be certified', async () => {
  await opened(() => ({ body: answer(check('T08', 'OK', 'Held.')) }))
  const region = within(await screen.findByRole('region', { name: 'From field to certificate' }, wait))
  expect(region.getByText('Of all crops of the group of this kind and season')).toBeTruthy()
  expect(region.getByText('30 kg reserved · 170 kg on no certificate yet')).toBeTruthy()
})

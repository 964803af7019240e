// Step 4 of the main path, at the collection centre: Pooja weighs in what a farmer may sell and no more (BR-08), and joins
// bought lots into a heap.
import { beforeAll, describe, expect } from 'vitest'
import { fillIn, openedId, press, understood } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, emptyLot, type Programme, picked, programme, record } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const event = (lotId: string, type: string) => `/private/farmbook/OP1/productbatch/${lotId}/create-event?type=${type}`

describe('a purchase', () => {
  journey(
    'tells the allowance while the scale is loaded, is refused over it with the figures (BR-08), then recorded',
    async ({ visit }) => {
      const { name, cropId } = await picked(stage)
      const lot = await emptyLot(stage)
      const page = await visit(event(lot.id, 'PURCHASE'), { as: 'pooja@cotton' })
      await fillIn(page, { occurredAt: `${stage.day('11-03')}T10:00`, cropId: name })
      await fillIn(page, { lateReason: 'From the ticket book' })
      await page.getByRole('radio').filter({ hasText: '600 kg left to sell' }).waitFor()
      await fillIn(page, { grossKg: '652', tareKg: '2', pricePerKg: '72', premiumPerKg: '6', receiptNo: `R-${Date.now()}`, farmerConfirmation: 'Signature' })
      await page.getByText(/The ticket asks 650 kg, but only 600 kg are left/).waitFor()
      await expectAccessible(page)
      await press(page, 'Record')
      await page.getByRole('alert').getByText('The ticket asks 650 kg, but only 600 kg are left of what was harvested and not kept.').waitFor()
      await page
        .getByRole('alert')
        .getByText(/Rule BR-08/)
        .waitFor()
      await picture(page, 'path purchase refused')
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await fillIn(page, { grossKg: '602' })
      await page.getByText('₹46,800').waitFor()
      await press(page, 'Record')
      await understood(page)
      await openedId(page, 'productbatch')
      await page.getByText('Where the kilograms went').waitFor()
      expect(await (await as('pooja')).get(`/productbatch/${lot.id}`)).toMatchObject({ closedQtyKg: 600, claimStatus: 'ORGANIC' })
      expect((await (await as('fatima')).get(`/crop/${cropId}`)).remainingSellableKg).toBe(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessible(page)
      await picture(page, 'path purchase recorded')
    },
    patience,
  )
})

describe('a heap', () => {
  journey('takes from a closed lot what is there, not more (BR-09)', async ({ visit }) => {
    const [grown, bought, heap] = [await picked(stage), await emptyLot(stage), await emptyLot(stage)]
    const ticket = {
      cropId: grown.cropId,
      grossKg: 402,
      tareKg: 2,
      netKg: 400,
      pricePerKg: 72_00,
      receiptNo: `R-${Date.now()}`,
      farmerConfirmation: 'SIGNATURE',
    }
    await record('pooja', 'productbatch', bought.id, 'PURCHASE', stage.day('11-03'), ticket)
    await record('pooja', 'productbatch', bought.id, 'CLOSED', stage.day('11-04'))
    const page = await visit(event(heap.id, 'HEAP_BUILT'), { as: 'pooja@cotton' })
    await fillIn(page, { occurredAt: `${stage.day('11-05')}T10:00` })
    await fillIn(page, { lateReason: 'From the stock book' })
    if ((await page.locator('[data-field="field-inputs-0-batchId"]').count()) === 0) await press(page, 'Add Taken from')
    await fillIn(page, { 'inputs.0.batchId': bought.title, 'inputs.0.kg': '401' })
    await press(page, 'Record')
    await page.getByRole('alert').getByText(`${bought.title} has 400 kg left, 401 kg are asked.`).waitFor()
    await expectAccessible(page)
    await fillIn(page, { 'inputs.0.kg': '400' })
    await press(page, 'Record')
    await understood(page)
    expect(await (await as('pooja')).get(`/productbatch/${heap.id}`)).toMatchObject({ onHandKg: 400, claimStatus: 'ORGANIC' })
    await expectAccessible(page)
  })
})

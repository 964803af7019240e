// Step 6 of the main path: anybody who scans the code sees the group and a square of 10 km, and nobody's name; what was
// withdrawn answers exactly as what never was; the label prints.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { fillIn, openedId, press, understood } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, emptyLot, type Grown, type Programme, picked, programme, record } from './programme-stage.ts'

let stage: Programme
let grown: Grown
let lot: { id: string; title: string }
let token: string
beforeAll(async () => {
  stage = await programme()
  grown = await picked(stage)
  lot = await emptyLot(stage)
  const ticket = { cropId: grown.cropId, grossKg: 602, tareKg: 2, netKg: 600, pricePerKg: 72_00, receiptNo: `R-${Date.now()}`, farmerConfirmation: 'SIGNATURE' }
  await record('pooja', 'productbatch', lot.id, 'PURCHASE', stage.day('11-03'), ticket)
  token = (await (await as('omar')).get(`/productbatch/${lot.id}`)).qrToken
})
/** Everything the page says or carries, in its source. */
const source = (page: Page) => page.content()

describe('the public page of a lot', () => {
  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', phone],
  ] as const) {
    journey(`shows group and 10 km square and no person, plot or price (${name})`, async ({ visit }) => {
      const page = await visit(`/public/batch/${token}`, { viewport })
      await page.getByText(stage.group.title).first().waitFor()
      await page.getByText('10 km square').first().waitFor()
      const shown = await source(page)
      for (const secret of [grown.name, ...grown.name.split(' '), grown.plot, grown.parcelId, lot.id, '₹', '72.00']) expect(shown).not.toContain(secret)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `path public ${name}`)
    })
  }

  journey('has a label beside the lot, which prints alone, with the QR code of that very page', async ({ visit }) => {
    const page = await visit(`/private/farmbook/OP1/productbatch/${lot.id}?tab=label`, { as: 'omar@cotton' })
    const code = page.getByRole('img', { name: 'QR code of the public page' })
    await code.waitFor()
    expect(await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(true)
    await page.getByText(`/public/batch/${token}`).waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print label' }).isVisible()).toBe(false)
    expect(await code.isVisible()).toBe(true)
    const printed = await visit(`/public/batch/${token}/label`)
    await printed.getByText('Scan to see where it came from').waitFor()
    await printed.getByText(stage.group.title).first().waitFor()
    expect(await source(printed)).not.toContain(grown.name)
    await expectAccessible(printed)
  })
})

describe('the page for anybody', () => {
  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', phone],
  ] as const) {
    journey(`says what the programme is, and leads from the code of a lot to its page (${name})`, async ({ visit }) => {
      const page = await visit('/public', { viewport })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const code = page.getByRole('textbox', { name: 'Code or certificate number' })
      await code.fill('AAAAAAAAAAAAAAAAAAAAAA')
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByText('Nothing public has this code.').waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `path public home ${name}`)
      await code.fill(token)
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.waitForURL((url) => url.pathname === `/public/batch/${token}`)
      await page.getByText(stage.group.title).first().waitFor()
    })
  }
  journey('is that of the default programme at an address that nobody has, where nobody can sign in', async ({ visit }) => {
    const page = await visit('/public/login', { tenant: 'nobodys-label' })
    await page.getByText('No programme answers at this address.').first().waitFor()
    await page.getByText('Cotton you can trace to its field').first().waitFor()
    expect(await page.getByRole('button', { name: /continue with/i }).count()).toBe(0)
    await expectAccessible(page)
    await page.goto('/private/farmbook/OP1/farmer/list')
    await page.waitForURL((url) => url.pathname === '/public/login')
  })
})

describe('a code that leads nowhere', () => {
  journey('answers the same 404 for one that never was and one that Omar withdrew by screen', async ({ visit }) => {
    const gone = await emptyLot(stage)
    const other = await picked(stage)
    const ticket = {
      cropId: other.cropId,
      grossKg: 102,
      tareKg: 2,
      netKg: 100,
      pricePerKg: 72_00,
      receiptNo: `R-${Date.now()}`,
      farmerConfirmation: 'SIGNATURE',
    }
    await record('pooja', 'productbatch', gone.id, 'PURCHASE', stage.day('11-03'), ticket)
    const { qrToken } = await (await as('omar')).get(`/productbatch/${gone.id}`)
    const page = await visit(`/private/farmbook/OP1/productbatch/${gone.id}/create-event?type=QR_REVOKED`, { as: 'omar@cotton' })
    await fillIn(page, { reason: 'Printed on the wrong bags' })
    await press(page, 'Record')
    await understood(page)
    await openedId(page, 'productbatch')
    await page.getByRole('tab', { name: 'Label' }).click()
    await page.getByText('The public page was withdrawn').waitFor()
    const answers = []
    for (const code of [qrToken, 'AAAAAAAAAAAAAAAAAAAAAA']) {
      const scanned = await visit('/public/404')
      const answer = await scanned.goto(`/public/batch/${code}`)
      answers.push([answer?.status(), await answer?.text()])
      await expectAccessible(scanned)
      await expectNoSidewaysScroll(scanned)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(404)
  })
})

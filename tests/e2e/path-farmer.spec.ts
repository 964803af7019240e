// Step 1 of the main path: Fatima registers a grower, is warned of a likely double, and sends the record on; Omar
// approves what is complete, and nothing else.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { fillIn, follow, openedId, press } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, farmerOf, hectare, newName, type Programme, programme } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true }).first().waitFor()

describe('registering a farmer', () => {
  journey('says at each field what is missing, and saves nothing', async ({ visit }) => {
    const page = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton' })
    await press(page, 'Save')
    const shown = page.getByRole('alert').filter({ hasText: 'Please look at' })
    await shown.waitFor()
    await shown.getByRole('button', { name: 'Village' }).click()
    expect(await page.locator('#field-village').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toMatch(/farmer\/create$/)
    await expectAccessible(page)
  })

  journey(
    'is kept as draft, not sent on without a plot, then sent by Fatima and approved by Omar alone',
    async ({ visit }) => {
      const name = newName()
      const page = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton' })
      await fillIn(page, { firstName: name.firstName, lastName: name.lastName, gender: 'Woman', noPhone: 'Yes', language: 'Hindi' })
      await fillIn(page, { village: 'Kasrawad', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
      await fillIn(page, { memberNo: `J-${name.firstName}`, joinedOn: stage.day('06-01'), totalHoldingHa: '1', contractSignedOn: stage.day('06-01') })
      await press(page, 'Add Consent')
      const consent = { purpose: 'Certification', textVersion: '1', givenAt: `${stage.day('06-01')}T10:00`, channel: 'On paper' }
      await fillIn(page, Object.fromEntries(Object.entries(consent).map(([key, value]) => [`consent.0.${key}`, value])))
      await press(page, 'Save')
      const id = await openedId(page, 'farmer')
      await page.getByRole('heading', { name: `${name.firstName} ${name.lastName}` }).waitFor()
      await status(page, 'Draft')
      await expectAccessible(page)

      await follow(page, 'Send for approval')
      await press(page, 'Record')
      await page.getByRole('alert').getByText('Register at least one plot first, or say why there is none yet.').waitFor()
      await expectAccessible(page)
      const plot = { name: 'Khet', parcelNo: '1', farmerId: id, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
      await (await as('fatima')).post('/landparcel', { ...plot, boundary: hectare(), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 })
      await press(page, 'Record')
      await openedId(page, 'farmer')
      await status(page, 'Waiting for approval')
      expect(await page.getByRole('link', { name: 'Approve' }).count()).toBe(0)

      const his = await visit(`/private/farmbook/OP1/farmer/${id}`, { as: 'omar@cotton', viewport: phone })
      await status(his, 'Waiting for approval')
      await expectNoSidewaysScroll(his)
      await expectAccessible(his)
      await follow(his, 'Approve')
      await press(his, 'Record')
      await openedId(his, 'farmer')
      await status(his, 'Active')
      await picture(his, 'path farmer active phone')
      await his.goto('/private/farmbook/OP1/farmer/list')
      await his.getByRole('heading', { name: 'Farmers' }).waitFor()
      await expectNoSidewaysScroll(his)
      await expectAccessible(his)
    },
    patience,
  )

  journey('warns of a near copy with what is alike, and keeps it for a decision (BR-23)', async ({ visit }) => {
    const [fatima, known] = [await as('fatima'), newName()]
    const mobile = `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    const { id, memberNo } = await fatima.post('/farmer', { ...farmerOf(known, 'Balakwada', stage.day('06-01')), noPhone: false, phone: `+91${mobile}` })
    const page = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton' })
    await fillIn(page, {
      firstName: `${known.firstName}h`,
      lastName: known.lastName,
      gender: 'Woman',
      phone: `+91${mobile}`,
      noPhone: 'No',
      language: 'Hindi',
    })
    await fillIn(page, { village: 'Balakwada', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
    await fillIn(page, { memberNo: `J-${known.lastName}`, joinedOn: stage.day('06-01'), totalHoldingHa: '1' })
    await press(page, 'Save')
    expect(await openedId(page, 'farmer')).not.toBe(id)
    const finding = page.getByRole('region', { name: 'Open findings' })
    await finding.getByText(`${known.firstName} ${known.lastName} (${memberNo}) may be the same person: same phone, name, village.`).waitFor()
    await finding.getByText('Rule BR-23').waitFor()
    await expectAccessible(page)
    await picture(page, 'path farmer double')
  })
})

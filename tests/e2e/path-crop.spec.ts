// Step 3 of the main path: what is planned must fit the plot (BR-03); sowing fixes the claim; the estimate is approved by
// another; the harvest fills the farm lot.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { field, fillIn, follow, openedId, press, understood } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, member, type Programme, programme, sown } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const refused = (page: Page, words: string | RegExp) => page.getByRole('alert').getByText(words).first().waitFor()
const event = (cropId: string, type: string) => `/private/farmbook/OP1/crop/${cropId}/create-event?type=${type}`
/** The days are long past, so the form asks why it is recorded only now. */
async function happened(page: Page, monthDay: string): Promise<void> {
  await fillIn(page, { occurredAt: `${stage.day(monthDay)}T10:00` })
  await fillIn(page, { lateReason: 'From the field book' })
}

describe('a season’s plan on a plot', () => {
  journey(
    'is refused to Fatima with the figures when it does not fit (BR-03), then fits with its crop, and is sown under its claim',
    async ({ visit }) => {
      const { parcelId, plot } = await member(stage)
      const page = await visit(`/private/farmbook/OP1/croppingsystem/create?parcelId=${parcelId}&seasonId=${stage.season.id}`, { as: 'fatima@cotton' })
      await fillIn(page, { areaHa: '1.5', waterRegime: 'Rain-fed', plannedSowing: stage.day('06-25'), plannedEnd: stage.day('12-31') })
      await press(page, 'Save')
      await refused(page, /The plans of one time cover 1\.5 ha, but the plot has (1|0\.99\d*|1\.00\d*) ha/)
      await refused(page, /Rule BR-03/)
      await expectAccessible(page)
      await picture(page, 'path crop does not fit')
      await fillIn(page, { areaHa: '0.9' })
      await press(page, 'Save')
      const systemId = await openedId(page, 'croppingsystem')
      await page.getByRole('heading', { name: new RegExp(plot) }).waitFor()
      await expectAccessible(page)

      await page.goto(`/private/farmbook/OP1/crop/create?croppingSystemId=${systemId}`)
      await fillIn(page, {
        cropTypeId: 'Cotton',
        varietyId: stage.variety.title,
        areaHa: '0.95',
        plannedSowing: stage.day('06-25'),
        seedSource: 'From the group',
      })
      await press(page, 'Save')
      await refused(page, 'The crops cover 0.95 ha, but this part of the plot has 0.9 ha.')
      await fillIn(page, { areaHa: '0.9' })
      await press(page, 'Save')
      const cropId = await openedId(page, 'crop')
      await expectAccessible(page)

      await page.goto(event(cropId, 'SOWING'))
      await happened(page, '06-25')
      await fillIn(page, {
        seedKg: '4.5',
        areaHa: '0.9',
        method: 'Dibbling',
        seedLotNo: 'S-1',
        seedTreated: 'Untreated',
        nonGmProof: 'GMO-11',
        nonGmProofKind: 'Seed certificate',
      })
      await expectAccessible(page)
      await press(page, 'Record')
      await understood(page)
      await page.getByRole('main').getByText('Sown', { exact: true }).first().waitFor()
      await page.getByRole('main').getByText('Organic', { exact: true }).first().waitFor()
      expect((await (await as('fatima')).get(`/crop/${cropId}`)).claimStatus).toBe('ORGANIC')
      await expectAccessible(page)
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await picture(page, 'path crop sown phone')
    },
    patience,
  )
})

describe('estimate and harvest', () => {
  journey(
    'are told by Fatima, the estimate counting once Omar approved it; more than the field can bear is refused (BR-06)',
    async ({ visit }) => {
      const { cropId } = await sown(stage)
      const page = await visit(event(cropId, 'YIELD_ESTIMATE'), { as: 'fatima@cotton', viewport: phone })
      await happened(page, '09-20')
      await fillIn(page, { method: 'Boll count', kgPerHa: '9000' })
      await press(page, 'Record')
      await refused(page, /The estimate of 9,?000 kg is above the ceiling of [\d,]+ kg for this field\./)
      await expectNoSidewaysScroll(page)
      await fillIn(page, { kgPerHa: '700' })
      await press(page, 'Record')
      await understood(page)
      const omar = await visit(`/private/farmbook/OP1/crop/${cropId}`, { as: 'omar@cotton' })
      await follow(omar, 'Record event')
      await expectAccessible(omar)
      await follow(omar, 'Approve estimate')
      await happened(omar, '09-22')
      await press(omar, 'Record')
      await understood(omar)
      await page.goto(event(cropId, 'HARVEST'))
      await happened(page, '10-25')
      await fillIn(page, { pickNo: '1', kg: '600' })
      await expectAccessible(page)
      await press(page, 'Record')
      await understood(page)
      await page.getByRole('main').getByText('Being harvested', { exact: true }).first().waitFor()
      const crop = await (await as('fatima')).get(`/crop/${cropId}`)
      expect([crop.estimatedKg, crop.harvestedKg, crop.remainingSellableKg]).toEqual([700, 600, 600])
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await picture(page, 'path crop harvested phone')
    },
    patience,
  )

  journey('ask why when told late, at the field itself', async ({ visit }) => {
    const { cropId } = await sown(stage)
    const page = await visit(event(cropId, 'HARVEST'), { as: 'fatima@cotton' })
    await fillIn(page, { occurredAt: `${stage.day('10-25')}T10:00`, pickNo: '1', kg: '100' })
    await press(page, 'Record')
    await field(page, 'lateReason').locator('[aria-describedby]').first().waitFor()
    await page.getByRole('alert').filter({ hasText: 'Why only now' }).waitFor()
    expect((await (await as('fatima')).get(`/crop/${cropId}`)).harvestedKg ?? 0).toBe(0)
  })
})

// Steps 4 and 5 of the main path at the gin: Paul's run is refused while it does not balance (BR-09), then makes lint that he
// presses; and from the bales the trace leads back to the very plot, as list, graph and map.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { press, understood } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, atGin, type Programme, programme } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const atTheGin = (what: string) => `/private/farmbook/-/processingsystem/${stage.gin.id}${what}`
const weigh = (page: Page, label: string, kg: string) => page.getByLabel(label, { exact: true }).fill(kg)
type Lot = { id: string; title: string; unitType: string; onHandKg: number; productId: string; processingSystemId: string | null }
/** Lots that lie at the gin with so many kilograms, newest first. */
const lotsOf = async (kg: number): Promise<Lot[]> => {
  const { items } = await (await as('paul', '-')).get('/productbatch?sort=-createdAt&limit=20')
  return (items as Lot[]).filter((lot) => lot.onHandKg === kg && lot.processingSystemId === stage.gin.id)
}

describe('a gin run, its bales and their trace', () => {
  journey(
    'is refused unbalanced with the figures, saved balanced, pressed, and traced to the plot',
    async ({ visit }) => {
      const { lotId, lotNo, plot, name, parcelId } = await atGin(stage)
      const page = await visit(atTheGin(''), { as: 'paul@cotton' })
      await page.getByRole('heading', { name: stage.gin.title }).waitFor()
      await page.getByText(lotNo).first().waitFor()
      await expectAccessible(page)
      await page.goto(atTheGin(`/create-event?type=PROCESS_RUN&batchId=${lotId}`))
      await page.getByRole('heading', { name: 'New ginning run' }).waitFor()
      await weigh(page, `Taken from ${lotNo}`, '600')
      await weigh(page, 'Cotton lint', '205')
      await weigh(page, 'Cottonseed', '300')
      await weigh(page, 'Trash', '17')
      await weigh(page, 'Invisible loss', '3')
      const checks = page.getByRole('region', { name: 'Checks' })
      await checks
        .getByRole('alert')
        .getByText(/75 kg are missing, 12\.5\s?% of the input; up to 3 kg may be/)
        .waitFor()
      await checks.getByText('Rule BR-09').waitFor()
      await expectAccessible(page)
      await picture(page, 'path run unbalanced')
      await press(page, 'Save run')
      expect(new URL(page.url()).pathname).toMatch(/create-event$/)
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await weigh(page, 'Cottonseed', '375')
      await checks.getByRole('alert').first().waitFor({ state: 'detached' })
      await press(page, 'Save run')
      await understood(page)
      await page.setViewportSize({ width: 1280, height: 800 })

      const lint = (await lotsOf(205))[0]
      expect(lint).toBeDefined()
      await page.goto(atTheGin(`/create-event?type=BALE_PRESSED&batchId=${lint?.id}`))
      await page.getByLabel('Number of bale 1').fill(`${lotNo}-1`)
      await page.getByLabel('Weight of bale 1').fill('170')
      await page.getByText('Stays loose').waitFor()
      await expectAccessible(page)
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await picture(page, 'path bales phone')
      await press(page, 'Save bales')
      await understood(page)

      const bales = (await lotsOf(170)).find(({ unitType }) => unitType === 'BALE_LOT')
      expect(bales).toBeDefined()
      const his = await visit(`/private/farmbook/OP1/productbatch/${bales?.id}`, { as: 'omar@cotton' })
      await his.getByRole('heading', { name: bales?.title as string }).waitFor()
      await his.getByLabel('Trace from 1 plot').waitFor()
      await expectAccessible(his)
      await picture(his, 'path trace graph')
      await press(his, 'List')
      const row = his.getByRole('table', { name: 'Plots of origin' }).getByRole('row').filter({ hasText: plot })
      await row.getByText(name).waitFor()
      await row.getByText(/^100\.0\s?%$/).waitFor()
      expect(await row.getByRole('link', { name: plot }).getAttribute('href')).toContain(parcelId)
      await expectAccessible(his)
      await press(his, 'Map')
      await his
        .getByLabel(/^Map of 1 plot and /)
        .last()
        .waitFor()
      await expectAccessible(his)
      await his.setViewportSize(phone)
      await expectNoSidewaysScroll(his)
      await expectAccessible(his)
      await picture(his, 'path trace phone')
    },
    patience,
  )
})

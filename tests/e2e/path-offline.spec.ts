// A field officer without a network (domain dictionary 6.1): what is entered stays on the device, the plot of a farmer whom nobody has yet is entered after him,
// nobody else finds it, and it reaches the server once each and in order when there is a network again.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { drawnImage } from '../harness/files.ts'
import { field, fillIn, press } from './form.ts'
import { addressOf, expectAccessible, expectNoSidewaysScroll, journey, lookOver, phone, picture, takeCookies } from './harness.ts'
import { as, newName, type Programme, programme, sown } from './programme-stage.ts'

/** Several forms, and a plot with its history. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const strip = (page: Page, words: string) => page.getByRole('status').getByText(words)
/** What is needed later comes while there is a network: no file for some seconds. The stream of notifications never lets it be idle. */
const fetchedAhead = (page: Page) =>
  page.waitForFunction(
    () => {
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
      return document.readyState === 'complete' && performance.now() - Math.max(0, ...files.map(({ startTime, duration }) => startTime + duration)) > 3_000
    },
    undefined,
    { polling: 500 },
  )
const stored = (page: Page) => page.getByRole('heading', { name: 'Stored on this device' }).waitFor()
async function scout(page: Page, at: string, count: string): Promise<void> {
  await fillIn(page, { occurredAt: at, pest: 'Bollworm', count, unit: 'Plant' })
  await fillIn(page, { lateReason: 'From the field book' })
  await press(page, 'Record')
  await stored(page)
}

describe('a field officer without a network', () => {
  journey(
    'stores a farmer, a plot of his and two events on the device, and has them sent once each, in order, as they were entered',
    async ({ visit }) => {
      const [{ cropId }, name, fatima] = [await sown(stage), newName(), await as('fatima')]
      const farmerForm = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton', viewport: phone })
      const device = farmerForm.context()
      const openHere = async (path: string): Promise<Page> => {
        const page = await device.newPage()
        await page.goto(path)
        return page
      }
      const event = `/private/farmbook/OP1/crop/${cropId}/create-event?type=SCOUTING`
      const plotForm = await openHere('/private/farmbook/OP1/landparcel/create')
      const [first, second] = [await openHere(event), await openHere(event)]
      for (const page of [first, second]) await field(page, 'pest').waitFor()
      await field(plotForm, 'farmerId').waitFor()
      await field(farmerForm, 'firstName').waitFor()
      await fetchedAhead(farmerForm)
      await device.setOffline(true)

      await fillIn(farmerForm, { firstName: name.firstName, lastName: name.lastName, gender: 'Woman', noPhone: 'Yes', language: 'Hindi' })
      await fillIn(farmerForm, { village: 'Kasrawad', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
      await fillIn(farmerForm, { memberNo: `J-${name.firstName}`, joinedOn: stage.day('06-01'), totalHoldingHa: '1' })
      await press(farmerForm, 'Save')
      await stored(farmerForm)
      await expectNoSidewaysScroll(farmerForm)
      await expectAccessible(farmerForm)
      await picture(farmerForm, 'path offline stored phone')

      await fillIn(plotForm, { name: 'Khet by the well', parcelNo: '7', declaredAreaHa: '1', waterRegime: 'Rain-fed', tenure: 'Owned' })
      const search = field(plotForm, 'farmerId').locator('input')
      await search.fill(name.firstName)
      const offered = plotForm.getByRole('option').filter({ hasText: name.firstName })
      await offered.getByText('Provisional').waitFor()
      await offered.click()
      await press(plotForm, 'Save')
      await stored(plotForm)
      await scout(first, `${stage.day('08-01')}T10:00`, '4')
      await scout(second, `${stage.day('08-02')}T10:00`, '2')
      await strip(second, 'Stored on this device, waiting to be sent: 4.').waitFor()
      const found = async (list: string) => (await fatima.get(list)).items
      expect(await found(`/farmer?q=${name.firstName}`)).toEqual([])

      await farmerForm.getByRole('link', { name: 'Waiting to be sent' }).click()
      const line = (words: string) => farmerForm.getByRole('listitem').filter({ hasText: words })
      await line('Khet by the well').getByText(`Sent after “${name.firstName} ${name.lastName}”, which it names.`).waitFor()
      await lookOver(farmerForm, 'path offline waiting')
      await farmerForm.getByRole('main').getByRole('button', { name: 'Send now' }).first().click()
      await farmerForm.getByText('The server was not reached. It stays stored on this device.').waitFor()

      // The battery dies: every page is gone before there is a network again.
      const requested: { path: string; key: string | undefined }[] = []
      device.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (request.method() === 'POST' && /\/(farmer|landparcel|events)$/.test(pathname))
          requested.push({ path: pathname.split('/').at(-1) ?? '', key: request.headers()['idempotency-key'] })
      })
      for (const page of [plotForm, first, second]) await page.close()
      await farmerForm.goto('about:blank').catch(() => undefined)
      await device.setOffline(false)
      await farmerForm.goto('/private/farmbook/OP1/waiting-to-be-sent')
      await farmerForm.getByText('Everything has been sent').waitFor()
      expect(requested.map(({ path }) => path)).toEqual(['farmer', 'landparcel', 'events', 'events'])
      expect(new Set(requested.map(({ key }) => key)).size).toBe(4)
      await lookOver(farmerForm, 'path offline sent')

      const [farmer] = await found(`/farmer?q=${name.firstName}`)
      expect(farmer).toMatchObject({ firstName: name.firstName, village: 'Kasrawad' })
      const plots = await found(`/landparcel?filter[farmerId]=${farmer.id}`)
      expect(plots).toMatchObject([{ name: 'Khet by the well' }])
      const events = (await fatima.get(`/crop/${cropId}/events?limit=50&filter[eventType]=SCOUTING`)).items
      const at = (monthDay: string) => new Date(`${stage.day(monthDay)}T10:00:00+05:30`).toISOString()
      expect(events.map(({ occurredAt, data }: { occurredAt: string; data: { count: number } }) => [occurredAt, data.count])).toEqual([
        [at('08-02'), 2],
        [at('08-01'), 4],
      ])
    },
    patience,
  )

  journey(
    'stores a farmer with a photo and an event of his, and has each once on the server, the photo listed with him',
    async ({ visit }) => {
      const [name, fatima] = [newName(), await as('fatima')]
      const page = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton', viewport: phone })
      const device = page.context()
      await field(page, 'firstName').waitFor()
      await field(page, 'files').getByRole('button', { name: 'Choose files' }).waitFor()
      await fetchedAhead(page)
      await device.setOffline(true)

      await fillIn(page, { firstName: name.firstName, lastName: name.lastName, gender: 'Woman', noPhone: 'Yes', language: 'Hindi' })
      await fillIn(page, { village: 'Kasrawad', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
      await fillIn(page, { memberNo: `J-${name.firstName}`, joinedOn: stage.day('06-01'), totalHoldingHa: '1' })
      const photo = { name: 'at the well.png', mimeType: 'image/png', buffer: await drawnImage(640, 480, 'png') }
      await field(page, 'files').locator('input[type="file"]').last().setInputFiles(photo)
      await field(page, 'files').getByText('Stored on this device. It is sent with the form.').waitFor()
      await press(page, 'Save')
      await stored(page)
      await page.getByRole('link', { name: 'Record event' }).click()
      await page.getByText(`${name.firstName} ${name.lastName} · Provisional`).waitFor()
      await page.getByRole('link', { name: /^Visit/ }).click()
      await fillIn(page, { purpose: 'First talk' })
      await lookOver(page, 'path offline event of provisional')
      await press(page, 'Record')
      await stored(page)
      await page.getByRole('link', { name: 'Waiting to be sent' }).click()
      await page.getByText('at the well.png').first().waitFor()
      await page.getByText(`Sent after “${name.firstName} ${name.lastName}”, which it names.`).waitFor()
      await lookOver(page, 'path offline waiting with a photo')

      const requested: string[] = []
      device.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (request.method() === 'POST' && /\/(farmer|files|events)$/.test(pathname)) requested.push(pathname.split('/').at(-1) ?? '')
      })
      await device.setOffline(false)
      await page.getByText('Everything has been sent').waitFor()
      expect(requested).toEqual(['files', 'farmer', 'events'])
      const [farmer, ...others] = (await fatima.get(`/farmer?q=${name.firstName}`)).items
      expect([farmer.firstName, others]).toEqual([name.firstName, []])
      const { items } = await fatima.get(`/farmer/${farmer.id}/events?limit=50&filter[eventType]=VISIT`)
      expect(items.map(({ data }: { data: { purpose: string } }) => data.purpose)).toEqual(['First talk'])
      expect((await fatima.get(`/farmer/${farmer.id}`)).files).toHaveLength(1)
      await page.goto(`/private/farmbook/OP1/farmer/${farmer.id}`)
      await page.getByRole('tab', { name: 'Details' }).click()
      await page.getByRole('main').getByText('at the well.png').first().waitFor()
      await lookOver(page, 'path offline photo of a farmer')
    },
    patience,
  )

  journey(
    'reads what the server refused and why, corrects it, and finds nothing of it as somebody else',
    async ({ visit }) => {
      const [name, fatima] = [newName(), await as('fatima')]
      const page = await visit('/private/farmbook/OP1/farmer/create', { as: 'fatima@cotton' })
      const device = page.context()
      await field(page, 'firstName').waitFor()
      await fetchedAhead(page)
      await device.setOffline(true)
      await fillIn(page, { firstName: name.firstName, lastName: name.lastName, gender: 'Woman', noPhone: 'Yes', language: 'Hindi' })
      await fillIn(page, { village: 'Kasrawad', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
      const { memberNo } = (await fatima.get('/farmer?limit=1&filter[status]=ACTIVE')).items[0]
      await fillIn(page, { memberNo, joinedOn: stage.day('06-01'), totalHoldingHa: '1' })
      await press(page, 'Save')
      await stored(page)

      // Another person at the same device.
      const cookies = await device.cookies()
      await device.setOffline(false)
      await device.clearCookies()
      await page.evaluate(() => {
        localStorage.removeItem('operator')
        localStorage.removeItem('farmbook:person')
      })
      await takeCookies(page, addressOf('cotton'), 'omar@cotton')
      await page.goto('/private/farmbook/OP1/waiting-to-be-sent')
      await page.getByText('Everything has been sent').waitFor()
      expect(await page.getByText(name.firstName).count()).toBe(0)
      await device.clearCookies()
      await page.evaluate(() => {
        localStorage.removeItem('operator')
        localStorage.removeItem('farmbook:person')
      })
      await device.addCookies(cookies)

      await page.goto('/private/farmbook/OP1/waiting-to-be-sent')
      await page.getByRole('main').getByText('Refused', { exact: true }).waitFor()
      await strip(page, 'Refused by the server: 1.').waitFor()
      await lookOver(page, 'path offline refused')
      await page.getByRole('link', { name: 'Open and correct' }).click()
      await fillIn(page, { memberNo: `J-${name.firstName}` })
      await press(page, 'Save')
      await page.getByRole('heading', { name: `${name.firstName} ${name.lastName}` }).waitFor()
      expect(await page.getByText('Refused by the server').count()).toBe(0)
      expect((await fatima.get(`/farmer?q=${name.firstName}`)).items).toHaveLength(1)
    },
    patience,
  )
})

// Step 2 of the main path: Fatima draws and pastes a plot's boundary; what crosses itself is refused with its cause; Ines
// verifies, who did not map it; the plot stands on the list's map.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { fillIn, follow, openedId, press, understood } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { as, farmerOf, ground, hectare, newName, type Programme, programme } from './programme-stage.ts'

let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
/** Small, because every frame of the map is drawn without a graphics card. */
const small = { width: 640, height: 480 } as const
const mapping = (id: string) => `/private/farmbook/OP1/landparcel/${id}/create-event?type=BOUNDARY_CAPTURED`
const save = (page: Page) => page.getByRole('button', { name: 'Save boundary' })

async function paste(page: Page, shape: unknown): Promise<void> {
  await press(page, 'Paste or open')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Boundary' }).fill(JSON.stringify(shape))
}
async function plot(): Promise<{ id: string; name: string; farmer: string }> {
  const [fatima, person] = [await as('fatima'), newName()]
  const { id: farmerId } = await fatima.post('/farmer', farmerOf(person, 'Kasrawad', stage.day('06-01')))
  const name = `Khet ${person.firstName}`
  const { id } = await fatima.post('/landparcel', { name, parcelNo: '1', farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' })
  return { id, name, farmer: `${person.firstName} ${person.lastName}` }
}

describe('registering a plot', () => {
  journey('is entered by Fatima from the farmer’s record, with a boundary pasted into the form', async ({ visit }) => {
    const [fatima, person] = [await as('fatima'), newName()]
    const { id: farmerId } = await fatima.post('/farmer', farmerOf(person, 'Kasrawad', stage.day('06-01')))
    const page = await visit(`/private/farmbook/OP1/landparcel/create?farmerId=${farmerId}`, { as: 'fatima@cotton', viewport: small })
    await fillIn(page, { name: 'Khet by the well', parcelNo: '7', declaredAreaHa: '1', waterRegime: 'Rain-fed', tenure: 'Owned' })
    await paste(page, hectare())
    await press(page, 'Show on the map')
    await page.getByText(/Declared 1(\.0+)? ha, mapped/).waitFor()
    await expectAccessible(page)
    await press(page, 'Save')
    await openedId(page, 'landparcel')
    await page.getByRole('heading', { name: 'Khet by the well' }).waitFor()
    await page.getByRole('main').getByText('Mapped', { exact: true }).first().waitFor()
    await expectAccessible(page)
  })
})

describe('mapping a plot', () => {
  journey('refuses a ring that crosses itself, names the cause, and takes the sound one', async ({ visit }) => {
    const { id } = await plot()
    const page = await visit(mapping(id), { as: 'fatima@cotton', viewport: small })
    await paste(page, ground([0, 0], [100, 100], [100, 0], [0, 100]))
    await press(page, 'Show on the map')
    await page.getByRole('alert').filter({ hasText: /cross/i }).waitFor()
    expect(await save(page).isDisabled()).toBe(true)
    await expectAccessible(page)
    await picture(page, 'path parcel crossing')
    await paste(page, hectare())
    await press(page, 'Show on the map')
    await page.getByText('Does not cross itself').waitFor()
    await page.getByText('Corners as latitude and longitude').click()
    await page.getByRole('table', { name: 'Corners of the boundary' }).waitFor()
    expect(await page.getByLabel(/Latitude of corner/).count()).toBe(4)
    await expectAccessible(page)
    await save(page).click()
    await understood(page)
    await page.getByRole('main').getByText('Mapped', { exact: true }).first().waitFor()
  })

  journey('is drawn by hand: four corners tapped, the first again to close, area told at once', async ({ visit }) => {
    const { id } = await plot()
    const page = await visit(mapping(id), { as: 'fatima@cotton', viewport: small })
    await page.locator('[data-map-ready="yes"]').waitFor()
    await press(page, 'Draw')
    const box = await page.locator('[data-map-ready="yes"]').boundingBox()
    if (!box) throw new Error('The map has no place on the page')
    const corners = [
      [0.4, 0.55],
      [0.6, 0.55],
      [0.6, 0.7],
      [0.4, 0.7],
      [0.4, 0.55],
    ] as const
    for (const [x, y] of corners) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    }
    await page.getByText('Does not cross itself').waitFor()
    await page.getByText('Corners as latitude and longitude').click()
    expect(await page.getByLabel(/Latitude of corner/).count()).toBe(4)
    await picture(page, 'path parcel drawn')
  })
})

describe('verifying a plot', () => {
  journey('is done by Ines and not by Fatima, who mapped it; the plot is on the map of the list', async ({ visit }) => {
    const { id, name } = await plot()
    const fatima = await as('fatima')
    const captured = {
      eventType: 'BOUNDARY_CAPTURED',
      occurredAt: new Date().toISOString(),
      data: { boundary: hectare(), method: 'GPS_WALK', gpsAccuracyM: 4 },
    }
    await fatima.post(`/landparcel/${id}/events`, captured)
    const hers = await visit(`/private/farmbook/OP1/landparcel/${id}`, { as: 'fatima@cotton', viewport: small })
    await hers.getByRole('heading', { name }).waitFor()
    expect(await hers.getByRole('link', { name: 'Verify boundary' }).count()).toBe(0)
    const page = await visit(`/private/farmbook/OP1/landparcel/${id}`, { as: 'ines@cotton', viewport: small })
    await follow(page, 'Verify boundary')
    await press(page, 'Record')
    await openedId(page, 'landparcel')
    await page.getByRole('main').getByText('Verified', { exact: true }).first().waitFor()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'path parcel verified phone')
    await page.setViewportSize({ width: 1000, height: 640 })
    await page.goto('/private/farmbook/OP1/landparcel/list')
    await press(page, 'Map')
    await page.locator('[data-map-ready="yes"]').waitFor()
    await expectAccessible(page)
  })
})

// How a programme looks, in its administrator's hands: words, logo and colours beside a live preview; what cannot be read is
// refused before it is sent; what was saved is what a stranger meets at the login page.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { press } from './form.ts'
import { expectAccessible, lookOver } from './harness.ts'
import { openSessionStage, type SessionStage } from './session-stage.ts'

let sessions: SessionStage
beforeAll(async () => {
  sessions = await openSessionStage()
})
afterAll(async () => {
  await sessions.close()
})

const colourOf = (page: Page, name: RegExp) => page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)

describe('organization details', () => {
  it('are edited with a preview, refused where they cannot be read, and worn by the login page once saved', async () => {
    const id = String(sessions.stage.tenants.cotton.id)
    const page = await sessions.signedIn('cotton', 'ada@cotton')
    await page.goto(`/private/farmbook/-/client/${id}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL((url) => url.pathname.endsWith(`/client/${id}/edit`))
    const preview = page.getByRole('region', { name: 'Preview' })

    await page.getByLabel('Name of the programme').fill('Nimar Jaivik Kapas')
    await preview.getByText('Nimar Jaivik Kapas').first().waitFor()
    await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill('#FFFF66')
    await page
      .getByText(/^Contrast of |contrast/i)
      .first()
      .waitFor()
    await press(page, 'Save')
    await page
      .getByRole('alert')
      .getByText(/Please look at:/)
      .waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/edit$/)
    await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill('#0B5FA5')
    await page.getByRole('textbox', { name: 'Mission 1', exact: true }).fill('Cotton with a name')
    await preview.getByText('Cotton with a name').waitFor()

    const logos = page.getByRole('group', { name: 'Logo on the login page' })
    await logos
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
    await logos.getByRole('alert').waitFor()
    const logo = await sharp({ create: { width: 320, height: 96, channels: 3, background: '#0B5FA5' } })
      .png()
      .toBuffer()
    await logos.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await logos.getByRole('img').waitFor()
    expect(await logos.getByRole('alert').count()).toBe(0)
    await preview.locator('img').first().waitFor({ state: 'attached' })
    await page.getByLabel('Days an invitation stays open').fill('21')
    await lookOver(page, 'path programme edit')
    await press(page, 'Save')
    await page.getByText('Saved. Everybody sees it with their next page.').waitFor()
    await page.waitForURL((url) => url.pathname.endsWith(`/client/${id}`))
    await page.getByRole('main').getByText('Nimar Jaivik Kapas').first().waitFor()
    await lookOver(page, 'path programme')
    await page.getByRole('tab', { name: 'Programme settings' }).click()
    await page.getByRole('tabpanel').getByText('21 days').waitFor()
    await page.getByRole('tab', { name: 'Audit' }).click()
    await page.getByText(/Name of the programme, .*Main colour/).waitFor()
    await page.getByRole('tab', { name: 'Branding' }).click()
    await page.getByRole('heading', { name: 'How it looks' }).waitFor()
    await lookOver(page, 'path programme branding')

    const stranger = await sessions.newPage('cotton')
    await stranger.goto('/public/login')
    await stranger.getByText('Cotton with a name').first().waitFor()
    const mark = stranger.locator('header img:visible').first()
    await mark.waitFor()
    expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await colourOf(stranger, /continue with/i)).toBe('rgb(11, 95, 165)')
    await expectAccessible(stranger)
    await stranger.context().close()
    await page.context().close()
  }, 240_000)
  it('are not offered for editing to whoever is no administrator', async () => {
    const page = await sessions.signedIn('cotton', 'omar@cotton')
    await page.goto(`/private/farmbook/OP1/client/${sessions.stage.tenants.cotton.id}/edit`)
    await page.getByText('Only an administrator changes the programme’s settings.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.context().close()
  })
})

describe('the login page with e-mail and password', () => {
  it.each(['en-IN', 'hi-IN'])('can be used by everybody, on a phone too (%s)', async (locale) => {
    const page = await sessions.newPage('wool', { locale, viewport: { width: 390, height: 844 } })
    await page.goto('/public/login')
    await page.locator('input[type="password"]').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
    await expectAccessible(page)
    // With what was refused shown at its field.
    await page.locator('form button[type="submit"]').click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await lookOver(page, `login with password ${locale}`)
    await page.context().close()
  })
})

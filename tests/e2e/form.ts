// Filling in the product's forms as a person does: by field, with what they would type, tap or pick.
import type { Locator, Page } from 'playwright-core'

/** The frame around a field: label, control, help and trouble. Rows of a list are `consent.0.purpose`. */
export const field = (page: Page, name: string): Locator => page.locator(`[data-field="field-${name.replaceAll('.', '-')}"]`)

/** Enters each answer in the way its control asks: typed, tapped among buttons, taken from a list, or searched and picked. */
export async function fillIn(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    const place = field(page, name)
    await place.waitFor()
    const [search, list, buttons] = [place.locator('input[role="combobox"]'), place.locator('div[role="combobox"]'), place.locator('button[value]')]
    if (await search.count()) {
      await search.fill(answer)
      await page.getByRole('option').filter({ hasText: answer }).first().click()
    } else if (await list.count()) {
      await list.click()
      await page.getByRole('option', { name: answer, exact: true }).click()
    } else if (await buttons.count()) {
      await place.getByRole('button', { name: answer, exact: true }).click()
    } else {
      await place.locator('input, textarea').first().fill(answer)
    }
  }
}

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
export const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name }).first().click()

/** What the rules said to an event that was recorded all the same; absent when they said nothing. */
export async function understood(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').getByRole('button', { name: 'Understood' })
  const arrived = page.waitForURL((url) => !url.pathname.endsWith('/create-event'))
  await Promise.race([dialog.waitFor().then(() => dialog.click()), arrived]).catch(() => {})
  await arrived
}

/** The id in the address of a record's page, once it is there. */
export async function openedId(page: Page, entity: string): Promise<string> {
  const address = new RegExp(`/${entity}/([0-9a-f-]{36})$`)
  await page.waitForURL((url) => address.test(url.pathname))
  return address.exec(new URL(page.url()).pathname)?.[1] as string
}

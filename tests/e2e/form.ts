// Filling in the product's forms as a person does: by field, with what they would type, tap or pick.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The frame around a field: label, control, help and trouble. Rows of a list are `consent.0.purpose`. */
export const field = (page: Page, name: string): Locator => page.locator(`[data-field="field-${name.replaceAll('.', '-')}"]`)

type Answer = string | readonly string[]

/** Enters each answer in the way its control asks: typed, tapped among buttons, taken from a list, or searched and picked; several are ticked, picked or typed one after the other. */
export async function fillIn(page: Page, answers: Readonly<Record<string, Answer>>): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    const place = field(page, name)
    await place.waitFor()
    if (typeof answer === 'string') await enter(page, place, answer)
    else await enterAll(page, place, answer)
  }
}

async function pick(page: Page, search: Locator, answer: string): Promise<void> {
  await search.fill(answer)
  await page.getByRole('option').filter({ hasText: answer }).first().click()
}

async function enter(page: Page, place: Locator, answer: string): Promise<void> {
  const [search, list, buttons] = [place.locator('input[role="combobox"]'), place.locator('div[role="combobox"]'), place.locator('button[value]')]
  if (await search.count()) {
    await pick(page, search, answer)
    // A list that was drawn anew under the pointer has not been answered: it is open, with what was typed.
    while ((await search.getAttribute('aria-expanded')) === 'true' && (await search.inputValue()) === answer) await pick(page, search, answer)
  } else if (await list.count()) {
    await list.click()
    await page.getByRole('option', { name: answer, exact: true }).click()
  } else if (await buttons.count()) {
    await place.getByRole('button', { name: answer, exact: true }).click()
  } else {
    await place.locator('input, textarea').first().fill(answer)
  }
}

async function enterAll(page: Page, place: Locator, answers: readonly string[]): Promise<void> {
  const search = place.locator('input[role="combobox"]')
  const [isTicked, isTyped] = [(await place.getByRole('checkbox').count()) > 0, (await place.getByText('Press Enter after each.').count()) > 0]
  for (const answer of answers) {
    if (isTicked) await place.getByRole('checkbox', { name: answer, exact: true }).check()
    else if (isTyped) {
      await search.fill(answer)
      await search.press('Enter')
    } else await enter(page, place, answer)
  }
  // The list of what may be picked stays open for the next one.
  if (!isTicked && !isTyped) await search.press('Escape')
}

/** The form as it stands is refused: it names these fields, stays where it is, and the first of them is one tap away. */
export async function expectRequired(page: Page, ...labels: readonly string[]): Promise<void> {
  const at = page.url()
  await press(page, /^(Save|Save changes|Record)$/)
  const shown = page.getByRole('alert').filter({ hasText: 'Please look at' })
  await shown.waitFor()
  expect(await shown.getByRole('button').allTextContents()).toEqual(labels)
  expect(page.url()).toBe(at)
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

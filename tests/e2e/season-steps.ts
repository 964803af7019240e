// What the people of a season do again and again: choose what happened on the page of a record, sign, answer a question, read a code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillIn, openedId, press, understood } from './form.ts'
import { dataDir, lookOver } from './harness.ts'

export const at = (operator: string, entity: string, id: string) => `/private/farmbook/${operator}/${entity}/${id}`
export const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true }).first().waitFor()
export const weigh = (page: Page, label: string, kg: string) => page.getByLabel(label, { exact: true }).fill(kg)
const inMain = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: true })

/** The button of an event on the page of its record; what was recorded before has its name in the timeline, too. */
export const offered = (page: Page, event: string) => page.locator('main a[href*="/create-event?"]').and(inMain(page, event)).first()

/** On the page of a record: the form of this event, by its own button, or else among what may be recorded now. */
export async function choose(page: Page, event: string): Promise<void> {
  const [own, all] = [offered(page, event), inMain(page, /^Record event/).first()]
  await own.or(all).first().waitFor()
  if (await own.count()) return own.click()
  await all.click()
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(event, { exact: true }) })
    .locator('a[href*="/create-event?"]')
    .first()
    .click()
}

/** The sentence that stands against an event which this person would record at another time; it is not offered. */
export async function refusedNow(page: Page, event: string, why: string): Promise<void> {
  await inMain(page, /^Record event/)
    .first()
    .click()
  await page.getByRole('region', { name: 'Not possible now' }).getByRole('listitem').filter({ hasText: event }).filter({ hasText: why }).first().waitFor()
  await page.goBack()
  await inMain(page, /^Record event/)
    .first()
    .waitFor()
  expect(await inMain(page, event).count()).toBe(0)
}

/** Records what happened now, from the page of its record, and is there again. */
export async function recordOn(page: Page, event: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  const entity = new URL(page.url()).pathname.split('/')[4] as string
  await choose(page, event)
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  await fillIn(page, values)
  await press(page, 'Record')
  await understood(page)
  await openedId(page, entity)
}

/** On a list: the form for a new one. */
export const begin = (page: Page, thing: string): Promise<void> => inMain(page, `New ${thing}`).first().click()
export const listOf = (operator: string, entity: string) => `/private/farmbook/${operator}/${entity}/list`

/** As somebody reads it whose language is Hindi. */
export async function inHindi(page: Page, name: string): Promise<void> {
  const speak = (language: string) => page.evaluate((one) => localStorage.setItem('farmbook:language', one), language)
  await speak('hi')
  await page.reload()
  await page.getByRole('heading').first().waitFor()
  await lookOver(page, `${name} hindi`)
  await speak('en')
  await page.reload()
  await page.getByRole('heading').first().waitFor()
}

/** Yes, or no where yes is a finding; a figure or a word where it asks for one. */
export async function answer(question: Locator): Promise<void> {
  const [first, second] = await question.getByRole('group').first().getByRole('button').all()
  if (first && second) {
    await first.click()
    await question.getByRole('button', { pressed: true }).first().waitFor()
    if (await question.getByText('Finding', { exact: true }).count()) await second.click()
  } else {
    const typed = question.getByRole('textbox').first()
    await typed.fill('12')
    await typed.blur()
  }
}

export async function sign(page: Page, label: string): Promise<void> {
  const pad = page.getByRole('img', { name: label })
  const again = pad.locator('xpath=..').getByRole('button', { name: 'Draw again' })
  // Each waits until the pad stands still: what is drawn beside it signs nothing, and is drawn again, as a person would.
  for (let times = 0; times < 4 && !(await again.isVisible()); times++) {
    await pad.hover({ position: { x: 40, y: 40 } })
    await page.mouse.down()
    await pad.hover({ position: { x: 100, y: 55 } })
    await pad.hover({ position: { x: 160, y: 70 } })
    await page.mouse.up()
  }
  await again.waitFor()
}

/** The newest code about a receipt, but for those read before, as the farmer has it on the own telephone: in a file, where no provider is set up. */
export async function codeFor(receiptNo: string, before: readonly string[] = []): Promise<string> {
  const folder = join(dataDir(), 'telephone')
  const messages = () =>
    (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []).map((name) => readFileSync(join(folder, name), 'utf8'))
  const fresh = () =>
    messages()
      .flatMap((text) => (text.includes(receiptNo) ? (/\b(\d{6})\b/.exec(JSON.parse(text).text)?.slice(1) ?? []) : []))
      .find((code) => !before.includes(code))
  await expect.poll(fresh).toMatch(/^\d{6}$/)
  return fresh() as string
}

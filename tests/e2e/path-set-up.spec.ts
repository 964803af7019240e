// Step 1 of the main path, before any farmer: Ada registers an operator, a person, a processor, and approves what others
// propose: Omar a product, Paul a line of his gin. Fatima keeps landowners, Omar says who no longer is one.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { pdf } from '../harness/files.ts'
import { expectRequired, field, fillIn, follow, openedId, press } from './form.ts'
import { journey, lookOver } from './harness.ts'
import { as, newName, type Programme, programme } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const main = (page: Page) => page.getByRole('main')
const status = (page: Page, words: string) => main(page).getByText(words, { exact: true }).first().waitFor()
const shows = (page: Page, sentence: string) => main(page).getByText(sentence, { exact: true }).first().waitFor()

/** Records the one step that moves this on, and has it stand as it says. */
async function record(page: Page, entity: string, event: string, expected: string): Promise<void> {
  await follow(page, event)
  await press(page, 'Record')
  await openedId(page, entity)
  await status(page, expected)
}

/** What happened to a record, newest first, as its history lists it. */
async function expectHistory(page: Page, ...lines: readonly string[]): Promise<void> {
  await page.getByRole('tab', { name: 'History' }).click()
  const entries = page.getByRole('tabpanel').locator('ol > li')
  await entries.filter({ hasText: 'Registered' }).waitFor()
  const shows = await entries.allInnerTexts()
  expect(shows.map((entry, at) => (entry.includes(lines[at] ?? 'nothing more') ? lines[at] : entry))).toEqual(lines)
}

/** Found in its list by name, with its status. */
async function expectListed(page: Page, entity: string, title: string, expected: string): Promise<void> {
  const operator = new URL(page.url()).pathname.split('/')[3]
  await page.goto(`/private/farmbook/${operator}/${entity}/list?q=${encodeURIComponent(title)}`)
  await page.getByRole('row').filter({ hasText: title }).getByText(expected, { exact: true }).waitFor()
}

const documents = { icsManual: 'manual', internalStandard: 'standard', sanctionCatalogue: 'sanctions', orgChart: 'chart' }
/** What the page says is missing before the operator can be activated: two people with their roles at it, and four documents. */
async function provideInternalControl(page: Page, name: string): Promise<void> {
  const missing = main(page).getByRole('region', { name: 'Missing before it can be activated' })
  await missing.waitFor()
  expect(await missing.getByRole('listitem').allInnerTexts()).toEqual([
    'No manager of the internal control is named.',
    'No inspector of the internal control is named.',
    'The manual of the internal control system is missing.',
    'The internal standard is missing.',
    'The catalogue of sanctions is missing.',
    'The organisation chart is missing.',
  ])
  expect(await main(page).getByRole('link', { name: 'Activate' }).count()).toBe(0)
  const ada = await as('ada', '-')
  const id = await openedId(page, 'collective')
  for (const [work, role] of [
    ['Manager', 'OPERATOR_MANAGER'],
    ['Inspector', 'INTERNAL_INSPECTOR'],
  ])
    await ada.post('/user', {
      ...{ name: `${name} ${work}`, email: `${work}.${name}@cotton.example`.toLowerCase(), locale: 'en', mfa: false },
      roles: [{ role, operatorIds: [id] }],
    })
  await missing.getByRole('link', { name: 'Edit' }).click()
  const rows = field(page, 'icsStaff')
  await rows.getByRole('button', { name: 'Add Internal control' }).click()
  await fillIn(page, { 'icsStaff.0.role': 'Manager', 'icsStaff.0.userId': `${name} Manager` })
  await rows.getByRole('button', { name: 'Add another' }).click()
  await fillIn(page, { 'icsStaff.1.role': 'Inspector', 'icsStaff.1.userId': `${name} Inspector` })
  for (const [at, file] of Object.entries(documents)) {
    const input = field(page, at).locator('input[type="file"]').first()
    await input.setInputFiles({ name: `${file}.pdf`, mimeType: 'application/pdf', buffer: pdf(file) })
    // Until it is stored the form is not sent.
    await field(page, at).getByText('Sent', { exact: true }).waitFor()
  }
  await press(page, 'Save changes')
  await openedId(page, 'collective')
  await missing.waitFor({ state: 'detached' })
}

describe('registering an operator', () => {
  journey(
    'names what is missing and refuses a GSTIN that is none; then is an applicant, mended, and activated by Ada',
    async ({ visit }) => {
      const { firstName: name } = newName()
      const page = await visit('/private/farmbook/-/collective/create', { as: 'ada@cotton' })
      await expectRequired(page, 'Legal name', 'Legal form', 'Registration no.', 'Address', 'District', 'State')
      await fillIn(page, { legalName: `${name} Jaivik Kisan Sahakari Samiti Maryadit`, legalForm: 'Cooperative', regNo: `MP/KHG/${name}`, taxId: '23ABC' })
      await fillIn(page, { address: 'Mandi Road, Sanawad', district: 'Khargone', state: 'Madhya Pradesh', villages: ['Bamnala', 'Dogaon'] })
      await expectRequired(page, 'GSTIN')
      await shows(page, 'Fifteen characters, like 23ABCDE1234F1Z5.')
      await lookOver(page, 'path operator refused')
      // Neither the words nor what was typed went with the turning of the screen.
      await shows(page, 'Fifteen characters, like 23ABCDE1234F1Z5.')
      await fillIn(page, { taxId: '23ABCDE1234F1Z5', serviceRadiusKm: '60' })
      await press(page, 'Save')
      await openedId(page, 'collective')
      await status(page, 'Applicant')
      await follow(page, 'Edit')
      await fillIn(page, { shortName: `${name} Jaivik`, phone: '98260 54321' })
      await press(page, 'Save changes')
      await page.getByRole('heading', { name: `${name} Jaivik` }).waitFor()
      await provideInternalControl(page, name)
      await lookOver(page, 'path operator applies')
      await record(page, 'collective', 'Activate', 'Active')
      await lookOver(page, 'path operator')
      await expectHistory(page, 'Activate', 'Edited', 'Edited', 'Registered')
      await expectListed(page, 'collective', `${name} Jaivik`, 'Active')
      await lookOver(page, 'path operator list')
    },
    patience,
  )
})

describe('inviting a person', () => {
  journey(
    'refuses a role that reaches nothing; then is invited, active with the first sign-in, and out as soon as Ada suspends them',
    async ({ visit }) => {
      const person = newName()
      const [name, email] = [`${person.firstName} ${person.lastName}`, `${person.firstName}.${person.lastName}@cotton.example`.toLowerCase()]
      const page = await visit('/private/farmbook/-/user/create', { as: 'ada@cotton' })
      await expectRequired(page, 'Name', 'Email', 'Roles')
      await fillIn(page, { name, email, locale: 'English' })
      await page.getByRole('button', { name: /^Field officer/ }).click()
      await expectRequired(page, 'Roles')
      await shows(page, 'A manager, officer, inspector or viewer needs at least one operator.')
      await lookOver(page, 'path user refused')
      await fillIn(page, { 'roles.0.operatorIds': [stage.group.title], 'roles.0.villages': ['Kasrawad'] })
      await press(page, 'Save')
      await openedId(page, 'user')
      await status(page, 'Invited')
      await follow(page, 'Edit')
      await fillIn(page, { phone: '98260 12345' })
      await press(page, 'Save changes')
      await openedId(page, 'user')

      const theirs = await visit('/private/farmbook/OP1/farmer/list', { as: email, tenant: 'cotton' })
      await theirs.getByRole('heading', { name: 'Farmers' }).waitFor()
      await page.reload()
      await status(page, 'Active')
      await lookOver(page, 'path user')
      await page.getByRole('tab', { name: 'Activity' }).click()
      const about = page.getByRole('region', { name: 'What was done about them' }).locator('ol > li')
      await about.filter({ hasText: 'Registered' }).waitFor()
      expect((await about.allInnerTexts()).map((entry) => entry.split('\n')[0])).toEqual(['First sign-in', 'Edited', 'Registered'])
      await press(page, 'More actions')
      await page.getByRole('menuitem', { name: 'Suspend' }).click()
      await expectRequired(page, 'Reason')
      await fillIn(page, { reason: 'Left the group' })
      await press(page, 'Record')
      await openedId(page, 'user')
      await status(page, 'Suspended')
      await theirs.reload()
      await theirs.getByText('You are not allowed to login.').first().waitFor()
      await expectListed(page, 'user', name, 'Suspended')
      await lookOver(page, 'path user list')
    },
    patience,
  )
})

describe('keeping a landowner', () => {
  journey(
    'asks for the day of an agreement; is kept by Fatima, and no longer owner when Omar says so',
    async ({ visit }) => {
      const { lastName } = newName()
      const name = `Kamla ${lastName}`
      const page = await visit('/private/farmbook/OP1/landowner/create', { as: 'fatima@cotton' })
      await expectRequired(page, 'Name', 'Kind of owner', 'Village', 'Block', 'District', 'State')
      await fillIn(page, { name, ownerType: 'One person', village: 'Kasrawad', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' })
      await fillIn(page, { consentToCertification: 'Yes' })
      await expectRequired(page, 'Agreed on')
      await shows(page, 'Give the day of the agreement.')
      await lookOver(page, 'path landowner refused')
      await fillIn(page, { consentOn: stage.day('05-20') })
      await press(page, 'Save')
      const id = await openedId(page, 'landowner')
      await status(page, 'Active')
      await follow(page, 'Edit')
      await fillIn(page, { relationName: 'Ramesh Patidar', phone: '98260 67890' })
      await press(page, 'Save changes')
      await shows(page, 'Ramesh Patidar')
      expect(await page.getByRole('link', { name: 'Record event' }).count()).toBe(0)

      const his = await visit(`/private/farmbook/OP1/landowner/${id}`, { as: 'omar@cotton' })
      await press(his, 'More actions')
      await his.getByRole('menuitem', { name: 'Mark as no longer owner' }).click()
      await expectRequired(his, 'Reason')
      await fillIn(his, { reason: 'Sold the plot' })
      await press(his, 'Record')
      await openedId(his, 'landowner')
      await status(his, 'No longer')
      await press(his, 'More actions')
      await his.getByRole('menuitem', { name: 'Owner again' }).click()
      await press(his, 'Record')
      await openedId(his, 'landowner')
      await status(his, 'Active')
      await lookOver(his, 'path landowner')
      await expectHistory(his, 'Owner again', 'Sold the plot', 'Edited', 'Registered')
      await expectListed(his, 'landowner', name, 'Active')
      await lookOver(his, 'path landowner list')
    },
    patience,
  )
})

describe('registering a processor', () => {
  journey(
    'refuses a GLN with a wrong check digit; then is an applicant, mended, and activated by Ada; Omar only sees it',
    async ({ visit }) => {
      const { lastName } = newName()
      const title = `${lastName} Ginning`
      const page = await visit('/private/farmbook/-/processor/create', { as: 'ada@cotton' })
      await expectRequired(page, 'Legal name', 'What it does', 'Address', 'District', 'State', 'Contacts')
      await fillIn(page, { legalName: `${title} and Pressing Factory Private Limited`, types: ['Ginner', 'Trader'], gln: '8900000000009' })
      await fillIn(page, { address: 'Khandwa Road, Bhikangaon', district: 'Khargone', state: 'Madhya Pradesh', allowedOperators: [stage.group.title] })
      await press(page, 'Add Contacts')
      await fillIn(page, { 'contacts.0.name': 'Sunil Mahajan', 'contacts.0.phone': '98260 11223' })
      await expectRequired(page, 'GLN')
      await shows(page, 'The check digit of this GLN is wrong.')
      await lookOver(page, 'path processor refused')
      await fillIn(page, { gln: '8900000000005' })
      await press(page, 'Save')
      const id = await openedId(page, 'processor')
      await status(page, 'Applicant')
      await follow(page, 'Edit')
      await fillIn(page, { tradeName: title, isConventional: 'Yes' })
      await press(page, 'Save changes')
      await page.getByRole('heading', { name: title }).waitFor()
      await record(page, 'processor', 'Activate', 'Active')
      await lookOver(page, 'path processor')
      await expectHistory(page, 'Activate', 'Edited', 'Registered')

      const his = await visit(`/private/farmbook/OP1/processor/${id}`, { as: 'omar@cotton' })
      await status(his, 'Active')
      for (const action of ['Edit', 'Record event']) expect(await his.getByRole('link', { name: action }).count(), action).toBe(0)
      await expectListed(his, 'processor', title, 'Active')
      expect(await his.getByRole('button', { name: /^New/ }).count()).toBe(0)
      await lookOver(his, 'path processor list')
    },
    patience,
  )
})

describe('proposing a product', () => {
  journey(
    'asks which crop a raw one comes from; is a draft of Omar’s, mended and activated by Ada',
    async ({ visit }) => {
      const { firstName } = newName()
      const name = `Long-staple lint ${firstName}`
      const his = await visit('/private/farmbook/OP1/product/create', { as: 'omar@cotton' })
      await expectRequired(his, 'Name', 'Kind', 'Material', 'HS code', 'Kept as')
      await fillIn(his, { name, kind: 'Raw', material: 'Lint', hsCode: '520100', unitType: 'Bale lot' })
      await expectRequired(his, 'Crop type')
      await shows(his, 'A raw product comes from a crop.')
      await lookOver(his, 'path product refused')
      await fillIn(his, { kind: 'Semi-finished' })
      await press(his, 'Save')
      const id = await openedId(his, 'product')
      await status(his, 'Draft')
      for (const action of ['Edit', 'Activate']) expect(await his.getByRole('link', { name: action }).count(), action).toBe(0)

      const page = await visit(`/private/farmbook/-/product/${id}`, { as: 'ada@cotton' })
      await follow(page, 'Edit')
      await fillIn(page, { storage: 'Dry, off the floor', nominalUnitKg: '170' })
      await press(page, 'Save changes')
      await shows(page, 'Dry, off the floor')
      await record(page, 'product', 'Activate', 'Active')
      await lookOver(page, 'path product')
      await expectHistory(page, 'Activate', 'Edited', 'Registered')
      await expectListed(page, 'product', name, 'Active')
      await lookOver(page, 'path product list')
    },
    patience,
  )
})

describe('registering a facility', () => {
  journey(
    'refuses one that belongs to nobody; is a draft of Paul’s, who does not activate it himself, and at work once Ada has',
    async ({ visit }) => {
      const { firstName } = newName()
      const name = `Press house ${firstName}`
      const his = await visit('/private/farmbook/-/processingsystem/create', { as: 'paul@cotton' })
      await expectRequired(his, 'Name', 'Type', 'Place', 'District', 'Capacity per day', 'Keeping apart')
      await fillIn(his, { name, systemType: 'Pressing', place: 'Bistan Road', district: 'Khargone', capacityKgPerDay: '12000', segregation: 'Separate line' })
      await expectRequired(his, 'Processor')
      await shows(his, 'A facility belongs either to a processor or to an operator.')
      await lookOver(his, 'path facility refused')
      await fillIn(his, { processorId: 'Khargone Gin', inputProductIds: ['Cotton lint'], outputProductIds: ['Cotton bale'] })
      await press(his, 'Save')
      const id = await openedId(his, 'processingsystem')
      await status(his, 'Draft')
      expect(await his.getByRole('link', { name: 'Activate' }).count()).toBe(0)
      await follow(his, 'Edit')
      await fillIn(his, { shifts: '2' })
      await press(his, 'Save changes')
      await openedId(his, 'processingsystem')

      const page = await visit(`/private/farmbook/-/processingsystem/${id}/create-event?type=ACTIVATED`, { as: 'ada@cotton' })
      await press(page, 'Record')
      await openedId(page, 'processingsystem')
      await status(page, 'Active')
      await expectHistory(page, 'Activate', 'Edited', 'Registered')
      await expectListed(page, 'processingsystem', name, 'Active')
      await lookOver(page, 'path facility list')
      await his.reload()
      await status(his, 'Active')
      await lookOver(his, 'path facility')
    },
    patience,
  )
})

// People come and go, in a real browser with a real mail server: Ada invites somebody by screen, the mail brings them to the
// login page, they sign in and see their own operator alone; Ada gives them another one, and they are thrown out when she
// suspends them. And an invitation that came too late.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loopback } from '#server/dev/sign-in.ts'
import { fillIn, follow, openedId, press } from './form.ts'
import { expectAccessible, lookOver } from './harness.ts'
import { openSessionStage, type SessionStage } from './session-stage.ts'

let sessions: SessionStage
let pages: Page[] = []
const patience = 240_000
beforeAll(async () => {
  sessions = await openSessionStage()
  const token = await sessions.stage.token('ada@cotton')
  const body = {
    code: 'OP2',
    legalName: 'Maheshwar Jaivik Samiti',
    legalForm: 'COOPERATIVE',
    regNo: 'MP/2',
    address: 'Ghat Road, Maheshwar',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    country: 'IN',
  }
  const answer = await loopback(
    new Request(`${sessions.address('cotton')}/api/operators/-/collective`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  if (answer.status !== 201) throw new Error(await answer.text())
})
afterAll(async () => {
  await sessions.close()
})
afterEach(async () => {
  for (const page of pages) await page.context().close()
  pages = []
  sessions.mailbox.received.length = 0
  sessions.mailbox.refuse = null
  sessions.stage.ahead.ms = 0
})

const track = async (page: Promise<Page>): Promise<Page> => {
  pages.push(await page)
  return page
}
const administrator = () => track(sessions.signedIn('cotton', 'ada@cotton'))
const account = (page: Page) => page.getByRole('button', { name: /account of/i })
const shows = (page: Page, words: string | RegExp) => page.getByRole('main').getByText(words).first().waitFor()
/** What the server answers this person at an operator's address. */
const statusAt = (page: Page, operator: string): Promise<number> =>
  page.evaluate(async (code) => (await fetch(`/api/operators/${code}/farmer`)).status, operator)
const mailTo = async (email: string) => {
  await expect.poll(() => sessions.mailbox.received.filter(({ to }) => to.includes(email)).length, { timeout: 20_000 }).toBe(1)
  const mail = sessions.mailbox.received.find(({ to }) => to.includes(email))
  const link = /https?:\/\/\S+invitation=[\w-]+/.exec(mail?.text ?? '')?.[0]
  if (!mail || !link) throw new Error(`No link in ${mail?.text}`)
  return { mail, link }
}
const personBy = (email: string) =>
  sessions.stage.database.transaction(sessions.stage.tenants.cotton.id, (db) =>
    db
      .selectFrom('user')
      .select(['id', 'status'])
      .where('tenant_id', '=', sessions.stage.tenants.cotton.id)
      .where('email', '=', email)
      .executeTakeFirstOrThrow(),
  )

/** Ada invites a field officer of the first operator, from the empty form to their page. */
async function invite(page: Page, name: string, email: string): Promise<string> {
  await page.goto('/private/farmbook/-/user/create')
  await fillIn(page, { name, email })
  await page.getByRole('button', { name: /^Field officer/ }).click()
  await fillIn(page, { 'roles.0.operatorIds': ['Narmada Organic Growers'] })
  await press(page, 'Save')
  return openedId(page, 'user')
}
async function signInFrom(link: string, email: string): Promise<Page> {
  const page = await track(sessions.newPage('cotton'))
  await page.goto(link)
  await page.getByRole('note').getByText('Ada invites you to Nimar Jaivik').waitFor()
  await page.getByRole('button', { name: /continue with/i }).click()
  await page.getByLabel('Somebody else').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  return page
}

describe('somebody who is invited', () => {
  it(
    'gets a mail, comes in by its link, sees their own operator alone, then another one, and is thrown out when suspended',
    async () => {
      const email = 'nina.rao@cotton.example'
      const ada = await administrator()
      const id = await invite(ada, 'Nina Rao', email)
      const { mail, link } = await mailTo(email)
      expect([mail.fromName, mail.subject]).toEqual(['Nimar Jaivik', 'Ada invites you to Nimar Jaivik'])
      await shows(ada, 'Mail sent')
      await lookOver(ada, 'path people invited')

      const nina = await signInFrom(link, email)
      await nina.waitForURL((url) => url.pathname === '/private/farmbook/OP1/dashboard')
      await account(nina).waitFor()
      expect((await personBy(email)).status).toBe('ACTIVE')
      expect([await statusAt(nina, 'OP1'), await statusAt(nina, 'OP2')]).toEqual([200, 404])
      expect(await nina.getByRole('link', { name: 'Users' }).count()).toBe(0)

      await ada.goto(`/private/farmbook/-/user/${id}`)
      await shows(ada, 'Active')
      await ada.getByRole('tab', { name: 'Devices and sessions' }).click()
      await shows(ada, 'Where they are signed in')
      await ada.getByRole('tab', { name: 'Activity' }).click()
      await ada.getByRole('region', { name: 'What they did' }).getByText('First sign-in').waitFor()
      await expectAccessible(ada)
      await ada.getByRole('tab', { name: 'Roles and scope' }).click()
      await follow(ada, 'Change roles')
      await fillIn(ada, { 'roles.0.operatorIds': ['Maheshwar Jaivik Samiti'] })
      await ada.getByRole('button', { name: 'Narmada Organic Growers' }).locator('svg').click()
      await press(ada, 'Save changes')
      await openedId(ada, 'user')
      expect([await statusAt(nina, 'OP1'), await statusAt(nina, 'OP2')]).toEqual([404, 200])

      await press(ada, 'More actions')
      await ada.getByRole('menuitem', { name: 'Suspend' }).click()
      await fillIn(ada, { reason: 'Left the group' })
      await press(ada, 'Record')
      await openedId(ada, 'user')
      await shows(ada, 'Suspended')
      await nina.reload()
      await nina.getByRole('alert').getByText('You are not allowed to login.').waitFor()
      await nina.waitForURL((url) => url.pathname === '/public/login')
      expect(await account(nina).count()).toBe(0)

      await ada.goto('/private/farmbook/-/user/list?filter[status]=SUSPENDED')
      await ada.getByRole('row').filter({ hasText: 'Nina Rao' }).getByText('Field officer').waitFor()
      await lookOver(ada, 'path people list')
    },
    patience,
  )
  it(
    'too late is told whom to ask and is not let in; invited anew they are',
    async () => {
      const email = 'late@cotton.example'
      const ada = await administrator()
      const id = await invite(ada, 'Leela Late', email)
      const { link } = await mailTo(email)
      await sessions.stage.database.transaction(sessions.stage.tenants.cotton.id, (db) =>
        db
          .updateTable('user')
          .set({ invitation_expires_at: new Date(Date.now() - 1000).toISOString() })
          .where('tenant_id', '=', sessions.stage.tenants.cotton.id)
          .where('id', '=', id)
          .execute(),
      )
      await ada.reload()
      await shows(ada, 'Invitation lapsed')
      await lookOver(ada, 'path people lapsed')
      const late = await track(sessions.newPage('cotton'))
      await late.goto(link)
      await late.getByRole('note').getByText('This invitation has lapsed').waitFor()
      await late.getByRole('note').getByText('Please ask Ada for a new one.').waitFor()
      await expectAccessible(late)
      await late.getByRole('button', { name: /continue with/i }).click()
      await late.getByLabel('Somebody else').fill(email)
      await late.getByRole('button', { name: 'Continue', exact: true }).click()
      await late.getByRole('alert').getByText('You are not allowed to login.').waitFor()
      expect((await personBy(email)).status).toBe('INVITED')
      sessions.mailbox.received.length = 0
      sessions.stage.ahead.ms = 360_000
      await press(ada, 'Send the invitation again')
      const again = await mailTo(email)
      const now = await signInFrom(again.link, email)
      await now.waitForURL((url) => url.pathname === '/private/farmbook/OP1/dashboard')
      expect((await personBy(email)).status).toBe('ACTIVE')
    },
    patience,
  )
  it(
    'whose mail is refused is told so on their page, and the link is handed over instead',
    async () => {
      sessions.mailbox.refuse = { code: 550, message: 'No such mailbox' }
      const ada = await administrator()
      const email = 'no.mailbox@cotton.example'
      await invite(ada, 'Mona Mailless', email)
      await shows(ada, 'Mail refused')
      await shows(ada, /No such mailbox/)
      const link = await ada.getByLabel('Hand the link over').inputValue()
      const share = new URL((await ada.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '')
      expect([share.origin, share.searchParams.get('text')?.endsWith(link)]).toEqual(['https://wa.me', true])
      const mona = await signInFrom(link, email)
      await mona.waitForURL((url) => url.pathname === '/private/farmbook/OP1/dashboard')
    },
    patience,
  )
})

describe('the last administrator', () => {
  it(
    'is refused by screen to suspend themselves, with the rule said',
    async () => {
      const ada = await administrator()
      await ada.goto(`/private/farmbook/-/user/${sessions.stage.people['ada@cotton']}`)
      await press(ada, 'More actions')
      await ada.getByRole('menuitem', { name: 'Suspend' }).click()
      await fillIn(ada, { reason: 'A holiday' })
      await press(ada, 'Record')
      await shows(ada, 'This is the last administrator. Give somebody else the role first.')
    },
    patience,
  )
})

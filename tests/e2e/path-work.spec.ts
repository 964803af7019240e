// The day's work beside the main path: Omar gives Fatima a task and she does it; what she sent from the field is sent back
// and approved by him; a message leads to what it is about.
import { randomUUIDv7 } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { expectRequired, fillIn, openedId, press } from './form.ts'
import { desktop, journey, lookOver, phone } from './harness.ts'
import { as, member, type Programme, programme } from './programme-stage.ts'

/** Several people, several screens. */
const patience = 300_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})
const main = (page: Page) => page.getByRole('main')
const shows = (page: Page, words: string) => main(page).getByText(words, { exact: true }).first().waitFor()

describe('a task', () => {
  journey(
    'is refused without anybody to do it; then is given to Fatima, who ticks its steps on her phone and closes it with its outcome',
    async ({ visit }) => {
      const subject = `Visit before picking ${randomUUIDv7().slice(-6)}`
      const omar = await visit('/private/farmbook/OP1/task/create', { as: 'omar@cotton' })
      await fillIn(omar, { subject, type: 'Visit', dueDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) })
      await expectRequired(omar, 'For')
      await lookOver(omar, 'path task refused')
      await fillIn(omar, { assigneeId: 'Fatima Ansari' })
      await press(omar, 'Add Checklist')
      await fillIn(omar, { 'checklist.0.item': 'Call the evening before' })
      await press(omar, 'Save')
      const id = await openedId(omar, 'task')
      await shows(omar, 'Open')
      await lookOver(omar, 'path task')

      const fatima = await visit('/private/farmbook/OP1/task/list', { as: 'fatima@cotton', viewport: phone })
      await fatima.getByRole('tab', { name: /^Mine/ }).click()
      await fatima.getByRole('list', { name: 'Tasks' }).getByRole('link').filter({ hasText: subject }).click()
      await fatima.getByRole('checkbox', { name: 'Call the evening before' }).click()
      await main(fatima).getByText('1 of 1 done').waitFor()
      await fatima.getByLabel('What came of it, if anything is worth noting').fill('He picks on Thursday.')
      await main(fatima).getByRole('button', { name: 'Done', exact: true }).click()
      await shows(fatima, 'Done')
      const { status, checklist } = await (await as('omar')).get(`/task/${id}`)
      expect({ status, checklist }).toEqual({ status: 'DONE', checklist: [{ item: 'Call the evening before', done: true }] })
    },
    patience,
  )
})

describe('what came from the field', () => {
  journey(
    'shows what differs from what is stored; goes back only with a reason, and is approved by Omar when it was sent again',
    async ({ visit }) => {
      const { parcelId } = await member(stage)
      const fatima = await as('fatima')
      const { version } = await fatima.get(`/landparcel/${parcelId}`)
      const { id } = await fatima.post('/submission', {
        formCode: 'PARCEL_BOUNDARY',
        formVersion: 1,
        answers: [
          { field: 'waterRegime', value: { kind: 'TEXT', text: 'IRRIGATED' } },
          { field: 'declaredAreaHa', value: { kind: 'TEXT', text: '1' } },
        ],
        targetType: 'landparcel',
        targetId: parcelId,
        targetVersion: version,
        deviceId: 'SM-A146',
        capturedAt: new Date(Date.now() - 3_600_000).toISOString(),
        attachments: [{ name: 'corner.jpg', kind: 'PHOTO' }],
      })
      const page = await visit(`/private/farmbook/OP1/submission/${id}`, { as: 'omar@cotton' })
      const changed = page.getByRole('table', { name: 'What was captured' }).getByTitle('changed')
      await changed.first().waitFor()
      expect(await changed.allInnerTexts()).toEqual(['Irrigated'])
      await lookOver(page, 'path submission')
      await press(page, 'Return')
      await main(page).getByText('“Return” needs a few words: why.').waitFor()
      await page.getByLabel('Comment, or what is missing').fill('Which well? Please photograph it.')
      await press(page, 'Return')
      await page.getByText('Recorded: Return').waitFor()
      await fatima.post(`/submission/${id}/events`, {
        eventType: 'RESUBMITTED',
        occurredAt: new Date().toISOString(),
        data: { answers: [{ field: 'waterRegime', value: { kind: 'TEXT', text: 'IRRIGATED' } }] },
      })
      await page.goto(`/private/farmbook/OP1/submission/${id}`)
      await shows(page, 'Sent again')
      await press(page, 'Approve')
      // Approved, and applied by the same step: the plot has what the phone sent.
      await page.getByText('Applied', { exact: true }).first().waitFor()
      expect((await fatima.get(`/submission/${id}`)).status).toBe('APPLIED')
      expect((await fatima.get(`/landparcel/${parcelId}`)).waterRegime).toBe('IRRIGATED')
      await page.goto('/private/farmbook/OP1/submission/list')
      await page.getByRole('row').filter({ hasText: 'Boundary of a plot' }).first().waitFor()
      await lookOver(page, 'path submission list')
    },
    patience,
  )
})

describe('a message', () => {
  journey(
    'is read where it is opened, and leads to what it is about',
    async ({ visit }) => {
      const omar = await as('omar')
      const { id: taskId } = await omar.post('/task', {
        subject: 'Bring the consent form',
        type: 'DOCUMENT',
        priority: 'P2',
        dueDate: '2030-01-01',
        team: 'Office',
        checklist: [],
        evidence: [],
        fourEyes: false,
      })
      // Nothing in the product writes notifications yet; the server's answer is given one.
      const page = await visit('/private/farmbook/OP1/dashboard', { as: 'omar@cotton' })
      const message = messageAbout(taskId)
      const read: string[] = []
      await page.route(/\/api\/operators\/OP1\/notification(\?|\/)/, async (route) => {
        const request = route.request()
        if (request.method() === 'POST') read.push((request.postDataJSON() as { eventType: string }).eventType)
        const items = read.length > 0 ? [{ ...message, status: 'READ', may: ['UNREAD', 'ARCHIVED'] }] : [message]
        await route.fulfill(
          request.method() === 'POST'
            ? { status: 201, json: { event: {}, subject: items[0], findings: [] } }
            : { json: { items, next: null, total: 1, refs: {} } },
        )
      })
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Notifications', exact: true }).click()
      const line = page.getByRole('listitem').filter({ hasText: message.title })
      await line.waitFor()
      await lookOver(page, 'path notifications')
      await page.setViewportSize(desktop)
      await line.getByRole('link', { name: message.title }).click()
      await page.waitForURL((url) => url.pathname.endsWith(`/task/${taskId}`))
      await page.getByRole('heading', { name: 'Bring the consent form' }).waitFor()
      expect(read).toEqual(['READ'])
    },
    patience,
  )
})

function messageAbout(taskId: string) {
  const now = new Date().toISOString()
  const title = 'Due soon: bring the consent form'
  const written = { createdAt: now, updatedAt: now, createdBy: null, updatedBy: null, source: 'SYSTEM', tags: [], version: 1, flags: [] }
  return {
    ...written,
    id: randomUUIDv7(),
    code: 'NTF-000001',
    title,
    headline: title,
    event: 'TASK_DUE',
    severity: 'WARN',
    subjectType: 'task',
    subjectId: taskId,
    status: 'UNREAD',
    may: ['READ', 'ARCHIVED'],
  }
}

// Between registration and purchase: the committee meets on one screen. Omar finds a member with the evidence, accepts what is proposed, records it, and goes
// on to the list, at his desk and on a phone.
import { beforeAll, describe, expect } from 'vitest'
import { press } from './form.ts'
import { expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'
import { inspected, type Programme, programme } from './programme-stage.ts'

const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})

describe('the approval committee', () => {
  journey(
    'decides on a member where the evidence is, and leads to the list',
    async ({ visit }) => {
      const { name } = await inspected(stage)
      const address = `/private/farmbook/OP1/collective/${stage.group.id}/create-event?type=APPROVAL_COMMITTEE`
      const page = await visit(address, { as: 'omar@cotton' })
      await page.getByRole('heading', { name: 'Approval committee' }).waitFor()
      await page.getByRole('searchbox', { name: 'Name, number, village, inspector' }).fill(name)
      const row = page.getByRole('listitem', { name, exact: true })
      await row.getByRole('button', { name: `Evidence of ${name}` }).click()
      await row.getByText('Nothing speaks against it.').waitFor()
      await expectAccessible(page)
      await picture(page, 'path committee')
      await row.getByRole('button', { name: `Accept: Approved, ${name}` }).click()
      await press(page, 'Record 1 decision')
      await row.getByText('Omar', { exact: false }).first().waitFor()
      expect(await row.getByRole('button', { name: /^Accept/ }).count()).toBe(0)
      await page.getByRole('link', { name: 'Draw up the approved farmer list' }).first().click()
      await page.getByRole('heading', { name: 'Draw up the approved farmer list' }).waitFor()

      const his = await visit(address, { as: 'omar@cotton', viewport: phone })
      await his.getByRole('listitem').filter({ hasText: 'Approved' }).first().waitFor()
      await expectNoSidewaysScroll(his)
      await expectAccessible(his)
      await picture(his, 'path committee phone')
    },
    patience,
  )
})

// A season as a group and its certification body live it, by screen: Omar publishes a package that a crop follows, Ines inspects and Omar's committee
// decides, the list is signed twice, Pooja buys what the farmer confirms, Paul gins it, Carla certifies the sale and withdraws it, and a recall finds
// every kilogram. Each step stands on the one before.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { drawnImage } from '../harness/files.ts'
import { field, fillIn, openedId, press, understood } from './form.ts'
import { dataDir, journey, lookOver, phone } from './harness.ts'
import { active, as, emptyLot, type Grown, inspectTheRest, type Programme, picked, programme, sown } from './programme-stage.ts'

/** Several people, a dozen screens. */
const patience = 400_000
let stage: Programme
let grown: Grown
let ginner: string
/** What was bought, sent and made, as the steps go on. */
const sold = {
  lotId: '',
  lotNo: `S-${Date.now().toString(36).toUpperCase()}`,
  invoiceNo: `S-INV-${Date.now().toString(36)}`,
  lintId: '',
  arrivedId: '',
  certificateId: '',
}
beforeAll(async () => {
  stage = await programme()
  ginner = (await (await as('ada', '-')).get(`/processor/${stage.gin.processorId}`)).title
  grown = await picked(stage, await sown(stage, await active(stage, `98${String(Date.now()).slice(-8)}`)))
})
const at = (operator: string, entity: string, id: string, rest = '') => `/private/farmbook/${operator}/${entity}/${id}${rest}`
const event = (type: string) => `/create-event?type=${type}`
const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true }).first().waitFor()

const weigh = (page: Page, label: string, kg: string) => page.getByLabel(label, { exact: true }).fill(kg)

/** Records what happened now by the form of that event. */
async function recordOn(page: Page, entity: string, id: string, type: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  const operator = new URL(page.url()).pathname.split('/')[3] as string
  await page.goto(at(operator, entity, id, event(type)))
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  await fillIn(page, values)
  await press(page, 'Record')
  await understood(page)
  await openedId(page, entity)
}

/** As somebody reads it whose language is Hindi. */
async function inHindi(page: Page, name: string): Promise<void> {
  const speak = (language: string) => page.evaluate((one) => localStorage.setItem('farmbook:language', one), language)
  await speak('hi')
  await page.reload()
  await page.getByRole('heading').first().waitFor()
  await lookOver(page, `${name} hindi`)
  await speak('en')
  await page.reload()
  await page.getByRole('heading').first().waitFor()
}

describe('the plan of a season', () => {
  journey(
    'is a new version of a package that Omar publishes, and shows on the crop that follows it',
    async ({ visit }) => {
      const { items } = await (await as('omar')).get(`/pop?limit=100&filter[cropTypeId]=${stage.cotton.id}&filter[status]=PUBLISHED`)
      const page = await visit(at('OP1', 'pop', items[0].id), { as: 'omar@cotton' })
      await page.getByRole('link', { name: 'New version' }).click()
      await press(page, 'Save')
      const id = await openedId(page, 'pop')
      await status(page, 'Draft')
      await lookOver(page, 'season package draft')
      await page.getByRole('link', { name: 'Publish' }).click()
      await press(page, 'Record')
      await understood(page)
      await status(page, 'Published')
      await page.getByRole('tab', { name: 'Crops' }).click()
      await page.getByRole('searchbox', { name: 'Name, village or code' }).fill(grown.name)
      await page.getByRole('listitem').filter({ hasText: grown.name }).getByRole('checkbox').check()
      await page.getByRole('checkbox').nth(1).waitFor({ state: 'detached' })
      await lookOver(page, 'season package crops')
      await press(page, 'Follow with 1 crop')
      await page.getByText('1 crop follows this package now.').waitFor()

      const hers = await visit(at('OP1', 'crop', grown.cropId), { as: 'fatima@cotton' })
      await hers.getByRole('link', { name: items[0].name }).first().waitFor()
      await lookOver(hers, 'season crop with its plan')
      await inHindi(hers, 'season crop with its plan')
      const plan = (await (await as('fatima')).get(`/planevent?filter[cropId]=${grown.cropId}&limit=200`)).items as { code: string; status: string }[]
      expect(plan.length).toBeGreaterThanOrEqual(items[0].stepCount)
      expect((await (await as('fatima')).get(`/crop/${grown.cropId}`)).popId).toBe(id)
    },
    patience,
  )
})

/** Yes, or no where yes is a finding; a figure or a word where it asks for one. */
async function answer(question: Locator): Promise<void> {
  const [first, second] = await question.getByRole('group').first().getByRole('button').all()
  if (first && second) {
    await first.click()
    if (await question.getByText('Finding', { exact: true }).count()) await second.click()
  } else {
    const typed = question.getByRole('textbox').first()
    await typed.fill('12')
    await typed.blur()
  }
}

async function sign(page: Page, label: string): Promise<void> {
  const pad = page.getByRole('img', { name: label })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error(`No ${label}`)
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 70, { steps: 4 })
  await page.mouse.up()
}

describe('the inspection', () => {
  journey(
    'is carried out by Ines on her phone, with a photo and two signatures, and reviewed by Omar',
    async ({ visit }) => {
      const { items } = await (await as('ines')).get('/checklist?filter[status]=PUBLISHED&limit=50')
      const page = await visit('/private/farmbook/OP1/inspection/create', { as: 'ines@cotton', viewport: phone })
      await fillIn(page, { farmerId: grown.name, checklistId: items[0].title, plannedOn: new Date().toISOString().slice(0, 10) })
      await press(page, 'Save')
      const id = await openedId(page, 'inspection')
      await press(page, 'Begin the inspection')
      const sections = page.getByRole('group', { name: 'Sections' }).getByRole('button')
      await sections.first().waitFor()
      await lookOver(page, 'season inspection begun')
      await page.setViewportSize(phone)
      const questions = page.getByRole('main').locator('section[id^="question-"]')
      for (const section of await sections.all()) {
        await section.click()
        for (const place of await questions.evaluateAll((all) => all.map((one) => one.id))) {
          const question = page.locator(`#${place}`)
          await answer(question)
          if (!(await question.getByRole('button', { name: 'Photo' }).count())) continue
          await question.locator('input[type="file"]').setInputFiles({ name: 'store.png', mimeType: 'image/png', buffer: await drawnImage(640, 480, 'png') })
          await question.getByRole('img').first().waitFor()
        }
      }
      await page.getByText('No findings').first().waitFor()
      await inHindi(page, 'season inspection answered')
      await page.setViewportSize(phone)
      await sign(page, 'Signature of the farmer')
      await sign(page, 'Signature of the inspector')
      await lookOver(page, 'season inspection to be signed')
      await press(page, 'Sign and submit')
      await status(page, 'To be reviewed')

      const his = await visit(at('OP1', 'inspection', id), { as: 'omar@cotton' })
      await press(his, 'Review')
      await status(his, 'Reviewed')
      await lookOver(his, 'season inspection reviewed')
    },
    patience,
  )
})

describe('the approved farmer list', () => {
  journey(
    'follows the committee, and is signed by Omar and countersigned by Carla',
    async ({ visit }) => {
      await inspectTheRest(stage, new Date().toISOString().slice(0, 10))
      const page = await visit(at('OP1', 'collective', stage.group.id, event('APPROVAL_COMMITTEE')), { as: 'omar@cotton' })
      await page.getByRole('searchbox', { name: 'Name, number, village, inspector' }).fill(grown.name)
      await press(page, `Accept: Approved, ${grown.name}`)
      await press(page, 'Record 1 decision')
      await page.getByRole('link', { name: 'Draw up the approved farmer list' }).first().click()
      await fillIn(page, { farmSchemeId: 'NPOP' })
      await press(page, 'Record')
      await understood(page)
      const lists = (await (await as('omar')).get(`/approvedlist?filter[operatorId]=${stage.group.id}&sort=-createdAt&limit=1`)).items
      await page.goto(at('OP1', 'approvedlist', lists[0].id))
      await status(page, 'To be signed')
      await page.getByRole('main').getByText(grown.name).first().waitFor()
      await lookOver(page, 'season list to be signed')
      await page.getByRole('link', { name: 'Sign', exact: true }).click()
      await press(page, 'Record')
      await understood(page)
      await status(page, 'To be countersigned')

      const hers = await visit(at('-', 'approvedlist', lists[0].id), { as: 'carla@cotton' })
      await hers.getByRole('link', { name: 'Countersign' }).click()
      await press(hers, 'Record')
      await understood(hers)
      await status(hers, 'In force')
      await lookOver(hers, 'season list in force')
      await inHindi(hers, 'season list in force')
    },
    patience,
  )
})

/** As the farmer reads it on their telephone: in a file, where no provider is set up. */
async function codeFor(receiptNo: string): Promise<string> {
  const folder = join(dataDir(), 'telephone')
  const messages = () =>
    (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []).map((name) => readFileSync(join(folder, name), 'utf8'))
  const code = () => messages().flatMap((text) => (text.includes(receiptNo) ? (/\b(\d{6})\b/.exec(JSON.parse(text).text)?.slice(1) ?? []) : []))[0]
  await expect.poll(code).toMatch(/^\d{6}$/)
  return code() as string
}

describe('the purchase', () => {
  journey(
    'is confirmed by the farmer with the code of their own telephone, and sent to the gin',
    async ({ visit }) => {
      const lot = await emptyLot(stage)
      sold.lotId = lot.id
      const page = await visit(at('OP1', 'productbatch', lot.id, event('PURCHASE')), { as: 'pooja@cotton' })
      const receiptNo = `S-${Date.now().toString(36)}`
      await fillIn(page, { cropId: grown.name })
      await fillIn(page, {
        grossKg: '602',
        tareKg: '2',
        pricePerKg: '72',
        premiumPerKg: '6',
        receiptNo,
        farmerConfirmation: 'One-time code',
      })
      await lookOver(page, 'season purchase')
      await press(page, 'Record')
      await understood(page)
      await page.getByRole('tab', { name: 'Tickets' }).click()
      await press(page, 'Send a code to the farmer')
      await page.getByLabel('Code that the farmer reads out').waitFor()
      await lookOver(page, 'season ticket')
      await inHindi(page, 'season ticket')
      await page.getByLabel('Code that the farmer reads out').fill(await codeFor(receiptNo))
      await press(page, 'Confirm')
      await page.getByText('Confirmed by the farmer').first().waitFor()
      await recordOn(page, 'productbatch', lot.id, 'CLOSED')
      await status(page, 'Closed')
      const his = await visit(at('OP1', 'productbatch', lot.id), { as: 'omar@cotton' })
      await recordOn(his, 'productbatch', lot.id, 'RELEASED')
      await status(his, 'Released')
      await recordOn(page, 'productbatch', lot.id, 'DISPATCH', {
        buyerId: ginner,
        kg: '600',
        invoiceNo: sold.invoiceNo,
        transportDocument: 'LR-1',
        vehicle: 'MP09 GF4471',
        batchNo: sold.lotNo,
      })
      await lookOver(page, 'season lot sent')
    },
    patience,
  )
})

describe('the goods at the gin', () => {
  journey(
    'are weighed in by Paul against what was sent',
    async ({ visit }) => {
      const arrived = (await (await as('paul', '-')).get(`/productbatch?q=${sold.lotNo}`)).items[0]
      sold.arrivedId = arrived.id
      const page = await visit(at('-', 'processingsystem', stage.gin.id), { as: 'paul@cotton' })
      await page.getByText(sold.lotNo).first().waitFor()
      await page.goto(at('-', 'processingsystem', stage.gin.id, `${event('GOODS_RECEIVED')}&batchId=${arrived.id}`))
      await fillIn(page, { grossKg: '698', tareKg: '100' })
      await page.getByText('600 kg were sent: 2 kg less (0.3%).').waitFor()
      await lookOver(page, 'season goods received')
      await fillIn(page, { grossKg: '700' })
      await page.getByText('600 kg were sent.').waitFor()
      await press(page, 'Record')
      await understood(page)
    },
    patience,
  )
})

describe('the transaction certificate', () => {
  journey(
    'is drafted by Omar from the dispatch, and issued by Carla when its checks hold',
    async ({ visit }) => {
      const page = await visit('/private/farmbook/OP1/transactioncertificate/create', { as: 'omar@cotton' })
      const valid = (await (await as('ada', '-')).get('/scopecertificate?filter[status]=VALID&limit=100')).items
      const own = valid.find((one: { collectiveId: string }) => one.collectiveId === stage.group.id)
      const { title: body } = await (await as('ada', '-')).get(`/certificationbody/${own.certificationBodyId}`)
      await fillIn(page, { schemeId: 'NPOP', certificationBodyId: body, sellerScopeId: own.title, sellerRef: sold.invoiceNo, buyerId: ginner })
      await fillIn(page, { consignee: ginner, shipTo: 'Khargone', originState: 'Madhya Pradesh' })
      await press(page, 'Add Shipments')
      await field(page, 'shipments.0.dispatchId').getByRole('combobox').click()
      await page.getByRole('option').filter({ hasText: sold.invoiceNo }).click()
      await fillIn(page, { 'shipments.0.mode': 'By road' })
      await press(page, 'Add Documents')
      await fillIn(page, { 'documents.0.kind': 'Invoice', 'documents.0.number': sold.invoiceNo })
      await field(page, 'declared').getByRole('button', { name: 'Yes' }).click()
      await lookOver(page, 'season certificate drafted')
      await press(page, 'Save')
      const id = await openedId(page, 'transactioncertificate')
      sold.certificateId = id
      await page.getByRole('tab', { name: 'Checks' }).click()
      await page.getByRole('heading', { name: 'What each check says' }).waitFor()
      await lookOver(page, 'season certificate checks')
      await inHindi(page, 'season certificate checks')
      await recordOn(page, 'transactioncertificate', id, 'SUBMITTED')
      await status(page, 'Submitted')

      const hers = await visit(at('-', 'transactioncertificate', id), { as: 'carla@cotton' })
      await recordOn(hers, 'transactioncertificate', id, 'REVIEW_STARTED')
      await recordOn(hers, 'transactioncertificate', id, 'ISSUED', { tcNo: sold.lotNo, reviewNote: 'Invoice and weighbridge slip seen.' })
      await status(hers, 'Issued')
      await lookOver(hers, 'season certificate issued')
      expect(await (await as('omar')).get(`/productbatch/${sold.lotId}`)).toMatchObject({ certifiedKg: 600, certifiableKg: 0 })
    },
    patience,
  )
})

describe('the gin', () => {
  journey(
    'makes lint of the certified goods',
    async ({ visit }) => {
      const minute = (time: number) => Math.floor(time / 60_000)
      const { receivedAt } = await (await as('paul', '-')).get(`/productbatch/${sold.arrivedId}`)
      // A run begins and ends in full minutes, after what it takes was there.
      await expect.poll(() => minute(Date.now()), { timeout: 150_000 }).toBeGreaterThan(minute(Date.parse(receivedAt)) + 1)
      const page = await visit(at('-', 'processingsystem', stage.gin.id, `${event('PROCESS_RUN')}&batchId=${sold.arrivedId}`), { as: 'paul@cotton' })
      await weigh(page, `Taken from ${sold.lotNo}`, '600')
      await weigh(page, 'Cotton lint', '204')
      await weigh(page, 'Cottonseed', '376')
      await weigh(page, 'Trash', '17')
      await weigh(page, 'Invisible loss', '3')
      await lookOver(page, 'season run')
      await press(page, 'Save run')
      await understood(page)
      const made = (await (await as('paul', '-')).get('/productbatch?sort=-createdAt&limit=10')).items
      const lint = made.find((lot: { onHandKg: number }) => lot.onHandKg === 204)
      expect(lint.claimStatus).toBe('ORGANIC')
      sold.lintId = lint.id
    },
    patience,
  )
})

describe('the withdrawal', () => {
  journey(
    'of the certificate by Carla holds back the lint that was made, and a recall by Omar finds every kilogram and is contained by the answers',
    async ({ visit }) => {
      const hers = await visit(at('-', 'transactioncertificate', sold.certificateId), { as: 'carla@cotton' })
      await recordOn(hers, 'transactioncertificate', sold.certificateId, 'WITHDRAWN', { reason: 'Residue above the limit in the sample of the gin.' })
      await status(hers, 'Withdrawn')
      await lookOver(hers, 'season certificate withdrawn')
      expect((await (await as('paul', '-')).get(`/productbatch/${sold.lintId}`)).status).toBe('QUARANTINED')

      const page = await visit(`/private/farmbook/OP1/recallcase/create?batchId=${sold.lotId}`, { as: 'omar@cotton' })
      await fillIn(page, { cause: 'Residue found', reason: 'Residue above the limit in the sample of the gin.' })
      await press(page, 'Save')
      const id = await openedId(page, 'recallcase')
      await status(page, 'Open')
      await lookOver(page, 'season recall')
      await inHindi(page, 'season recall')
      await page.getByText('Who holds it').waitFor()

      const his = await visit(at('-', 'recallcase', id), { as: 'paul@cotton' })
      // 600 kg went in; 17 kg of trash and 3 kg were lost.
      await recordOn(his, 'recallcase', id, 'ANSWERED', { processorId: ginner, locatedKg: '580', returnedKg: '0' })
      await lookOver(his, 'season recall answered')
      await recordOn(page, 'recallcase', id, 'CONTAINED')
      await status(page, 'Contained')
      await lookOver(page, 'season recall contained')
      const { affectedKg, restrictedKg, locatedKg, effectiveness } = await (await as('omar')).get(`/recallcase/${id}`)
      expect({ affectedKg, restrictedKg, locatedKg, effectiveness }).toEqual({ affectedKg: 580, restrictedKg: 580, locatedKg: 580, effectiveness: 1 })
    },
    patience,
  )
})

// A season as a group and its certification body live it, by screen: Omar publishes a package that a crop follows, Ines inspects and Omar's committee
// decides, the list is signed twice, Pooja buys what the farmer disputes first and confirms then, Paul gins and presses it and sends bales to the spinner,
// Carla certifies the sale and withdraws it, and a recall finds every kilogram. Each step stands on the one before.
import { beforeAll, describe, expect } from 'vitest'
import { drawnImage } from '../harness/files.ts'
import { field, fillIn, openedId, press, understood } from './form.ts'
import { journey, lookOver, phone, type Visit } from './harness.ts'
import { active, as, type Grown, inspectTheRest, type Programme, picked, programme, sown } from './programme-stage.ts'
import { answer, at, begin, choose, codeFor, inHindi, listOf, offered, recordOn, refusedNow, sign, status, weigh } from './season-steps.ts'

/** Several people, a dozen screens. */
const step = (name: string, walk: (given: { visit: Visit }) => Promise<void>) => journey(name, walk, 400_000)
let stage: Programme
let grown: Grown
let [ginner, spinner] = ['', '']
/** What was bought, sent and made, as the steps go on. */
const suffix = Date.now().toString(36)
const sold = {
  lotId: '',
  lotNo: `S-${suffix.toUpperCase()}`,
  receiptNo: `S-R-${suffix.toUpperCase()}`,
  invoiceNo: `S-INV-${suffix}`,
  arrivedId: '',
  lintId: '',
  certificateId: '',
}
beforeAll(async () => {
  stage = await programme()
  const ada = await as('ada', '-')
  ginner = (await ada.get(`/processor/${stage.gin.processorId}`)).title
  spinner = (await ada.get('/processor?limit=50')).items.find(({ code }: { code: string }) => code === 'INDORE-SPINNER').title
  grown = await picked(stage, await sown(stage, await active(stage, `98${String(Date.now()).slice(-8)}`)))
})
const lotsOf = async (query: string) => (await (await as('paul', '-')).get(`/productbatch?${query}`)).items

describe('the plan of a season', () => {
  step('is a new version of a package that Omar publishes, and shows on the crop that follows it', async ({ visit }) => {
    const { items } = await (await as('omar')).get(`/pop?limit=100&filter[cropTypeId]=${stage.cotton.id}&filter[status]=PUBLISHED`)
    const page = await visit(at('OP1', 'pop', items[0].id), { as: 'omar@cotton' })
    await page.getByRole('link', { name: 'New version' }).click()
    await press(page, 'Save')
    const id = await openedId(page, 'pop')
    await status(page, 'Draft')
    await lookOver(page, 'season package draft')
    await inHindi(page, 'season package draft')
    await recordOn(page, 'Publish')
    await status(page, 'Published')
    await page.getByRole('tab', { name: 'Crops' }).click()
    await page.getByRole('searchbox', { name: 'Name, village or code' }).fill(grown.name)
    await page.getByRole('listitem').filter({ hasText: grown.name }).getByRole('checkbox').check()
    await page.getByRole('checkbox').nth(1).waitFor({ state: 'detached' })
    await lookOver(page, 'season package crops')
    await press(page, 'Follow it with the chosen (1)')
    await page.getByText('Follow this package from now on: 1').waitFor()

    const hers = await visit(at('OP1', 'crop', grown.cropId), { as: 'fatima@cotton' })
    await hers.getByRole('link', { name: items[0].name }).first().waitFor()
    await lookOver(hers, 'season crop with its plan')
    await inHindi(hers, 'season crop with its plan')
    const plan = (await (await as('fatima')).get(`/planevent?filter[cropId]=${grown.cropId}&limit=200`)).items as { code: string; status: string }[]
    expect(plan.length).toBeGreaterThanOrEqual(items[0].stepCount)
    expect((await (await as('fatima')).get(`/crop/${grown.cropId}`)).popId).toBe(id)
  })
})

describe('the inspection', () => {
  step('is carried out by Ines on her phone, with a photo and two signatures, and reviewed by Omar', async ({ visit }) => {
    const { items } = await (await as('ines')).get('/checklist?filter[status]=PUBLISHED&limit=50')
    const page = await visit(listOf('OP1', 'inspection'), { as: 'ines@cotton' })
    await begin(page, 'inspection')
    await page.setViewportSize(phone)
    await fillIn(page, { farmerId: grown.name, checklistId: items[0].title, plannedOn: new Date().toISOString().slice(0, 10) })
    await press(page, 'Save')
    const id = await openedId(page, 'inspection')
    await press(page, 'Begin the inspection')
    const sections = page.getByRole('group', { name: 'Sections' }).getByRole('button')
    await sections.first().waitFor()
    await lookOver(page, 'season inspection begun')
    await inHindi(page, 'season inspection begun')
    await sections.first().waitFor()
    await page.setViewportSize(phone)
    const questions = page.getByRole('main').locator('section[id^="question-"]')
    for (const section of await sections.all()) {
      await section.click()
      // Its questions come with the mark; those of the section before are there until then.
      await section.and(page.locator('[aria-current="true"]')).waitFor()
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
    await page.getByRole('button', { name: 'Sign and submit', disabled: false }).waitFor()
    await lookOver(page, 'season inspection to be signed')
    await press(page, 'Sign and submit')
    await status(page, 'To be reviewed')

    const his = await visit(at('OP1', 'inspection', id), { as: 'omar@cotton' })
    await press(his, 'Review')
    await status(his, 'Reviewed')
    await lookOver(his, 'season inspection reviewed')
  })
})

describe('the approved farmer list', () => {
  step('follows the committee, and is signed by Omar and countersigned by Carla', async ({ visit }) => {
    await inspectTheRest(stage, new Date().toISOString().slice(0, 10))
    const page = await visit(at('OP1', 'collective', stage.group.id), { as: 'omar@cotton' })
    await choose(page, 'Approval committee')
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
    await recordOn(page, 'Sign')
    await status(page, 'To be countersigned')

    const hers = await visit(at('-', 'approvedlist', lists[0].id), { as: 'carla@cotton' })
    await recordOn(hers, 'Countersign')
    await status(hers, 'In force')
    await lookOver(hers, 'season list in force')
    await inHindi(hers, 'season list in force')
  })
})

describe('the purchase', () => {
  step('is disputed by the farmer, which Pooja cannot end, then confirmed with the code of their own telephone, and sent to the gin', async ({ visit }) => {
    const page = await visit(listOf('OP1', 'productbatch'), { as: 'pooja@cotton' })
    await begin(page, 'product batch')
    await fillIn(page, { productId: stage.seedCotton.title, unitType: 'Heap', processingSystemId: stage.centre.title })
    await press(page, 'Save')
    sold.lotId = await openedId(page, 'productbatch')
    await choose(page, 'Purchase')
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await inHindi(page, 'season purchase')
    await fillIn(page, { cropId: grown.name })
    await fillIn(page, {
      grossKg: '602',
      tareKg: '2',
      pricePerKg: '72',
      premiumPerKg: '6',
      receiptNo: sold.receiptNo,
      farmerConfirmation: 'One-time code',
    })
    await lookOver(page, 'season purchase')
    await press(page, 'Record')
    await understood(page)
    await page.getByRole('tab', { name: 'Tickets' }).click()
    const ticket = page.getByRole('listitem').filter({ hasText: sold.receiptNo })
    const typeCode = async (code: string) => {
      await page.getByLabel('Code that the farmer reads out').fill(code)
      await press(page, 'Confirm')
    }
    await press(page, 'Send a code to the farmer')
    const first = await codeFor(sold.receiptNo)
    await lookOver(page, 'season ticket')

    // The farmer calls Omar: the buyer records no dispute of the own ticket, and takes none back.
    expect(await ticket.getByRole('link', { name: 'The farmer disputes it' }).count()).toBe(0)
    const his = await visit(at('OP1', 'productbatch', sold.lotId), { as: 'omar@cotton' })
    await his.getByRole('tab', { name: 'Tickets' }).click()
    await his.getByRole('link', { name: 'The farmer disputes it' }).click()
    await fillIn(his, { reason: 'The price that was agreed is 74.', claimedPricePerKg: '74' })
    await lookOver(his, 'season dispute')
    await press(his, 'Record')
    await understood(his)
    await page.reload()
    await ticket.getByText('Disputed by the farmer').waitFor()
    await ticket.getByText('The price that was agreed is 74.').waitFor()
    await lookOver(page, 'season ticket disputed')
    await inHindi(page, 'season ticket disputed')
    expect(await page.getByLabel('Code that the farmer reads out').count()).toBe(0)
    const { items } = await (await as('omar')).get(`/productbatch/${sold.lotId}/events?limit=50`)
    const dispute = items.find(({ eventType }: { eventType: string }) => eventType === 'PURCHASE_DISPUTED')
    const pooja = await as('pooja')
    const ticketId = items.find(({ eventType }: { eventType: string }) => eventType === 'PURCHASE').id
    await expect(pooja.post(`/productbatch/${sold.lotId}/tickets/${ticketId}/code`, { code: first })).rejects.toThrow(': 409 ')
    await expect(pooja.post(`/productbatch/${sold.lotId}/events/${dispute.id}/void`, { reason: 'DID_NOT_OCCUR' })).rejects.toThrow(': 403 ')

    await press(page, /^Send a (new )?code/)
    await typeCode(await codeFor(sold.receiptNo, [first]))
    await ticket
      .getByText(/^Confirmed by the farmer/)
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await recordOn(page, 'Close lot')
    await status(page, 'Closed')
    // Omar decides what was found on the way: nothing of it is sold before.
    const omar = await as('omar')
    for (const { id, ruleId } of (await omar.get(`/productbatch/${sold.lotId}`)).flags)
      if (ruleId === 'BR-08') await omar.post(`/productbatch/${sold.lotId}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Rang the farmer' })
    await his.reload()
    await recordOn(his, 'Release')
    await status(his, 'Released')
    await page.reload()
    await recordOn(page, 'Dispatch', {
      buyerId: ginner,
      kg: '600',
      invoiceNo: sold.invoiceNo,
      transportDocument: 'LR-1',
      vehicle: 'MP09 GF4471',
      batchNo: sold.lotNo,
    })
    await lookOver(page, 'season lot sent')
  })
})

describe('the goods at the gin', () => {
  step('are weighed in by Paul against what was sent', async ({ visit }) => {
    sold.arrivedId = (await lotsOf(`q=${sold.lotNo}`))[0].id
    const page = await visit(at('-', 'processingsystem', stage.gin.id), { as: 'paul@cotton' })
    await page.getByText(sold.lotNo).first().waitFor()
    await choose(page, 'Goods received')
    await fillIn(page, { batchId: sold.lotNo, grossKg: '698', tareKg: '100' })
    await page.getByText('600 kg were sent: 2 kg less (0.3%).').waitFor()
    await lookOver(page, 'season goods received')
    await fillIn(page, { grossKg: '700' })
    await page.getByText('600 kg were sent.').waitFor()
    await press(page, 'Record')
    await understood(page)
  })
})

describe('the transaction certificate', () => {
  step('is drafted and submitted by Omar when its checks hold', async ({ visit }) => {
    const page = await visit(listOf('OP1', 'transactioncertificate'), { as: 'omar@cotton' })
    await begin(page, 'transaction certificate')
    const ada = await as('ada', '-')
    const valid = (await ada.get('/scopecertificate?filter[status]=VALID&limit=100')).items
    const own = valid.find((one: { collectiveId: string }) => one.collectiveId === stage.group.id)
    const { title: body } = await ada.get(`/certificationbody/${own.certificationBodyId}`)
    await fillIn(page, { schemeId: 'NPOP', certificationBodyId: body, sellerScopeId: own.title, sellerRef: sold.invoiceNo, buyerId: ginner })
    await fillIn(page, { consignee: ginner, shipTo: 'Khargone', originState: 'Madhya Pradesh' })
    await press(page, 'Add Shipments')
    await field(page, 'shipments.0.dispatchId').getByRole('combobox').click()
    await page.getByRole('option').filter({ hasText: sold.invoiceNo }).click()
    await fillIn(page, { 'shipments.0.mode': 'By road' })
    await press(page, 'Add Documents')
    await fillIn(page, { 'documents.0.kind': 'Invoice', 'documents.0.number': sold.invoiceNo })
    await field(page, 'declared').getByRole('button', { name: 'Yes' }).click()
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    await lookOver(page, 'season certificate drafted')
    await press(page, 'Save')
    sold.certificateId = await openedId(page, 'transactioncertificate')
    await page.getByRole('tab', { name: 'Checks' }).click()
    await page.getByRole('heading', { name: 'What each check says' }).waitFor()
    await lookOver(page, 'season certificate checks')
    await inHindi(page, 'season certificate checks')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await recordOn(page, 'Submit')
    await status(page, 'Submitted')
  })
})

describe('the gin', () => {
  step('makes lint of the goods, presses it, and sends a bale to the spinner', async ({ visit }) => {
    const minute = (time: number) => Math.floor(time / 60_000)
    const { receivedAt } = (await lotsOf(`q=${sold.lotNo}`))[0]
    // A run begins and ends in full minutes, after what it takes was there.
    const from = minute(Date.parse(receivedAt)) + 1
    await expect.poll(() => minute(Date.now()), { timeout: 150_000 }).toBeGreaterThan(from)
    const wall = (at: number) => new Date(at * 60_000 + 330 * 60_000).toISOString().slice(0, 16)
    const page = await visit(at('-', 'processingsystem', stage.gin.id), { as: 'paul@cotton' })
    await choose(page, 'Run')
    await page.getByRole('button', { name: 'Save run' }).waitFor()
    await inHindi(page, 'season run')
    await fillIn(page, { startedAt: wall(from), endedAt: wall(from + 1) })
    const taken = page.getByLabel(`Taken from ${sold.lotNo}`, { exact: true })
    if (!(await taken.count())) {
      await press(page, /a lot or scan its label$/)
      await page.getByRole('dialog').getByRole('textbox').fill(sold.lotNo)
      await page.getByRole('dialog').getByRole('button').filter({ hasText: sold.lotNo }).click()
    }
    await taken.fill('600')
    await weigh(page, 'Cotton lint', '204')
    await weigh(page, 'Cottonseed', '376')
    await weigh(page, 'Trash', '17')
    await weigh(page, 'Invisible loss', '3')
    await lookOver(page, 'season run')
    await press(page, 'Save run')
    await understood(page)
    const lint = (await lotsOf('sort=-createdAt&limit=10')).find((lot: { onHandKg: number }) => lot.onHandKg === 204)
    expect(lint.claimStatus).toBe('ORGANIC')
    sold.lintId = lint.id

    await choose(page, 'Bales pressed')
    await press(page, 'Another lot')
    await page.getByRole('dialog').getByRole('textbox').fill(lint.title)
    await page.getByRole('dialog').getByRole('button').filter({ hasText: lint.title }).click()
    await page.getByLabel('Number of bale 1').fill(`${sold.lotNo}-1`)
    await page.getByLabel('Weight of bale 1').fill('170')
    await page.getByText('Stays loose').waitFor()
    await lookOver(page, 'season bales')
    await press(page, 'Save bales')
    await understood(page)

    const bales = (await lotsOf('sort=-createdAt&limit=10')).find(
      (lot: { onHandKg: number; unitType: string }) => lot.unitType === 'BALE_LOT' && lot.onHandKg === 170,
    )
    await page.getByRole('main').getByRole('link').filter({ hasText: bales.title }).first().click()
    await recordOn(page, 'Release')
    await status(page, 'Released')
    await recordOn(page, 'Dispatch', {
      buyerId: spinner,
      kg: '170',
      bales: '1',
      invoiceNo: `${sold.invoiceNo}-B`,
      vehicle: 'MP09 GF4471',
      batchNo: `${sold.lotNo}-B`,
    })
    await lookOver(page, 'season bales sent')
    // It is the spinner's from here on, which the gin does not read.
    const arrives = await (await as('ada', '-')).get(`/productbatch?q=${sold.lotNo}-B`)
    expect(arrives.items[0]).toMatchObject({ status: 'IN_TRANSIT', onHandKg: 170, claimStatus: 'ORGANIC' })
  })
})

describe('the certificate', () => {
  step('is issued by Carla after her review', async ({ visit }) => {
    const hers = await visit(at('-', 'transactioncertificate', sold.certificateId), { as: 'carla@cotton' })
    await recordOn(hers, 'Begin the review')
    await recordOn(hers, 'Issue', { tcNo: sold.lotNo, reviewNote: 'Invoice and weighbridge slip seen.' })
    await status(hers, 'Issued')
    await lookOver(hers, 'season certificate issued')
    await inHindi(hers, 'season certificate issued')
    expect(await (await as('omar')).get(`/productbatch/${sold.lotId}`)).toMatchObject({ certifiedKg: 600, certifiableKg: 0 })
  })
})

describe('the withdrawal', () => {
  step(
    'of the certificate by Carla holds back the lint that was made, and a recall by Omar finds every kilogram and is contained by the answers',
    async ({ visit }) => {
      const reason = 'Residue above the limit in the sample of the gin.'
      const hers = await visit(at('-', 'transactioncertificate', sold.certificateId), { as: 'carla@cotton' })
      await recordOn(hers, 'Withdraw', { reason })
      await status(hers, 'Withdrawn')
      await lookOver(hers, 'season certificate withdrawn')
      expect((await (await as('paul', '-')).get(`/productbatch/${sold.lintId}`)).status).toBe('QUARANTINED')

      const page = await visit(at('OP1', 'productbatch', sold.lotId), { as: 'omar@cotton' })
      await page.getByRole('tab', { name: 'Recall' }).click()
      await page.getByRole('link', { name: 'Open a recall' }).click()
      await fillIn(page, { cause: 'Residue found', reason })
      await press(page, 'Save')
      const id = await openedId(page, 'recallcase')
      await status(page, 'Open')
      await page.getByText('Who holds it').waitFor()
      await lookOver(page, 'season recall')
      await inHindi(page, 'season recall')
      await refusedNow(page, 'Contained', 'Not every holder has answered yet')

      // 600 kg went in: 17 kg of trash and 3 kg were lost, and one bale is on the road to the spinner.
      const his = await visit(at('-', 'recallcase', id), { as: 'paul@cotton' })
      await offered(his, 'Answer').click()
      await fillIn(his, { locatedKg: '410', returnedKg: '0' })
      await press(his, 'Record')
      await understood(his)
      await his.getByText('410 kg located, 0 kg returned').waitFor()
      await lookOver(his, 'season recall answered')
      await page.reload()
      await page.getByText('410 kg located, 0 kg returned').waitFor()
      await refusedNow(page, 'Contained', 'Not every holder has answered yet')

      const theirs = await visit(at('-', 'recallcase', id), { as: 'yusuf@cotton.example', tenant: 'cotton' })
      await offered(theirs, 'Answer').click()
      await fillIn(theirs, { locatedKg: '170', returnedKg: '0' })
      await press(theirs, 'Record')
      await understood(theirs)
      await page.reload()
      await recordOn(page, 'Contained')
      await status(page, 'Contained')
      await lookOver(page, 'season recall contained')
      const { affectedKg, restrictedKg, locatedKg, effectiveness } = await (await as('omar')).get(`/recallcase/${id}`)
      expect({ affectedKg, restrictedKg, locatedKg, effectiveness }).toEqual({ affectedKg: 580, restrictedKg: 580, locatedKg: 580, effectiveness: 1 })
    },
  )
})

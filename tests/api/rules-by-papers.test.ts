// Rules of a scheme that are judged by what a paper is (domain dictionary 5.2): which kind of proof of non-GM seed, the document itself instead of its
// number or day, the answer of an inspector with what was to be shown. Refused, met, late, voided, corrected, of a past day and of a file that comes later.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawnImage, pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let scheme: string
let now = new Date('2026-01-15T06:30:00Z')
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const rule = (code: string, check: Json): Json => ({ code, text: 'Asked', severity: 'MAJOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check })
const version = (...rules: Json[]) =>
  world.as('ada', '-').post('/schemepop', { name: randomUUID(), schemeId: scheme, cropTypeId: chain.cotton, passScore: 60, maxMajor: 3, rules })
/** Outcome of a rule that is alone in its version, and why. */
const judge =
  (check: Json) =>
  async (cropId: string, query = '') => {
    const { id } = await ok(version(rule('STORE', check)))
    const [one] = (await ok(as('omar').get(`/schemepop/${id}/bench?cropId=${cropId}${query}`))).rules
    return `${one.outcome} ${one.message}`
  }
const sent = async (who: string, name: string, type: string, bytes: Buffer): Promise<string> =>
  (await ok(as(who).send(`/files?name=${name}`, { method: 'POST', headers: { 'content-type': type }, body: bytes as BodyInit }))).id
const paper = (name = 'paper.pdf', who = 'fatima') => sent(who, name, 'application/pdf', pdf(randomUUID()))
const photo = async (who = 'ines') => sent(who, 'photo.png', 'image/png', await drawnImage(20 + Math.floor(Math.random() * 2000), 20, 'png'))
const patch = async (who: string, entity: string, id: string, values: Json) => {
  const { version: at } = await ok(as(who).get(`/${entity}/${id}`))
  return as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${at}"` })
}
const voided = (entity: string, id: string, eventId: string, who = 'fatima') =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  scheme = await chain.standards.scheme('NPOP')
})

describe('a proof of non-GM seed', () => {
  const certificate = judge({ type: 'NON_GM_PROOF', proofKinds: ['SEED_CERTIFICATE'] })
  const report = judge({ type: 'NON_GM_PROOF', proofKinds: ['GMO_TEST'] })
  const seed = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED' }
  const planned = async (more: Json = {}): Promise<string> => {
    const { parcelId } = await chain.member()
    return chain.cropIn(await chain.systemOn(parcelId), more)
  }
  const sow = (cropId: string, more: Json, supersedesEventId?: string) =>
    as('fatima').post(`/crop/${cropId}/events`, {
      ...{ eventType: 'SOWING', occurredAt: '2025-06-20T06:30:00Z', lateReason: 'Papers came late', data: { ...seed, ...more } },
      ...(supersedesEventId ? { supersedesEventId } : {}),
    })

  it('of a kind has a number or a file: a kind alone is refused, of a sowing and of a crop, and leaves nothing', async () => {
    const cropId = await planned()
    const wanting = { status: 400, body: { code: 'VALIDATION', fields: [{ code: 'required' }] } }
    await refused(() => sow(cropId, { nonGmProofKind: 'GMO_TEST' }), wanting)
    await refused(() => patch('fatima', 'crop', cropId, { nonGmProofKind: 'GMO_TEST' }), wanting)
    const received = { seedLotNo: 'S-1', kg: 5, supplier: 'Co-operative', nonGmProofKind: 'GMO_TEST' }
    await refused(
      () =>
        as('fatima').post(`/crop/${cropId}/events`, {
          eventType: 'SEED_RECEIPT',
          occurredAt: '2025-06-18T06:30:00Z',
          lateReason: 'Papers came late',
          data: received,
        }),
      wanting,
    )
    await refused(() => sow(cropId, { nonGmProof: 'X', nonGmProofKind: 'HEARSAY' }), { status: 400, body: { code: 'VALIDATION' } })
  })
  it('counts as what it is, and as nothing else; corrected, as what it is then', async () => {
    const cropId = await planned()
    const { event, subject } = await ok(sow(cropId, { nonGmProof: 'SC-77', nonGmProofKind: 'SEED_CERTIFICATE' }))
    expect(subject).toMatchObject({ nonGmProof: 'SC-77', nonGmProofKind: 'SEED_CERTIFICATE' })
    expect(await certificate(cropId)).toBe('MET Proof that the seed is not genetically modified: SC-77.')
    expect(await report(cropId)).toBe('FAILED SC-77 is recorded as proof (Seed certificate); the scheme accepts GMO test report.')
    await ok(sow(cropId, { nonGmProof: 'SC-77', nonGmProofKind: 'GMO_TEST' }, event.id))
    expect([(await certificate(cropId)).slice(0, 6), (await report(cropId)).slice(0, 3)]).toEqual(['FAILED', 'MET'])
  })
  it('whose kind nobody stated counts for no rule: its recorder is warned, and the rule says what to do', async () => {
    const cropId = await planned()
    const { findings } = await ok(sow(cropId, { nonGmProof: 'SC-78' }))
    expect(findings).toMatchObject([{ ruleId: 'BR-20', severity: 'WARN' }])
    const words =
      'SC-78 is recorded as proof, and nothing states of which kind it is; the scheme accepts Seed certificate. Correct the sowing, and choose the kind.'
    expect(await certificate(cropId)).toBe(`FAILED ${words}`)
    expect(await chain.view('crop', cropId)).toMatchObject({ nonGmProof: 'SC-78', nonGmProofKind: null })
  })
  it('is never the number of the sowing with the kind of the plan', async () => {
    const cropId = await planned({ nonGmProof: 'PLAN', nonGmProofKind: 'SUPPLIER_STATEMENT' })
    const { event } = await ok(sow(cropId, { nonGmProof: 'SOWN' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ nonGmProof: 'SOWN', nonGmProofKind: null })
    await voided('crop', cropId, event.id)
    expect(await chain.view('crop', cropId)).toMatchObject({ nonGmProof: 'PLAN', nonGmProofKind: 'SUPPLIER_STATEMENT' })
  })
  it('of a sowing is corrected with the sowing: an edit of the crop would be lost (400); where the sowing states none it is the crop’s', async () => {
    const [sown, bare] = [await planned(), await planned()]
    await ok(sow(sown, { nonGmProof: 'SC-1' }))
    await refused(() => patch('omar', 'crop', sown, { nonGmProofKind: 'SEED_CERTIFICATE' }), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'nonGmProofKind', code: 'rule' }] },
    })
    await ok(sow(bare, {}))
    await ok(patch('omar', 'crop', bare, { nonGmProof: 'SC-2', nonGmProofKind: 'SEED_CERTIFICATE' }))
    expect(await certificate(bare)).toMatch(/^MET .*SC-2/)
  })
  it('is of a day before it was sown as it was planned then', async () => {
    const cropId = await planned()
    await ok(sow(cropId, { nonGmProof: 'SC-79', nonGmProofKind: 'SEED_CERTIFICATE' }))
    expect(await certificate(cropId)).toMatch(/^MET/)
    expect(await certificate(cropId, '&asOf=2025-06-20')).toMatch(/^MET/)
    expect(await certificate(cropId, '&asOf=2025-06-19')).toMatch(/^NOT_YET/)
  })
  it('by its file counts when that has come', async () => {
    const cropId = await planned()
    const id = randomUUIDv7()
    const data = { ...seed, nonGmProofKind: 'SEED_CERTIFICATE', nonGmProofFiles: [id] }
    await ok(
      as('fatima').post(
        `/crop/${cropId}/events`,
        { eventType: 'SOWING', occurredAt: '2025-06-20T06:30:00Z', lateReason: 'Papers came late', data },
        { 'x-files-to-come': id },
      ),
    )
    expect(await certificate(cropId)).toMatch(/^FAILED There is no proof/)
    await ok(
      as('fatima').send(`/files?name=proof.pdf&id=${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: pdf(randomUUID()) as BodyInit,
      }),
    )
    expect(await certificate(cropId)).toMatch(/^MET .*as a file/)
  })
  it('is shown by its file alone, with the receipt of the seed and late, as long as that stands', async () => {
    const cropId = await planned()
    await ok(sow(cropId, {}))
    expect(await certificate(cropId)).toMatch(/^FAILED There is no proof/)
    const data = { seedLotNo: 'S-1', kg: 5, supplier: 'Co-operative', nonGmProofKind: 'SEED_CERTIFICATE', nonGmProofFiles: [await paper()] }
    const { event } = await ok(
      as('fatima').post(`/crop/${cropId}/events`, { eventType: 'SEED_RECEIPT', occurredAt: '2025-06-18T06:30:00Z', lateReason: 'Papers came late', data }),
    )
    expect(await certificate(cropId)).toBe('MET Proof that the seed is not genetically modified: Seed certificate, as a file.')
    expect(await certificate(cropId, '&asOf=2025-06-17')).toMatch(/^NOT_YET/)
    await voided('crop', cropId, event.id)
    expect(await certificate(cropId)).toMatch(/^FAILED There is no proof/)
  })
})

describe('a document', () => {
  const contract = { type: 'DOCUMENT', document: 'CONTRACT', validMonths: 12 }
  it('without a name is asked for by no rule (400)', async () => {
    await refused(() => version(rule('MAP', { type: 'DOCUMENT', document: 'OTHER' })), {
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'rules.0.check.documentName', code: 'required' }] },
    })
  })
  it('is on file as a file: the day alone is not enough but for a rule that says so', async () => {
    const { farmerId, cropId } = await chain.sown()
    await ok(patch('fatima', 'farmer', farmerId, { contractSignedOn: '2025-03-01' }))
    expect(await judge(contract)(cropId)).toBe('FAILED Contract with the group: entered, but the document itself is not on file. Attach it as a file.')
    expect(await judge({ ...contract, needs: 'ENTRY' })(cropId)).toMatch(/^MET/)
    await ok(patch('fatima', 'farmer', farmerId, { contractFiles: [await paper()] }))
    expect(await judge(contract)(cropId)).toBe('MET Contract with the group: of 2025-03-01, valid for 12 months.')
    await ok(patch('fatima', 'farmer', farmerId, { contractSignedOn: '2025-01-14' }))
    expect(await judge(contract)(cropId)).toMatch(/^FAILED .*longer ago than 12 months/)
    await ok(patch('fatima', 'farmer', farmerId, { contractFiles: [] }))
    expect(await judge({ ...contract, validMonths: null })(cropId)).toMatch(/^FAILED/)
  })
  it('of the land is the file of the plot, by its day where that is stated, by the day on which it was attached where not', async () => {
    const { parcelId, cropId } = await chain.sown()
    const record = judge({ type: 'DOCUMENT', document: 'LAND_RECORD', validMonths: 12 })
    await ok(patch('fatima', 'landparcel', parcelId, { surveyNo: '12/4' }))
    expect(await record(cropId)).toMatch(/^FAILED Land record: entered, but the document itself/)
    await ok(patch('fatima', 'landparcel', parcelId, { files: [await paper()] }))
    expect(await record(cropId)).toBe('MET Land record: of 2026-01-15, valid for 12 months.')
    await ok(patch('fatima', 'landparcel', parcelId, { landRecordOn: '2024-12-31' }))
    expect(await record(cropId)).toMatch(/^FAILED Land record: of 2024-12-31/)
  })
  it('of an input is the receipt that came with it, and gone with it', async () => {
    const { cropId } = await chain.sown()
    const receipt = judge({ type: 'DOCUMENT', document: 'INPUT_RECEIPT' })
    const data = { seedLotNo: 'S-1', kg: 5, supplier: 'Co-operative' }
    const bought = (files: readonly string[]) =>
      ok(
        as('fatima').post(`/crop/${cropId}/events`, {
          eventType: 'SEED_RECEIPT',
          occurredAt: '2025-06-25T06:30:00Z',
          lateReason: 'Papers came late',
          data: { ...data, files },
        }),
      )
    expect(await receipt(cropId)).toMatch(/^NOT_APPLICABLE/)
    const bare = await bought([])
    expect(await receipt(cropId)).toMatch(/^FAILED Receipts of inputs: entered/)
    await bought([await paper()])
    expect(await receipt(cropId)).toMatch(/^MET/)
    expect(bare.event.id).toBeTruthy()
  })
  it('of another kind is a file of its name, of the farmer or of the group', async () => {
    const [one, other] = [await chain.sown({ name: 'With map' }), await chain.sown({ name: 'Without' })]
    const map = judge({ type: 'DOCUMENT', document: 'OTHER', documentName: 'Map of the risks' })
    expect(await map(one.cropId)).toBe('FAILED Map of the risks: not on file.')
    await ok(patch('fatima', 'farmer', one.farmerId, { files: [await paper('map-of-the-risks.pdf')] }))
    expect([await map(one.cropId), await map(other.cropId)]).toEqual(['MET Map of the risks: on file.', 'FAILED Map of the risks: not on file.'])
    const group = world.places.cotton.OP1?.id as string
    await ok(patch('omar', 'collective', group, { files: [await paper('Map of the risks 2025.pdf', 'omar')] }))
    expect(await map(other.cropId)).toBe('MET Map of the risks: on file.')
  })
  it('that a device has announced is there when it has come', async () => {
    const { cropId } = await chain.sown()
    const receipt = judge({ type: 'DOCUMENT', document: 'INPUT_RECEIPT' })
    const later = randomUUIDv7()
    const data = { seedLotNo: 'S-1', kg: 5, supplier: 'Co-operative', files: [later] }
    const body = { eventType: 'SEED_RECEIPT', occurredAt: '2025-06-25T06:30:00Z', lateReason: 'Papers came late', data }
    expect(await as('fatima').post(`/crop/${cropId}/events`, body, { 'X-Files-To-Come': later })).toMatchObject({ status: 201 })
    expect(await receipt(cropId)).toMatch(/^FAILED Receipts of inputs: entered/)
    const bytes = pdf(randomUUID())
    await ok(
      as('fatima').send(`/files?name=paper.pdf&id=${later}`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: bytes as BodyInit }),
    )
    expect(await receipt(cropId)).toMatch(/^MET/)
  })
})

describe('an answer of an inspector', () => {
  const shown = judge({ type: 'CHECKLIST_QUESTION', evidence: ['PHOTO', 'DOC'] })
  const no = judge({ type: 'CHECKLIST_QUESTION', passing: ['NO'], evidence: [] })
  it('passes as the rule says, and in part while what is to be shown with it is missing', async () => {
    const { cropId } = await chain.sown()
    const visited = (answer: string, day: string, files: readonly string[], more: Json = {}) =>
      as('ines').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'INTERNAL_INSPECTION', occurredAt: `${day}T06:30:00Z`, lateReason: 'On paper' },
        data: { round: 1, result: 'APPROVED', answers: [{ rule: 'STORE', answer }], files },
        ...more,
      })
    const { event } = await ok(visited('YES', '2025-09-01', []))
    expect(await shown(cropId)).toBe('PARTIAL The answer of 2025-09-01 passes, and what the scheme asks to be shown with it is missing: Photo and Document.')
    const corrected = await ok(visited('YES', '2025-09-01', [await photo(), await paper('bill.pdf', 'ines')], { supersedesEventId: event.id }))
    expect([await shown(cropId), await no(cropId)]).toEqual(['MET Answered on 2025-09-01: yes. ', 'FAILED Answered on 2025-09-01: yes. '])
    // Recorded late, of an earlier day: the later answer counts.
    await ok(visited('NO', '2025-08-01', []))
    expect(await shown(cropId)).toMatch(/^MET/)
    await voided('crop', cropId, corrected.event.id, 'ines')
    expect([await shown(cropId), await no(cropId)]).toEqual(['FAILED Answered on 2025-08-01: no. ', 'MET Answered on 2025-08-01: no. '])
  })
  it('to a checklist is what was said, with the pictures of that question', async () => {
    const { cropId, farmerId } = await chain.sown({ name: 'Asked' })
    const question = {
      code: 'STORE',
      section: 'Store',
      text: 'Is anything stored that is not allowed?',
      severity: 'MINOR',
      weight: 1,
      correctiveDays: 30,
      photo: 'NONE',
    }
    const ask = { kind: 'YES_NO', right: 'NO', mayNotApply: true }
    const list = await ok(world.as('ada').post('/checklist', { name: randomUUID(), kind: 'INTERNAL', questions: [{ ...question, ask }] }))
    await ok(record(world.as('ada'), 'checklist', list.id, 'PUBLISHED', '2025-07-01'))
    const visit = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId: list.id, plannedOn: '2026-01-10' }
    const { id } = await ok(as('ines').post('/inspection', visit))
    const on = (type: string, data: Json, hour: number) => ok(record(as('ines'), 'inspection', id, type, '2026-01-10', data, hour))
    await on('STARTED', {}, 9)
    await on('ANSWERED', { answers: [{ question: 'STORE', answer: { kind: 'YES_NO', yes: false }, files: [await photo()] }] }, 10)
    await on('SUBMITTED', { result: 'APPROVED', signedBy: 'REFUSED', inspectorSignature: [await paper('signed.pdf', 'ines')] }, 11)
    // No is right by the checklist: it passes without a word of the rule, and where the rule says that no passes; not where yes alone does.
    const outcomes = await Promise.all(
      [{}, { passing: ['NO'] }, { passing: ['YES'] }, { evidence: ['PHOTO', 'SIGNATURE'] }, { evidence: ['DOC', 'GPS'] }].map(
        async (more) => (await judge({ type: 'CHECKLIST_QUESTION', evidence: [], ...more })(cropId)).split(' ')[0],
      ),
    )
    expect(outcomes).toEqual(['MET', 'MET', 'FAILED', 'MET', 'PARTIAL'])
    now = new Date('2026-01-16T06:30:00Z')
    expect(await judge({ type: 'CHECKLIST_QUESTION', evidence: [] })(cropId, '&asOf=2026-01-09')).toMatch(/^NOT_CHECKED/)
  })
})

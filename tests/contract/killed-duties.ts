// Acts of bodies, groups and packages whose process is killed (acts-killed.test.ts): an audit of a company with what it opens there, a suspension of a scope certificate over
// tickets that were written, a premium with a payment of each member, and a step with what it must show.
import { randomUUID } from 'node:crypto'
import { type Chain, type Json, ok, record } from '../api/chain-stage.ts'
import { step } from '../api/plan-step.ts'
import type { Client } from '../harness/client.ts'
import { drawnImage } from '../harness/files.ts'
import { type Play, recorded, taken } from './killed-play.ts'

const mark = () => randomUUID().slice(0, 8)
const picture = async (by: Client): Promise<string> => {
  const body = (await drawnImage(40, 30, 'png', `#${randomUUID().slice(0, 6)}`)) as BodyInit
  return (await ok(by.send(`/files?name=${mark()}.png`, { method: 'POST', headers: { 'content-type': 'image/png' }, body }))).id
}
const bought = async (chain: Chain, kg: number): Promise<{ farmerId: string; lotId: string; operatorId: string }> => {
  const { cropId, farmerId } = await chain.sown({ areaHa: 1 })
  await chain.picked(cropId, kg + 100)
  const { id: lotId } = await chain.lot()
  await chain.decide('APPROVED', farmerId)
  await ok(chain.buy(lotId, cropId, kg, '2025-11-14'))
  return { farmerId, lotId, operatorId: (await chain.view('farmer', farmerId)).operatorId }
}

export const playsOfDuties: Readonly<Record<string, Play>> = {
  'an audit of a company signed with findings, taken back and signed again': async ({ world, chain, by }) => {
    const carla = world.as('carla', '-')
    const question = { code: 'STORE', section: 'Store', text: 'Stored apart?', ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true }, severity: 'MAJOR' }
    const questions = [{ ...question, weight: 1, correctiveDays: 14, photo: 'NONE' }]
    const list = await ok(world.as('ada', '-').post('/checklist', { name: `Gin ${mark()}`, kind: 'COMPANY', questions }))
    await ok(record(world.as('ada', '-'), 'checklist', list.id, 'PUBLISHED', '2026-01-01'))
    const { id } = await ok(carla.post('/companyaudit', { processorId: chain.ginner, kind: 'UNANNOUNCED', checklistId: list.id, plannedOn: '2026-01-12' }))
    await ok(record(carla, 'companyaudit', id, 'STARTED', '2026-01-12', {}, 9))
    const answers = [{ question: 'STORE', answer: { kind: 'YES_NO', yes: false }, note: 'Side by side' }]
    await ok(record(carla, 'companyaudit', id, 'ANSWERED', '2026-01-12', { answers }))
    const signatures = { companySignature: [await picture(carla)], inspectorSignature: [await picture(carla)] }
    const signed = () => recorded('SUBMITTED', '2026-01-12', { result: 'CONDITIONAL', conditions: 'Separate', signedBy: 'COMPANY', ...signatures }, 12)
    const [first, again] = [signed(), signed()]
    const acts = [
      by('carla', `/companyaudit/${id}/events`, first.body),
      by('carla', `/companyaudit/${id}/events/${first.id}/void`, taken),
      by('carla', `/companyaudit/${id}/events`, again.body),
    ]
    return { acts, records: [['companyaudit', id]], ids: [id] }
  },
  'a scope certificate suspended over tickets of its days, reinstated, and both taken back': async ({ chain, by }) => {
    const { lotId } = await bought(chain, 50)
    const certificate = chain.certificates.group
    const reason = { reason: 'Finding of the audit' }
    const [suspended, reinstated, again] = [
      recorded('SUSPENDED', '2025-11-12', reason),
      recorded('REINSTATED', '2025-11-20', reason),
      recorded('SUSPENDED', '2025-11-13', reason),
    ]
    const path = `/scopecertificate/${certificate}/events`
    const acts = [
      by('carla', path, suspended.body),
      by('carla', path, reinstated.body),
      by('carla', `${path}/${reinstated.id}/void`, taken),
      by('carla', `${path}/${suspended.id}/void`, taken),
      by('carla', path, again.body),
      by('carla', `${path}/${again.id}/void`, taken),
    ]
    return {
      acts,
      records: [
        ['productbatch', lotId],
        ['scopecertificate', certificate],
      ],
      ids: [lotId],
    }
  },
  'a premium paid to members by a list, corrected, taken back and paid again': async ({ chain, by }) => {
    const [one, other] = [await bought(chain, 40), await bought(chain, 20)]
    const paid = (rows: [string, number, number][], more: Json = {}) => {
      const { id, body } = recorded('PREMIUM_DISTRIBUTION', '2026-01-10', {
        ...{ seasonId: chain.season, perKg: 500, list: rows.map(([farmerId, kg, amount]) => ({ farmerId, kg, amount })), ref: 'UTR 77' },
        ...{ kg: rows.reduce((sum, [, kg]) => sum + kg, 0), total: rows.reduce((sum, [, , amount]) => sum + amount, 0) },
      })
      return { id, body: { ...body, ...more } }
    }
    const both: [string, number, number][] = [
      [one.farmerId, 40, 200_00],
      [other.farmerId, 20, 100_00],
    ]
    const first = paid(both)
    const corrected = paid([[one.farmerId, 30, 150_00]], { supersedesEventId: first.id })
    const again = paid(both)
    const path = `/collective/${one.operatorId}/events`
    const acts = [
      by('omar', path, first.body),
      by('omar', path, corrected.body),
      by('omar', `${path}/${corrected.id}/void`, taken),
      by('omar', path, again.body),
    ]
    return {
      acts,
      records: [
        ['farmer', one.farmerId],
        ['farmer', other.farmerId],
      ],
      ids: [one.farmerId, other.farmerId],
    }
  },
  'a step with what it must show, corrected to none, taken back and done again': async ({ world, chain, by }) => {
    const [ada, fatima] = [world.as('ada', 'OP1'), world.as('fatima', 'OP1')]
    const planEvents = [
      step('SOW', 'SOWING', 0, 0, 0),
      step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', evidence: ['PHOTO'] }),
      step('AGAIN', 'INTERCULTURE', 60, 5, 7, { operation: 'WEEDING', evidence: ['PHOTO'] }),
    ]
    const about = { cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300, validFrom: '2025-01-01' }
    const { id: popId } = await ok(ada.post('/pop', { name: `Shown ${mark()}`, ...about, inputItemIds: [], planEvents }))
    await ok(record(ada, 'pop', popId, 'PUBLISHED', '2025-06-01'))
    const { parcelId } = await chain.member()
    const cropId = await chain.cropIn(await chain.systemOn(parcelId), { popId })
    const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1' }
    await ok(record(fatima, 'crop', cropId, 'SOWING', '2025-06-20', sowing))
    const { items } = await ok(ada.get(`/planevent?filter[cropId]=${cropId}&limit=200`))
    const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
    const stepId = (code: string) => all.find(({ popEventCode }) => popEventCode === code)?.id
    const files = [await picture(fatima)]
    const weeded = (day: string, planEventId: string | null, more: Json = {}) => {
      const { id, body } = recorded('INTERCULTURE', day, { operation: 'WEEDING', ...(planEventId ? { files } : {}) })
      return { id, body: { ...body, planEventId, ...more } }
    }
    const first = weeded('2025-07-25', stepId('WEED'))
    const none = weeded('2025-07-25', null, { supersedesEventId: first.id })
    const again = weeded('2025-07-26', stepId('AGAIN'))
    const path = `/crop/${cropId}/events`
    const acts = [by('fatima', path, first.body), by('fatima', path, none.body), by('fatima', `${path}/${none.id}/void`, taken), by('fatima', path, again.body)]
    return {
      acts,
      records: [['crop', cropId], ...all.map(({ id }) => ['planevent', id as string] as const)],
      ids: [cropId, popId],
    }
  },
}

export const endsOfDuties: Readonly<Record<string, readonly string[]>> = {
  'an audit of a company signed with findings, taken back and signed again': ['SUBMITTED'],
  'a scope certificate suspended over tickets of its days, reinstated, and both taken back': ['OPEN 50.000'],
  'a premium paid to members by a list, corrected, taken back and paid again': ['ACTIVE', 'ACTIVE'],
  'a step with what it must show, corrected to none, taken back and done again': ['PUBLISHED'],
}

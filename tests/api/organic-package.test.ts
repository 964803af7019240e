// AH-15: an organic package of practices for birds or fish is published with nothing in it that its schemes do not allow (animal 9.1).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { standardsOf } from './certificate-stage.ts'
import { daysAgo, type Husbandry, husbandryOf, type Json, plainDay, clock as start } from './husbandry-stage.ts'

let world: World
let farm: Husbandry
let npop = ''
let minutes = 0
const clock = () => new Date(start().getTime() + minutes * 60_000)
const items: Record<string, string> = {}
const refused = refusing(() => world)
const notOrganic = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'AH-15' } }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  farm = await husbandryOf(world)
  const standards = standardsOf(world)
  npop = await standards.scheme('NPOP')
  await standards.certify(
    { collectiveId: world.places.cotton.OP1?.id as string },
    { validTo: plainDay(-200), issueDate: plainDay(100), validFrom: plainDay(100) },
  )
  for (const permission of ['ALLOWED', 'RESTRICTED', 'PROHIBITED', 'UNKNOWN'])
    items[permission] = (await farm.make('inputitem', { name: `Lime ${permission}`, category: 'MINERAL', permission, phiDays: 0 }, farm.ada)).id
})

let names = 0
const step = (code: string, eventType: string, more: Json): Json => ({
  ...{ code, name: code, eventType, offsetDays: 1, windowBefore: 1, windowAfter: 2, mandatory: true, critical: false, weight: 1, evidence: [] },
  ...more,
})
const draft = async (entity: 'poultrypop' | 'aquapop', planEvents: Json[], values: Json = {}): Promise<Json> => {
  const frame = { basedOnId: null, durationDays: 60, stages: [{ name: 'All', fromDay: 0, toDay: 60 }], targets: [], name: `Package ${++names}`, organic: true }
  const own = entity === 'poultrypop' ? { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT' } : { speciesGroup: 'CARP', anchor: 'STOCKING' }
  const all = { ...frame, ...own, collectiveId: world.places.cotton.OP1?.id, ...values }
  return farm.make(entity, { ...farm.sampleOf(entity, all), ...all, planEvents }, farm.ada)
}
const publish = (entity: string, { id }: Json, ago = 0) =>
  farm.ada.post(`/${entity}/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(ago, 8), data: {}, lateReason: 'From the book' })
const liming = (itemId: string | undefined): Json[] => [step('LIME', 'INPUT_APPLICATION', { itemId })]

describe('an organic package of a pond', () => {
  it.each(['PROHIBITED', 'UNKNOWN'])('is not published with an input that is %s (422), which it names', async (permission) => {
    const one = await draft('aquapop', liming(items[permission]))
    await refused(() => publish('aquapop', one), { ...notOrganic, body: { ...notOrganic.body, detail: expect.stringContaining(`Lime ${permission}`) } })
    expect(await farm.view('aquapop', one.id)).toMatchObject({ status: 'DRAFT' })
  })
  it.each(['ALLOWED', 'RESTRICTED'])('is with one that is %s', async (permission) => {
    expect(await publish('aquapop', await draft('aquapop', liming(items[permission])))).toMatchObject({ status: 201 })
  })
  it('goes by the scheme of its operator; one of the whole programme by all of them', async () => {
    const of = async (name: string, permission: string, ofScheme: string): Promise<string> =>
      (
        await farm.make(
          'inputitem',
          { name, category: 'MINERAL', permission, phiDays: 0, schemePermissions: [{ schemeId: npop, permission: ofScheme }] },
          farm.ada,
        )
      ).id
    const [forbidden, allowed] = [await of('Zeolite', 'ALLOWED', 'PROHIBITED'), await of('Alum', 'PROHIBITED', 'ALLOWED')]
    const one = await draft('aquapop', liming(forbidden))
    await refused(() => publish('aquapop', one), notOrganic)
    expect(await publish('aquapop', await draft('aquapop', liming(allowed)))).toMatchObject({ status: 201 })
    for (const itemId of [forbidden, allowed]) {
      const shared = await draft('aquapop', liming(itemId), { collectiveId: null })
      await refused(() => publish('aquapop', shared), notOrganic)
    }
  })
  it('is judged by the list of now, however early it is said to be published, where the input was not listed then', async () => {
    const one = await draft('aquapop', liming(items.PROHIBITED))
    await refused(() => publish('aquapop', one, 20), notOrganic)
  })
  it('that was published stays, when the list alters; taken back, it is published no more', async () => {
    const { id: itemId, version } = await farm.make('inputitem', { name: 'Probiotic', category: 'OTHER', permission: 'ALLOWED', phiDays: 0 }, farm.ada)
    const one = await draft('aquapop', liming(itemId))
    const { body } = await publish('aquapop', one)
    expect(await farm.ada.patch(`/inputitem/${itemId}`, { permission: 'PROHIBITED' }, { 'if-match': `"${version}"` })).toMatchObject({ status: 200 })
    minutes++
    expect(await farm.view('aquapop', one.id)).toMatchObject({ status: 'PUBLISHED' })
    expect((await farm.ada.post(`/aquapop/${one.id}/events/${body.event.id}/void`, { reason: 'INCORRECT_DATA' })).status).toBeLessThan(300)
    const again = () => farm.ada.post(`/aquapop/${one.id}/events`, { eventType: 'PUBLISHED', occurredAt: clock().toISOString(), data: {} })
    expect(await Promise.all([again(), again()])).toMatchObject([notOrganic, notOrganic])
  })
})

describe('an organic package of birds', () => {
  it('is not published with conventional feed or a medicine that is not allowed (422), and is with others', async () => {
    const steps = [step('FEED', 'FEEDING', { feedItemId: farm.feedId }), step('TREAT', 'TREATMENT', { medicineId: farm.medicineId })]
    const one = await draft('poultrypop', steps)
    await refused(() => publish('poultrypop', one), { ...notOrganic, body: { ...notOrganic.body, detail: expect.stringMatching(/Mash.*Ceftiofur/) } })
    const feed = await farm.make('feeditem', { name: 'Own maize', category: 'Concentrate', claimStatus: 'IC1', lotTracked: false }, farm.ada)
    const vaccine = { name: 'La Sota', medicineClass: 'VACCINE', organicAllowed: true, prescriptionOnly: false, withdrawals: [] }
    const { id: medicineId } = await farm.make('medicine', vaccine, farm.ada)
    const good = [step('FEED', 'FEEDING', { feedItemId: feed.id }), step('TREAT', 'TREATMENT', { medicineId })]
    expect(await publish('poultrypop', await draft('poultrypop', good))).toMatchObject({ status: 201 })
  })
  it('may hold anything when it is not organic', async () => {
    const one = await draft('poultrypop', [step('FEED', 'FEEDING', { feedItemId: farm.feedId })], { organic: false })
    expect(await publish('poultrypop', one)).toMatchObject({ status: 201 })
  })
})
